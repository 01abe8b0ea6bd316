import Accounts
import Booking
import Bookings
import Contract
import Domain
import Wire

/// Calendars that other programs fetch: routes without a key, whose address is signed.
struct CalendarPages: Sendable {
  private static let folder = "/v1/calendars/"

  let bookings: Bookings
  /// As browsers reach us; nil where that is not known.
  let publicOrigin: String?

  /// nil where it is no such page.
  func answer(_ request: HTTPRequest) async throws -> HTTPResponse? {
    guard request.method == .get || request.method == .head, request.path.hasPrefix(Self.folder),
      request.path.hasSuffix(".ics")
    else { return nil }
    let token = String(request.path.dropFirst(Self.folder.count).dropLast(4))
    let language = CalendarLanguage(rawValue: request.query["lang"] ?? "") ?? .ko
    let file = try await bookings.calendar(token, language)
    var response = HTTPResponse(200)
    response.headers.add("Content-Type", "text/calendar; charset=utf-8")
    response.headers.add("Content-Disposition", "inline; filename=\"eyemon.ics\"")
    response.body = Array(file.text.utf8)
    return response
  }

  func url(_ token: String, _ call: API.Call) -> String {
    var origin = publicOrigin ?? ""
    if publicOrigin == nil, let host = call.request.headers["Host"], CookieSession.isLoopback(host) {
      origin = "http://" + host
    }
    return origin + Self.folder + token + ".ics?lang=" + call.language.rawValue
  }
}
