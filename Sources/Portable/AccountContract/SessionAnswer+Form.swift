import Contract
import Domain
import JSON

extension SessionAnswer {
  /// What every sign-in is answered with.
  static var form: APIForm<SessionAnswer> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("user_id"), Schema.text("email"), Schema.text("nick"), Schema.text("profileImage").optional,
      Schema.text("introduction"), Schema.word("role", ["patient", "doctor", "member"]), Schema.text("accessToken"),
      Schema.text("refreshToken"), Schema.flag("owes_consent").optional,
    ]) { answer in
      answer.json.object ?? [:]
    } read: { fields throws(APIError) in
      let person = Person(
        id: ID(try fields.required("user_id")), nick: fields.text("nick") ?? "",
        profileImage: fields.text("profileImage"), introduction: fields.text("introduction") ?? "")
      var answer = SessionAnswer(
        person: person, email: fields.text("email") ?? "",
        role: fields.text("role").flatMap { Role(rawValue: $0) } ?? .member,
        accessToken: try fields.required("accessToken"), refreshToken: fields.text("refreshToken") ?? "")
      answer.owesConsent = (try? fields.flag("owes_consent")) ?? false
      return answer
    }
  }
}
