import Crypto

/// Argon2id by memory and passes. What to choose: the dearest that a sign-in may take (a quarter of a second), with as
/// much memory as the machine can spare for each worker, since memory is what an attacker pays for.
enum Costs {
  private static let limit = 250.0

  static func print() throws {
    let standard = PasswordHash.Cost.standard
    Swift.print("Argon2id, milliseconds of one hash (the best of three):\n  MiB    1 pass  2 passes  3 passes")
    for mebibytes in [19, 32, 46, 64, 96, 128] {
      var line = padded("\(mebibytes)", 5)
      for passes: UInt64 in 1...3 {
        let cost = PasswordHash.Cost(passes: passes, memoryBytes: mebibytes << 20)
        let time = try milliseconds(cost)
        line += padded("\(Int(time.rounded()))" + (cost == standard ? "*" : " "), 10)
        if cost == standard, time > limit { line += "  ABOVE \(Int(limit))" }
      }
      Swift.print(line)
    }
    Swift.print("  * the standard; at least 19 MiB and 2 passes are what OWASP asks for")
  }

  private static func milliseconds(_ cost: PasswordHash.Cost) throws -> Double {
    var best = Double.infinity
    for _ in 0..<3 {
      let began = ContinuousClock.now
      _ = try PasswordHash.hash("maru!2345", cost: cost)
      best = min(best, (ContinuousClock.now - began) / .milliseconds(1))
    }
    return best
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
