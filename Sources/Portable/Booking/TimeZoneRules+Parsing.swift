extension TimeZoneRules {
  /// Reads a compiled zone (RFC 8536) of version 2 or later; its part for readers of 32-bit times is passed over. Zones
  /// that count leap seconds are refused: the instants of this server do not.
  public init(tzif bytes: [UInt8]) throws(BookingError) {
    // The largest zone of the tz database has less than 4 KB.
    guard bytes.count <= 1 << 16 else { throw .zoneFile }
    var reader = Reader(bytes: bytes)
    guard let short = reader.header(), short.version >= UInt8(ascii: "2"), reader.skip(short.length(timeSize: 4)),
      let long = reader.header(), long.isSound, let block = reader.block(long), let footer = reader.footer()
    else { throw .zoneFile }
    var rule: PosixRule?
    if !footer.isEmpty {
      rule = PosixRule(footer)
      if rule == nil { throw .zoneFile }
    }
    self.init(types: block.types, changes: block.changes, footer: rule)
  }

  private struct Header {
    var version: UInt8
    var utCount: Int64
    var standardCount: Int64
    var leapCount: Int64
    var timeCount: Int64
    var typeCount: Int64
    var nameLength: Int64

    func length(timeSize: Int64) -> Int64 {
      timeCount * (timeSize + 1) + typeCount * 6 + nameLength + leapCount * (timeSize + 4) + standardCount + utCount
    }

    var isSound: Bool {
      typeCount > 0 && typeCount <= 256 && nameLength > 0 && leapCount == 0
        && (utCount == 0 || utCount == typeCount) && (standardCount == 0 || standardCount == typeCount)
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    mutating func header() -> Header? {
      guard bytes.count - place >= 44, bytes[place..<place + 4].elementsEqual([0x54, 0x5A, 0x69, 0x66]) else {
        return nil
      }
      let version = bytes[place + 4]
      place += 20
      let counts = (0..<6).map { _ in integer(4) & 0xFFFF_FFFF }
      return Header(
        version: version, utCount: counts[0], standardCount: counts[1], leapCount: counts[2], timeCount: counts[3],
        typeCount: counts[4], nameLength: counts[5])
    }

    mutating func skip(_ count: Int64) -> Bool {
      guard count <= Int64(bytes.count - place) else { return false }
      place += Int(count)
      return true
    }

    /// Big-endian, two's complement; there are enough bytes.
    private mutating func integer(_ size: Int) -> Int64 {
      var value: Int64 = bytes[place] < 0x80 ? 0 : -1
      for byte in bytes[place..<place + size] { value = value << 8 | Int64(byte) }
      place += size
      return value
    }

    mutating func block(_ header: Header) -> (types: [LocalType], changes: [Change])? {
      let start = place
      guard skip(header.length(timeSize: 8)) else { return nil }
      let end = place
      place = start
      let times = (0..<Int(header.timeCount)).map { _ in integer(8) }
      let indices = bytes[place..<place + times.count].map { Int($0) }
      place += times.count
      var types: [LocalType] = []
      let names = place + Int(header.typeCount) * 6
      let namesEnd = names + Int(header.nameLength)
      for _ in 0..<header.typeCount {
        guard let type = localType(bytes[names..<namesEnd]) else { return nil }
        types.append(type)
      }
      place = end
      var changes: [Change] = []
      for (at, type) in zip(times, indices) {
        guard type < types.count, changes.last.map({ $0.at < at }) ?? true else { return nil }
        changes.append(Change(at: at, type: type))
      }
      return (types, changes)
    }

    private mutating func localType(_ names: ArraySlice<UInt8>) -> LocalType? {
      let offset = integer(4)
      let isSummer = bytes[place]
      let name = names.dropFirst(Int(bytes[place + 1]))
      place += 2
      // RFC 8536, section 3.2: more than -25 hours and less than 26.
      guard offset > -90_000, offset < 93_600, isSummer < 2, let length = name.firstIndex(of: 0) else { return nil }
      return LocalType(
        offset: offset, isSummer: isSummer == 1, name: String(decoding: name[..<length], as: UTF8.self))
    }

    /// Between two line feeds, to the end of the file.
    func footer() -> ArraySlice<UInt8>? {
      let rest = bytes[place...]
      guard rest.count >= 2, rest.first == 0x0A, rest.last == 0x0A else { return nil }
      let text = rest.dropFirst().dropLast()
      return text.contains(0x0A) ? nil : text
    }
  }
}
