extension Array {
  /// Sorted, stably. Each use of the library's own sort adds 5 KB to the browser's program; this one's work is shared.
  public func ordered(_ isBefore: (Element, Element) -> Bool) -> [Element] {
    var sorted: [Element] = []
    sorted.reserveCapacity(count)
    for place in Ordering.places(count, { isBefore(self[$0], self[$1]) }) { sorted.append(self[place]) }
    return sorted
  }
}

enum Ordering {
  /// Merge sort over places, from pairs upwards.
  @inline(never)
  static func places(_ count: Int, _ isBefore: (Int, Int) -> Bool) -> [Int] {
    var places = Array(0..<count)
    var merged = places
    var width = 1
    while width < count {
      var start = 0
      while start < count {
        let middle = min(start + width, count)
        let end = min(middle + width, count)
        var left = start
        var right = middle
        for target in start..<end {
          let takesRight = left == middle || (right < end && isBefore(places[right], places[left]))
          merged[target] = takesRight ? places[right] : places[left]
          if takesRight { right += 1 } else { left += 1 }
        }
        start = end
      }
      swap(&places, &merged)
      width *= 2
    }
    return places
  }
}
