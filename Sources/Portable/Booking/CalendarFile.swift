import Wire

/// A calendar file (RFC 5545, `text/calendar; charset=utf-8`): one appointment to be put into a calendar, or the feed
/// that a calendar asks for again and again.
///
/// All times are UTC: an appointment is an instant by the time it is made, so no time zone needs to be described, and a
/// change of the rules of a zone after that does not move it.
public struct CalendarFile: Equatable, Sendable {
  public enum Method: String, Equatable, Sendable {
    /// Here is what is so now; cancelled appointments are among it.
    case publish = "PUBLISH"
    /// This appointment is off (RFC 5546, section 3.2.5): it needs an organizer.
    case cancel = "CANCEL"
  }

  /// What made it: `-//Maru//EyeMon//KO`.
  public var product: String
  public var method: Method
  /// The calendar's name, for feeds.
  public var name: String?
  /// How often a calendar should ask for a feed (RFC 7986, section 5.7).
  public var refreshHours: Int?
  public var events: [CalendarEvent]

  public init(
    product: String, method: Method = .publish, name: String? = nil, refreshHours: Int? = nil, events: [CalendarEvent]
  ) {
    self.product = product
    self.method = method
    self.name = name
    self.refreshHours = refreshHours
    self.events = events
  }

  /// One appointment: published, or cancelled where it is off.
  public static func single(_ event: CalendarEvent, product: String) -> CalendarFile {
    CalendarFile(product: product, method: event.status == .cancelled ? .cancel : .publish, events: [event])
  }

  /// Lines of at most 75 octets that end with CRLF.
  public var text: String {
    var writer = CalendarWriter()
    writer.line("BEGIN", raw: "VCALENDAR")
    writer.line("VERSION", raw: "2.0")
    writer.line("PRODID", text: product)
    writer.line("CALSCALE", raw: "GREGORIAN")
    writer.line("METHOD", raw: method.rawValue)
    if let name {
      writer.line("NAME", text: name)
      writer.line("X-WR-CALNAME", text: name)
    }
    if let refreshHours {
      let duration = "PT" + CalendarWriter.decimal(Int64(max(refreshHours, 1))) + "H"
      writer.line("REFRESH-INTERVAL;VALUE=DURATION", raw: duration)
      writer.line("X-PUBLISHED-TTL", raw: duration)
    }
    for event in events { event.write(to: &writer) }
    writer.line("END", raw: "VCALENDAR")
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Writes content lines (RFC 5545, section 3.1).
struct CalendarWriter {
  private(set) var bytes: [UInt8] = []

  mutating func line(_ name: String, text: String) { line(name, raw: Self.escaped(text)) }

  /// Folds after at most 75 octets, never inside a character.
  mutating func line(_ name: String, raw value: String) {
    var width = 0
    for scalar in (name + ":" + value).unicodeScalars {
      let encoded = Array(String(Character(scalar)).utf8)
      if width + encoded.count > 75 {
        bytes += [0x0D, 0x0A, 0x20]
        width = 1
      }
      bytes += encoded
      width += encoded.count
    }
    bytes += [0x0D, 0x0A]
  }

  /// TEXT (section 3.3.11): control characters other than line breaks and tabs are left out.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      let wasAfterReturn = isAfterReturn
      isAfterReturn = scalar == "\r"
      switch scalar {
      case "\\", ";", ",":
        escaped.append("\\")
        escaped.append(scalar)
      case "\n" where wasAfterReturn: break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        escaped.append("\\")
        escaped.append("n")
      case "\t": escaped.append(scalar)
      default: if !isControl(scalar) { escaped.append(scalar) }
      }
    }
    return String(escaped)
  }

  /// A quoted parameter's value (section 3.2), which knows no escapes: a double quote becomes a single one.
  static func parameter(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isControl(scalar) { result.append(scalar == "\"" ? "'" : scalar) }
    return String(result)
  }

  static func oneLine(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isControl(scalar) { result.append(scalar) }
    return String(result)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  static func decimal(_ value: Int64) -> String {
    var digits: [UInt8] = []
    var rest = value.magnitude
    repeat {
      digits.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    if value < 0 { digits.append(UInt8(ascii: "-")) }
    return String(decoding: digits.reversed(), as: UTF8.self)
  }

  /// `20261201T003000Z`
  static func utc(_ instant: Timestamp) -> String {
    var bytes: [UInt8] = []
    // 2026-12-01T00:30:00.000Z
    for byte in Array(instant.iso8601.utf8).prefix(19)
    where byte != UInt8(ascii: "-") && byte != UInt8(ascii: ":") { bytes.append(byte) }
    bytes.append(UInt8(ascii: "Z"))
    return String(decoding: bytes, as: UTF8.self)
  }
}
