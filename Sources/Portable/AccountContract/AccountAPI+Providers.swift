import Contract
import JSON
import Wire

/// What a provider gave to an app: Kakao's access token, or Apple's identity token.
public struct ProviderLogin: Equatable, Sendable {
  public var token: String
  /// For an account that is made now; else the name at the provider.
  public var nick: String?
  /// As of a sign-up, by name: `deviceToken`, `consents`, `over14`, and what a doctor adds.
  public var more: JSONObject

  public init(token: String, nick: String? = nil, more: JSONObject = [:]) {
    self.token = token
    self.nick = nick
    self.more = more
  }

  /// - Parameter name: of the token on the wire.
  static func form(_ name: String) -> APIForm<ProviderLogin> {
    typealias Schema = OpenAPI.Schema
    let more = [
      Schema.text("deviceToken").optional, Consent.field.optional, Schema.flag("over14").optional,
      Schema.text("license_number").optional, Schema.text("clinic").optional,
    ]
    return APIForm([Schema.text(name), Schema.text("nick").optional] + more) { form in
      var object: JSONObject = [name: .string(form.token)]
      if let nick = form.nick { object["nick"] = .string(nick) }
      for member in form.more.members { object[member.name] = member.value }
      return object
    } read: { fields throws(APIError) in
      let nick = fields.text("nick") ?? ""
      var form = ProviderLogin(token: try fields.required(name), nick: nick.isEmpty ? nil : nick)
      for field in more {
        if let value = fields.value(field.name), value != .null { form.more[field.name] = value }
      }
      return form
    }
  }
}

/// Which provider's page a browser goes to, and where it comes back to.
public struct ProviderWay: Equatable, Sendable {
  public var provider: String
  /// A place of the app: `settings`, `chats` …; nil: its first screen.
  public var target: String?
  /// As of `WayRemoval`.
  public var password: String

  public init(provider: String, target: String? = nil, password: String = "") {
    self.provider = provider
    self.target = target
    self.password = password
  }

  static var form: APIForm<ProviderWay> {
    typealias Schema = OpenAPI.Schema
    let fields = [Schema.text("provider").inPath, Schema.text("to").optional, Schema.text("password").optional]
    return APIForm(fields) { way in
      var object: JSONObject = ["provider": .string(way.provider)]
      if let target = way.target { object["to"] = .string(target) }
      if !way.password.isEmpty { object["password"] = .string(way.password) }
      return object
    } read: { fields throws(APIError) in
      ProviderWay(
        provider: try fields.required("provider"), target: fields.text("to"), password: fields.text("password") ?? "")
    }
  }
}

/// A provider's token that is to be linked.
public struct ProviderToken: Equatable, Sendable {
  public var token: String
  /// As of `WayRemoval`.
  public var password: String

  public init(_ token: String, password: String = "") {
    self.token = token
    self.password = password
  }

  /// - Parameter name: of the token on the wire.
  static func form(_ name: String) -> APIForm<ProviderToken> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.text(name), Schema.text("password").optional]) { link in
      var object: JSONObject = [name: .string(link.token)]
      if !link.password.isEmpty { object["password"] = .string(link.password) }
      return object
    } read: { fields throws(APIError) in
      ProviderToken(try fields.required(name), password: fields.text("password") ?? "")
    }
  }
}

extension AccountAPI {
  public static var kakaoLogin: APICall<ProviderLogin, SessionAnswer> {
    APICall(
      .post, "/v1/users/login/kakao", "kakaoLogin",
      "Signs in with an access token of Kakao; makes an account where there is none.", access: .key,
      input: ProviderLogin.form("oauthToken"), output: SessionAnswer.form, refusals: [400, 401, 402, 404, 409, 503])
  }

  public static var appleLogin: APICall<ProviderLogin, SessionAnswer> {
    APICall(
      .post, "/v1/users/login/apple", "appleLogin",
      "Signs in with an identity token of Apple; makes an account where there is none.", access: .key,
      input: ProviderLogin.form("idToken"), output: SessionAnswer.form, refusals: [400, 401, 402, 404, 409, 503])
  }

  public static var linkKakao: APICall<ProviderToken, Nothing> {
    APICall(
      .post, "/v1/me/identities/kakao", "linkKakao", "Makes Kakao another way into the caller's account.",
      input: ProviderToken.form("oauthToken"), output: .nothing, refusals: [400, 404, 409, 503])
  }

  public static var linkApple: APICall<ProviderToken, Nothing> {
    APICall(
      .post, "/v1/me/identities/apple", "linkApple", "Makes Apple another way into the caller's account.",
      input: ProviderToken.form("idToken"), output: .nothing, refusals: [400, 404, 409, 503])
  }

  /// The answer sets a cookie: the page that asks must be the browser that goes.
  public static var startLink: APICall<ProviderWay, String> {
    APICall(
      .post, "/v1/me/identities/{provider}/start", "startLink",
      "Begins linking a provider in the browser, which then opens the page at `url`.", input: ProviderWay.form,
      output: .text(OpenAPI.Schema.text("url")), refusals: [400, 404])
  }

  /// A page and no call: a browser goes there to sign in, and comes back to the app.
  /// - Parameters:
  ///   - app: its key.
  ///   - target: as of `ProviderWay`.
  public static func signInPage(app: String, provider: String, target: String? = nil) -> String {
    let path = "/v1/web/" + app + "/sign-in/" + provider
    guard let target else { return path }
    let query: Query = ["to": target]
    return path + "?" + query.text
  }
}
