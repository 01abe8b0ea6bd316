/// What the command line asks for: `SEEDS=1000`, `FROM=0`, `SEED=123` (that one alone, told step by step), `STEPS=400`.
public struct SimulationWish: Sendable {
  public var first: UInt64 = 0
  public var count: UInt64 = 1_000
  public var steps = 400
  public var tells = false
  /// Put each of the mutants in, and see it found within so many seeds.
  public var mutantSeeds: UInt64 = 0
  /// As many of all as the gate wants.
  public var isGate = false

  public init(_ arguments: some Sequence<String>) {
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let number = UInt64(parts[1]) else { continue }
      switch parts[0] {
      case "SEEDS": count = number
      case "FROM": first = number
      case "MUTANTS": (mutantSeeds, count) = (number, 0)
      case "GATE": isGate = true
      case "STEPS": steps = Int(clamping: number)
      case "SEED":
        first = number
        count = 1
        tells = true
      default: break
      }
    }
  }

  /// - Parameter store: a new store for each seed.
  /// - Returns: whether all was well.
  public func carryOut(_ store: (Mutant?) -> any ChatStore) -> Bool {
    if mutantSeeds > 0, !Mutant.allCases.reduce(true, { finds($1, store) && $0 }) { return false }
    for seed in first..<first + count {
      let simulation = Simulation(seed: seed, store: store(nil), traces: tells)
      let faults = simulation.run(steps: steps)
      if let trace = simulation.trace { for line in trace { print(line) } }
      guard faults.isEmpty else {
        print("seed \(seed) fails; make simulate SEED=\(seed) STEPS=\(steps) shows it again")
        for fault in faults { print("  " + fault) }
        return false
      }
    }
    print("\(count) seeds from \(first): all agree")
    return true
  }

  private func finds(_ mutant: Mutant, _ store: (Mutant?) -> any ChatStore) -> Bool {
    for seed in first..<first + mutantSeeds {
      let faults = Simulation(seed: seed, store: store(mutant), mutant: mutant).run(steps: steps)
      guard let fault = faults.first else { continue }
      print("\(mutant.rawValue): found by seed \(seed): \(fault)")
      return true
    }
    print("\(mutant.rawValue) lives after \(mutantSeeds) seeds")
    return false
  }
}
