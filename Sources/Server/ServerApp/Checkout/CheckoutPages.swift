import Domain
import HTTPServer
import Wire

/// The checkout: a document of its own beside the apps, with a policy of its own and without their scripts, tokens and
/// cookies. What leads to it is a signed address; what leads back is a place of a fixed list.
public struct CheckoutPages: Sendable {
  let link: CheckoutLink
  /// Where browsers reach the server, where that is not the address that they ask.
  let publicOrigin: String?
  let clock: @Sendable () -> Timestamp
  /// nil where there is no order of that code.
  let order: @Sendable (String) async throws -> CheckoutOrder?
  /// Somebody comes back from the provider: a good moment to ask it.
  let returned: @Sendable (String) async -> Void

  public init(
    link: CheckoutLink, publicOrigin: String?, clock: @escaping @Sendable () -> Timestamp,
    order: @escaping @Sendable (String) async throws -> CheckoutOrder?,
    returned: @escaping @Sendable (String) async -> Void
  ) {
    (self.link, self.publicOrigin, self.clock) = (link, publicOrigin, clock)
    (self.order, self.returned) = (order, returned)
  }

  /// nil where it is no such page.
  func answer(_ request: HTTPRequest) async throws -> HTTPResponse? {
    guard request.path.hasPrefix("/checkout/") else { return nil }
    switch request.path {
    case "/checkout/checkout.css": return Self.file(CheckoutStyle.text, "text/css")
    case "/checkout/portone-v1.js": return Self.file(CheckoutScript.v1, "text/javascript")
    case "/checkout/portone-v2.js": return Self.file(CheckoutScript.v2, "text/javascript")
    default: break
    }
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
    guard request.method == .get, parts.count == 4 || parts.count == 5 && parts[4] == "return" else { return nil }
    let words = CheckoutWords.choose(request)
    guard let claims = link.read(parts[3], app: parts[2]) else {
      return document(words, title: words.unknown, status: 404).response
    }
    return parts.count == 5
      ? await back(claims, request) : try await show(claims, request, token: parts[3], words)
  }

  private func show(
    _ claims: CheckoutLink.Claims, _ request: HTTPRequest, token: Substring, _ words: CheckoutWords
  ) async throws -> HTTPResponse {
    var page = document(words, title: words.unknown, status: 404)
    page.back = "/\(claims.app.rawValue)/\(claims.place.path)"
    guard let order = try await order(claims.order), let provider = order.provider else { return page.response }
    page.status = 200
    page.order = order
    guard order.isOpen else {
      page.title = words.closed
      return page.response
    }
    guard clock() < claims.expiresAt else {
      page.title = words.expired
      return page.response
    }
    page.title = words.title
    let here = origin(request) + "/checkout/\(claims.app.rawValue)/\(token)"
    page.form = CheckoutFields(order: order, provider: provider, here: here, origin: origin(request))
    return page.response
  }

  /// Whatever the provider says in the address counts for nothing: the app asks us what became of the order. Also long
  /// after the link has run out.
  private func back(_ claims: CheckoutLink.Claims, _ request: HTTPRequest) async -> HTTPResponse {
    await returned(claims.order)
    let query: Query = ["order": claims.order]
    return HTTPResponse(
      303,
      headers: [
        "Location": "/\(claims.app.rawValue)/\(claims.place.path)?\(query.text)", "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
      ])
  }

  private func document(_ words: CheckoutWords, title: String, status: Int) -> CheckoutDocument {
    CheckoutDocument(words: words, title: title, status: status)
  }

  /// Providers need whole addresses.
  private func origin(_ request: HTTPRequest) -> String {
    if let publicOrigin { return publicOrigin }
    let host = request.headers["Host"] ?? ""
    return "http://" + (host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") } ? host : "localhost")
  }

  private static func file(_ text: String, _ type: String) -> HTTPResponse {
    HTTPResponse(
      200,
      headers: [
        "Content-Type": type + "; charset=utf-8", "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff",
      ], body: Array(text.utf8))
  }
}
