import ChatSimulation
import Foundation

// simulate [SEEDS=n] [FROM=n] [SEED=n] [STEPS=n] [MUTANTS=n] [GATE=1]: see docs/simulator.md
var wish = SimulationWish(CommandLine.arguments.dropFirst())
if wish.isGate {
  let isFull = ProcessInfo.processInfo.environment["MARU_TEST_SCALE"] == "all"
  wish.count = isFull ? 100_000 : 1_000
  wish.mutantSeeds = 300
}
exit(wish.carryOut { ModelStore(people: 3, mutant: $0) } ? 0 : 1)
