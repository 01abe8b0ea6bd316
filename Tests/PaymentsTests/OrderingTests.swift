import Contract
import Payment
import Storage
import Synchronization
import Testing
import Wire

@testable import Payments

struct OrderingTests {
  @Test func theServerMintsCodeAndAmount() async throws {
    let world = try await World.make()
    let row = try await world.order()
    #expect(row.record.code.hasPrefix("M"))
    #expect(row.record.code.utf8.count == 17)
    #expect(row.record.price == Money(50_000, .won))
    #expect(row.record.phase == .open)
    #expect(row.record.expiresAt == start.adding(milliseconds: 10 * minute))
    #expect(row.title == "밝은안과 김원장")
    #expect(row.record.nextCheckAt == start.adding(milliseconds: 30_000))
  }

  @Test(arguments: [0, 49_999, 50_001] as [Int64])
  func anotherPriceIsRefused(price: Int64) async throws {
    let world = try await World.make()
    await #expect(throws: APIError.wrongPrice) { try await world.order(price) }
    await #expect(throws: APIError.wrongPrice) { try await world.order(price, reservation: nil) }
  }

  @Test func aReservationHasOneOrder() async throws {
    let world = try await World.make()
    let first = try await world.order()
    #expect(try await world.order() == first)
  }

  @Test func onlyWhoHoldsItMayOrder() async throws {
    let world = try await World.make()
    await #expect(throws: APIError.notBuyer) { try await world.order(by: world.other) }
    await #expect(throws: APIError.notFound) { try await world.order(reservation: 9) }
    world.slots.set { $0.states[1] = "confirmed" }
    await #expect(throws: APIError.reservationChanged) { try await world.order() }
  }

  @Test func aHoldThatIsOverCannotBeOrdered() async throws {
    let world = try await World.make()
    world.now.pass(10 * minute)
    await #expect(throws: APIError.reservationChanged) { try await world.order() }
  }

  @Test func withoutAReservationItIsOneWithoutATime() async throws {
    let world = try await World.make()
    let row = try await world.order(reservation: nil)
    #expect(row.reservation == 2)
    #expect(world.slots[2] == "held")
    #expect(row.record.latestHold == nil)
  }

  @Test func aRepeatUnderItsKeyIsTheFirstOrder() async throws {
    let world = try await World.make()
    let first = try await world.order(reservation: nil, key: "k")
    #expect(try await world.order(reservation: nil, key: "k") == first)
    #expect(try await world.order(reservation: nil, key: "other") != first)
    await #expect(throws: APIError.reservationChanged) { try await world.order(reservation: 1, key: "k") }
  }

  @Test func whatWasRefusedLeavesNothingUnderItsKey() async throws {
    let world = try await World.make()
    await #expect(throws: APIError.wrongPrice) { try await world.order(1, key: "k") }
    _ = try await world.order(key: "k2")
    #expect(try await world.store.read { try $0.orders.list(limit: 9) }.count == 1)
  }

  @Test func codesAreAllDifferent() async throws {
    let world = try await World.make()
    var codes: Set<String> = []
    for _ in 0..<40 { codes.insert(try await world.order(reservation: nil).record.code) }
    #expect(codes.count == 40)
  }

  @Test func theProviderIsToldTheAmountBeforehand() async throws {
    let world = try await World.make()
    let row = try await world.order()
    let jobs = try await world.store.read { try $0.jobs.list([.open], limit: 9) }.filter { $0.kind == .preparePayment }
    for job in jobs { try await world.payments.prepare(job.payload) }
    #expect(world.till.state.withLock { $0.prepared } == [row.record.code: Money(50_000, .won)])
  }

  /// Nobody can pay into an account that is closed before the page is read.
  @Test func aVirtualAccountIsOfferedOnlyWhereItsDeadlineIsAhead() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    func until() async throws -> Timestamp? { try await world.payments.checkout(of: code)?.depositUntil }
    #expect(try await until() == start.adding(milliseconds: 60 * minute))
    let limit = try #require(try await world.row(code).record.latestHold)
    world.now.time.withLock { $0 = limit.adding(milliseconds: -20 * minute) }
    #expect(try await until() == limit)
    for left in [4 * minute, 0, -60 * minute] {
      world.now.time.withLock { $0 = limit.adding(milliseconds: -left) }
      #expect(try await until() == nil)
    }
  }

  @Test func aCheckoutKnowsWhoPaysAsFarAsTheAccountDoes() async throws {
    let world = try await World.make()
    let code = try await world.order().record.code
    let bare = try #require(try await world.payments.checkout(of: code))
    #expect(bare.buyer == "하늘" && bare.email == "하늘@example.com" && bare.phone == nil)
    let patient = world.patient
    try await world.store.write { try $0.people.setPhoneNumber("+821012345678", of: patient) }
    #expect(try await world.payments.checkout(of: code)?.phone == "01012345678")
  }

  @Test(
    arguments: [
      ("+821012345678", "01012345678"), ("010-1234-5678", "01012345678"), ("+1 415 555 0100", "+14155550100"),
      ("", nil),
      ("119", nil), ("아무거나", nil),
    ] as [(String, String?)])
  func numbersAreWrittenAsPaymentCompaniesTakeThem(text: String, phone: String?) {
    #expect(Payments.domestic(text) == phone)
  }
}
