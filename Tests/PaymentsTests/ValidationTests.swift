import BookingContract
import Contract
import Payment
import Payments
import Storage
import Testing
import Wire

struct ValidationTests {
  @Test func aPaymentBuysWhatWasOrdered() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.till.pay(code)
    let row = try await world.payments.validate("imp_1", by: world.patient)
    #expect(row.record.phase == .paid)
    #expect(row.paidAt == start)
    #expect(world.slots[1] == "confirmed")
    #expect(try await world.balance() == 50_000)
    let receipt = try await world.payments.receipt(of: code, by: world.patient)
    #expect(receipt.status == "paid" && receipt.receiptURL == "https://pg.example/r")
  }

  @Test func theBuyersRepeatIsRightAgain() async throws {
    let world = try await World.make()
    world.till.pay(try await world.order().record.code)
    let first = try await world.payments.validate("imp_1", by: world.patient)
    world.now.pass(minute)
    let second = try await world.payments.validate("imp_1", by: world.patient)
    #expect(second.paidAt == first.paidAt && second.record.paidBy == first.record.paidBy)
    #expect(try await world.balance() == 50_000)
  }

  @Test func anotherPersonLearnsNothing() async throws {
    let world = try await World.make()
    world.till.pay(try await world.order().record.code)
    await #expect(throws: APIError.notBuyer) { try await world.payments.validate("imp_1", by: world.other) }
    #expect(world.slots[1] == "held")
    _ = try await world.payments.validate("imp_1", by: world.patient)
    await #expect(throws: APIError.notBuyer) { try await world.payments.validate("imp_1", by: world.other) }
  }

  @Test func aPaymentStaysWithItsOrder() async throws {
    let world = try await World.make()
    let first = try await world.order().record.code
    let second = try await world.order(reservation: nil).record.code
    world.till.pay(first)
    _ = try await world.payments.validate("imp_1", by: world.patient)
    // The provider says another thing now.
    world.till.pay(second)
    await #expect(throws: APIError.paymentUsed) { try await world.payments.validate("imp_1", by: world.patient) }
    #expect(try await world.row(second).record.paidBy == nil)
    #expect(try await world.balance() == 50_000)
  }

  @Test func aSecondPaymentIsRefusedAndGoesBack() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.till.pay(code)
    _ = try await world.payments.validate("imp_1", by: world.patient)
    world.till.pay(code, as: "imp_2")
    await #expect(throws: APIError.paymentUsed) { try await world.payments.validate("imp_2", by: world.patient) }
    try await world.runRefunds()
    #expect(world.till.balance == 50_000)
    #expect(try await world.balance() == 50_000)
  }

  @Test(arguments: [(40_000, "KRW"), (50_000, "USD")] as [(Int64, String)])
  func anotherAmountOrCurrencyIsRefusedAndGoesBack(amount: Int64, code: String) async throws {
    let world = try await World.make()
    let order = try await world.order().record.code
    world.till.pay(order, amount, currency: try #require(Currency(code)))
    await #expect(throws: APIError.wrongPrice) { try await world.payments.validate("imp_1", by: world.patient) }
    #expect(world.slots[1] == "held")
    try await world.runRefunds()
    #expect(world.till.balance == 0)
    #expect(try await world.balance() == 0)
    #expect(try await world.row(order).record.phase == .refunded)
  }

  /// No provider takes a second payment under a name that was paid once.
  @Test func afterOtherFiguresTheReservationIsOrderedAnew() async throws {
    let world = try await World.make()
    let first = try await world.order(key: "a").record.code
    world.till.pay(first, 40_000)
    await #expect(throws: APIError.wrongPrice) { try await world.payments.validate("imp_1", by: world.patient) }
    await #expect(throws: APIError.reservationChanged) {
      try await world.payments.openCheckout(of: first, by: world.patient)
    }
    let second = try await world.order(key: "b").record.code
    #expect(second != first)
    #expect(try await world.order(key: "a").record.code == first)
    try await world.runRefunds()
    world.till.pay(second, as: "imp_2")
    _ = try await world.payments.validate("imp_2", by: world.patient)
    #expect(world.slots[1] == "confirmed")
    #expect(try await world.row(first).record.phase == .refunded)
    #expect(try await world.row(second).record.phase == .paid)
    #expect(world.till.balance == 50_000)
    #expect(try await world.balance() == 50_000)
    // What comes for the first one now buys nothing, and does no harm.
    world.till.pay(first, as: "imp_3")
    world.now.pass(20 * minute)
    try await world.sweep()
    try await world.runRefunds()
    #expect(world.till.balance == 50_000)
    #expect(world.slots[1] == "confirmed")
  }

  @Test func whatIsNotPaidIsNotRight() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    for status in [PaymentReport.Status.ready, .waitingDeposit, .failed, .cancelled] {
      world.till.put(PaymentReport(id: "imp_1", orderCode: code, status: status, currency: .won))
      await #expect(throws: APIError.unpaid) { try await world.payments.validate("imp_1", by: world.patient) }
    }
    #expect(world.slots[1] == "held")
  }

  @Test func whatNobodyKnowsIsNotThere() async throws {
    let world = try await World.make()
    _ = try await world.order()
    await #expect(throws: APIError.notFound) { try await world.payments.validate("imp_9", by: world.patient) }
    await #expect(throws: APIError.badRequest) { try await world.payments.validate("../x", by: world.patient) }
    await #expect(throws: APIError.badRequest) { try await world.payments.validate("", by: world.patient) }
    world.till.pay("OTHERSHOP")
    await #expect(throws: APIError.notFound) { try await world.payments.validate("imp_1", by: world.patient) }
  }

  @Test func aSilentProviderIsNoAnswer() async throws {
    let world = try await World.make()
    world.till.pay(try await world.order().record.code)
    world.till.set { $0.fault = .unavailable("x") }
    await #expect(throws: APIError.paymentsUnavailable) {
      try await world.payments.validate("imp_1", by: world.patient)
    }
    world.till.set { $0.fault = nil }
    _ = try await world.payments.validate("imp_1", by: world.patient)
  }

  @Test func madeUpNamesCountOnlyAtTheSandbox() async throws {
    let world = try await World.make()
    _ = try await world.order()
    await #expect(throws: APIError.notFound) {
      try await world.payments.validate("test_imp_uid_1234", by: world.patient)
    }
    let sandbox = try await World.make(playsMadeUp: true)
    await #expect(throws: APIError.notFound) {
      try await sandbox.payments.validate("test_imp_uid_1234", by: sandbox.patient)
    }
    let code = try await sandbox.order().record.code
    let row = try await sandbox.payments.validate("test_imp_uid_1234", by: sandbox.patient)
    #expect(row.record.code == code && row.record.phase == .paid)
    #expect(try await sandbox.payments.validate("test_imp_uid_1234", by: sandbox.patient).record.code == code)
    #expect(try await sandbox.balance() == sandbox.till.balance)
    // With nothing open another name means nothing, whatever was paid before.
    await #expect(throws: APIError.notFound) {
      try await sandbox.payments.validate("test_imp_uid_7777", by: sandbox.patient)
    }
  }

  @Test func aTooLatePaymentForATakenSlotIsToldSo() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.slots.set { state in
      state.states[1] = "expired"
      state.isFree = false
    }
    world.till.pay(code)
    await #expect(throws: APIError.reservationChanged) { try await world.payments.validate("imp_1", by: world.patient) }
    try await world.runRefunds()
    #expect(world.till.balance == 0)
    #expect(try await world.row(code).record.phase == .refunded)
  }
}
