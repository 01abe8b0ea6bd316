import JSON
import SQL
import Wire

/// What kind of work a job is; names who does it. Areas add their own.
public struct JobKind: RawRepresentable, Hashable, Sendable {
  public var rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A letter: `{to, subject, text, language}`.
  public static let mail = JobKind(rawValue: "mail")
  /// A short message to a telephone: `{to, text}`.
  public static let sms = JobKind(rawValue: "sms")
  /// An archive of a person's data: `{name}`.
  public static let export = JobKind(rawValue: "export")
}

/// Work that is done once, later, by whichever server takes it.
public struct JobRow: Equatable, Sendable {
  public enum State: String, Sendable {
    /// Waits for its time, or runs under a lease.
    case open
    case done
    /// Was tried as often as its kind allows, or cannot succeed. An operator may try it again.
    case dead
    case cancelled
  }

  public var id: RowID<JobRow>
  public var kind: JobKind
  /// Two jobs of one kind never have the same.
  public var key: String?
  public var payload: JSONValue
  public var state: State
  /// When it may be taken; of one that runs, when its lease ends.
  public var dueAt: Timestamp?
  /// How often it was taken.
  public var attempts: Int64
  /// Held by who runs it now, or ran it last without an end.
  public var lease: String?
  /// How the last try failed.
  public var fault: String
  public var createdAt: Timestamp
  public var endedAt: Timestamp?

  public func isRunning(at now: Timestamp) -> Bool {
    guard state == .open, lease != nil, let dueAt else { return false }
    return dueAt > now
  }
}

extension JobRow {
  static let columns = "id, kind, job_key, payload, state, due_at, attempts, lease, fault, created_at, ended_at"

  init(_ row: SQLRow) throws(SQLError) {
    id = try row.id(0)
    kind = JobKind(rawValue: try row.text(1))
    key = try row.optionalText(2)
    do {
      payload = try JSONValue(parsing: Array(try row.text(3).utf8))
    } catch { throw .mistake("the payload of a job is no JSON") }
    state = try row.name(4, as: State.self)
    dueAt = try row.optionalTimestamp(5)
    attempts = try row.int64(6)
    lease = try row.optionalText(7)
    fault = try row.text(8)
    createdAt = try row.timestamp(9)
    endedAt = try row.optionalTimestamp(10)
  }
}
