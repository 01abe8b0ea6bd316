import Wire

/// When the provider is asked without anybody having said that something happened: callbacks get lost, and money may
/// come late. Webhooks and people who wait only make it sooner.
extension OrderMachine {
  private static let minute: Int64 = 60_000

  func nextCheck(_ now: Timestamp) -> Timestamp? {
    if order.stage == .held, order.paidBy == nil { return whileHeld(now) }
    // Afterwards less and less often: a late confirmation, a second payment, a refund by the provider's own means.
    let since = order.payments.compactMap { $0.capturedAt }.max() ?? order.expiresAt
    // A bank that refuses to close an account may take a deposit at any time.
    let isOpen = order.payments.contains { $0.isRefundOpen || $0.status == .waitingDeposit }
    let age = now.milliseconds.subtractingReportingOverflow(since.milliseconds).partialValue
    switch age {
    case ..<(10 * Self.minute): return now.adding(milliseconds: 2 * Self.minute)
    case ..<(60 * Self.minute): return now.adding(milliseconds: 10 * Self.minute)
    case ..<(24 * 60 * Self.minute): return now.adding(milliseconds: 120 * Self.minute)
    case ..<(14 * 24 * 60 * Self.minute): return now.adding(milliseconds: 24 * 60 * Self.minute)
    default: return isOpen ? now.adding(milliseconds: 24 * 60 * Self.minute) : nil
    }
  }

  /// Soon after somebody was sent to pay; deposits take their time; and exactly when the hold ends.
  private func whileHeld(_ now: Timestamp) -> Timestamp {
    let age = now.milliseconds.subtractingReportingOverflow(order.createdAt.milliseconds).partialValue
    let pause = order.phase == .waitingDeposit ? 5 * Self.minute : age < 5 * Self.minute ? Self.minute / 2 : Self.minute
    let next = now.adding(milliseconds: pause)
    return now < order.expiresAt ? min(next, order.expiresAt) : next
  }
}
