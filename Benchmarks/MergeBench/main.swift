// How long a room's machine needs to take in 10,000 messages. No store and no network take part.

import Glibc

var isMissed = false

/// The median of some rounds, beside the goal where there is one.
@MainActor
func measure(_ name: String, goal: Double? = nil, _ round: () -> Double) {
  let times = (0..<15).map { _ in round() }.sorted()
  let median = times[times.count / 2]
  let tenths = Int(median * 10 + 0.5)
  var text = "  \(name): \(tenths / 10).\(tenths % 10) ms"
  if let goal {
    text += ", goal \(Int(goal)) ms" + (median < goal ? "" : "  MISSED")
    if median >= goal { isMissed = true }
  }
  print(text)
}

print("A merge of \(Talk.count) messages in the machine:")
measure("one answer into an empty room", goal: 10) { Talk.oneAnswer() }
measure("between as many that are held", goal: 10) { Talk.between() }
measure("older pages of 200", goal: 10) { Talk.olderPages() }
measure("all of them edited", goal: 10) { Talk.edits() }
measure("one by one from the socket") { Talk.oneByOne() }
measure("one answer, and the texts of its records for the store") { Talk.oneAnswer(isWriter: true) }
exit(isMissed ? 1 : 0)
