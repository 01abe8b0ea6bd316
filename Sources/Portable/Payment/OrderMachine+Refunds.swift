import Wire

/// Money on its way back.
extension OrderMachine {
  /// How often a refund is tried without anything coming of it.
  static let triesBeforeReview: Int64 = 10

  /// What a refund job has to call now; nil where its key is of an older state, or nothing is missing.
  public func refundCall(payment id: String, key: String) -> RefundCall? {
    guard let payment = order.payment(id), payment.isRefundOpen, payment.refundKey == key, payment.currentKey == key,
      !payment.isRefundRefused, payment.missing > 0
    else { return nil }
    return RefundCall(
      payment: id, orderCode: order.code, amount: payment.missing,
      remaining: payment.remaining - payment.cancelling, currency: payment.currency,
      reason: payment.refundReason ?? .byOperator,
      needsAccount: payment.method.refundsToAccount)
  }

  /// All of a payment that buys nothing goes back.
  mutating func giveBack(_ id: String, _ reason: RefundReason, _ commands: inout [OrderCommand]) {
    guard let payment = order.payment(id), payment.captured > 0 else { return }
    change(id) { payment in
      payment.refundTarget = payment.captured
      payment.refundReason = reason
    }
    markReturned()
    guard payment.remaining > 0 else { return }
    commands.append(
      .note(OrderNote(.refunding, Money(payment.remaining, payment.currency), detail: reason.rawValue)))
    commands.append(.tell(reason == .slotGone || reason == .alreadyCancelled ? .tooLate : .goesBack(reason)))
  }

  /// The provider has given back more than before.
  mutating func returned(_ amount: Int64, of id: String, _ commands: inout [OrderCommand]) {
    guard let payment = order.payment(id) else { return }
    let money = Money(amount, payment.currency)
    if payment.cancelled > payment.refundTarget {
      change(id) { $0.refundTarget = $0.cancelled }
      commands.append(.note(OrderNote(.refundedElsewhere, money, detail: id)))
      if order.paidBy == id, order.stage == .bought { review(.refundedElsewhere, &commands) }
    } else {
      commands.append(.note(OrderNote(.refunded, money, detail: id)))
      if !payment.isRefundOpen { forgive(id) }
    }
    commands.append(.tell(.refunded(money)))
    markReturned()
    if order.hasRefundAccount, !order.payments.contains(where: { $0.isRefundOpen && $0.method.refundsToAccount }) {
      order.hasRefundAccount = false
      commands.append(.forgetAccount)
    }
  }

  /// An order whose every payment went back whole is refunded.
  mutating func markReturned() {
    let taken = order.payments.filter { $0.captured > 0 }
    guard !taken.isEmpty, taken.allSatisfy({ $0.cancelled == $0.captured }) else { return }
    if order.stage != .held { order.phase = .refunded }
  }

  /// Asks for what is missing of each target, once for each state.
  mutating func askForRefunds(_ now: Timestamp, _ commands: inout [OrderCommand]) {
    for payment in order.payments
    where payment.isRefundOpen && !payment.isRefundRefused && payment.refundKey != payment.currentKey {
      let key = payment.currentKey
      if payment.method.refundsToAccount, !order.hasRefundAccount {
        let isNew = payment.refundAskedAt == nil
        change(payment.id) { $0.refundAskedAt = now }
        guard isNew else { continue }
        commands.append(.note(OrderNote(.accountNeeded)))
        commands.append(.tell(.accountNeeded))
        continue
      }
      let at = now.adding(milliseconds: Self.pause(afterTries: payment.tries))
      change(payment.id) { payment in
        payment.refundKey = key
        payment.refundAskedAt = at
      }
      commands.append(.refund(RefundOrder(payment: payment.id, key: key, at: at)))
    }
  }

  /// Milliseconds: at once, then 2 s, doubled each time, at most an hour.
  static func pause(afterTries tries: Int64) -> Int64 {
    guard tries > 0 else { return 0 }
    return min(3_600_000, 1_000 << min(tries, 12))
  }

  mutating func fail(_ id: String, _ key: String, _ fault: RefundFault, _ commands: inout [OrderCommand]) {
    // What is on its way by now is no reason to look at it: of two calls at once the provider refuses one.
    guard let payment = order.payment(id), payment.missing > 0, payment.currentKey == key, payment.refundKey == key
    else { return }
    change(id) { $0.tries += 1 }
    let missing = Money(payment.refundTarget - payment.cancelled, payment.currency)
    if fault == .refused || payment.tries + 1 >= Self.triesBeforeReview {
      change(id) { $0.isRefundRefused = true }
      review(.refundRefused, &commands)
    } else if payment.tries == 0 {
      commands.append(.note(OrderNote(.refundUnclear, missing, detail: id)))
    }
  }

  /// A refund whose job was lost is asked for again.
  mutating func retryForgotten(_ now: Timestamp) {
    for payment in order.payments
    where payment.isRefundOpen && !payment.isRefundRefused && payment.refundKey == payment.currentKey {
      guard let askedAt = payment.refundAskedAt, now.milliseconds - askedAt.milliseconds > 6 * 3_600_000 else {
        continue
      }
      change(payment.id) { $0.tries += 1 }
    }
  }

  mutating func takeAccount(_ commands: inout [OrderCommand]) {
    guard order.payments.contains(where: { $0.method.refundsToAccount }) else { return }
    order.hasRefundAccount = true
    commands.append(.note(OrderNote(.accountGiven)))
    // A better account is a reason to try a refused refund again.
    for payment in order.payments where payment.isRefundRefused && payment.method.refundsToAccount {
      forgive(payment.id)
    }
  }

  /// The refund is asked for anew.
  private mutating func forgive(_ id: String) {
    change(id) { payment in
      if payment.isRefundRefused { payment.tries += 1 }
      payment.isRefundRefused = false
    }
    if !order.payments.contains(where: { $0.isRefundRefused }) { order.reviews.remove(.refundRefused) }
  }

  mutating func resolve(_ resolution: Resolution, _ commands: inout [OrderCommand]) {
    for payment in order.payments { forgive(payment.id) }
    order.reviews = []
    switch resolution {
    case .accept:
      commands.append(.note(OrderNote(.resolvedAsIs)))
      for payment in order.payments where payment.isRefundOpen {
        change(payment.id) { $0.refundTarget = $0.cancelled }
      }
    case .refund:
      commands.append(.note(OrderNote(.resolvedByRefund)))
      if order.stage == .bought || order.stage == .held { commands.append(.releaseReservation) }
      order.stage = .closed
      if order.phase == .open || order.phase == .waitingDeposit { order.phase = .expired }
      for payment in order.payments where payment.captured > 0 {
        change(payment.id) { payment in
          if payment.refundTarget < payment.captured {
            payment.refundTarget = payment.captured
            payment.refundReason = .byOperator
          }
        }
      }
      markReturned()
    }
  }
}
