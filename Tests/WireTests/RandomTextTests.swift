import Seeded
import Testing
import Wire

/// Hostile text never traps a reader, and what a reader accepts, its writer says again.
@Suite struct RandomTextTests {
  private func texts(_ pieces: [String], count: Int, seed: UInt64) -> [String] {
    var generator = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      (0..<generator.below(14)).map { _ in pieces[generator.below(pieces.count)] }.joined()
    }
  }

  @Test func timestamps() {
    var generator = SeededRandom(seed: 11)
    let good = Array("2025-05-13T10:20:00.123+09:00".utf8)
    for _ in 0..<20_000 {
      var bytes = good
      for _ in 0...generator.below(3) {
        let place = generator.below(bytes.count)
        switch generator.below(3) {
        case 0: bytes[place] = Array("0123456789-+:.TZ ".utf8)[generator.below(17)]
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0x20...0x7F, using: &generator), at: place)
        }
      }
      guard let read = Timestamp(iso8601: String(decoding: bytes, as: UTF8.self)) else { continue }
      if Timestamp(iso8601: read.iso8601) != read, read.iso8601 > "0001", read.iso8601 < "9999" {
        Issue.record("\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  @Test func randomInstantsReadBack() {
    var generator = SeededRandom(seed: 12)
    for _ in 0..<5_000 {
      let instant = Timestamp(
        milliseconds: Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &generator))
      if Timestamp(iso8601: instant.iso8601) != instant { Issue.record("\(instant.milliseconds)") }
    }
    for _ in 0..<1_000 {
      let instant = Timestamp(milliseconds: Int64.random(in: .min ... .max, using: &generator))
      #expect(instant.iso8601.utf8.count == 24)
    }
  }

  @Test func ranges() {
    let pieces = ["bytes=", "bytes", "0", "9", "99999999999999999999", "-", ",", " ", "\t", "=", "x"]
    for text in texts(pieces, count: 20_000, seed: 13) {
      for length in [0, 1, 50, Int64.max] as [Int64] {
        guard case .parts(let ranges) = RangeSelection("bytes=" + text, length: length) else { continue }
        var sum: Int64 = 0
        for range in ranges {
          if range.first < 0 || range.last < range.first || range.last >= length { Issue.record("\(text)") }
          sum += range.count
        }
        if ranges.isEmpty || sum > length { Issue.record("\(text)") }
      }
    }
  }

  @Test func queries() {
    for text in texts(
      ["a", "&", "=", "%", "%4", "%41", "%EB%88%88", "%FF", "+", "눈", "\u{0}"], count: 20_000, seed: 14)
    {
      let query = Query(parsing: text)
      if Query(parsing: query.text) != query { Issue.record("\(text)") }
    }
  }

  @Test func headerValues() {
    for text in texts(["a", ";", "=", "\"", "\\", " ", "\t", "눈", "form-data"], count: 20_000, seed: 15) {
      let value = HeaderValue(parsing: text)
      if value.parameters.count > text.utf8.count { Issue.record("\(text)") }
    }
  }

  @Test func percentEncodedSegments() {
    for text in texts(["%", "%2F", "%EB", "%88", "a", "é", "%0"], count: 20_000, seed: 16) {
      guard let decoded = PercentEncoding.decode(segment: text) else { continue }
      if PercentEncoding.decode(segment: PercentEncoding.encode(segment: decoded)) != decoded {
        Issue.record("\(text)")
      }
    }
  }
}
