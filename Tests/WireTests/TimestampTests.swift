import Testing
import Wire

@Suite struct TimestampTests {
  @Test(
    arguments: [
      ("2025-05-13T10:20:00.000Z", 1_747_131_600_000), ("2025-05-13T10:20:00Z", 1_747_131_600_000),
      ("2025-05-13T19:20:00.5+0900", 1_747_131_600_500), ("2025-05-13T19:20:00.123456+09:00", 1_747_131_600_123),
      ("2025-05-13T19:20:00+09", 1_747_131_600_000), ("2025-05-13T10:20:00.01+0000", 1_747_131_600_010),
      ("2025-05-13T05:50:00-0430", 1_747_131_600_000), ("1969-12-31T23:59:59.999Z", -1),
      ("0000-01-01T00:00:00Z", -62_167_219_200_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
      ("2024-02-29T00:00:00Z", 1_709_164_800_000), ("2000-02-29T00:00:00Z", 951_782_400_000),
    ] as [(String, Int64)])
  func readsEveryFormThatClientsSend(text: String, milliseconds: Int64) {
    #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2025-05-13", "2025-05-13T10:20:00", "2025-05-13 10:20:00Z", "2025-5-13T10:20:00Z", "2025-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2025-13-01T00:00:00Z", "2025-00-01T00:00:00Z", "2025-04-31T00:00:00Z",
    "2025-01-00T00:00:00Z", "2025-01-01T24:00:00Z", "2025-01-01T00:60:00Z", "2025-01-01T00:00:60Z",
    "2025-01-01T00:00:00.Z", "2025-01-01T00:00:00.1", "2025-01-01T00:00:00+24", "2025-01-01T00:00:00+0060",
    "2025-01-01T00:00:00+9", "2025-01-01T00:00:00+09:", "2025-01-01T00:00:00+09000", "2025-01-01T00:00:00ZZ",
    "2025-01-01T00:00:00Z ", "+2025-01-01T00:00:00Z", "2025-01-01t00:00:00z", "２０２５-01-01T00:00:00Z",
    "-025-01-01T00:00:00Z", "2025-01-01T00:00:00.000",
  ])
  func refusesAllElse(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test(arguments: [0, 1, -1, 999, 1000, 1_747_131_600_000, -62_167_219_200_000, 253_402_300_799_999] as [Int64])
  func printedTextReadsBack(milliseconds: Int64) {
    let instant = Timestamp(milliseconds: milliseconds)
    #expect(Timestamp(iso8601: instant.iso8601) == instant)
  }

  @Test func printsMillisecondsAlways() {
    #expect(Timestamp(milliseconds: 0).iso8601 == "1970-01-01T00:00:00.000Z")
    #expect(Timestamp(milliseconds: 1_747_131_600_007).iso8601 == "2025-05-13T10:20:00.007Z")
  }

  @Test func printsTheNearestYearOutsideOfFourDigits() {
    #expect(Timestamp(milliseconds: .max).iso8601 == "9999-12-31T23:59:59.999Z")
    #expect(Timestamp(milliseconds: .min).iso8601 == "0000-01-01T00:00:00.000Z")
  }

  @Test func addingStopsAtTheEnds() {
    #expect(Timestamp(milliseconds: .max).adding(milliseconds: 1).milliseconds == .max)
    #expect(Timestamp(milliseconds: .min).adding(milliseconds: -1).milliseconds == .min)
    #expect(Timestamp(milliseconds: 5).adding(milliseconds: -7).milliseconds == -2)
  }
}
