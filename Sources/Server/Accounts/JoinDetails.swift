import AccountContract
import Contract
import Domain
import JSON
import Storage
import Wire

/// What a sign-up says beyond the usual, read from the names that clients use. Older clients say nothing of consent.
struct JoinDetails: Equatable, Sendable {
  var person = PersonDetails()
  var deviceToken = ""
  var consents: [Consent] = []
  /// nil where the client does not ask for it.
  var isOver14: Bool?
  var licenseNumber = ""
  var clinic = ""

  init() {}

  /// - Throws: 400 where a value is too long or holds what no text does.
  init(_ more: JSONObject) throws(APIError) {
    func text(_ name: String, most: Int = 200) throws(APIError) -> String {
      let text: String
      switch more[name] {
      case .string(let value): text = value
      case .number(let number): text = number.text
      default: return ""
      }
      guard text.utf8.count <= most * 4, text.count <= most, !text.utf8.contains(0) else { throw .badRequest }
      return text
    }
    person.name = try text("name")
    person.birthDay = try text("birthDay", most: 40)
    person.gender = try text("gender", most: 40)
    let info = [
      try text("info1", most: 1_000), try text("info2", most: 1_000), try text("info3", most: 1_000),
      try text("info4", most: 1_000), try text("info5", most: 1_000),
    ]
    person.info = info.contains { !$0.isEmpty } ? info : []
    deviceToken = try text("deviceToken", most: 512)
    licenseNumber = try text("license_number", most: 40)
    clinic = try text("clinic", most: 100)
    person.hashTags = try Self.hashTags(more["hashTags"])
    consents = try Consent.list(more["consents"])
    switch more["over14"] {
    case .bool(let flag): isOver14 = flag
    case .string("true"): isOver14 = true
    case .string("false"): isOver14 = false
    default: break
    }
  }

  /// A list, or a single one.
  private static func hashTags(_ value: JSONValue?) throws(APIError) -> [String] {
    let tags = value?.string.map { [$0] } ?? (value?.array ?? []).compactMap { $0.string }
    guard tags.count <= 50, tags.allSatisfy({ $0.utf8.count <= 400 && !$0.utf8.contains(0) }) else {
      throw .badRequest
    }
    return tags
  }
}

/// Whether somebody may have an account at all.
enum Age {
  static let least: Int64 = 14

  /// true only where a birthday can be read, in any of the usual forms, and it says so. By the calendar of Seoul.
  static func isTooYoung(birthDay: String, at now: Timestamp) -> Bool {
    let digits = birthDay.utf8.filter { (0x30...0x39).contains($0) }
    let others = birthDay.utf8.filter { !(0x30...0x39).contains($0) }
    guard digits.count == 8, others.allSatisfy({ [0x2D, 0x2E, 0x2F, 0x20].contains($0) }),
      let born = Int64(String(decoding: digits, as: UTF8.self)), born >= 19_000_000
    else { return false }
    let (month, day) = (born / 100 % 100, born % 100)
    guard (1...12).contains(month), (1...31).contains(day) else { return false }
    let today = now.adding(milliseconds: 9 * 3_600_000).iso8601.utf8.prefix(10).filter { $0 != 0x2D }
    return Int64(String(decoding: today, as: UTF8.self)).map { born + least * 10_000 > $0 } ?? false
  }
}
