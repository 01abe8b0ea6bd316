/// Plays seeds, and tells what it found.
public struct SessionWish: Sendable {
  public var first: UInt64 = 0
  public var count: UInt64 = 1_000
  public var steps = 400
  public var tells = false

  /// Sessions are asked for, and nothing else.
  public private(set) var isAlone = false

  public init() {}

  /// What the command line asks for: `SESSION=123` (that one alone, told step by step), `SESSIONS=1000` (so many, no
  /// chats), `FROM=0`, `STEPS=400`.
  public init(_ arguments: some Sequence<String>) {
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let number = UInt64(parts[1]) else { continue }
      switch parts[0] {
      case "FROM": first = number
      case "STEPS": steps = Int(clamping: number)
      case "SESSIONS": (count, isAlone) = (number, true)
      case "SESSION":
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
  public func carryOut(_ name: String, _ server: (UInt64) throws -> any SessionServer) rethrows -> Bool {
    for seed in first..<first + count {
      let simulation = SessionSimulation(seed: seed, server: try server(seed), traces: tells)
      let faults = simulation.run(steps: steps)
      if let trace = simulation.trace { for line in trace { print(line) } }
      guard faults.isEmpty else {
        print("sessions, \(name): seed \(seed) fails; make simulate SESSION=\(seed) STEPS=\(steps) shows it again")
        for fault in faults { print("  " + fault) }
        return false
      }
    }
    print("sessions, \(name): \(count) seeds from \(first): nobody is signed out wrongly, nobody let in")
    return true
  }

  /// Puts each mutant in that is not rare, and sees it found within so many seeds.
  public func findsMutants(within seeds: UInt64) -> Bool {
    SessionMutant.allCases.filter { !$0.isRare }.reduce(true) { finds($1, within: seeds) && $0 }
  }

  public func finds(_ mutant: SessionMutant, within seeds: UInt64) -> Bool {
    for seed in first..<first + seeds {
      let server = ModelServer(mutant: mutant.isOfServer ? mutant : nil)
      let faults = SessionSimulation(seed: seed, server: server, mutant: mutant).run(steps: steps)
      guard let fault = faults.first else { continue }
      print("\(mutant.rawValue): found by seed \(seed): \(fault)")
      return true
    }
    print("\(mutant.rawValue) lives after \(seeds) seeds")
    return false
  }
}
