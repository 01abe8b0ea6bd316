/// Plays seeds, and tells what it found.
public struct MoneyWish: Sendable {
  public var first: UInt64 = 0
  public var count: UInt64 = 1_000
  public var steps = 500
  public var tells = false

  /// Money is asked for, and nothing else.
  public private(set) var isAlone = false

  public init() {}

  /// What the command line asks for: `PAYMENT=123` (that one alone, told step by step), `PAYMENTS=1000` (so many, and
  /// nothing else), `FROM=0`, `STEPS=500`.
  public init(_ arguments: some Sequence<String>) {
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let number = UInt64(parts[1]) else { continue }
      switch parts[0] {
      case "FROM": first = number
      case "STEPS": steps = Int(clamping: number)
      case "PAYMENTS": (count, isAlone) = (number, true)
      case "PAYMENT":
        first = number
        count = 1
        tells = true
        isAlone = true
      default: break
      }
    }
  }

  /// - Parameter server: a new one for each seed.
  /// - Returns: whether all was well.
  public func carryOut(
    _ name: String, _ server: (UInt64, SimulatedProvider) throws -> any MoneyServer
  ) rethrows -> Bool {
    for seed in first..<first + count {
      let simulation = try MoneySimulation(seed: seed, traces: tells) { try server(seed, $0) }
      let faults = simulation.run(steps: steps)
      if let trace = simulation.trace { for line in trace { print(line) } }
      guard faults.isEmpty else {
        print("money, \(name): seed \(seed) fails; make simulate PAYMENT=\(seed) STEPS=\(steps) shows it again")
        for fault in faults { print("  " + fault) }
        return false
      }
    }
    print("money, \(name): \(count) seeds from \(first): no money is lost, and no slot given twice")
    return true
  }

  /// Puts each mutant in, and sees it found within so many seeds.
  public func findsMutants(within seeds: UInt64) -> Bool {
    MoneyMutant.allCases.reduce(true) { finds($1, within: seeds) && $0 }
  }

  public func finds(_ mutant: MoneyMutant, within seeds: UInt64) -> Bool {
    finds(mutant.rawValue, within: seeds) { _, provider in ModelDesk(provider: provider, mutant: mutant) }
  }

  /// - Parameter server: a new one for each seed, with the fault in it.
  public func finds(
    _ mutant: String, within seeds: UInt64, _ server: (UInt64, SimulatedProvider) throws -> any MoneyServer
  ) rethrows -> Bool {
    for seed in first..<first + seeds {
      let simulation = try MoneySimulation(seed: seed) { try server(seed, $0) }
      guard let fault = simulation.run(steps: steps).first else { continue }
      print("\(mutant): found by seed \(seed): \(fault)")
      return true
    }
    print("\(mutant) lives after \(seeds) seeds")
    return false
  }
}
