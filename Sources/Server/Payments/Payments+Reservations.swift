import Domain
import Payment
import Storage
import Wire

extension Payments {
  /// What bookings ask of payments, inside the transaction that changes a reservation.
  public var orderPort: OrderPort {
    OrderPort(
      money: { tables, reservation in
        guard let row = try tables.orders.find(reservation: reservation.value), let id = row.record.paidBy,
          let payment = row.record.payment(id)
        else { return nil }
        return ReservationMoney(
          paid: payment.captured, refunded: payment.returning,
          currency: payment.currency.code, needsAccount: payment.method.refundsToAccount)
      },
      ended: { tables, reservation, end, refund, account, now in
        guard let row = try tables.orders.find(reservation: reservation.value) else { return }
        var turn = OrderTurn(row, tables, port, at: now)
        if let account { try keep(account, &turn) }
        // What went back before, or is on its way, does not go back a second time.
        let before = row.record.paidBy.flatMap { row.record.payment($0) }?.returning ?? 0
        let total = before.addingReportingOverflow(max(0, refund))
        try turn.receive(Self.event(end, total.overflow ? .max : total.partialValue), isOver: true)
        try turn.save()
      })
  }

  private static func event(_ end: ReservationEnd, _ refund: Int64) -> OrderEvent {
    switch end {
    case .lapsed: .holdEnded
    case .cancelledByPatient: .cancelled(by: .patient, refund: refund)
    case .cancelledByDoctor: .cancelled(by: .doctor, refund: refund)
    case .cancelledByService: .cancelled(by: .operatorItself, refund: refund)
    case .declined, .unanswered: .declined
    }
  }

  /// Without a bank that is known the refund waits for another account.
  private func keep(_ account: RefundTarget, _ turn: inout OrderTurn) throws {
    guard let bank = Bank(account.bank) else { return }
    try keep(RefundAccount(holder: account.holder, bank: bank, number: account.number), &turn)
  }

  func keep(_ account: RefundAccount, _ turn: inout OrderTurn) throws {
    guard let sealed = accounts.seal(account, for: turn.row.id) else { return }
    try turn.tables.ledger.keepAccount(sealed: sealed, of: turn.row.id, at: turn.now)
    try turn.receive(.accountGiven)
    // Cards need none.
    if !turn.row.record.hasRefundAccount { try turn.tables.ledger.forgetAccount(of: turn.row.id) }
  }
}

extension OrderPayment {
  /// Given back, or on its way.
  var returning: Int64 { max(cancelled, refundTarget) }
}
