// Durable sends: `DurableBench FOLDER [postgres://…]`. The folder is new and on the disk to be measured.
//
// The two goals that stand against the disk are held against disks whose syncs can outlast a power failure. Where one
// takes a twentieth of a millisecond nothing is on a medium yet, and what is measured is the processor.

import Foundation
import ServerApp
import Wire

let words = CommandLine.arguments
guard words.count > 1 else { fatalError("usage: DurableBench FOLDER [postgres://…]") }

let isOther = words.count > 2
let loadBefore = Processor.load()
let clinic = try await Clinic(folder: words[1], database: isOther ? words[2] : nil, senders: 64)
// Warm: plans, caches, the first pages of the log.
_ = try await Load.closed(clinic, senders: 64, seconds: 1, "w")
var syncs = 0.0
var alone = Load.Rate()
var together = Load.Rate()
// In turns, so that what else the machine does meets both.
let rounds = 4
for round in 0..<rounds {
  let share = 1 / Double(rounds)
  syncs += try Disk.syncsPerSecond(folder: words[1], seconds: 0.5) * share
  let one = try await Load.closed(clinic, senders: 1, seconds: 1, "a\(round)-")
  let all = try await Load.closed(clinic, senders: 64, seconds: 1.5, "t\(round)-")
  alone.perSecond += one.perSecond * share
  alone.processorMicroseconds += one.processorMicroseconds * share
  together.perSecond += all.perSecond * share
  together.processorMicroseconds += all.processorMicroseconds * share
}
let half = try await Load.paced(clinic, perSecond: together.perSecond / 2, seconds: 6, "h")
await clinic.server.stop()

let syncsOfRealDisks = 5_000.0
/// Whether a goal that is held against this run was missed.
var isMissed = false

/// What stands behind a figure that is not what is wanted.
/// - Parameter syncs: of the disk that the figure stands against.
@MainActor
func verdict(_ isMet: Bool, _ text: String, against syncs: Double = 0) -> String {
  guard !isMet, !isOther else { return "" }
  guard syncs <= syncsOfRealDisks else { return "  (no goal: syncs this quick are in memory)" }
  isMissed = true
  return "  " + text
}

func line(_ name: String, _ value: Double, _ unit: String, _ verdict: String = "") {
  print("  \(name): \(Int(value.rounded()))\(unit)\(verdict)")
}

print("  load of the machine: \((loadBefore * 10).rounded() / 10), then \((Processor.load() * 10).rounded() / 10)")
let ratio = together.perSecond / alone.perSecond
line("the disk alone, one page and one sync after the other", syncs, "/s")
line("one sender, one commit per message", alone.perSecond, " sends/s")
line("  computing for each", alone.processorMicroseconds, " µs")
line("64 senders", together.perSecond, " sends/s")
line("  computing for each, senders included", together.processorMicroseconds, " µs")
print("  ratio: \((ratio * 10).rounded() / 10)\(verdict(ratio >= 8, "BELOW 8", against: syncs))")
line("half of that load, median", half.median, " ms")
line("half of that load, p99", half.p99, " ms", verdict(half.p99 <= 20, "ABOVE 20"))

guard !isOther else { exit(0) }
// Holds of free times, each with its cells and the job that ends it; the disk is measured in the same turns.
let started = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
let holds = try await Holds(path: words[1] + "/holds.db", patients: 64, now: started)
_ = try await holds.rate(patients: 64, seconds: 0.5)
var (commits, alonePerSecond, togetherPerSecond) = (0.0, 0.0, 0.0)
for _ in 0..<rounds {
  commits += try Disk.syncsPerSecond(folder: words[1], seconds: 0.5) / Double(rounds)
  alonePerSecond += try await holds.rate(patients: 1, seconds: 1) / Double(rounds)
  togetherPerSecond += try await holds.rate(patients: 64, seconds: 1) / Double(rounds)
}
holds.close()
let share = togetherPerSecond / commits
line("holds of one patient after the other", alonePerSecond, "/s")
line("holds of 64 patients", togetherPerSecond, "/s")
let judged = verdict(share >= 0.5, "BELOW 0.5", against: commits)
print("  ratio to the disk alone: \((share * 10).rounded() / 10)\(judged)")
exit(isMissed ? 1 : 0)
