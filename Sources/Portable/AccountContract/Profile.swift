import Contract
import Domain
import JSON

/// A profile: one's own with everything, or another person's as far as one may see it.
///
/// The form is that of all generations of older clients together. Their strict decoders need every text, so what was
/// never set is `""` or `[]`; only `profileImage` is left out where there is none.
public struct Profile: Equatable, Sendable {
  public var person: Person
  /// Empty in other people's profiles, as are phone number, gender and birthday.
  public var email: String
  public var phoneNumber: String
  public var role: Role
  public var name: String
  public var hashTags: [String]
  public var gender: String
  public var birthDay: String
  /// `info1` … `info5`.
  public var info: [String]

  public init(
    person: Person, email: String = "", phoneNumber: String = "", role: Role = .member, name: String = "",
    hashTags: [String] = [], gender: String = "", birthDay: String = "", info: [String] = []
  ) {
    self.person = person
    self.email = email
    self.phoneNumber = phoneNumber
    self.role = role
    self.name = name
    self.hashTags = hashTags
    self.gender = gender
    self.birthDay = birthDay
    self.info = (0..<5).map { $0 < info.count ? info[$0] : "" }
  }

  static let infoNames = ["info1", "info2", "info3", "info4", "info5"]

  static var form: APIForm<Profile> {
    typealias Schema = OpenAPI.Schema
    let fields: [OpenAPI.Field] =
      [
        Schema.text("user_id"), Schema.text("email"), Schema.text("nick"), Schema.text("profileImage").optional,
        Schema.text("phoneNum"), Schema.text("introduction"), Schema.word("role", Role.words), Schema.text("name"),
        Schema.list("hashTags", of: Schema.string), Schema.text("gender"), Schema.text("birthDay"),
      ] + infoNames.map { Schema.text($0) } + [
        Schema.list("followers", of: ["type": "object"]), Schema.list("following", of: ["type": "object"]),
        Schema.list("posts", of: Schema.string),
      ]
    return APIForm(fields) {
      $0.json
    } read: { fields throws(APIError) in
      try Profile(fields)
    }
  }

  private var json: JSONObject {
    var object: JSONObject = [
      "user_id": .string(person.id.text), "email": .string(email), "nick": .string(person.nick),
    ]
    if let image = person.profileImage { object["profileImage"] = .string(image) }
    object["phoneNum"] = .string(phoneNumber)
    object["introduction"] = .string(person.introduction)
    object["role"] = .string(role.rawValue)
    object["name"] = .string(name)
    object["hashTags"] = .array(hashTags.map { .string($0) })
    object["gender"] = .string(gender)
    object["birthDay"] = .string(birthDay)
    for index in 0..<5 { object[Self.infoNames[index]] = .string(info[index]) }
    // Nobody follows anybody here, and posts have an area of their own.
    for name in ["followers", "following", "posts"] { object[name] = [] }
    return object
  }

  private init(_ fields: BodyFields) throws(APIError) {
    let image = fields.text("profileImage") ?? ""
    var info: [String] = []
    for name in Self.infoNames { info.append(fields.text(name) ?? "") }
    self.init(
      person: Person(
        id: ID(try fields.required("user_id")), nick: fields.text("nick") ?? "",
        profileImage: image.isEmpty ? nil : image, introduction: fields.text("introduction") ?? ""),
      email: fields.text("email") ?? "", phoneNumber: fields.text("phoneNum") ?? "",
      role: Role(rawValue: fields.text("role") ?? "") ?? .member, name: fields.text("name") ?? "",
      hashTags: fields.texts("hashTags"), gender: fields.text("gender") ?? "",
      birthDay: fields.text("birthDay") ?? "", info: info)
  }
}

extension Role {
  static let words = ["patient", "doctor", "member"]
}

extension ProfileEdit {
  static var form: APIForm<ProfileEdit> {
    typealias Schema = OpenAPI.Schema
    let texts = ["nick", "phoneNum", "introduction", "profileImage", "name", "birthDay", "gender"]
    let fields =
      texts.map { Schema.text($0).optional } + [Schema.list("hashTags", of: Schema.string).optional]
      + Profile.infoNames.map { Schema.text($0).optional }
    return APIForm(fields) {
      $0.json
    } read: { fields throws(APIError) in
      ProfileEdit(fields)
    }
  }

  private var json: JSONObject {
    var object = JSONObject()
    func put(_ name: String, _ text: String?) { if let text { object[name] = .string(text) } }
    put("nick", nick)
    put("phoneNum", phoneNumber)
    put("introduction", introduction)
    put("profileImage", profileImage)
    put("name", name)
    put("birthDay", birthDay)
    put("gender", gender)
    if let hashTags { object["hashTags"] = .array(hashTags.map { .string($0) }) }
    for index in 0..<5 where index < info.count { put(Profile.infoNames[index], info[index]) }
    return object
  }

  private init(_ fields: BodyFields) {
    self.init()
    nick = fields.text("nick")
    phoneNumber = fields.text("phoneNum")
    introduction = fields.text("introduction")
    profileImage = fields.text("profileImage")
    name = fields.text("name")
    birthDay = fields.text("birthDay")
    gender = fields.text("gender")
    if fields.value("hashTags") != nil { hashTags = fields.texts("hashTags") }
    info = []
    for name in Profile.infoNames { info.append(fields.text(name)) }
  }
}
