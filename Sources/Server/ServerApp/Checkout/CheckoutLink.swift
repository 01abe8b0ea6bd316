import Crypto
import Domain
import Wire

/// Signs the address of the checkout of one order: whoever has it may pay the order, and nothing else.
public struct CheckoutLink: Sendable {
  public struct Claims: Equatable, Sendable {
    public var app: App
    /// The order's code.
    public var order: String
    public var place: CheckoutPlace
    public var expiresAt: Timestamp

    public init(app: App, order: String, place: CheckoutPlace, expiresAt: Timestamp) {
      (self.app, self.order, self.place, self.expiresAt) = (app, order, place, expiresAt)
    }
  }

  private let key: [UInt8]

  /// - Parameter key: the server's key for links.
  public init(key: [UInt8]) {
    self.key = Hashing.hmacSHA256(Array("maru checkout links".utf8), key: key)
  }

  /// `/checkout/{app}/{token}`.
  public func path(_ claims: Claims) -> String {
    let text = [
      claims.app.rawValue, String(claims.expiresAt.milliseconds), claims.place.path, claims.order,
    ].joined(separator: ",")
    let bytes = Array(text.utf8)
    let token = Base64URL.encode(bytes) + "." + Base64URL.encode(Hashing.hmacSHA256(bytes, key: key))
    return "/checkout/\(claims.app.rawValue)/\(token)"
  }

  /// nil where `returnTo` is none of the app's places.
  public func path(order: String, app: App, returnTo: String, until: Timestamp) -> String? {
    CheckoutPlace(returnTo, of: app).map { place in
      path(Claims(app: app, order: order, place: place, expiresAt: until))
    }
  }

  /// nil for what was not made here, or for another app. The time is the caller's to judge.
  func read(_ token: Substring, app: Substring) -> Claims? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard token.utf8.count <= 1_000, parts.count == 2, let bytes = Base64URL.decode(parts[0]),
      let code = Base64URL.decode(parts[1]), Hashing.constantTimeEqual(code, Hashing.hmacSHA256(bytes, key: key))
    else { return nil }
    let fields = String(decoding: bytes, as: UTF8.self)
      .split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count == 4, fields[0] == app, let app = App(rawValue: String(fields[0])),
      let expiry = Int64(fields[1]), let place = CheckoutPlace(String(fields[2]), of: app)
    else { return nil }
    return Claims(
      app: app, order: String(fields[3]), place: place, expiresAt: Timestamp(milliseconds: expiry))
  }
}
