import Wire

/// What a reservation was agreed on, fixed when it was made: later changes of the doctor's rules do not touch it.
public struct ReservationTerms: Hashable, Sendable {
  public var policy: CancelPolicy
  public var leadMinutes: Int
  public var needsApproval: Bool
  public var approvalHours: Int

  public init(policy: CancelPolicy, leadMinutes: Int, needsApproval: Bool, approvalHours: Int = 24) {
    self.policy = policy
    self.leadMinutes = leadMinutes
    self.needsApproval = needsApproval
    self.approvalHours = approvalHours
  }

  public init(_ schedule: DoctorSchedule) {
    self.init(
      policy: schedule.policy, leadMinutes: schedule.leadMinutes, needsApproval: schedule.needsApproval,
      approvalHours: schedule.approvalHours)
  }
}

/// What is known of one reservation: one row.
public struct ReservationFacts: Hashable, Sendable {
  public var state: ReservationState
  /// nil as long as the doctor has given no time: such a reservation occupies nothing.
  public var start: Timestamp?
  public var end: Timestamp?
  public var terms: ReservationTerms
  /// While held.
  public var holdUntil: Timestamp?
  /// While requested.
  public var approveUntil: Timestamp?
  public var confirmedAt: Timestamp?
  /// When it became done or a no-show.
  public var finishedAt: Timestamp?
  public var cancelledBy: ReservationSide?
  /// The doctor set the present time, and the patient has not chosen another one since: leaving it costs nothing.
  public var isTimeByDoctor: Bool
  /// Counts the changes: the SEQUENCE of its calendar entry, and part of the key of its reminders.
  public var version: Int64

  public init(
    state: ReservationState, start: Timestamp?, end: Timestamp?, terms: ReservationTerms, holdUntil: Timestamp? = nil,
    approveUntil: Timestamp? = nil, confirmedAt: Timestamp? = nil, finishedAt: Timestamp? = nil,
    cancelledBy: ReservationSide? = nil, isTimeByDoctor: Bool = false, version: Int64 = 0
  ) {
    self.state = state
    self.start = start
    self.end = end
    self.terms = terms
    self.holdUntil = holdUntil
    self.approveUntil = approveUntil
    self.confirmedAt = confirmedAt
    self.finishedAt = finishedAt
    self.cancelledBy = cancelledBy
    self.isTimeByDoctor = isTimeByDoctor
    self.version = version
  }

  /// The cells that it holds now; nil for none.
  public var cells: Range<Int64>? {
    guard state.occupies, let start, let end else { return nil }
    return Cells.covering(start, end)
  }

  public func window(_ rules: ConsultRules) -> ConsultWindow {
    ConsultWindow(
      state: state, start: start, end: end, confirmedAt: confirmedAt, finishedAt: finishedAt, rules: rules)
  }
}
