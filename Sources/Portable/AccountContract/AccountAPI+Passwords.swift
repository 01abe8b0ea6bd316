import Contract
import JSON
import Wire

public struct PasswordChange: Equatable, Sendable {
  public var password: String
  public var newPassword: String

  public init(password: String, newPassword: String) {
    self.password = password
    self.newPassword = newPassword
  }

  static var form: APIForm<PasswordChange> {
    APIForm([OpenAPI.Schema.text("password"), OpenAPI.Schema.text("new_password")]) { form in
      ["password": .string(form.password), "new_password": .string(form.newPassword)]
    } read: { fields throws(APIError) in
      PasswordChange(password: try fields.required("password"), newPassword: try fields.required("new_password"))
    }
  }
}

/// A new password for whoever reads the mail of an address.
public struct PasswordReset: Equatable, Sendable {
  public var email: String
  public var code: String
  public var newPassword: String

  public init(email: String, code: String, newPassword: String) {
    self.email = email
    self.code = code
    self.newPassword = newPassword
  }

  static var form: APIForm<PasswordReset> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.text("email"), Schema.text("code"), Schema.text("new_password")]) { form in
      ["email": .string(form.email), "code": .string(form.code), "new_password": .string(form.newPassword)]
    } read: { fields throws(APIError) in
      PasswordReset(
        email: try fields.required("email"), code: try fields.required("code"),
        newPassword: try fields.required("new_password"))
    }
  }
}

/// An address that is to become the caller's. The password is not needed for the present address, nor by somebody who
/// has none: then the sign-in must be fresh.
public struct EmailCodeRequest: Equatable, Sendable {
  public var email: String
  public var password: String

  public init(email: String, password: String = "") {
    self.email = email
    self.password = password
  }

  static var form: APIForm<EmailCodeRequest> {
    APIForm([OpenAPI.Schema.text("email"), OpenAPI.Schema.text("password").optional]) { form in
      ["email": .string(form.email), "password": .string(form.password)]
    } read: { fields throws(APIError) in
      EmailCodeRequest(email: try fields.required("email"), password: fields.text("password") ?? "")
    }
  }
}

/// An address or a number, and the code that was sent there.
public struct CodeProof: Equatable, Sendable {
  public var subject: String
  public var code: String
  /// Where it is asked for together with the code.
  public var password: String

  public init(subject: String, code: String, password: String = "") {
    self.subject = subject
    self.code = code
    self.password = password
  }

  /// - Parameter name: of the subject on the wire: `email` or `phone`.
  static func form(_ name: String, withPassword: Bool = false) -> APIForm<CodeProof> {
    typealias Schema = OpenAPI.Schema
    let password = withPassword ? [Schema.text("password").optional] : []
    return APIForm<CodeProof>([Schema.text(name), Schema.text("code")] + password) { proof in
      var object: JSONObject = [name: .string(proof.subject), "code": .string(proof.code)]
      if !proof.password.isEmpty { object["password"] = .string(proof.password) }
      return object
    } read: { fields throws(APIError) in
      CodeProof(
        subject: try fields.required(name), code: try fields.required("code"),
        password: fields.text("password") ?? "")
    }
  }
}

extension AccountAPI {
  public static var changePassword: APICall<PasswordChange, Nothing> {
    APICall(
      .put, "/v1/me/password", "changePassword", "Changes the password and ends the caller's other sessions.",
      input: PasswordChange.form, output: .nothing, refusals: [400, 409])
  }

  /// The answer, and the time it takes, do not tell whether somebody has the address.
  public static var requestReset: APICall<String, CodeSent> {
    APICall(
      .post, "/v1/account/reset", "requestReset", "Mails a code to reset the password, if somebody has the address.",
      access: .key, input: .text(OpenAPI.Schema.text("email")), output: CodeSent.form, refusals: [400])
  }

  public static var confirmReset: APICall<PasswordReset, Nothing> {
    APICall(
      .post, "/v1/account/reset/confirm", "confirmReset", "Sets a new password and ends every session.",
      access: .key, input: PasswordReset.form, output: .nothing, refusals: [400])
  }

  public static var sendEmailCode: APICall<EmailCodeRequest, CodeSent> {
    APICall(
      .post, "/v1/me/email/code", "sendEmailCode", "Mails a code to an address that is, or is to become, the caller's.",
      input: EmailCodeRequest.form, output: CodeSent.form, refusals: [400, 409])
  }

  public static var setEmail: APICall<CodeProof, Nothing> {
    APICall(
      .put, "/v1/me/email", "setEmail", "Changes or confirms the caller's address.", input: CodeProof.form("email"),
      output: .nothing, refusals: [400, 409])
  }
}
