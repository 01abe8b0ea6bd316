import Accounts
import Contract
import Domain
import Wire

extension API.Call {
  /// The first language of the request that we speak; Korean where it asks for none.
  var language: Language {
    for part in (request.headers["Accept-Language"] ?? "").split(separator: ",") {
      let tag = part.drop { $0 == " " }.prefix { $0 != ";" && $0 != "-" && $0 != "_" && $0 != " " }
      if let language = Language(rawValue: tag.lowercased()) { return language }
    }
    return .ko
  }

  /// For the record of accounts and for letters.
  var caller: Caller { Caller(address: host, language: language) }

  /// What every sign-in is answered with. A browser gets the refresh token as a cookie and never sees it.
  func response(to answer: SessionAnswer, lifetimeMilliseconds: Int64) -> HTTPResponse {
    guard isWeb else { return Answer.session(answer).response }
    var shown = answer
    shown.refreshToken = ""
    var response = Answer.session(shown).response
    response.headers.add(
      "Set-Cookie", cookie.setting(answer.refreshToken, lifetimeMilliseconds: lifetimeMilliseconds))
    return response
  }
}
