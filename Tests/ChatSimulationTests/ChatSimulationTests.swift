import ChatSimulation
import Testing

@Suite struct ChatSimulationTests {
  private func store(_ seed: UInt64) -> ModelStore {
    ModelStore(people: 3, isConsult: SimulationWish.isConsult(seed))
  }

  @Test func everybodyAgreesInTheEnd() {
    for seed in 0..<10 as Range<UInt64> {
      let faults = Simulation(seed: seed, store: store(seed)).run(steps: 400)
      #expect(faults.isEmpty, "seed \(seed): \(faults)")
    }
  }

  @Test(arguments: [7, 8] as [UInt64]) func seedPlaysTheSameAgain(seed: UInt64) {
    let first = Simulation(seed: seed, store: store(seed), traces: true)
    let second = Simulation(seed: seed, store: store(seed), traces: true)
    #expect(first.run(steps: 400) == second.run(steps: 400))
    #expect(first.trace == second.trace)
    #expect(first.trace?.isEmpty == false)
  }
}
