import Contract
import Domain
import JSON

/// Whose app this is, as this browser remembers it between visits. Never a token.
public struct Member: Equatable, Sendable {
  /// What an annex is told where the person is known anew, with the hint.
  public static let changed = "member"

  public var person: Person
  public var email: String
  public var role: Role

  public init(person: Person, email: String, role: Role) {
    self.person = person
    self.email = email
    self.role = role
  }

  public init(_ answer: SessionAnswer) {
    self.init(person: answer.person, email: answer.email, role: answer.role)
  }

  /// nil for what this app did not write.
  public init?(hint: String) {
    guard let json = JSONValue.parsed(hint), let person = Person(json: json),
      let email = json.string(at: "email"), let role = json.string(at: "role").flatMap({ Role(rawValue: $0) })
    else { return nil }
    self.init(person: person, email: email, role: role)
  }

  public var hint: String {
    var object: JSONObject = [
      "user_id": .string(person.id.text), "nick": .string(person.nick), "email": .string(email),
      "role": .string(role.rawValue),
    ]
    if let image = person.profileImage { object["profileImage"] = .string(image) }
    return JSONValue.object(object).text
  }
}
