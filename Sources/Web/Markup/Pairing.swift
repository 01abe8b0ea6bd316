/// Which old child each new child continues, and which of them need not move.
struct Pairing {
  /// By new child: the index of the old one, or -1.
  private(set) var sources: [Int]
  /// Old children that nothing continues.
  private(set) var leaving: [Int] = []
  /// By new child: whether its element may stay where it is.
  private(set) var stays: [Bool]
  private var middle: Range<Int>

  init<Action>(_ old: [Node<Action>], _ new: [Node<Action>]) {
    sources = [Int](repeating: -1, count: new.count)
    stays = [Bool](repeating: false, count: new.count)
    var start = 0
    while start < old.count, start < new.count, old[start].matches(new[start]) {
      sources[start] = start
      stays[start] = true
      start += 1
    }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > start, newEnd > start, old[oldEnd - 1].matches(new[newEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
      sources[newEnd] = oldEnd
      stays[newEnd] = true
    }
    middle = start..<newEnd
    pair(old, start..<oldEnd, new)
  }

  /// A key counts once in each list: a second child of the same key continues nothing and is continued by nothing.
  private mutating func pair<Action>(_ old: [Node<Action>], _ range: Range<Int>, _ new: [Node<Action>]) {
    var byKey: [String: Int] = [:]
    var unkeyed: [Int] = []
    for index in range {
      if let key = old[index].key {
        if byKey[key] == nil { byKey[key] = index }
      } else {
        unkeyed.append(index)
      }
    }
    var taken = [Bool](repeating: false, count: range.count)
    for index in middle {
      var source: Int?
      if let key = new[index].key {
        source = byKey.removeValue(forKey: key)
        if let found = source, !old[found].matches(new[index]) { source = nil }
      } else if let place = unkeyed.firstIndex(where: { old[$0].matches(new[index]) }) {
        source = unkeyed.remove(at: place)
      }
      guard let source else { continue }
      sources[index] = source
      taken[source - range.lowerBound] = true
    }
    for index in range where !taken[index - range.lowerBound] { leaving.append(index) }
  }

  /// The longest run of children whose old order is their new order stays; the fewest are moved.
  mutating func markMoves() {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: middle.count)
    for index in middle where sources[index] >= 0 {
      var low = 0
      var high = tails.count
      while low < high {
        let half = (low + high) / 2
        if sources[tails[half]] < sources[index] { low = half + 1 } else { high = half }
      }
      if low > 0 { previous[index - middle.lowerBound] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var index = tails.last ?? -1
    while index >= 0 {
      stays[index] = true
      index = previous[index - middle.lowerBound]
    }
  }
}
