/// What a client that asks "is this payment good?" is told.
public enum PaymentVerdict: Equatable, Sendable {
  /// It bought the reservation, now or before.
  case buys
  /// The provider knows nothing of it yet, or it failed.
  case unpaid
  /// Its deposit has not come.
  case waitingDeposit
  /// It was taken, and goes back.
  case goesBack(RefundReason)
  /// Somebody must look at it first.
  case unclear
}

extension OrderRecord {
  /// For a payment that was just reported.
  public func verdict(of id: String) -> PaymentVerdict {
    guard let payment = payment(id) else { return .unclear }
    if paidBy == id { return .buys }
    if payment.captured > 0 { return payment.refundReason.map { .goesBack($0) } ?? .unclear }
    return payment.status == .waitingDeposit ? .waitingDeposit : .unpaid
  }
}
