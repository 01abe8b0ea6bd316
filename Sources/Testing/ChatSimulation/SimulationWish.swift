/// What the command line asks for: `SEEDS=1000`, `FROM=0`, `SEED=123` (that one alone, told step by step), `STEPS=400`.
public struct SimulationWish: Sendable {
  public var first: UInt64 = 0
  public var count: UInt64 = 1_000
  public var steps = 400
  public var tells = false
  /// Put each of the mutants in, and see it found within so many seeds.
  public var mutantSeeds: UInt64 = 0
  /// Seeds to be played on the real store, too.
  public var realCount: UInt64 = 0
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
      case "REAL": realCount = number
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

  /// Every third seed plays consults: a doctor and patients.
  public static func isConsult(_ seed: UInt64) -> Bool { seed % 3 == 2 }

  /// - Parameter store: a new store for a seed.
  /// - Returns: whether all was well.
  public func carryOut(_ store: (UInt64, Mutant?) -> any ChatStore) -> Bool {
    if mutantSeeds > 0, !Mutant.allCases.reduce(true, { finds($1, store) && $0 }) { return false }
    for seed in first..<first + count {
      let simulation = Simulation(seed: seed, store: store(seed, nil), traces: tells)
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

  /// Plays seeds on a second store as well, without files: it must come to the same as the first.
  public func compare(
    _ first: (UInt64) -> any ChatStore, _ second: (UInt64) throws -> any ChatStore, count: UInt64
  ) throws -> Bool {
    for seed in self.first..<self.first + count {
      let model = Simulation(seed: seed, store: first(seed), hasFiles: false)
      let real = Simulation(seed: seed, store: try second(seed), hasFiles: false, traces: tells)
      let faults = model.run(steps: steps) + real.run(steps: steps)
      if let trace = real.trace { for line in trace { print(line) } }
      guard faults.isEmpty, model.digest == real.digest else {
        print("seed \(seed) differs between the stores (make simulate REAL=1 SEED=\(seed) STEPS=\(steps))")
        for fault in faults { print("  " + fault) }
        let lines = zip(model.digest.split(separator: "\n"), real.digest.split(separator: "\n"))
        if let pair = lines.first(where: { $0 != $1 }) { print("  \(pair.0)\n  \(pair.1)") }
        return false
      }
    }
    print("\(count) seeds from \(self.first) on the real store: the same")
    return true
  }

  /// Plays seeds on a store whose disk loses power in the middle of writing, too.
  public func cut(_ store: (UInt64) throws -> any ChatStore, count: UInt64) throws -> Bool {
    for seed in first..<first + count {
      let faults = try playCut(seed, store)
      guard faults.isEmpty else {
        print("seed \(seed) fails where the power goes (make simulate REAL=1 SEED=\(seed) STEPS=\(steps))")
        for fault in faults { print("  " + fault) }
        return false
      }
    }
    print("\(count) seeds from \(first), cut off in the middle of writing: all agree")
    return true
  }

  /// Whether a fault that is put around the store on purpose is found within so many seeds.
  public func findsCut(_ name: String, within seeds: UInt64, _ store: (UInt64) throws -> any ChatStore) throws -> Bool {
    for seed in first..<first + seeds {
      guard let fault = try playCut(seed, store).first else { continue }
      print("\(name): found by seed \(seed): \(fault)")
      return true
    }
    print("\(name) lives after \(seeds) seeds")
    return false
  }

  private func playCut(_ seed: UInt64, _ store: (UInt64) throws -> any ChatStore) throws -> [String] {
    let simulation = Simulation(
      seed: seed, store: try store(seed), hasFiles: false, cutsWrites: true, traces: tells)
    let faults = simulation.run(steps: steps)
    if let trace = simulation.trace { for line in trace { print(line) } }
    return faults
  }

  private func finds(_ mutant: Mutant, _ store: (UInt64, Mutant?) -> any ChatStore) -> Bool {
    for seed in first..<first + mutantSeeds {
      let faults = Simulation(seed: seed, store: store(seed, mutant), mutant: mutant).run(steps: steps)
      guard let fault = faults.first else { continue }
      print("\(mutant.rawValue): found by seed \(seed): \(fault)")
      return true
    }
    print("\(mutant.rawValue) lives after \(mutantSeeds) seeds")
    return false
  }
}
