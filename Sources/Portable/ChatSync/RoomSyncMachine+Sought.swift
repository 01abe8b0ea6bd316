import Contract
import Domain

/// A stretch far above the newest messages that the person was led to: it is made complete without all between.
extension RoomSyncMachine {
  /// The stretch around the sought message is held without a break.
  public var isSoughtHeld: Bool { sought != nil && missing == nil }

  /// That stretch, once it is held, oldest first; nil where nothing is sought, or it is among the newest messages.
  public var soughtMessages: ArraySlice<Message>? {
    guard isSoughtHeld, let range = sought else { return nil }
    return log.messages[log.position(of: range.lowerBound)..<log.position(of: range.upperBound + 1)]
  }

  mutating func seek(_ seq: Int64) {
    let half = Int64(sizes.page / 2)
    let end = max(lastSeq, log.newestSeq)
    let goal = min(max(seq, 1), max(end, 1))
    let low = max(1, goal - half)
    let high = min(goal + half, end)
    let tail = log.messages.isEmpty ? 1 : log.messages[log.tailStart].seq
    if high + Int64(sizes.page) >= tail {
      sought = nil
      let distance = Int(clamping: max(log.newestSeq - max(seq, 1), 0))
      wanted = max(wanted, min(distance, 1 << 30) + sizes.page / 2)
    } else {
      sought = low...high
    }
  }

  /// One page more above the stretch that is looked at, or below it.
  mutating func scroll(isUp: Bool) {
    guard let range = sought else {
      if isUp { wanted = max(wanted, log.messages.count - log.tailStart + sizes.page) }
      return
    }
    let page = Int64(sizes.page)
    sought =
      isUp
      ? max(1, range.lowerBound - page)...range.upperBound
      : range.lowerBound...min(range.upperBound + page, max(log.newestSeq, range.upperBound))
  }

  /// The highest message of the stretch that is not held.
  var missing: Int64? {
    guard let range = sought else { return nil }
    var seq = range.upperBound
    var index = log.position(of: seq + 1)
    while seq >= range.lowerBound {
      guard index > 0, log.messages[index - 1].seq == seq else { return seq }
      index -= 1
      seq -= 1
    }
    return nil
  }
}
