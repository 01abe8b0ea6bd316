import Contract
import Payment
import Payments
import SQL
import Storage
import Synchronization
import Testing
import Wire

/// Money that has come, for a reservation whose own tables refuse it.
struct BrokenReservationTests {
  private func broken(_ fault: any Error & Sendable, times: Int? = nil) async throws -> (World, String) {
    let world = try await World.make()
    let code = try await world.order().record.code
    world.slots.set { ($0.fault, $0.faults) = (fault, times) }
    world.till.pay(code)
    return (world, code)
  }

  @Test(arguments: [
    SQLError.constraint("CHECK"), .unique("rooms.person_a, rooms.person_b"), .mistake("no such column"), .columnType(3),
  ])
  func whatCannotBeConfirmedGoesBack(fault: SQLError) async throws {
    let (world, code) = try await broken(fault)
    await #expect(throws: APIError.reservationChanged) {
      try await world.payments.validate("imp_1", by: world.patient)
    }
    #expect(try await world.balance() == 50_000)
    try await world.runRefunds()
    #expect(world.till.balance == 0)
    #expect(try await world.balance() == 0)
    #expect(try await world.row(code).record.phase == .refunded)
    let found = try #require(try await world.payments.find(code))
    #expect(found.seen.history.map(\.note.words).contains("50000 KRW goes back: reservation failed"))
    world.now.pass(10 * minute)
    #expect(try await world.sweep() > 0)
    #expect(world.slots[1] == "held")
  }

  @Test func theSweepEndsItAsWell() async throws {
    let (world, code) = try await broken(APIError.reservationChanged)
    world.now.pass(30_000)
    try await world.sweep()
    try await world.runRefunds()
    #expect(world.till.balance == 0)
    #expect(try await world.row(code).record.phase == .refunded)
  }

  @Test func aSlotThatCannotBeTakenAgainGoesBack() async throws {
    let (world, code) = try await broken(SQLError.constraint("CHECK"))
    world.slots.set { $0.states[1] = "expired" }
    world.now.pass(10 * minute)
    try await world.sweep()
    try await world.runRefunds()
    #expect(world.till.balance == 0)
    #expect(try await world.row(code).record.stage == .closed)
  }

  @Test func whatStoodInTheWayOnceDoesNotCostTheReservation() async throws {
    let (world, code) = try await broken(SQLError.unique("rooms.id"), times: 1)
    _ = try await world.payments.validate("imp_1", by: world.patient)
    #expect(world.slots[1] == "confirmed")
    #expect(try await world.row(code).record.phase == .paid)
  }

  /// A full disk says nothing of the reservation.
  @Test(arguments: [SQLError.busy, .full, .unavailable("x"), .closed])
  func whatMayPassIsTriedAgainLater(fault: SQLError) async throws {
    let (world, code) = try await broken(fault)
    await #expect(throws: (any Error).self) { try await world.payments.validate("imp_1", by: world.patient) }
    #expect(try await world.row(code).record.payments.isEmpty)
    world.slots.set { $0.fault = nil }
    world.now.pass(30_000)
    try await world.sweep()
    #expect(try await world.row(code).record.phase == .paid)
    #expect(world.slots[1] == "confirmed")
  }
}
