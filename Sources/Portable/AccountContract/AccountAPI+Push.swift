import Contract
import Domain
import JSON
import Wire

/// How much of what was said shows on a locked screen.
public enum LockScreenLevel: String, CaseIterable, Sendable {
  /// Who, and what.
  case full
  /// Who.
  case sender
  /// Only that there is something new. The default of medical apps.
  case none
}

/// A browser's subscription (W3C Push API): where to send, and what to seal with.
public struct WebPushForm: Equatable, Sendable {
  /// `https://…`, at the browser's push service.
  public var endpoint: String
  /// The browser's public key, base64url.
  public var p256dh: String
  /// 16 bytes, base64url.
  public var auth: String

  public init(endpoint: String, p256dh: String, auth: String) {
    self.endpoint = endpoint
    self.p256dh = p256dh
    self.auth = auth
  }

  static var form: APIForm<WebPushForm> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.text("endpoint"), Schema.text("p256dh"), Schema.text("auth")]) { form in
      ["endpoint": .string(form.endpoint), "p256dh": .string(form.p256dh), "auth": .string(form.auth)]
    } read: { fields throws(APIError) in
      WebPushForm(
        endpoint: try fields.required("endpoint"), p256dh: try fields.required("p256dh"),
        auth: try fields.required("auth"))
    }
  }
}

/// What one person lets appear on the screens of others. The reference's test tool.
public struct DirectPush: Equatable, Sendable {
  public var people: [ID<Person>]
  public var title: String
  public var subtitle: String
  public var body: String

  public init(people: [ID<Person>], title: String, subtitle: String = "", body: String) {
    self.people = people
    self.title = title
    self.subtitle = subtitle
    self.body = body
  }

  /// One older client names several people, the others one.
  static var form: APIForm<DirectPush> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("user_id").optional, Schema.list("user_ids", of: Schema.string).optional, Schema.text("title"),
      Schema.text("subtitle").optional, Schema.text("body"),
    ]) { push in
      var object: JSONObject = ["title": .string(push.title), "body": .string(push.body)]
      if !push.subtitle.isEmpty { object["subtitle"] = .string(push.subtitle) }
      if push.people.count == 1 {
        object["user_id"] = .string(push.people[0].text)
      } else {
        object["user_ids"] = .array(push.people.map { .string($0.text) })
      }
      return object
    } read: { fields throws(APIError) in
      var people = fields.texts("user_ids")
      if let one = fields.text("user_id"), !one.isEmpty, !people.contains(one) { people.append(one) }
      guard !people.isEmpty else { throw .missingValue }
      return DirectPush(
        people: people.map { ID($0) }, title: try fields.required("title"), subtitle: fields.text("subtitle") ?? "",
        body: try fields.required("body"))
    }
  }
}

extension AccountAPI {
  /// The token under which Apple's or Google's push service knows this device. It belongs to the session of the call.
  public static var deviceToken: APICall<String, Nothing> {
    APICall(
      .put, "/v1/users/deviceToken", "deviceToken", "The push token of this device, for the session of the call.",
      input: .text(OpenAPI.Schema.text("deviceToken")), output: .nothing)
  }

  /// The server's own key (RFC 8292), with which a browser subscribes: base64url.
  public static var pushKey: APICall<Nothing, String> {
    APICall(
      .get, "/v1/push/key", "pushKey", "The key that a browser subscribes with.", access: .key, input: .nothing,
      output: .text(OpenAPI.Schema.text("key")))
  }

  /// The subscription of the session of the call; another one of it is replaced.
  public static var subscribe: APICall<WebPushForm, Nothing> {
    APICall(
      .put, "/v1/me/push", "subscribePush", "The push subscription of this browser, for the session of the call.",
      input: WebPushForm.form, output: .nothing)
  }

  public static var unsubscribe: APICall<Nothing, Nothing> {
    APICall(
      .delete, "/v1/me/push", "unsubscribePush", "No pushes to the session of the call any more.", input: .nothing,
      output: .nothing)
  }

  public static var notificationSettings: APICall<Nothing, LockScreenLevel> {
    APICall(
      .get, "/v1/me/notification-settings", "notificationSettings", "How much shows on a locked screen.",
      input: .nothing, output: levelForm)
  }

  public static var setNotificationSettings: APICall<LockScreenLevel, LockScreenLevel> {
    APICall(
      .put, "/v1/me/notification-settings", "setNotificationSettings", "Chooses how much shows on a locked screen.",
      input: levelForm, output: levelForm)
  }

  public static var directPush: APICall<DirectPush, Nothing> {
    APICall(
      .post, "/v1/notifications/push", "directPush", "A push to people of one's own rooms.", input: DirectPush.form,
      output: .nothing, refusals: [404, 429])
  }

  private static var levelForm: APIForm<LockScreenLevel> {
    let field = OpenAPI.Schema.word("level", LockScreenLevel.allCases.map { $0.rawValue })
    return APIForm([field]) { level in
      ["level": .string(level.rawValue)]
    } read: { fields throws(APIError) in
      guard let level = LockScreenLevel(rawValue: try fields.required("level")) else { throw .badRequest }
      return level
    }
  }
}
