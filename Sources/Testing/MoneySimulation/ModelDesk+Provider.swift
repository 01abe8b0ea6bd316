import Booking
import Payment
import Wire

/// Questions to the provider, each between two transactions.
extension ModelDesk {
  func take(
    _ code: String, _ purpose: Purpose, _ asked: SimulatedProvider.Asked, _ early: OrderRecord, _ now: Timestamp
  ) {
    if case .sweep = purpose { running.remove("order " + code) }
    _ = transact { (tables) throws(MoneyRefusal) in
      guard let index = tables.order(code) else { return }
      if mutant == .orderReadTooEarly { tables.view.orders[index].record = early }
      var reports: [PaymentReport] = []
      switch asked {
      case .payments(let all): reports = all
      case .nonsense: tell(&tables, index, .unreadable, now)
      case .nothing: break
      }
      if case .webhook(let claim) = purpose, mutant == .webhookIsBelieved { reports = [claim] }
      report(&tables, index, reports, now)
      if case .payments = asked { tell(&tables, index, .checked, now) }
      tell(&tables, index, .holdEnded, now)
    }
    guard case .validation(let call, _, let payment) = purpose else { return }
    guard case .payments = asked, let index = tables.order(code) else {
      return flows.append(.answer(call, .refused(.notNow)))
    }
    flows.append(.answer(call, .verdict(view.orders[index].record.verdict(of: payment))))
  }

  private func report(_ tables: inout ModelTables, _ index: Int, _ reports: [PaymentReport], _ now: Timestamp) {
    let record = tables.view.orders[index].record
    if mutant == .lateMoneyIgnored, record.stage == .lapsed { return }
    for var report in mutant == .secondPaymentIgnored ? Array(reports.prefix(1)) : reports {
      if mutant == .currencyIgnored { report.currency = record.price.currency }
      if mutant == .depositTakenForPaid, report.status == .waitingDeposit {
        (report.status, report.captured) = (.paid, record.price.amount)
      }
      tell(&tables, index, .reported(report), now)
    }
  }

  // MARK: Refunds

  private func end(_ tables: inout ModelTables, _ refund: ModelTables.Refund) {
    tables.refunds.removeAll { $0 == refund }
  }

  private func leave(_ refund: ModelTables.Refund) {
    running.remove("refund \(refund.order) \(refund.refund.payment) \(refund.refund.key)")
  }

  func read(_ refund: ModelTables.Refund) {
    let order = tables.view.order(refund.order)?.record
    guard let order,
      let call = OrderMachine(order).refundCall(payment: refund.refund.payment, key: refund.refund.key)
    else {
      leave(refund)
      _ = transact { (tables) throws(MoneyRefusal) in end(&tables, refund) }
      return
    }
    if mutant == .ledgerAheadOfProvider {
      let entry = LedgerEntry(
        payment: call.payment, kind: .refunded, amount: call.amount, currency: call.currency, total: call.amount)
      tables.view.ledger.append(MoneyView.Entry(order: refund.order, entry: entry))
    }
    flows.append(.cancel(refund, call, hasAccount: order.hasRefundAccount))
  }

  func cancel(_ refund: ModelTables.Refund, _ call: RefundCall, _ hasAccount: Bool) {
    switch provider.cancel(call, hasAccount: hasAccount, checks: mutant != .refundWithoutBalance) {
    case .done(let report): flows.append(.settle(refund, nil, [report]))
    case .refused: flows.append(.askAgain(refund, .refused))
    case .otherBalance, .nothing: flows.append(.askAgain(refund, .unclear))
    }
  }

  /// Whatever was done after all is known before anything is asked for again.
  func askAgain(_ refund: ModelTables.Refund, _ fault: RefundFault) {
    var reports: [PaymentReport] = []
    if mutant != .refundWithoutBalance, case .payments(let all) = provider.ask(refund.order) { reports = all }
    flows.append(.settle(refund, fault, reports))
  }

  func settle(
    _ refund: ModelTables.Refund, _ fault: RefundFault?, _ reports: [PaymentReport], _ now: Timestamp
  ) {
    leave(refund)
    _ = transact { (tables) throws(MoneyRefusal) in
      guard let index = tables.order(refund.order) else { return }
      for report in reports { tell(&tables, index, .reported(report), now) }
      if let fault {
        tell(&tables, index, .refundFailed(payment: refund.refund.payment, key: refund.refund.key, fault), now)
      }
      end(&tables, refund)
    }
  }
}
