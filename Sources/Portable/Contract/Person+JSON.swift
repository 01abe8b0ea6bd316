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
    guard let object = json.object, let id = object["user_id"]?.string, !id.isEmpty else { return nil }
    let image = object["profileImage"]?.string ?? ""
    self.init(
      id: ID(id), nick: object["nick"]?.string ?? "", profileImage: image.isEmpty ? nil : image,
      introduction: object["introduction"]?.string ?? "")
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
      person: person, clinic: json["clinic"]?.string ?? "", specialty: json["specialty"]?.string ?? "")
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
    guard let person = Person(json: json), let accessToken = json["accessToken"]?.string, !accessToken.isEmpty
    else { return nil }
    self.init(
      person: person, email: json["email"]?.string ?? "",
      role: json["role"]?.string.flatMap(Role.init(rawValue:)) ?? .member, accessToken: accessToken,
      refreshToken: json["refreshToken"]?.string ?? "")
    owesConsent = json["owes_consent"]?.bool ?? false
  }
}
