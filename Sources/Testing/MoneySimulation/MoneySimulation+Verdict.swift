import Booking
import Payment
import Wire

extension MoneySimulation {
  private static let day: Int64 = 24 * 3_600_000

  /// From here on nothing goes wrong: the provider answers, people give their accounts, and time passes until nothing
  /// is left to do.
  func heal() {
    note("everything heals")
    isCalm = true
    provider.isCalm = true
    provider.abandon()
    settleDown()
  }

  private func settleDown() {
    let end = now.adding(milliseconds: 40 * Self.day)
    for _ in 0..<20_000 {
      if work() { continue }
      if !server.answers.isEmpty {
        hear()
      } else if !provider.isStill {
        provider.stir(at: now)
      } else if server.sweep(at: now) == 0 {
        if askForAccounts() { continue }
        guard let due = server.nextDue, due < end else { return }
        now = max(now, due)
      }
      if !faults.isEmpty { return }
    }
    fault("it never comes to rest")
  }

  private func askForAccounts() -> Bool {
    let needing = server.view.orders.filter { $0.record.needsRefundAccount }
    for order in needing { ask(order.patient, .giveAccount(order: order.record.code)) }
    return !needing.isEmpty
  }

  /// The operator talks to the provider, and ends every review.
  func resolveAll() {
    for index in provider.payments.indices { provider.payments[index].refusals = 0 }
    for order in server.view.orders where !order.record.reviews.isEmpty { resolve(order.record.code) }
    settleDown()
  }

  // MARK: The verdict

  func judge(isLast: Bool = false) {
    let view = server.view
    judgeLedger(view)
    for order in view.orders {
      judge(order, view, isLast)
      for payment in provider.payments where payment.order == order.record.code {
        judge(payment, of: order, view)
      }
    }
    for reservation in view.reservations {
      let buyers = view.orders.filter { $0.reservation == reservation.id && $0.record.stage == .bought }
      if buyers.count > 1 { fault("reservation \(reservation.id) is bought \(buyers.count) times") }
      if reservation.facts.state == .held { fault("reservation \(reservation.id) is held for ever") }
      if reservation.facts.state == .requested { fault("reservation \(reservation.id) waits for its doctor for ever") }
      if let shown = oracle.shown[reservation.id], reservation.order != nil, let kept = oracle.kept[reservation.id],
        MoneyWorld.price.amount - kept != shown
      {
        fault("the patient of \(reservation.id) agreed to a refund of \(shown), not to keeping \(kept)")
      }
    }
    for offer in view.offers where offer.isOpen { fault("offer \(offer.id) is open for ever") }
  }

  /// What the provider took and gave back is what our ledger says, payment by payment.
  private func judgeLedger(_ view: MoneyView) {
    for (index, one) in view.ledger.enumerated() {
      let isTwice = view.ledger[..<index].contains {
        $0.entry.payment == one.entry.payment && $0.entry.kind == one.entry.kind && $0.entry.total == one.entry.total
      }
      if isTwice { fault("\(one.entry.payment) is entered twice") }
    }
    for payment in provider.payments {
      let entries = view.ledger.map(\.entry).filter { $0.payment == payment.id && $0.currency == payment.currency }
      let captured = entries.reduce(0) { $0 + ($1.kind == .captured ? $1.amount : 0) }
      let refunded = entries.reduce(0) { $0 + ($1.kind == .refunded ? $1.amount : 0) }
      if captured != payment.captured || refunded != payment.cancelled {
        let theirs = "\(payment.captured) − \(payment.cancelled)"
        fault("\(payment.id): the provider has \(theirs), the ledger \(captured) − \(refunded)")
      }
    }
  }

  private func judge(_ order: MoneyView.Order, _ view: MoneyView, _ isLast: Bool) {
    let record = order.record
    let state = order.reservation.map { view.reservations[$0].facts.state }
    if record.phase == .open || record.phase == .waitingDeposit { fault("\(record.code) is open for ever") }
    if record.reviews.isEmpty, !record.isSettled { fault("\(record.code) is neither settled nor the operator's") }
    let stands = state == .confirmed || state == .done || state == .noShow
    let isGivenBack = oracle.resolved[record.code]?.contains(.refund) == true && (state == .done || state == .noShow)
    if stands != (record.stage == .bought), !isGivenBack {
      fault("\(record.code) is \(record.stage), and its reservation \(state.map { "\($0)" } ?? "another order's")")
    }
    if record.stage == .bought, record.phase != .paid, record.phase != .refunded {
      fault("\(record.code) bought its reservation, and is \(record.phase)")
    }
    if isLast, !record.reviews.isEmpty { fault("\(record.code) stays with the operator: \(record.reviews)") }
    for reason in record.reviews where !isJustified(reason, record.code) {
      fault("\(record.code) is with the operator for no reason: \(reason)")
    }
    let wasElsewhere = provider.payments.contains { $0.id == record.paidBy && $0.elsewhere > 0 }
    if wasElsewhere, record.stage == .bought, record.reviews.isEmpty, oracle.resolved[record.code] == nil {
      fault("\(record.code) lost its money elsewhere, and nobody is told")
    }
  }

  private func isJustified(_ reason: ReviewReason, _ code: String) -> Bool {
    let payments = provider.payments.filter { $0.order == code }
    return switch reason {
    case .refundRefused: payments.contains { provider.stubborn.contains($0.id) }
    case .refundedElsewhere: payments.contains { $0.elsewhere > 0 }
    case .unreadable: provider.confused.contains(code)
    case .contradiction: false
    }
  }

  /// Nobody pays without a reservation or a refund, and nobody is refunded twice.
  private func judge(_ payment: SimulatedPayment, of order: MoneyView.Order, _ view: MoneyView) {
    let record = order.record
    let resolutions = oracle.resolved[record.code] ?? []
    let net = payment.captured - payment.cancelled
    let expected = expectedNet(payment, of: order, view)
    let isOpen = record.payment(payment.id)?.isRefundOpen ?? false
    let isLookedAfter = resolutions.contains(.accept) || (isOpen && !record.reviews.isEmpty)
    if net > expected, !isLookedAfter {
      fault("\(payment.id) of \(record.code): \(net) was kept, and \(expected) is for something")
    }
    let lowest = resolutions.contains(.refund) ? 0 : max(0, expected - payment.elsewhere)
    if net < lowest { fault("\(payment.id) of \(record.code): only \(net) of \(lowest) is left") }
  }

  private func expectedNet(_ payment: SimulatedPayment, of order: MoneyView.Order, _ view: MoneyView) -> Int64 {
    guard order.record.paidBy == payment.id, let id = order.reservation else { return 0 }
    let facts = view.reservations[id].facts
    switch facts.state {
    case .held, .requested, .confirmed, .done, .noShow: return MoneyWorld.price.amount
    case .cancelled: return facts.cancelledBy == .patient ? oracle.kept[id] ?? 0 : 0
    case .expired, .declined: return 0
    }
  }
}
