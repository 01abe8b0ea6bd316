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

  /// A child who says that a guardian has consented.
  var hasGuardian: Bool { consents.contains(guardian: true) }

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
