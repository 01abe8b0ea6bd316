import Contract
import JSON
import Wire

/// Which ways in a server offers: an app draws a button for these and no others.
public struct WaysIn: Equatable, Sendable {
  public var email: Bool
  public var phone: Bool
  public var kakao: Bool
  public var apple: Bool

  public init(email: Bool = true, phone: Bool = false, kakao: Bool = false, apple: Bool = false) {
    self.email = email
    self.phone = phone
    self.kakao = kakao
    self.apple = apple
  }

  static var form: APIForm<WaysIn> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.flag("email"), Schema.flag("phone"), Schema.flag("kakao"), Schema.flag("apple")]) { ways in
      [
        "email": .bool(ways.email), "phone": .bool(ways.phone), "kakao": .bool(ways.kakao),
        "apple": .bool(ways.apple),
      ]
    } read: { fields throws(APIError) in
      WaysIn(
        email: try fields.flag("email"), phone: try fields.flag("phone"), kakao: try fields.flag("kakao"),
        apple: try fields.flag("apple"))
    }
  }
}

extension AccountAPI {
  public static var ways: APICall<Nothing, WaysIn> {
    APICall(
      .get, "/v1/account/ways", "waysIn", "The ways in that this server offers.", access: .key, input: .nothing,
      output: WaysIn.form)
  }
}
