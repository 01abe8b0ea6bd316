import Wire

/// All rules by which one doctor can be reserved. Wall clock and zone; instants are computed late (`SlotFinder`).
public struct DoctorSchedule: Equatable, Sendable {
  /// A name of the tz database: `Asia/Seoul`.
  public var zone: String
  /// The length of a consultation: a multiple of 5 from 5 to 480.
  public var slotMinutes: Int
  /// A slot can be taken until that long before it starts.
  public var leadMinutes: Int
  /// The last day that can be reserved is that many days after today.
  public var horizonDays: Int
  /// A paid reservation waits until the doctor says yes.
  public var needsApproval: Bool
  public var approvalHours: Int
  public var policy: CancelPolicy
  public var rules: WeekRules
  public var exceptions: [RuleException]

  public init(
    zone: String, slotMinutes: Int = 30, leadMinutes: Int = 60, horizonDays: Int = 60, needsApproval: Bool = false,
    approvalHours: Int = 24, policy: CancelPolicy = .standard, rules: WeekRules = WeekRules([]),
    exceptions: [RuleException] = []
  ) {
    self.zone = zone
    self.slotMinutes = slotMinutes
    self.leadMinutes = leadMinutes
    self.horizonDays = horizonDays
    self.needsApproval = needsApproval
    self.approvalHours = approvalHours
    self.policy = policy
    self.rules = rules
    self.exceptions = exceptions
  }
}

extension DoctorSchedule {
  /// Where approval is needed, a slot can be taken that much earlier only: time to pay and to say yes.
  public static let approvalMarginMinutes = 60

  /// Whether a slot finder may be given these rules. The zone's name is checked where zones are loaded.
  public func check() throws(BookingError) {
    guard (5...480).contains(slotMinutes), slotMinutes % 5 == 0 else { throw .slotLength }
    guard (0...43_200).contains(leadMinutes) else { throw .leadTime }
    guard (1...366).contains(horizonDays) else { throw .horizon }
    guard (1...336).contains(approvalHours) else { throw .approvalTime }
    guard policy.isSound else { throw .policy }
    guard rules.rules.count <= 140, exceptions.count <= 1000 else { throw .tooManyRules }
    guard rules.rules.allSatisfy({ $0.span.isSound }) else { throw .span }
    for exception in exceptions { try exception.check() }
  }

  /// The earliest start that somebody may still take at `now`.
  public func firstStart(at now: Timestamp) -> Timestamp {
    let minutes = leadMinutes + (needsApproval ? Self.approvalMarginMinutes : 0)
    return now.adding(milliseconds: Int64(minutes) * 60_000)
  }

  /// The last instant at which something may still happen before a slot: its start without the lead time.
  public func leadLimit(start: Timestamp) -> Timestamp {
    start.adding(milliseconds: -Int64(leadMinutes) * 60_000)
  }

  /// The doctor's working time on a date, in order and without overlaps.
  public func spans(on date: CalendarDate) -> [DaySpan] {
    let special = exceptions.filter { $0.date == date }
    let isClosed = special.contains { $0.kind == .closed && $0.span == nil }
    var spans = isClosed ? [] : rules.spans(on: date.weekday)
    guard !special.isEmpty else { return spans }
    for exception in special where exception.kind == .extra {
      if let span = exception.span { spans.append(span) }
    }
    spans = spans.joined()
    for exception in special where exception.kind != .extra {
      if let span = exception.span { spans = spans.without(span) }
    }
    return spans
  }
}

extension RuleException {
  func check() throws(BookingError) {
    guard note.utf8.count <= 600 else { throw .exception }
    guard let span else {
      if kind != .closed { throw .exception }
      return
    }
    guard span.isSound else { throw .span }
  }
}
