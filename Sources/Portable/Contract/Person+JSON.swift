import Domain
import JSON

extension Person {
  /// `name` and `hashTags` are always empty: some older clients need them to be there.
  public var json: JSONValue {
    var object = shortJSON
    object["name"] = ""
    object["hashTags"] = []
    return .object(object)
  }

  var shortJSON: JSONObject {
    var object: JSONObject = ["user_id": .string(id.text), "nick": .string(nick)]
    if let profileImage { object["profileImage"] = .string(profileImage) }
    object["introduction"] = .string(introduction)
    return object
  }

  /// nil without `user_id`; all else may be missing.
  public init?(json: JSONValue) {
    guard let object = json.object, let id = object.string(at: "user_id"), !id.isEmpty else { return nil }
    let image = object.string(at: "profileImage") ?? ""
    self.init(
      id: ID(id), nick: object.string(at: "nick") ?? "", profileImage: image.isEmpty ? nil : image,
      introduction: object.string(at: "introduction") ?? "")
  }
}

extension Doctor {
  public var json: JSONValue {
    var object = person.shortJSON
    object["clinic"] = .string(clinic)
    object["specialty"] = .string(specialty)
    return .object(object)
  }

  public init?(json: JSONValue) {
    guard let person = Person(json: json) else { return nil }
    self.init(
      person: person, clinic: json.string(at: "clinic") ?? "", specialty: json.string(at: "specialty") ?? "")
  }
}

extension SessionAnswer {
  public var json: JSONValue {
    var object: JSONObject = [
      "user_id": .string(person.id.text), "email": .string(email), "nick": .string(person.nick),
    ]
    if let image = person.profileImage { object["profileImage"] = .string(image) }
    object["introduction"] = .string(person.introduction)
    object["role"] = .string(role.rawValue)
    object["accessToken"] = .string(accessToken)
    object["refreshToken"] = .string(refreshToken)
    if owesConsent { object["owes_consent"] = true }
    return .object(object)
  }

  /// nil without a person or an access token.
  public init?(json: JSONValue) {
    guard let person = Person(json: json), let accessToken = json.string(at: "accessToken"), !accessToken.isEmpty
    else { return nil }
    self.init(
      person: person, email: json.string(at: "email") ?? "",
      role: json.string(at: "role").flatMap(Role.init(rawValue:)) ?? .member, accessToken: accessToken,
      refreshToken: json.string(at: "refreshToken") ?? "")
    owesConsent = json.bool(at: "owes_consent") ?? false
  }
}
