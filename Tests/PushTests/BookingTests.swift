import AccountContract
import Domain
import Storage
import Testing
import Wire

@testable import Push

struct BookingTests {
  private func told(_ world: World, _ name: String, _ news: String) -> BookingTold {
    BookingTold(
      name: name, person: world.doctor, other: world.patient, otherName: "정민지", news: news, local: "2026-12-01T09:30",
      target: "/reservations/r1")
  }

  @Test func nobodyIsToldTheSameTwice() async throws {
    let world = try await World()
    for _ in 0..<3 { try await world.pushes.tell(told(world, "1.2.soon", "soon")) }
    try await world.pushes.tell(told(world, "1.3.soon", "soon"))
    #expect(world.told.entries.map(\.unread) == [1, 2])
    let notice = world.told.entries[0].notice
    #expect(notice.title == "1시간 뒤 진료가 시작됩니다" && notice.body == "12월 1일 09:30 · 정민지")
    #expect(notice.target == "/reservations/r1" && notice.kind == .system)
  }

  /// Whoever is elsewhere has another clock; a doctor reads the clinic's own.
  @Test func aTimeSaysWhereItIs() async throws {
    let world = try await World()
    var bodies: [String] = []
    for (zone, language) in [
      ("Asia/Seoul", "ko"), ("Asia/Seoul", "en"), ("America/New_York", "ko"), ("America/New_York", "en"),
      ("Asia/Tokyo", "ja"), ("", "ko"),
    ] {
      var soon = told(world, zone + language, "soon")
      soon.zone = zone
      try await world.pushes.tell(soon)
      let page = try await world.pushes.notices(NoticeQuery(), of: world.doctor, language: language)
      bodies.append(try #require(page.notices.first).body)
    }
    let known = ["12월 1일 09:30 (한국 시간) · 정민지", "2026-12-01 09:30 (Korea time) · 정민지"]
    let others = ["12월 1일 09:30 (New York 시간) · 정민지", "2026-12-01 09:30 (New York time) · 정민지"]
    #expect(bodies == known + others + ["12月1日 09:30 (日本時間) · 정민지"] + ["12월 1일 09:30 · 정민지"])
  }

  /// On the locked screen nothing of a treatment shows, until somebody chooses.
  @Test func aPushShowsWhatItsPersonAllows() async throws {
    let world = try await World()
    try await world.pushes.tell(told(world, "1", "confirmed"))
    try await world.pushes.setLevel(.full, of: world.doctor)
    try await world.deliver()
    try await world.pushes.setLevel(.none, of: world.doctor)
    try await world.pushes.tell(told(world, "2", "confirmed"))
    try await world.deliver()
    #expect(world.sent.entries.map(\.push.title) == ["예약이 확정되었습니다", "EyeMon Doctor"])
    #expect(world.sent.entries.map(\.push.target) == ["/reservations/r1", "/reservations/r1"])
    #expect(world.sent.entries.last?.push.body.contains("정민지") == false)
  }

  @Test(arguments: ["ko", "en", "ja", "xx"])
  func everyNewsHasWords(language: String) async throws {
    let world = try await World()
    let all = [
      "requested", "confirmed", "declined", "cancelled", "moved", "expired", "offered", "tomorrow", "today", "soon",
      "?",
    ]
    var titles: Set<String> = []
    for news in all {
      var row = told(world, news, news)
      row.local = news == "?" ? "nonsense" : row.local
      try await world.pushes.tell(row)
      let page = try await world.pushes.notices(NoticeQuery(), of: world.doctor, language: language)
      titles.insert(try #require(page.notices.first).title)
    }
    #expect(titles.count == all.count && !titles.contains(""))
  }
}
