import ChatSimulation
import Testing

@Suite struct ChatSimulationTests {
  @Test func everybodyAgreesInTheEnd() {
    for seed in 0..<30 as Range<UInt64> {
      let faults = Simulation(seed: seed, store: ModelStore(people: 3)).run(steps: 400)
      #expect(faults.isEmpty, "seed \(seed): \(faults)")
    }
  }

  @Test func seedPlaysTheSameAgain() {
    let first = Simulation(seed: 7, store: ModelStore(people: 3), traces: true)
    let second = Simulation(seed: 7, store: ModelStore(people: 3), traces: true)
    #expect(first.run(steps: 400) == second.run(steps: 400))
    #expect(first.trace == second.trace)
    #expect(first.trace?.isEmpty == false)
  }

  /// The simulator is worth something because it can fail.
  @Test(arguments: Mutant.allCases) func mutantIsCaught(_ mutant: Mutant) {
    for seed in 0..<100 as Range<UInt64> {
      let simulation = Simulation(seed: seed, store: ModelStore(people: 3, mutant: mutant), mutant: mutant)
      if !simulation.run(steps: 400).isEmpty { return }
    }
    Issue.record("\(mutant) lives")
  }
}
