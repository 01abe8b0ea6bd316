import Contract
import Domain
import JSON
import Wire

/// One of a person's sessions, as a list of devices shows it.
public struct SessionEntry: Equatable, Sendable {
  public var id: String
  public var app: String
  /// What the device says of itself; may be empty.
  public var deviceName: String
  /// `ios`, `android`, `web`, …; may be empty.
  public var platform: String
  public var createdAt: Timestamp
  public var lastUsedAt: Timestamp
  /// Whether the one who asks sits at it.
  public var isThis: Bool

  public init(
    id: String, app: String, deviceName: String = "", platform: String = "", createdAt: Timestamp,
    lastUsedAt: Timestamp, isThis: Bool = false
  ) {
    self.id = id
    self.app = app
    self.deviceName = deviceName
    self.platform = platform
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.isThis = isThis
  }

  static var form: APIForm<SessionEntry> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("session_id"), Schema.text("app"), Schema.text("device_name"), Schema.text("platform"),
      Schema.date("created_at"), Schema.date("last_used_at"), Schema.flag("is_this"),
    ]) { entry in
      [
        "session_id": .string(entry.id), "app": .string(entry.app), "device_name": .string(entry.deviceName),
        "platform": .string(entry.platform), "created_at": .string(entry.createdAt.iso8601),
        "last_used_at": .string(entry.lastUsedAt.iso8601), "is_this": .bool(entry.isThis),
      ]
    } read: { fields throws(APIError) in
      guard let created = try fields.date("created_at"), let used = try fields.date("last_used_at") else {
        throw .missingValue
      }
      return SessionEntry(
        id: try fields.required("session_id"), app: try fields.required("app"),
        deviceName: fields.text("device_name") ?? "", platform: fields.text("platform") ?? "", createdAt: created,
        lastUsedAt: used, isThis: try fields.flag("is_this"))
    }
  }
}

extension AccountAPI {
  /// The person's live sessions, the one used last first.
  public static var sessions: APICall<Nothing, [SessionEntry]> {
    APICall(
      .get, "/v1/me/sessions", "sessions", "The person's live sessions, the one used last first.", input: .nothing,
      output: SessionEntry.form.list)
  }

  /// Signs one device out; by its id.
  public static var endSession: APICall<String, Nothing> {
    APICall(
      .delete, "/v1/me/sessions/{session_id}", "endSession", "Ends one of the person's sessions at once.",
      input: .text(OpenAPI.Schema.text("session_id").inPath), output: .nothing, refusals: [404])
  }

  /// Signs all other devices out; true: this one as well.
  public static var endSessions: APICall<Bool, Nothing> {
    APICall(
      .delete, "/v1/me/sessions", "endSessions", "Ends all other sessions of the person, or with `all=true` every one.",
      input: APIForm<Bool>([OpenAPI.Schema.flag("all").inQuery.optional]) {
        $0 ? ["all": .bool(true)] : [:]
      } read: { fields throws(APIError) in
        try fields.flag("all")
      }, output: .nothing)
  }
}
