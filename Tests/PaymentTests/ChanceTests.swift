import Seeded
import Testing
import Wire

@testable import Payment

/// Random histories against a provider that keeps its own books.
@Suite struct ChanceTests {
  private struct Provider {
    var captured: [String: Int64] = [:]
    var cancelled: [String: Int64] = [:]
    var calls = 0

    func report(_ id: String) -> PaymentReport {
      guard let amount = captured[id] else { return .ready(id) }
      return .paid(id, amount, back: cancelled[id] ?? 0)
    }

    /// Compares what the caller believes, as both interfaces do.
    mutating func cancel(_ call: RefundCall, part: Bool) -> Bool {
      let taken = captured[call.payment] ?? 0
      let back = cancelled[call.payment] ?? 0
      guard taken - back == call.remaining, call.amount <= taken - back else { return false }
      cancelled[call.payment] = back + (part && call.amount > 1 ? call.amount / 2 : call.amount)
      calls += 1
      return true
    }
  }

  @Test(arguments: 0..<400)
  func booksAgreeAndNobodyIsChargedForNothing(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (desk, provider, now) = (Desk(), Provider(), start)
    for _ in 0..<60 {
      now = now.adding(milliseconds: Int64.random(in: 0...(2 * minute), using: &random))
      step(&desk, &provider, now, &random)
    }
    // Everything that was lost on the way is found by asking.
    for _ in 0..<40 {
      now = now.adding(milliseconds: 7 * 60 * minute)
      for id in provider.captured.keys.sorted() { desk.receive(.reported(provider.report(id)), at: now) }
      desk.receive(.holdEnded, at: now)
      desk.receive(.checked, at: now)
      if let call = desk.call, !provider.cancel(call, part: false) { Issue.record("refused at the end") }
    }
    let taken = provider.captured.values.reduce(0, +)
    let back = provider.cancelled.values.reduce(0, +)
    #expect(desk.balance == taken - back)
    #expect(desk.order.isSettled)
    let kept = taken - back
    if desk.order.stage == .bought {
      #expect(kept == 50_000)
      #expect(desk.isConfirmed)
    } else {
      // Only what the policy keeps of a cancelled reservation.
      #expect(kept == 0 || (kept == 25_000 && desk.order.stage == .closed && desk.order.paidBy != nil))
    }
  }

  private func step(
    _ desk: inout Desk, _ provider: inout Provider, _ now: Timestamp, _ random: inout SeededRandom
  ) {
    let id = "imp_\(Int.random(in: 1...2, using: &random))"
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      if provider.captured[id] == nil { provider.captured[id] = Bool.random(using: &random) ? 50_000 : 40_000 }
    case 2, 3, 4: desk.receive(.reported(provider.report(id)), at: now)
    case 5: desk.receive(.reported(.failed(id)), at: now)
    case 6: desk.receive(.holdEnded, at: now)
    case 7: desk.isSlotFree.toggle()
    case 8 where Int.random(in: 0..<4, using: &random) == 0:
      desk.receive(.cancelled(by: .patient, refund: 25_000), at: now)
    case 9, 10:
      guard let refund = desk.refunds.last, let call = desk.call else { return }
      let isDone = provider.cancel(call, part: Bool.random(using: &random))
      // The answer may be lost.
      if Bool.random(using: &random) {
        desk.receive(.refundFailed(payment: refund.payment, key: refund.key, .unclear), at: now)
      } else if isDone {
        desk.receive(.reported(provider.report(refund.payment)), at: now)
      }
    default: desk.receive(.checked, at: now)
    }
  }
}
