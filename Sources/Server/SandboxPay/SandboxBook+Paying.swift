extension SandboxBook {
  /// The buyer says yes.
  mutating func agree(_ id: String, by method: SandboxMethod, at now: Int64, second: String) -> SandboxPayment? {
    guard let found = self[id], found.state == .ready, !found.isAgreed else { return self[id] }
    switch method {
    case .account: return issue(id, at: now)
    case .card:
      let paid = take(id, at: now)
      // V2 knows one payment of an order only.
      if found.plan.isTwice, found.dialect == .v1 { takeAgain(found, as: second, at: now) }
      return paid
    }
  }

  /// The money of a card, or of a deposit.
  private mutating func take(_ id: String, at now: Int64) -> SandboxPayment? {
    guard let plan = self[id]?.plan else { return nil }
    if let delay = plan.failThenPay {
      fail(id, why: "한도를 초과했습니다.", at: now)
      return change(id, at: now) { payment in
        payment.isAgreed = true
        payment.arrivesAt = now + delay
      }
    }
    guard plan.confirmAfter != nil || plan.isEarly else { return settle(id, at: now) }
    let delay = max(plan.confirmAfter ?? 0, plan.isEarly && plan.confirmAfter != -1 ? 1_000 : -1)
    let payment = change(id, at: now) { payment in
      payment.isAgreed = true
      payment.isTold = plan.isEarly
      payment.arrivesAt = delay < 0 ? nil : now + delay
    }
    if plan.isEarly, let payment { tell(payment, .paid, at: now) }
    return payment
  }

  private mutating func takeAgain(_ first: SandboxPayment, as id: String, at now: Int64) {
    let order = Order(
      order: first.order, dialect: first.dialect, name: first.name, amount: first.amount, currency: first.currency,
      buyer: first.buyer, noticeURL: first.noticeURL, returnURL: first.returnURL)
    guard (try? open(order, id: id, plan: first.plan, at: now)) != nil else { return }
    _ = settle(id, at: now)
  }

  /// A virtual account, to pay into later.
  private mutating func issue(_ id: String, at now: Int64) -> SandboxPayment? {
    let payment = change(id, at: now) { payment in
      payment.method = .account
      payment.state = .waiting
      payment.account = SandboxPayment.Account(
        number: Self.accountNumber(of: id), holder: "마루 연습", until: payment.depositUntil ?? now + 86_400_000,
        issuedAt: now)
    }
    if let payment { tell(payment, .issued, at: now) }
    return payment
  }

  private static func accountNumber(of id: String) -> String {
    let digits = id.utf8.filter { $0 >= 0x30 && $0 <= 0x39 }.suffix(8)
    return "562" + String(repeating: "0", count: 8 - digits.count) + String(decoding: digits, as: UTF8.self)
  }

  /// Somebody pays into the account; also after it should have closed.
  mutating func deposit(_ id: String, at now: Int64) -> SandboxPayment? {
    guard let found = self[id], found.state == .waiting, !found.isAgreed else { return nil }
    return take(id, at: now)
  }

  /// The money is there.
  mutating func settle(_ id: String, at now: Int64) -> SandboxPayment? {
    guard let found = self[id], found.paidAt == nil, found.state != .cancelled else { return nil }
    let payment = change(id, at: now) { payment in
      payment.state = .paid
      payment.isAgreed = true
      payment.paidAt = now
      payment.arrivesAt = nil
    }
    // Of an early webhook only the repeats come now.
    if let payment, !found.isTold || found.plan.webhooks > 1 { tell(payment, .paid, at: now) }
    return payment
  }

  /// The bank says no.
  @discardableResult
  mutating func fail(_ id: String, why: String, at now: Int64) -> SandboxPayment? {
    guard let found = self[id], found.paidAt == nil, found.state == .ready || found.state == .waiting else {
      return nil
    }
    let payment = change(id, at: now) { payment in
      payment.state = .failed
      payment.failedAt = now
      payment.failure = why
      payment.arrivesAt = nil
    }
    if let payment { tell(payment, .failed, at: now) }
    return payment
  }

  /// What is due by now.
  /// - Returns: when the next money arrives.
  mutating func advance(to now: Int64) -> Int64? {
    for payment in payments {
      guard let arrival = payment.arrivesAt, arrival <= now else { continue }
      _ = settle(payment.id, at: now)
    }
    return payments.compactMap(\.arrivesAt).min()
  }

  /// Gives back a part of what is left, or all.
  /// - Parameters:
  ///   - amount: minor units; nil: all that is left.
  ///   - expected: what the caller believes to be left.
  ///   - account: where the money of an account goes.
  mutating func cancel(
    _ id: String, amount: Int64?, expected: Int64?, reason: String, account: String?, refund: String,
    isTold: Bool, at now: Int64
  ) throws(CancelFault) -> (SandboxPayment, SandboxPayment.Refund) {
    guard let found = self[id] else { throw .unknown }
    guard found.paidAt != nil else { throw .notPaid }
    guard found.balance > 0 else { throw .alreadyCancelled }
    if let expected, expected != found.balance { throw .otherBalance }
    let wanted = amount ?? found.balance
    guard wanted > 0, wanted <= found.balance else { throw .tooMuch }
    guard found.method == .card || account != nil else { throw .needsAccount }
    if found.plan.refusedCancels > 0 {
      change(id, at: now) { $0.plan.refusedCancels -= 1 }
      throw .refused
    }
    let refund = SandboxPayment.Refund(
      id: refund, amount: min(wanted, found.plan.cancelPart ?? wanted), reason: reason, at: now, account: account)
    let payment = change(id, at: now) { payment in
      payment.plan.cancelPart = nil
      payment.refunds.append(refund)
      if payment.balance == 0 { payment.state = .cancelled }
    }
    guard let payment else { throw .unknown }
    if isTold { tell(payment, .cancelled(refund.id, isAll: payment.balance == 0), at: now) }
    return (payment, refund)
  }

  /// Nobody can pay into the account any more.
  mutating func close(_ id: String, at now: Int64) -> SandboxPayment? {
    guard self[id]?.state == .waiting else { return nil }
    return change(id, at: now) { payment in
      payment.state = .cancelled
      payment.arrivesAt = nil
    }
  }

  /// Whether the next question about it is to be answered with 500. Counts down.
  mutating func breaks(_ id: String, at now: Int64) -> Bool {
    guard let plan = self[id]?.plan, plan.broken > 0 else { return false }
    change(id, at: now) { $0.plan.broken -= 1 }
    return true
  }

  /// Whether the answer to a cancel that was done gets lost. Counts down.
  mutating func loses(_ id: String, at now: Int64) -> Bool {
    guard let plan = self[id]?.plan, plan.lostAnswers > 0 else { return false }
    change(id, at: now) { $0.plan.lostAnswers -= 1 }
    return true
  }
}
