import Contract
import Payment
import Payments
import Storage
import Synchronization
import Testing
import Wire

/// Which of several providers is asked about an order.
struct ProviderTests {
  @Test func moneyAtAnotherProviderIsFoundBeforeTheHoldIsGivenUp() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.otherTill.pay(code)
    world.now.pass(30_000)
    try await world.sweep()
    #expect(world.slots[1] == "held")
    #expect(world.otherTill.state.withLock { $0.questions } == 0)
    world.now.pass(10 * minute)
    try await world.sweep()
    #expect(world.slots[1] == "confirmed")
    #expect(try await world.row(code).provider == "other")
    try await world.cancel(.cancelledByDoctor, refund: 50_000)
    try await world.runRefunds()
    #expect(world.otherTill.balance == 0 && world.till.state.withLock { $0.cancels.isEmpty })
    #expect(try await world.row(code).record.phase == .refunded)
  }

  @Test func whoeverHasAPaymentOfItKeepsTheOrder() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.till.put(PaymentReport(id: "imp_1", orderCode: code, status: .failed, currency: .won))
    world.otherTill.pay(code, as: "imp_2")
    world.now.pass(10 * minute)
    try await world.sweep()
    #expect(try await world.row(code).provider == "till")
    #expect(world.slots[1] == "expired")
  }

  @Test func aSilentOtherProviderHoldsNothingUp() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.otherTill.set { $0.fault = .unavailable("down") }
    world.now.pass(10 * minute)
    try await world.sweep()
    #expect(try await world.row(code).record.phase == .expired)
    world.otherTill.set { $0.fault = nil }
    world.otherTill.pay(code)
    world.now.pass(10 * minute)
    try await world.sweep()
    #expect(world.slots[1] == "confirmed")
  }

  @Test func anOrderWhoseProviderIsGoneHasNoCheckout() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    _ = try await world.payments.openCheckout(of: code, by: world.patient)
    let now = world.now
    let later = Payments(
      store: world.store, settings: PaymentSettings(), providers: [world.otherTill.provider], port: world.slots.port,
      key: [UInt8](repeating: 7, count: 32), clock: { now.value }, wake: {})
    await #expect(throws: APIError.paymentsClosed) { try await later.openCheckout(of: code, by: world.patient) }
  }
}
