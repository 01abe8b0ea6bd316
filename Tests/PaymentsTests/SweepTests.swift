import Contract
import Payment
import Payments
import Storage
import Synchronization
import Testing
import Wire

@testable import BookingContract

struct SweepTests {
  @Test func aLostCallbackIsHealed() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.till.pay(code)
    #expect(try await world.sweep() == 0)
    world.now.pass(30_000)
    #expect(try await world.sweep() == 1)
    #expect(world.slots[1] == "confirmed")
    #expect(try await world.row(code).record.phase == .paid)
  }

  @Test func nobodyPaysAndTheHoldEnds() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.now.pass(10 * minute)
    try await world.sweep()
    #expect(try await world.row(code).record.phase == .expired)
    #expect(world.slots[1] == "expired")
  }

  @Test func aLatePaymentTakesTheSlotAgain() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.now.pass(10 * minute)
    try await world.sweep()
    world.till.pay(code)
    world.now.pass(10 * minute)
    try await world.sweep()
    #expect(world.slots[1] == "confirmed")
  }

  @Test func aLatePaymentForATakenSlotGoesBack() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.now.pass(10 * minute)
    try await world.sweep()
    world.till.pay(code)
    world.slots.set { $0.isFree = false }
    world.now.pass(10 * minute)
    try await world.sweep()
    try await world.runRefunds()
    #expect(world.slots[1] == "expired")
    #expect(world.till.balance == 0)
    #expect(try await world.balance() == 0)
  }

  @Test func aDepositHoldsTheSlotAndIsFoundLater() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.till.giveAccount(for: code)
    world.now.pass(30_000)
    try await world.sweep()
    #expect(world.slots.state.withLock { $0.extended } == start.adding(milliseconds: 60 * minute + 30_000))
    world.now.pass(20 * minute)
    try await world.sweep()
    let seen = try await world.payments.state(of: code, by: world.patient)
    #expect(OrderState(seen).state == .waitingDeposit)
    #expect(OrderState(seen).deposit?.account == "1-2")
    world.till.pay(code, as: "imp_1", .virtualAccount)
    world.now.pass(5 * minute)
    try await world.sweep()
    #expect(world.slots[1] == "confirmed")
  }

  @Test func anAccountIsClosedWhenItsHoldEnds() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.till.giveAccount(for: code)
    world.now.pass(30_000)
    try await world.sweep()
    #expect(try await world.runClosings() == 0)
    world.now.pass(61 * minute)
    try await world.sweep()
    // A provider that is silent is asked again.
    world.till.set { $0.fault = .unavailable("down") }
    await #expect(throws: PaymentFault.self) { try await world.runClosings() }
    world.till.set { $0.fault = nil }
    world.now.pass(minute)
    #expect(try await world.runClosings() == 1)
    #expect(world.till.state.withLock { $0.payments["imp_1"]?.report.status } == .cancelled)
    #expect(try await world.sweep() == 1)
    let row = try await world.row(code)
    #expect(row.record.payments.map(\.status) == [.cancelled] && row.record.phase == .expired)
    #expect(try await world.runClosings() == 0)
  }

  @Test func aDepositThatWasQuickerThanTheEndOfItsAccountIsNotLost() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.till.giveAccount(for: code)
    world.now.pass(30_000)
    try await world.sweep()
    world.now.pass(61 * minute)
    try await world.sweep()
    world.till.pay(code, as: "imp_1", .virtualAccount)
    #expect(try await world.runClosings() == 1)
    world.now.pass(3_000)
    #expect(try await world.sweep() == 1)
    #expect(world.slots[1] == "confirmed")
    #expect(try await world.row(code).record.phase == .paid)
  }

  @Test func aWebhookOnlyMakesItSooner() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    for claim in ["paid", "cancelled"] {
      let request = HTTPRequest(
        .post, "/", headers: ["Content-Type": "application/json"],
        body: Array(#"{"imp_uid":"imp_1","merchant_uid":"\#(code)","status":"\#(claim)"}"#.utf8))
      try await world.payments.hear(try #require(PaymentWebhook(v1: request)), from: "till")
      #expect(try await world.sweep() == 1)
      #expect(try await world.row(code).record.phase == .open)
      #expect(world.slots[1] == "held")
      world.now.pass(3_000)
    }
    world.till.pay(code)
    let form = HTTPRequest(
      .post, "/", headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Array("imp_uid=imp_1&merchant_uid=\(code)&status=ready".utf8))
    for _ in 0..<3 { try await world.payments.hear(try #require(PaymentWebhook(v1: form)), from: "till") }
    try await world.sweep()
    #expect(try await world.row(code).record.phase == .paid)
  }

  @Test func aWebhookOfStrangersIsNothing() async throws {
    let world = try await World.make()
    _ = try await world.order()
    for body in ["", "{}", "[1]", #"{"merchant_uid":"x/../y"}"#, #"{"imp_uid":7}"#, #"{"merchant_uid":null}"#] {
      #expect(PaymentWebhook(v1: HTTPRequest(.post, "/", body: Array(body.utf8))) == nil)
    }
    let unknown = HTTPRequest(.post, "/", body: Array(#"{"merchant_uid":"nobody"}"#.utf8))
    try await world.payments.hear(try #require(PaymentWebhook(v1: unknown)), from: "till")
    #expect(try await world.sweep() == 0)
  }

  @Test func aSilentProviderIsAskedAgainAndAgain() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.till.set { $0.fault = .unavailable("down") }
    for _ in 0..<5 {
      world.now.pass(minute)
      try await world.sweep()
    }
    #expect(try await world.row(code).record.phase == .open)
    world.till.set { $0.fault = nil }
    world.till.pay(code)
    world.now.pass(minute)
    try await world.sweep()
    #expect(try await world.row(code).record.phase == .paid)
  }

  @Test func anAnswerThatCannotBeReadIsForTheOperator() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.till.set { $0.fault = .unreadable("?") }
    world.now.pass(minute)
    try await world.sweep()
    #expect(try await world.payments.list(all: false, limit: 9).map(\.record.code) == [code])
    _ = try await world.payments.resolve(code, as: .accept)
    #expect(try await world.payments.list(all: false, limit: 9).isEmpty)
  }

  @Test func anAnswerThatCanBeReadLaterTakesTheOrderFromTheOperator() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.till.set { $0.fault = .unreadable("?") }
    world.now.pass(minute)
    try await world.sweep()
    world.till.set { $0.fault = nil }
    world.now.pass(minute)
    try await world.sweep()
    #expect(try await world.payments.list(all: false, limit: 9).isEmpty)
    let history = try await world.payments.find(code)?.seen.history.map(\.note.code)
    #expect(history?.suffix(2) == [.review, .readAgain])
  }

  @Test func oneServerAtATimeAsksAboutAnOrder() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.now.pass(minute)
    let now = world.now.value
    func take(_ lease: String) async throws -> [JobRow] {
      try await world.store.write {
        try $0.jobs.take(.checkPayment, limit: 9, lease: lease, until: now.adding(milliseconds: minute), at: now)
      }
    }
    let body = Array(#"{"merchant_uid":"\#(code)"}"#.utf8)
    let webhook = try #require(PaymentWebhook(v1: HTTPRequest(.post, "/", body: body)))
    let job = try #require(try await take("one").first)
    try await world.payments.hear(webhook, from: "till")
    #expect(try await take("other").isEmpty)
    let outcome = try await world.payments.checkDue(job.payload)
    // Whatever happened after the question was put is asked about again.
    try await world.payments.hear(webhook, from: "till")
    #expect(try await take("other").isEmpty)
    try await world.store.write { tables in
      #expect(try tables.jobs.end(job.id, lease: "one", as: .done, at: now))
      try outcome?(tables)
    }
    #expect(try await take("other").count == 1)
  }

  @Test func aServerThatWasKilledWhileItAskedLeavesTheOrderToOthers() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.till.pay(code)
    world.now.pass(minute)
    let now = world.now.value
    let taken = try await world.store.write {
      try $0.jobs.take(.checkPayment, limit: 9, lease: "gone", until: now.adding(milliseconds: minute), at: now)
    }
    #expect(taken.count == 1)
    #expect(try await world.sweep() == 0)
    world.now.pass(minute)
    #expect(try await world.sweep() == 1)
    #expect(try await world.row(code).record.phase == .paid)
  }

  @Test func aStartGivesOrdersTheirJobsBack() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.till.pay(code)
    world.now.pass(minute)
    let now = world.now.value
    try await world.store.write { tables in
      for job in try tables.jobs.list([.open], limit: 99) { _ = try tables.jobs.cancel(job.id, at: now) }
    }
    #expect(try await world.sweep() == 0)
    try await world.payments.scheduleChecks()
    #expect(try await world.sweep() == 1)
    #expect(try await world.row(code).record.phase == .paid)
  }

  @Test func anOrderThatIsOverHasNoJobAnyMore() async throws {
    let world = try await World.make()
    _ = try await world.order()
    for _ in 0..<100 {
      world.now.pass(24 * 60 * minute)
      try await world.sweep()
    }
    let open = try await world.store.read { try $0.jobs.list([.open], limit: 99) }
    #expect(open.filter { $0.kind == .checkPayment }.isEmpty)
  }

  @Test func manyWhoAskAreOneQuestion() async throws {
    let world = try await World.make()
    let row = try await world.order()
    for _ in 0..<20 { _ = try await world.payments.state(of: row.record.code, by: world.patient) }
    #expect(world.till.state.withLock { $0.questions } == 1)
  }

  @Test func othersAreToldNothing() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    await #expect(throws: APIError.notBuyer) { try await world.payments.state(of: code, by: world.other) }
    await #expect(throws: APIError.notFound) { try await world.payments.state(of: "M0", by: world.patient) }
    await #expect(throws: APIError.notFound) { try await world.payments.receipt(of: code, by: world.patient) }
  }
}
