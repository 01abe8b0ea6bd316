import Domain
import Wire

/// What was paid for a reservation. Minor units.
public struct ReservationMoney: Equatable, Sendable {
  public var paid: Int64
  /// Given back, or on its way.
  public var refunded: Int64
  public var currency: String
  /// Whether a refund needs an account of the buyer's (a deposit into a virtual account).
  public var needsAccount: Bool

  public init(paid: Int64, refunded: Int64, currency: String, needsAccount: Bool = false) {
    self.paid = paid
    self.refunded = refunded
    self.currency = currency
    self.needsAccount = needsAccount
  }
}

/// Where money that was deposited goes back to.
public struct RefundTarget: Equatable, Sendable {
  public var holder: String
  /// Its three digits (`Bank.code`).
  public var bank: String
  public var number: String

  public init(holder: String, bank: String, number: String) {
    self.holder = holder
    self.bank = bank
    self.number = number
  }
}

/// Why a reservation ended that may have an order.
public enum ReservationEnd: Equatable, Sendable {
  /// The hold ended without money.
  case lapsed
  case cancelledByPatient
  case cancelledByDoctor
  case cancelledByService
  case declined
  /// The doctor did not answer in time.
  case unanswered
}

/// What bookings ask of payments, inside the transaction that changes the reservation. ServerApp joins them. No
/// provider is called in there: refunds are jobs.
public struct OrderPort: Sendable {
  /// nil where nothing was paid.
  public var money: @Sendable (Tables, RowID<ReservationRow>) throws -> ReservationMoney?
  /// The reservation is over: an order that waits for money ends, and `refund` of what was paid goes back.
  public var ended:
    @Sendable (
      Tables, RowID<ReservationRow>, ReservationEnd, _ refund: Int64, RefundTarget?, Timestamp
    ) throws -> Void

  public init(
    money: @escaping @Sendable (Tables, RowID<ReservationRow>) throws -> ReservationMoney?,
    ended:
      @escaping @Sendable (
        Tables, RowID<ReservationRow>, ReservationEnd, Int64, RefundTarget?, Timestamp
      ) throws -> Void
  ) {
    self.money = money
    self.ended = ended
  }

  /// Where nothing is ever paid.
  public static let none = OrderPort(money: { _, _ in nil }, ended: { _, _, _, _, _, _ in })
}
