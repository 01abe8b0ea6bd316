/// An instant, in milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

  /// Stops at the ends of the range instead of overflowing.
  public func adding(milliseconds delta: Int64) -> Timestamp {
    let (sum, overflows) = milliseconds.addingReportingOverflow(delta)
    return Timestamp(milliseconds: overflows ? (delta < 0 ? .min : .max) : sum)
  }
}

extension Timestamp {
  /// Reads ISO 8601 in the forms that clients send: with or without fraction (any number of digits, cut to
  /// milliseconds), `Z`, `+0900`, `+09:00` or `+09`. nil for anything else.
  public init?(iso8601 text: String) {
    var reader = ISO8601Reader(bytes: Array(text.utf8))
    guard let milliseconds = reader.read() else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// `2025-05-13T10:20:00.000Z`: UTC, always with milliseconds. Instants outside the years 0 to 9999 print as the
  /// nearest one inside, so that every text can be read back.
  public var iso8601: String {
    let time = CivilTime(millisecondsSinceEpoch: min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    func append(_ value: Int, digits: Int, _ end: Unicode.Scalar) {
      var power = digits == 4 ? 1000 : digits == 3 ? 100 : 10
      while power > 0 {
        bytes.append(0x30 + UInt8(truncatingIfNeeded: value / power % 10))
        power /= 10
      }
      bytes.append(UInt8(ascii: end))
    }
    append(time.date.year, digits: 4, "-")
    append(time.date.month, digits: 2, "-")
    append(time.date.day, digits: 2, "T")
    append(time.hour, digits: 2, ":")
    append(time.minute, digits: 2, ":")
    append(time.second, digits: 2, ".")
    append(time.millisecond, digits: 3, "Z")
    return String(decoding: bytes, as: UTF8.self)
  }
}

private struct ISO8601Reader {
  let bytes: [UInt8]
  var offset = 0

  /// Milliseconds since the epoch.
  mutating func read() -> Int64? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2), take("T"),
      let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2),
      let date = CalendarDate(year: year, month: month, day: day), hour < 24, minute < 60, second < 60,
      let millisecond = fraction(), let east = zone(), offset == bytes.count
    else { return nil }
    let seconds = Int64(hour * 3600 + minute * 60 + second)
    return (date.daysSinceEpoch * 86_400 + seconds - Int64(east) * 60) * 1000 + Int64(millisecond)
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  private mutating func digit() -> Int? {
    guard offset < bytes.count, bytes[offset] &- 0x30 < 10 else { return nil }
    offset += 1
    return Int(bytes[offset - 1] - 0x30)
  }

  private mutating func number(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  private mutating func fraction() -> Int? {
    guard take(".") else { return 0 }
    guard var value = digit() else { return nil }
    value = value * 10 + (digit() ?? 0)
    value = value * 10 + (digit() ?? 0)
    while digit() != nil {}
    return value
  }

  /// Minutes east of UTC.
  private mutating func zone() -> Int? {
    if take("Z") { return 0 }
    let west = take("-")
    guard west || take("+"), let hours = number(2), hours < 24 else { return nil }
    if offset == bytes.count { return west ? -hours * 60 : hours * 60 }
    _ = take(":")
    guard let minutes = number(2), minutes < 60 else { return nil }
    let total = hours * 60 + minutes
    return west ? -total : total
  }
}
