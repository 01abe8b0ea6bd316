import Booking
import Payment
import Wire

/// What people ask of the server. Those with a key get their first answer again when it is repeated.
public enum MoneyRequest: Equatable, Sendable {
  /// nil: without a time, which the doctor gives later.
  case reserve(doctor: Int, start: Timestamp?, offer: Int?)
  case order(reservation: Int)
  case validate(order: String, payment: String)
  case cancel(reservation: Int, expected: Int64)
  case giveAccount(order: String)
  case move(reservation: Int, start: Timestamp)
  case wait(doctor: Int, from: CalendarDate, to: CalendarDate)
  case leave(waiting: Int)
  /// Of a doctor.
  case change(reservation: Int, ReservationMachine.Event)
  /// Of the operator.
  case resolve(order: String, Resolution)
  /// Of anybody who knows the address: something happened to a payment, and the body says what.
  case webhook(order: String, claim: PaymentReport)

  public var hasKey: Bool {
    switch self {
    case .reserve, .order, .cancel, .move: true
    default: false
    }
  }
}

public enum MoneyAnswer: Equatable, Sendable {
  case reservation(Int)
  case order(String)
  case verdict(PaymentVerdict)
  case done
  /// Somebody was quicker, or it is too late.
  case refused(MoneyRefusal)
}

public enum MoneyRefusal: Error, Equatable, Sendable {
  case slotTaken, refundChanged, reservationChanged, notFound
  /// The provider did not answer.
  case notNow
}

/// One thing that was asked, by whom, and under which key.
public struct MoneyCall: Sendable {
  public let id: Int
  public let person: Int
  public let key: String
  public let request: MoneyRequest

  public init(id: Int, person: Int, key: String, request: MoneyRequest) {
    self.id = id
    self.person = person
    self.key = key
    self.request = request
  }
}
