// Durable sends: `DurableBench FOLDER [postgres://…]`. The folder is new and on the disk to be measured.

import ServerApp

let words = CommandLine.arguments
guard words.count > 1 else { fatalError("usage: DurableBench FOLDER [postgres://…]") }

let clinic = try await Clinic(folder: words[1], database: words.count > 2 ? words[2] : nil, senders: 64)
// Warm: plans, caches, the first pages of the log.
_ = try await Load.closed(clinic, senders: 64, seconds: 1, "w")
let alone = try await Load.closed(clinic, senders: 1, seconds: 4, "a")
let together = try await Load.closed(clinic, senders: 64, seconds: 6, "t")
let half = try await Load.paced(clinic, perSecond: together / 2, seconds: 6, "h")
await clinic.server.stop()

func line(_ name: String, _ value: Double, _ unit: String, _ verdict: String = "") {
  print("  \(name): \(Int(value.rounded()))\(unit)\(verdict)")
}

let ratio = together / alone
line("one sender, one commit per message", alone, " sends/s")
line("64 senders", together, " sends/s")
print("  ratio: \((ratio * 10).rounded() / 10)\(ratio >= 8 ? "" : "  BELOW 8")")
line("half of that load, median", half.median, " ms")
line("half of that load, p99", half.p99, " ms", half.p99 <= 20 ? "" : "  ABOVE 20")
