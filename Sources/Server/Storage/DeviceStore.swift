import Domain
import SQL
import Wire

/// Where a push to a session goes.
public struct DeviceRow: Equatable, Sendable {
  /// Whose push service it is.
  public enum Way: String, Sendable { case web, apns, fcm }

  public var id: RowID<DeviceRow>
  public var sessionID: RowID<SessionRow>
  public var personID: RowID<Person>
  public var app: App
  public var way: Way
  /// What the push service knows the device by; of a browser the address of its subscription.
  public var token: String
  /// Of a browser, base64url: its public key, and the secret that it shares with us.
  public var publicKey: String
  public var secret: String
  /// `ko`, `en` or `ja`.
  public var language: String
}

public struct NewDevice: Equatable, Sendable {
  public var way: DeviceRow.Way
  public var token: String
  public var publicKey: String
  public var secret: String
  public var language: String

  public init(
    way: DeviceRow.Way, token: String, publicKey: String = "", secret: String = "", language: String = "ko"
  ) {
    self.way = way
    self.token = token
    self.publicKey = publicKey
    self.secret = secret
    self.language = language
  }
}

/// Devices that want pushes. One belongs to one session, and only as long as the session lives.
public struct DeviceStore {
  let connection: any SQLConnection

  private static let columns = """
    d.id, d.session_id, d.person_id, s.app, d.way, d.token, d.public_key, d.secret, d.language
    """
  /// A session lives until it is ended or its newest refresh token has run out. The instant is parameter `?2`.
  private static let live = """
    FROM devices d JOIN sessions s ON s.id = d.session_id AND s.ended_at IS NULL
    JOIN session_generations g
      ON g.session_id = s.id AND g.generation = s.generation AND g.refresh_expires_at > ?2
    """

  /// Gives a device to a session: away from the one that had it, and instead of the one that the session had.
  /// - Returns: false where the session has ended.
  @discardableResult
  public func put(
    _ device: NewDevice, of session: RowID<SessionRow>, at now: Timestamp
  ) throws(SQLError) -> Bool {
    try connection.execute(
      "DELETE FROM devices WHERE way = ?1 AND token = ?2 AND session_id <> ?3",
      [.name(device.way), .text(device.token), .id(session)])
    return try connection.execute(
      """
      INSERT INTO devices (session_id, person_id, way, token, public_key, secret, language, created_at)
      SELECT s.id, s.person_id, ?2, ?3, ?4, ?5, ?6, ?7 FROM sessions s WHERE s.id = ?1 AND s.ended_at IS NULL
      ON CONFLICT (session_id) DO UPDATE SET
        way = excluded.way, token = excluded.token, public_key = excluded.public_key, secret = excluded.secret,
        language = excluded.language, created_at = excluded.created_at
      """,
      [
        .id(session), .name(device.way), .text(device.token), .text(device.publicKey), .text(device.secret),
        .text(device.language), .timestamp(now),
      ]) > 0
  }

  /// The devices of a person whose sessions live.
  public func list(of person: RowID<Person>, at now: Timestamp) throws(SQLError) -> [DeviceRow] {
    try connection.all(
      "SELECT \(Self.columns) \(Self.live) WHERE d.person_id = ?1 ORDER BY d.id", [.id(person), .timestamp(now)]
    ) { (row) throws(SQLError) in try DeviceRow(row) }
  }

  /// nil where it is gone, or its session has ended meanwhile.
  public func find(_ id: RowID<DeviceRow>, at now: Timestamp) throws(SQLError) -> DeviceRow? {
    try connection.first("SELECT \(Self.columns) \(Self.live) WHERE d.id = ?1", [.id(id), .timestamp(now)]) {
      (row) throws(SQLError) in try DeviceRow(row)
    }
  }

  /// The session wants none any more, or has ended.
  public func delete(of session: RowID<SessionRow>) throws(SQLError) {
    try connection.execute("DELETE FROM devices WHERE session_id = ?1", [.id(session)])
  }

  /// Its push service does not know the token any more. A new token of the same session stays.
  public func prune(_ id: RowID<DeviceRow>, token: String) throws(SQLError) {
    try connection.execute("DELETE FROM devices WHERE id = ?1 AND token = ?2", [.id(id), .text(token)])
  }

  /// Forgets devices of sessions that have ended, and says how many.
  @discardableResult
  public func deleteOfEnded(at now: Timestamp) throws(SQLError) -> Int {
    try connection.execute(
      """
      DELETE FROM devices WHERE NOT EXISTS (
        SELECT 1 FROM sessions s
        JOIN session_generations g ON g.session_id = s.id AND g.generation = s.generation
        WHERE s.id = devices.session_id AND s.ended_at IS NULL AND g.refresh_expires_at > ?1)
      """, [.timestamp(now)])
  }
}

extension DeviceRow {
  init(_ row: SQLRow) throws(SQLError) {
    id = try row.id(0)
    sessionID = try row.id(1)
    personID = try row.id(2)
    app = try row.name(3, as: App.self)
    way = try row.name(4, as: Way.self)
    token = try row.text(5)
    publicKey = try row.text(6)
    secret = try row.text(7)
    language = try row.text(8)
  }
}
