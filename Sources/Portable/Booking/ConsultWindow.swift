import Wire

/// When consult rooms open and close, for all doctors of a server.
public struct ConsultRules: Hashable, Sendable {
  /// Before the start; nil: from the confirmation.
  public var opensBeforeMinutes: Int?
  /// After the end of the appointment.
  public var closesAfterHours: Int

  public init(opensBeforeMinutes: Int? = nil, closesAfterHours: Int = 72) {
    self.opensBeforeMinutes = opensBeforeMinutes
    self.closesAfterHours = closesAfterHours
  }
}

/// When the patient of a reservation may write in its consult room. Whoever could ever write may read for good.
public struct ConsultWindow: Hashable, Sendable {
  /// nil: never.
  public let opensAt: Timestamp?
  /// nil: there is no end yet.
  public let closesAt: Timestamp?

  /// - Parameters:
  ///   - start, end: nil as long as the doctor has given no time; then the room opens at once and has no end until the
  ///     consultation is done.
  ///   - confirmedAt: nil where that never happened.
  ///   - finishedAt: when the doctor said that it is done, or that nobody came.
  public init(
    state: ReservationState, start: Timestamp?, end: Timestamp?, confirmedAt: Timestamp?, finishedAt: Timestamp? = nil,
    rules: ConsultRules
  ) {
    guard let confirmedAt, state == .confirmed || state == .done || state == .noShow else {
      opensAt = nil
      closesAt = nil
      return
    }
    if let start, let before = rules.opensBeforeMinutes {
      opensAt = max(confirmedAt, start.adding(milliseconds: -Int64(max(before, 0)) * 60_000))
    } else {
      opensAt = confirmedAt
    }
    let after = Int64(max(rules.closesAfterHours, 0)) * 3_600_000
    closesAt = (end ?? finishedAt)?.adding(milliseconds: after)
  }

  public func isOpen(at now: Timestamp) -> Bool {
    guard let opensAt, now >= opensAt else { return false }
    guard let closesAt else { return true }
    return now < closesAt
  }
}
