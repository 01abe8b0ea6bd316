import Testing
import Wire

@Suite struct OrderingTests {
  @Test(arguments: 0..<40) func everyLengthIsSortedStably(_ count: Int) {
    var state: UInt32 = 7
    let pairs = (0..<count).map { place -> (key: UInt32, place: Int) in
      state = state &* 1_664_525 &+ 1_013_904_223
      return ((state >> 16) % 5, place)
    }
    let sorted = pairs.ordered { $0.key < $1.key }
    #expect(sorted.map(\.key) == pairs.map(\.key).sorted())
    for (a, b) in zip(sorted, sorted.dropFirst()) where a.key == b.key { #expect(a.place < b.place) }
  }
}
