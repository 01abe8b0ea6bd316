import MoneySimulation
import StoreSimulation
import Testing

/// The server's own bookings and payments, in the simulation of money.
struct RealDeskTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func noMoneyIsLostAndNoSlotGivenTwice(seed: UInt64) throws {
    let simulation = try MoneySimulation(seed: seed) { try RealDesk(seed: seed, provider: $0) }
    #expect(simulation.run(steps: 250) == [])
  }

  @Test func aSeedReplaysExactly() throws {
    let runs = try (0..<2).map { _ in
      let simulation = try MoneySimulation(seed: 3) { try RealDesk(seed: 3, provider: $0) }
      _ = simulation.run(steps: 200)
      // Codes of orders are nobody's to guess, and so not the same.
      return simulation.outcome.reservations.map(\.facts)
    }
    #expect(runs[0] == runs[1])
    #expect(!runs[0].isEmpty)
  }

  @Test(arguments: [RealMutant.unsynced, .keyIgnored])
  func whatIsBrokenOnPurposeIsFound(mutant: RealMutant) throws {
    #expect(
      try MoneyWish().finds(mutant.rawValue, within: 100) { try RealDesk(seed: $0, provider: $1, mutant: mutant) })
  }
}
