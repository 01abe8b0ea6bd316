import AccountContract
import Contract
import Crypto
import Domain
import Storage
import Wire

/// Which devices get pushes, and how much they show.
extension Pushes {
  static let tokenLimit = 4_096

  /// Gives a device to a session. Apple's tokens are plain hexadecimal digits, Google's never are.
  /// - Throws: 400 for what can be no token.
  public func register(
    token: String, language: String, of session: RowID<SessionRow>
  ) async throws {
    guard !token.isEmpty, token.utf8.count <= Self.tokenLimit, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw APIError.badRequest
    }
    let isHex = Hex.decode(token) != nil && token.utf8.count >= 64
    try await put(NewDevice(way: isHex ? .apns : .fcm, token: token, language: language), session)
  }

  /// - Throws: 400 for an address that no push service of a browser has, and for keys that are none.
  public func subscribe(_ form: WebPushForm, language: String, of session: RowID<SessionRow>) async throws {
    guard WebPushEndpoint.isGood(form.endpoint, mayBeLocal: settings.mayBeLocal),
      WebPushEndpoint.hasGoodKeys(p256dh: form.p256dh, auth: form.auth)
    else { throw APIError.badRequest }
    let device = NewDevice(
      way: .web, token: form.endpoint, publicKey: form.p256dh, secret: form.auth, language: language)
    try await put(device, session)
  }

  private func put(_ device: NewDevice, _ session: RowID<SessionRow>) async throws {
    let now = clock()
    guard try await store.write({ try $0.devices.put(device, of: session, at: now) }) else {
      throw APIError.accessExpired
    }
  }

  /// The session wants no more, or has ended.
  public func drop(of session: RowID<SessionRow>) async throws {
    try await store.write { try $0.devices.delete(of: session) }
  }

  /// The same, for whoever cannot wait. A device of an ended session gets nothing in any case.
  public func sessionEnded(_ session: RowID<SessionRow>) {
    Task { try? await drop(of: session) }
  }

  public func level(of person: RowID<Person>) async throws -> LockScreenLevel {
    try await store.read { tables in
      guard let row = try tables.people.find(person) else { throw APIError.personGone }
      return try Self.level(of: row, tables)
    }
  }

  public func setLevel(_ level: LockScreenLevel, of person: RowID<Person>) async throws {
    try await store.write { try $0.push.setLevel(level.rawValue, of: person) }
  }

  static func level(of person: PersonRow, _ tables: Tables) throws -> LockScreenLevel {
    let chosen = try tables.push.level(of: person.id).flatMap(LockScreenLevel.init(rawValue:))
    return chosen ?? .preset(of: person.realm)
  }
}
