import Booking

/// What an operator may choose about reservations.
public struct BookingSettings: Sendable {
  /// How long a time is kept for somebody who has not paid yet.
  public var holdMinutes = 10
  public var consult = ConsultRules()
  public var waiting = WaitingRules()
  /// Unpaid holds of one patient at once.
  public var holdsPerPatient: Int64 = 3
  /// Waiting lists of one patient at once.
  public var waitingPerPatient = 20

  public init() {}
}
