import Foundation
import Seeded
import Testing
import Wire

@testable import Booking

/// The files in `Fixtures` are what other programs are given to read (`Tests/Interop/test_calendar_files.py`).
@Suite struct CalendarFileTests {
  static let event = CalendarEvent(
    uid: "reservation-5f0c1e2d@maru.example", sequence: 2, stamp: instant("2026-11-30T12:00:00.500Z"),
    start: instant("2026-12-01T00:30:00Z"), end: instant("2026-12-01T01:00:00Z"), status: .confirmed,
    summary: "김지은 원장 진료; 눈이 침침함, 두통", details: "서울안과의원\n\"다음\" 진료\\예약 😀",
    place: "서울특별시 강남구 테헤란로 1길 23, 4층 (역삼동, 마루빌딩) 서울안과의원 접수처 앞 대기실",
    url: "https://maru.example/eyemon/reservations/5f0c1e2d",
    organizer: .init(name: "김지은 \"원장\", 서울안과", address: "no-reply@maru.example"), alarms: [1440, 60])

  static var cancelled: CalendarEvent {
    var event = event
    event.sequence = 3
    event.status = .cancelled
    return event
  }

  static var feed: CalendarFile {
    var second = event
    second.uid = "reservation-77@maru.example"
    second.status = .tentative
    return CalendarFile(
      product: "-//Maru//EyeMon//KO", name: "EyeMon 진료 예약", refreshHours: 1, events: [cancelled, second])
  }

  @Test(arguments: [
    ("calendar-single", CalendarFile.single(event, product: "-//Maru//EyeMon//KO")),
    ("calendar-cancelled", CalendarFile.single(cancelled, product: "-//Maru//EyeMon//KO")),
    ("calendar-feed", feed),
  ])
  func filesAreAsKept(name: String, file: CalendarFile) throws {
    let kept = Fixtures.folder.appending(path: name + ".ics")
    if ProcessInfo.processInfo.environment["MARU_KEEP_FIXTURES"] != nil { try Data(file.text.utf8).write(to: kept) }
    #expect(file.text == String(decoding: try Data(contentsOf: kept), as: UTF8.self))
  }

  @Test func linesAreShortAndEndWithCRLF() {
    let text = Self.feed.text
    #expect(text.utf8.suffix(2).elementsEqual([0x0D, 0x0A]))
    for line in text.components(separatedBy: "\r\n") {
      #expect(line.utf8.count <= 75)
      #expect(!line.unicodeScalars.contains { $0 == "\n" || $0 == "\r" })
    }
  }

  @Test func foldingKeepsEveryCharacter() {
    for seed in UInt64(0)..<300 {
      var random = SeededRandom(seed: seed)
      let letters = Array("aé가😀;,\\ ".unicodeScalars)
      var view = String.UnicodeScalarView()
      for _ in 0..<random.below(200) { view.append(letters[random.below(letters.count)]) }
      var writer = CalendarWriter()
      writer.line("X", raw: String(view))
      let text = String(decoding: writer.bytes, as: UTF8.self)
      #expect(text.replacing("\r\n ", with: "") == "X:" + String(view) + "\r\n")
      #expect(text.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    }
  }

  @Test func textCannotLeaveItsLine() {
    #expect(CalendarWriter.escaped("a\r\nb\nc\rd\u{2028}e") == "a\\nb\\nc\\nd\\ne")
    #expect(CalendarWriter.escaped("a;b,c\\d\u{0}\u{7F}\te") == "a\\;b\\,c\\\\d\te")
    #expect(CalendarWriter.parameter("a\"b\r\nc;d") == "a'bc;d")
    var event = Self.event
    event.url = "https://a\r\nATTENDEE:mailto:x@y"
    event.uid = "x\r\nSTATUS:CANCELLED"
    event.organizer?.address = "a@b\r\nX:Y"
    let file = CalendarFile.single(event, product: "p\nq")
    let lines = file.text.components(separatedBy: "\r\n")
    #expect(!lines.contains { $0.hasPrefix("ATTENDEE") || $0.hasPrefix("X:") || $0 == "STATUS:CANCELLED" })
  }

  @Test func numbersAreInRange() {
    var event = Self.event
    event.sequence = -5
    #expect(CalendarFile.single(event, product: "p").text.contains("\r\nSEQUENCE:0\r\n"))
    event.sequence = .max
    #expect(CalendarFile.single(event, product: "p").text.contains("\r\nSEQUENCE:2147483647\r\n"))
    #expect(CalendarWriter.decimal(.min) == "-9223372036854775808")
  }
}
