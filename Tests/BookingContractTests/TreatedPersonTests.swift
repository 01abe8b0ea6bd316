import Testing
import Wire

@testable import BookingContract

@Suite struct TreatedPersonTests {
  @Test(arguments: ["하늘", "Anne-Marie O’Neil", "A", String(repeating: "가", count: 60), "이 하늘"])
  func namesAreNames(name: String) { #expect(TreatedPersonRule.isName(name)) }

  @Test(arguments: [
    "", " ", "\u{200B}", "\u{3164}", "하늘\n실명", "a\u{0}b", "a\u{202E}b", "\u{85}", String(repeating: "a", count: 61),
  ])
  func whatNobodyCanReadIsNone(name: String) { #expect(!TreatedPersonRule.isName(name)) }

  @Test func nobodyIsBornAfterTheVisit() throws {
    let start = try #require(Timestamp(iso8601: "2026-12-04T02:00:00Z"))
    func isRight(_ year: Int, _ month: Int, _ day: Int) -> Bool {
      CalendarDate(year: year, month: month, day: day).map { TreatedPersonRule.isBirthDate($0, before: start) } ?? false
    }
    #expect(isRight(1900, 1, 1) && isRight(2026, 12, 4))
    #expect(!isRight(1899, 12, 31) && !isRight(2026, 12, 6) && !isRight(2999, 1, 1))
  }
}
