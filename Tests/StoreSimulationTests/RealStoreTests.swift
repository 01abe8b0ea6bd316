import ChatSimulation
import StoreSimulation
import Testing

/// The server's own chats, in the simulation of chats, on a disk that loses power.
struct RealStoreTests {
  private func store(_ seed: UInt64, isSynced: Bool = true) throws -> RealStore {
    try RealStore(people: 3, isConsult: SimulationWish.isConsult(seed), seed: seed, isSynced: isSynced)
  }

  @Test func nothingIsLostWhereThePowerGoesInTheMiddleOfWriting() throws {
    var cuts: [String] = []
    for seed in 0..<6 as Range<UInt64> {
      let simulation = Simulation(
        seed: seed, store: try store(seed), hasFiles: false, cutsWrites: true, traces: true)
      #expect(simulation.run(steps: 400) == [], "seed \(seed)")
      cuts += simulation.trace?.filter { $0 == "the power goes" } ?? []
    }
    #expect(cuts.count >= 6)
  }

  @Test func aDiskThatIsNotSyncedIsFound() throws {
    #expect(try SimulationWish([String]()).findsCut("unsynced", within: 20) { try store($0, isSynced: false) })
  }
}
