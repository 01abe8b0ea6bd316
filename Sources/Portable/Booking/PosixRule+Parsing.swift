extension PosixRule {
  /// nil for what is no such rule. A summer without its dates is none: nobody agrees on what they would be.
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = Reader(bytes: Array(bytes))
    guard let name = reader.name(), let west = reader.clock(hours: 24) else { return nil }
    standard = LocalType(offset: -west, isSummer: false, name: name)
    if reader.isAtEnd { return }
    guard let summerName = reader.name() else { return nil }
    var east = -west + 3600
    if reader.next != UInt8(ascii: ",") {
      guard let west = reader.clock(hours: 24) else { return nil }
      east = -west
    }
    guard reader.take(","), let start = reader.change(), reader.take(","), let end = reader.change(), reader.isAtEnd
    else { return nil }
    summer = Summer(type: LocalType(offset: east, isSummer: true, name: summerName), start: start, end: end)
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    var isAtEnd: Bool { place == bytes.count }
    var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard next == UInt8(ascii: scalar) else { return false }
      place += 1
      return true
    }

    /// `PST` or `<+0845>`; at least three characters.
    mutating func name() -> String? {
      let isQuoted = take("<")
      let start = place
      while let byte = next, Self.isName(byte, isQuoted) { place += 1 }
      let name = bytes[start..<place]
      guard (3...16).contains(name.count), !isQuoted || take(">") else { return nil }
      return String(decoding: name, as: UTF8.self)
    }

    private static func isName(_ byte: UInt8, _ isQuoted: Bool) -> Bool {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A: true
      case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"): isQuoted
      default: false
      }
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let start = place
      while let byte = next, byte &- 0x30 < 10, place - start < 3 { place += 1 }
      guard let value = Digits.number(bytes[start..<place]), range.contains(value) else { return nil }
      return value
    }

    /// Seconds: `[+-]hh[:mm[:ss]]`.
    mutating func clock(hours: Int) -> Int64? {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      guard let hour = number(0...hours) else { return nil }
      var seconds = Int64(hour) * 3600
      if take(":") {
        guard let minute = number(0...59) else { return nil }
        seconds += Int64(minute) * 60
        if take(":") {
          guard let second = number(0...59) else { return nil }
          seconds += Int64(second)
        }
      }
      return isNegative ? -seconds : seconds
    }

    mutating func change() -> Change? {
      guard let day = day() else { return nil }
      guard take("/") else { return Change(day: day) }
      guard let seconds = clock(hours: 167) else { return nil }
      return Change(day: day, seconds: seconds)
    }

    private mutating func day() -> Day? {
      if take("J") { return number(1...365).map { .julian($0) } }
      guard take("M") else { return number(0...365).map { .zeroBased($0) } }
      guard let month = number(1...12), take("."), let week = number(1...5), take("."), let day = number(0...6) else {
        return nil
      }
      return .weekday(month: month, week: week, day: day)
    }
  }
}
