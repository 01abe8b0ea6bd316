import Booking
import Storage
import Wire

extension PolicyRow {
  var policy: CancelPolicy {
    CancelPolicy(
      freeHours: Int(clamping: freeHours), partHours: Int(clamping: partHours), partPercent: Int(clamping: partPercent))
  }
}

extension ReservationRow {
  /// What the machine knows of it; nil where a newer version of the server wrote the state.
  var facts: ReservationFacts? {
    guard let state = ReservationState(rawValue: state) else { return nil }
    return ReservationFacts(
      state: state, start: startsAt, end: endsAt, terms: terms, holdUntil: state == .held ? dueAt : nil,
      approveUntil: state == .requested ? dueAt : nil, confirmedAt: confirmedAt, finishedAt: finishedAt,
      cancelledBy: cancelledBy.flatMap { ReservationSide(rawValue: $0) }, isTimeByDoctor: isTimeByDoctor,
      version: version)
  }

  private var terms: ReservationTerms {
    ReservationTerms(
      policy: policy.policy, leadMinutes: Int(clamping: leadMinutes), needsApproval: needsApproval,
      approvalHours: Int(clamping: approvalHours))
  }

  /// Takes over what the machine decided; the store counts the version.
  mutating func take(_ facts: ReservationFacts, _ rules: ConsultRules) {
    state = facts.state.rawValue
    startsAt = facts.start
    endsAt = facts.end
    dueAt = facts.holdUntil ?? facts.approveUntil
    confirmedAt = facts.confirmedAt
    finishedAt = facts.finishedAt
    cancelledBy = facts.cancelledBy?.rawValue
    isTimeByDoctor = facts.isTimeByDoctor
    let window = facts.window(rules)
    opensAt = window.opensAt
    closesAt = window.closesAt
  }
}
