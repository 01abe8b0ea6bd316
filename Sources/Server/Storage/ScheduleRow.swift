import Domain
import JSON
import SQL
import Wire

/// By which rules a doctor works, what it costs, and how a patient gets money back. Times of day are minutes after
/// midnight on the clock of `zone`, dates `YYYY-MM-DD`.
public struct ScheduleRow: Equatable, Sendable {
  public struct Rule: Equatable, Sendable {
    /// 1: Monday … 7: Sunday.
    public var weekday: Int64
    public var from: Int64
    public var to: Int64

    public init(weekday: Int64, from: Int64, to: Int64) {
      self.weekday = weekday
      self.from = from
      self.to = to
    }
  }

  public struct Exception: Equatable, Sendable {
    public var date: String
    /// `closed`, `extra` or `pause`.
    public var kind: String
    /// nil: the whole day.
    public var from: Int64?
    public var to: Int64?
    public var note: String

    public init(date: String, kind: String, from: Int64? = nil, to: Int64? = nil, note: String = "") {
      self.date = date
      self.kind = kind
      self.from = from
      self.to = to
      self.note = note
    }
  }

  public var doctor: RowID<Person>
  public var clinic: RowID<ClinicRow>?
  /// IANA name.
  public var zone = "Asia/Seoul"
  public var slotMinutes: Int64 = 30
  /// No slot begins sooner than so many minutes from now.
  public var leadMinutes: Int64 = 60
  public var horizonDays: Int64 = 30
  public var needsApproval = false
  public var approvalHours: Int64 = 24
  /// Minor units.
  public var fee: Int64 = 0
  public var currency = "KRW"
  public var languages: [String] = []
  public var introduction = ""
  public var answerTime = ""
  public var policy = PolicyRow()
  public var rules: [Rule] = []
  public var exceptions: [Exception] = []
  /// Rises with every change.
  public var version: Int64 = 0

  public init(doctor: RowID<Person>) {
    self.doctor = doctor
  }
}

/// What a patient's cancellation gives back: all until `freeHours` before the start, `partPercent` until `partHours`.
public struct PolicyRow: Equatable, Sendable {
  public var freeHours: Int64
  public var partHours: Int64
  public var partPercent: Int64

  public init(freeHours: Int64 = 24, partHours: Int64 = 2, partPercent: Int64 = 50) {
    self.freeHours = freeHours
    self.partHours = partHours
    self.partPercent = partPercent
  }
}

extension ScheduleRow {
  static let columns = """
    s.doctor_id, s.clinic_id, s.zone, s.slot_minutes, s.lead_minutes, s.horizon_days, s.needs_approval,
    s.approval_hours, s.fee, s.currency, s.languages, s.introduction, s.answer_time, s.free_hours, s.part_hours,
    s.part_percent, s.rules, s.exceptions, s.version
    """

  init(_ row: SQLRow, from first: Int = 0) throws(SQLError) {
    doctor = try row.id(first)
    clinic = try row.optionalInt64(first + 1).map { RowID($0) }
    zone = try row.text(first + 2)
    slotMinutes = try row.int64(first + 3)
    leadMinutes = try row.int64(first + 4)
    horizonDays = try row.int64(first + 5)
    needsApproval = try row.bool(first + 6)
    approvalHours = try row.int64(first + 7)
    fee = try row.int64(first + 8)
    currency = try row.text(first + 9)
    languages = StoredJSON.texts(try row.text(first + 10))
    introduction = try row.text(first + 11)
    answerTime = try row.text(first + 12)
    policy = PolicyRow(
      freeHours: try row.int64(first + 13), partHours: try row.int64(first + 14),
      partPercent: try row.int64(first + 15))
    rules = StoredJSON.array(try row.text(first + 16)).compactMap(Rule.init)
    exceptions = StoredJSON.array(try row.text(first + 17)).compactMap(Exception.init)
    version = try row.int64(first + 18)
  }

  /// In the order of `columns`, without doctor, clinic and version.
  var values: [SQLValue] {
    [
      .text(zone), .integer(slotMinutes), .integer(leadMinutes), .integer(horizonDays), .integer(needsApproval ? 1 : 0),
      .integer(approvalHours), .integer(fee), .text(currency), .text(StoredJSON.text(languages)), .text(introduction),
      .text(answerTime), .integer(policy.freeHours), .integer(policy.partHours), .integer(policy.partPercent),
      .text(JSONValue.array(rules.map { $0.json }).text), .text(JSONValue.array(exceptions.map { $0.json }).text),
    ]
  }
}

extension ScheduleRow.Rule {
  var json: JSONValue { ["weekday": .integer(weekday), "from": .integer(from), "to": .integer(to)] }

  init?(_ json: JSONValue) {
    guard let weekday = json["weekday"]?.int64, let from = json["from"]?.int64, let to = json["to"]?.int64 else {
      return nil
    }
    self.init(weekday: weekday, from: from, to: to)
  }
}

extension ScheduleRow.Exception {
  var json: JSONValue {
    var object: JSONObject = ["date": .string(date), "kind": .string(kind), "note": .string(note)]
    if let from { object["from"] = .integer(from) }
    if let to { object["to"] = .integer(to) }
    return .object(object)
  }

  init?(_ json: JSONValue) {
    guard let date = json["date"]?.string, let kind = json["kind"]?.string else { return nil }
    self.init(
      date: date, kind: kind, from: json["from"]?.int64, to: json["to"]?.int64, note: json["note"]?.string ?? "")
  }
}
