import BookingContract
import Contract
import Payment
import Payments
import Storage
import Synchronization
import Testing
import Wire

struct RefundingTests {
  private var shinhan: Bank { get throws { try #require(Bank("신한")) } }

  private func bought(_ method: PaymentMethod = .card) async throws -> (World, String) {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.till.pay(code, as: "imp_1", method)
    _ = try await world.payments.validate("imp_1", by: world.patient)
    return (world, code)
  }

  @Test func aCancellationGivesBackWhatThePolicySays() async throws {
    let (world, code) = try await bought()
    try await world.cancel(.cancelledByPatient, refund: 25_000)
    #expect(try await world.runRefunds() == 1)
    #expect(world.till.balance == 25_000)
    #expect(try await world.balance() == 25_000)
    #expect(try await world.row(code).record.refundedAmount == 25_000)
    try await world.cancel(.cancelledByDoctor, refund: 50_000)
    #expect(try await world.runRefunds() == 0)
  }

  @Test func aLostAnswerIsNotASecondRefund() async throws {
    let (world, code) = try await bought()
    world.till.set { $0.lostAnswers = 1 }
    try await world.cancel(.cancelledByPatient, refund: 25_000)
    try await world.runRefunds()
    world.now.pass(60 * minute)
    try await world.runRefunds()
    #expect(world.till.state.withLock { $0.cancels.count } == 1)
    #expect(world.till.balance == 25_000)
    #expect(try await world.row(code).record.isSettled)
  }

  /// The process dies after the provider has done it, before we know.
  @Test func aCrashInBetweenIsNotASecondRefund() async throws {
    let (world, _) = try await bought()
    try await world.cancel(.cancelledByPatient, refund: 25_000)
    let now = world.now.value
    let job = try await world.store.write {
      try $0.jobs.take(.refund, limit: 1, lease: "dead", until: now.adding(milliseconds: 5), at: now)
    }
    _ = try await world.payments.refund(try #require(job.first).payload)
    #expect(world.till.balance == 25_000)
    #expect(try await world.balance() == 50_000)
    world.now.pass(minute)
    try await world.runRefunds()
    #expect(world.till.state.withLock { $0.cancels.count } == 1)
    #expect(try await world.balance() == 25_000)
  }

  @Test func aPartlyDoneRefundIsCompleted() async throws {
    let (world, code) = try await bought()
    world.till.set { $0.part = 10_000 }
    try await world.cancel(.cancelledByDoctor, refund: 50_000)
    try await world.runRefunds()
    #expect(world.till.state.withLock { $0.cancels.map(\.amount) } == [50_000, 40_000])
    #expect(world.till.balance == 0)
    #expect(try await world.row(code).record.phase == .refunded)
    #expect(try await world.balance() == 0)
  }

  @Test func aSilentProviderIsTriedAgain() async throws {
    let (world, code) = try await bought()
    try await world.cancel(.cancelledByDoctor, refund: 50_000)
    world.till.set { $0.fault = .unavailable("down") }
    try await world.runRefunds()
    world.now.pass(3_000)
    try await world.runRefunds()
    world.till.set { $0.fault = nil }
    world.now.pass(10_000)
    try await world.runRefunds()
    #expect(world.till.balance == 0)
    #expect(try await world.row(code).record.reviews.isEmpty)
  }

  @Test func aRefusalIsForTheOperatorWhoTriesAgain() async throws {
    let (world, code) = try await bought()
    world.till.set { $0.refused = 1 }
    try await world.cancel(.cancelledByDoctor, refund: 50_000)
    try await world.runRefunds()
    #expect(try await world.payments.list(all: false, limit: 9).map(\.record.code) == [code])
    let found = try #require(try await world.payments.find(code))
    #expect(found.seen.history.map(\.note.words).last == "somebody must look at it: refund refused")
    _ = try await world.payments.resolve(code, as: .refund)
    world.now.pass(10_000)
    try await world.runRefunds()
    #expect(world.till.balance == 0)
    #expect(try await world.payments.list(all: false, limit: 9).isEmpty)
  }

  @Test func aDepositsRefundGoesToTheAccountThatIsThenForgotten() async throws {
    let (world, code) = try await bought(.virtualAccount)
    let account = RefundTarget(holder: "하늘", bank: "088", number: "110-123")
    try await world.cancel(.cancelledByPatient, refund: 50_000, account)
    let id = try await world.row(code).id
    let sealed = try #require(try await world.store.read { try $0.ledger.account(of: id) })
    #expect(!sealed.contains("110"))
    try await world.runRefunds()
    #expect(
      world.till.state.withLock { $0.accounts } == [RefundAccount(holder: "하늘", bank: try shinhan, number: "110-123")])
    #expect(try await world.store.read { try $0.ledger.account(of: id) } == nil)
  }

  @Test func aDeclinedDepositWaitsForAnAccount() async throws {
    let (world, code) = try await bought(.virtualAccount)
    try await world.cancel(.declined, refund: 50_000)
    #expect(try await world.runRefunds() == 0)
    #expect(try await world.row(code).record.needsRefundAccount)
    let waiting = OrderState(try await world.payments.state(of: code, by: world.patient))
    #expect(waiting.needsAccount && waiting.returningAmount == 50_000 && waiting.refundedAmount == 0)
    let account = RefundAccount(holder: "하늘", bank: try shinhan, number: "110-123")
    await #expect(throws: APIError.notBuyer) {
      try await world.payments.giveAccount(account, of: code, by: world.other)
    }
    for _ in 0..<2 { _ = try await world.payments.giveAccount(account, of: code, key: "k", by: world.patient) }
    let other = RefundAccount(holder: "하늘", bank: try shinhan, number: "999-1")
    await #expect(throws: APIError.reservationChanged) {
      try await world.payments.giveAccount(other, of: code, key: "k", by: world.patient)
    }
    let given = OrderState(try await world.payments.state(of: code, by: world.patient))
    #expect(!given.needsAccount && given.returningAmount == 50_000)
    #expect(given.history.last?.code == "account_given")
    try await world.runRefunds()
    #expect(world.till.balance == 0)
    let done = OrderState(try await world.payments.state(of: code, by: world.patient))
    #expect(done.state == .refunded && done.refundedAmount == 50_000 && done.returningAmount == 0)
    await #expect(throws: APIError.reservationChanged) {
      try await world.payments.giveAccount(account, of: code, by: world.patient)
    }
  }

  @Test func anAccountThatTheBankRefusesIsAskedForAnew() async throws {
    let (world, code) = try await bought(.virtualAccount)
    world.till.set { $0.refused = 1 }
    try await world.cancel(
      .cancelledByPatient, refund: 20_000, RefundTarget(holder: "하늘", bank: "088", number: "110-124"))
    try await world.runRefunds()
    let refused = OrderState(try await world.payments.state(of: code, by: world.patient))
    #expect(refused.needsAccount && refused.isInReview && refused.returningAmount == 20_000)
    let better = RefundAccount(holder: "하늘", bank: try shinhan, number: "110-123")
    _ = try await world.payments.giveAccount(better, of: code, by: world.patient)
    world.now.pass(10_000)
    try await world.runRefunds()
    let done = OrderState(try await world.payments.state(of: code, by: world.patient))
    #expect(!done.needsAccount && !done.isInReview && done.returningAmount == 0 && done.refundedAmount == 20_000)
  }

  @Test func cardsKeepNoAccount() async throws {
    let (world, code) = try await bought()
    try await world.cancel(.cancelledByPatient, refund: 1, RefundTarget(holder: "하늘", bank: "088", number: "1"))
    let id = try await world.row(code).id
    #expect(try await world.store.read { try $0.ledger.account(of: id) } == nil)
  }

  @Test func moneyThatWentBackElsewhereIsSeen() async throws {
    let (world, code) = try await bought()
    world.till.set { $0.payments["imp_1"]?.report.cancelled = 50_000 }
    world.now.pass(3 * minute)
    try await world.sweep()
    #expect(try await world.balance() == 0)
    #expect(try await world.payments.list(all: false, limit: 9).map(\.record.code) == [code])
  }

  @Test func whatWentBackBeforeDoesNotGoBackTwice() async throws {
    let (world, code) = try await bought()
    world.till.set { $0.payments["imp_1"]?.report.cancelled = 30_000 }
    world.now.pass(3 * minute)
    try await world.sweep()
    // Bookings give back what is left.
    try await world.cancel(.cancelledByDoctor, refund: 20_000)
    try await world.runRefunds()
    #expect(world.till.balance == 0)
    #expect(try await world.row(code).record.phase == .refunded)
  }

  @Test func whatThePortSaysIsWhatWasPaid() async throws {
    let (world, _) = try await bought(.virtualAccount)
    let port = world.payments.orderPort
    let money = try await world.store.read { try port.money($0, RowID(1)) }
    #expect(money == ReservationMoney(paid: 50_000, refunded: 0, currency: "KRW", needsAccount: true))
    #expect(try await world.store.read { try port.money($0, RowID(5)) } == nil)
  }

  @Test func openOrdersAreObligations() async throws {
    let world = try await World.make()
    let patient = world.patient
    let code = try await world.order().record.code
    func open() async throws -> [String] {
      try await world.store.read { try Payments.unsettled(of: patient, in: $0).map(\.record.code) }
    }
    #expect(try await open() == [code])
    world.till.pay(code)
    _ = try await world.payments.validate("imp_1", by: patient)
    #expect(try await open() == [])
    try await world.cancel(.cancelledByDoctor, refund: 50_000)
    #expect(try await open() == [code])
    try await world.runRefunds()
    #expect(try await open() == [])
  }
}
