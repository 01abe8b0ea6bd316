import ChatSimulation
import Testing

@Suite struct ChatSimulationTests {
  private func store(_ seed: UInt64, _ mutant: Mutant? = nil) -> ModelStore {
    ModelStore(people: 3, isConsult: SimulationWish.isConsult(seed), mutant: mutant)
  }

  @Test func everybodyAgreesInTheEnd() {
    for seed in 0..<30 as Range<UInt64> {
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

  /// The simulator is worth something because it can fail.
  @Test(arguments: Mutant.allCases) func mutantIsCaught(_ mutant: Mutant) {
    for seed in 0..<200 as Range<UInt64> {
      let simulation = Simulation(seed: seed, store: store(seed, mutant), mutant: mutant)
      if !simulation.run(steps: 400).isEmpty { return }
    }
    Issue.record("\(mutant) lives")
  }
}
