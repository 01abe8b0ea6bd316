import ChatSimulation
import Foundation
import StoreSimulation

// simulate [SEEDS=n] [FROM=n] [SEED=n] [STEPS=n] [MUTANTS=n] [REAL=n] [GATE=1]: see docs/simulator.md
var wish = SimulationWish(CommandLine.arguments.dropFirst())
if wish.isGate {
  let isFull = ProcessInfo.processInfo.environment["MARU_TEST_SCALE"] == "all"
  wish.count = isFull ? 100_000 : 1_000
  wish.realCount = isFull ? 2_000 : 50
  wish.mutantSeeds = 300
}
guard wish.carryOut({ ModelStore(people: 3, mutant: $0) }) else { exit(1) }
if wish.realCount > 0 {
  let isSame = try wish.compare(
    { ModelStore(people: 3) }, { try RealStore(people: 3, seed: $0) }, count: wish.realCount)
  exit(isSame ? 0 : 1)
}
