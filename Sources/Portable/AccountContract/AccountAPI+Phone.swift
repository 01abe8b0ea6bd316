import Contract
import JSON
import Wire

/// What comes with the code of a number: signing in, or also signing up.
public struct PhoneLogin: Equatable, Sendable {
  public var phone: String
  public var code: String
  /// For a number that nobody has; nil asks whether somebody has it.
  public var nick: String?
  /// As of a sign-up, by name: `consents`, `over14`, and what a doctor adds.
  public var more: JSONObject

  public init(phone: String, code: String, nick: String? = nil, more: JSONObject = [:]) {
    self.phone = phone
    self.code = code
    self.nick = nick
    self.more = more
  }

  static var form: APIForm<PhoneLogin> {
    typealias Schema = OpenAPI.Schema
    let more = [
      Consent.field.optional, Schema.flag("over14").optional, Schema.text("license_number").optional,
      Schema.text("clinic").optional, Schema.text("deviceToken").optional,
    ]
    return APIForm([Schema.text("phone"), Schema.text("code"), Schema.text("nick").optional] + more) { form in
      var object: JSONObject = ["phone": .string(form.phone), "code": .string(form.code)]
      if let nick = form.nick { object["nick"] = .string(nick) }
      for member in form.more.members { object[member.name] = member.value }
      return object
    } read: { fields throws(APIError) in
      let nick = fields.text("nick") ?? ""
      var form = PhoneLogin(
        phone: try fields.required("phone"), code: try fields.required("code"), nick: nick.isEmpty ? nil : nick)
      for field in more {
        if let value = fields.value(field.name), value != .null { form.more[field.name] = value }
      }
      return form
    }
  }
}

extension AccountAPI {
  public static var sendPhoneCode: APICall<String, CodeSent> {
    APICall(
      .post, "/v1/account/phone/code", "sendPhoneCode", "Sends a code to a mobile number, whoever has it.",
      access: .key, input: .text(OpenAPI.Schema.text("phone")), output: CodeSent.form, refusals: [400, 404])
  }

  public static var phoneLogin: APICall<PhoneLogin, SessionAnswer> {
    APICall(
      .post, "/v1/account/phone/login", "phoneLogin",
      "Signs in by the code of a number; with a nick, signs up where nobody has it.", access: .key,
      input: PhoneLogin.form, output: SessionAnswer.form, refusals: [400, 401, 402, 404])
  }

  public static var linkPhone: APICall<CodeProof, Nothing> {
    APICall(
      .put, "/v1/me/phone", "linkPhone", "Makes a number another way into the caller's account.",
      input: CodeProof.form("phone", withPassword: true), output: .nothing, refusals: [400, 404, 409])
  }
}
