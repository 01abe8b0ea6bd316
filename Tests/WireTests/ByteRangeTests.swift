import Testing
import Wire

@Suite struct ByteRangeTests {
  private func parts(_ ranges: (Int64, Int64)...) -> RangeSelection {
    .parts(ranges.map { ByteRange(first: $0.0, last: $0.1) })
  }

  @Test func selectsOneRange() {
    #expect(RangeSelection("bytes=0-0", length: 100) == parts((0, 0)))
    #expect(RangeSelection("bytes=10-19", length: 100) == parts((10, 19)))
    #expect(RangeSelection("bytes=90-", length: 100) == parts((90, 99)))
    #expect(RangeSelection("bytes=-5", length: 100) == parts((95, 99)))
    #expect(RangeSelection("Bytes= 10-19\t", length: 100) == parts((10, 19)))
  }

  @Test func cutsAtTheEnd() {
    #expect(RangeSelection("bytes=90-1000", length: 100) == parts((90, 99)))
    #expect(RangeSelection("bytes=-1000", length: 100) == parts((0, 99)))
    #expect(RangeSelection("bytes=0-99999999999999999999999", length: 100) == parts((0, 99)))
  }

  @Test func keepsTheOrderThatWasAskedFor() {
    #expect(RangeSelection("bytes=50-59,0-9, ,-1", length: 100) == parts((50, 59), (0, 9), (99, 99)))
  }

  @Test func mergesWhatOverlaps() {
    #expect(RangeSelection("bytes=50-59,0-9,5-20", length: 100) == parts((0, 20), (50, 59)))
    #expect(RangeSelection("bytes=0-,0-,0-", length: 100) == parts((0, 99)))
  }

  @Test func dropsTheUnsatisfiableAmongOthers() {
    #expect(RangeSelection("bytes=200-300,5-6", length: 100) == parts((5, 6)))
  }

  @Test(arguments: ["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999-", "bytes=100-,-0"])
  func refusesWhatLiesBehindTheEnd(field: String) {
    #expect(RangeSelection(field, length: 100) == .unsatisfiable)
  }

  @Test(arguments: [
    "", "bytes", "bytes=", "bytes=,", "bytes=a-b", "bytes=1", "bytes=5-4", "bytes=--5", "bytes=1-2-3", "bytes=1-2x",
    "items=0-1", "bytes = 0-1", "bytes=+1-2", "bytes=1 -2", "bytes=-", "bytes=0x1-2", "bytes=１-2",
    "bytes=0-0,1-1,2-2,3-3,4-4,5-5,6-6,7-7,8-8", "bytes=,,,,,,,,,,,,,,,,,,,,,,,,,0-0",
  ])
  func ignoresWhatItDoesNotUnderstand(field: String) {
    #expect(RangeSelection(field, length: 100) == .whole)
  }

  @Test func nothingHasNoRange() {
    #expect(RangeSelection("bytes=0-", length: 0) == .unsatisfiable)
    #expect(RangeSelection("bytes=-5", length: 0) == .whole)
  }

  @Test func printsContentRange() {
    #expect(ByteRange(first: 5, last: 9).contentRange(of: 10) == "bytes 5-9/10")
    #expect(ByteRange(first: 5, last: 9).count == 5)
    #expect(ByteRange.unsatisfiedContentRange(of: 10) == "bytes */10")
  }
}
