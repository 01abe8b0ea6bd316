import Wire

/// A time on a wall clock without its day: `09:30`. `24:00` ends a day.
public struct ClockTime: Hashable, Comparable, Sendable {
  /// Since midnight, 0…1440.
  public let minutes: Int

  /// nil outside a day.
  public init?(minutes: Int) {
    guard (0...1440).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  public init?(text: String) {
    var reader = DigitReader(text)
    guard let hour = reader.number(2), reader.take(":"), let minute = reader.number(2), minute < 60, reader.isAtEnd
    else { return nil }
    self.init(minutes: hour * 60 + minute)
  }

  public var text: String { twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60) }

  public static func < (a: ClockTime, b: ClockTime) -> Bool { a.minutes < b.minutes }
}

/// What calendar and wall clock show somewhere: `2026-12-01T09:30`. Which instant that is, its zone says.
public struct LocalTime: Hashable, Comparable, Sendable {
  public let date: CalendarDate
  public let clock: ClockTime

  public init(date: CalendarDate, clock: ClockTime) {
    self.date = date
    self.clock = clock
  }

  public init?(text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[10] == UInt8(ascii: "T"),
      let date = CalendarDate(wire: String(decoding: bytes[..<10], as: UTF8.self)),
      let clock = ClockTime(text: String(decoding: bytes[11...], as: UTF8.self)), clock.minutes < 1440
    else { return nil }
    self.init(date: date, clock: clock)
  }

  public var text: String { date.wireText + "T" + clock.text }

  public static func < (a: LocalTime, b: LocalTime) -> Bool {
    a.date != b.date ? a.date < b.date : a.clock < b.clock
  }
}

extension CalendarDate {
  /// Reads `2026-12-01`; nil where it is no day of the years 0 to 9999.
  public init?(wire text: String) {
    var reader = DigitReader(text)
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
      let day = reader.number(2), reader.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `2026-12-01`.
  public var wireText: String {
    let year = min(max(year, 0), 9999)
    return twoDigits(year / 100) + twoDigits(year % 100) + "-" + twoDigits(month) + "-" + twoDigits(day)
  }
}

/// - Parameter number: 0…99.
func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

struct DigitReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ text: String) { bytes = Array(text.utf8.prefix(32)) }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  mutating func number(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard offset < bytes.count, bytes[offset] &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(bytes[offset] - 0x30)
      offset += 1
    }
    return value
  }
}
