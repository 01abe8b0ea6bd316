import Accounts
import Contract
import Domain
import JSON
import Push
import Wire

extension API {
  /// Older clients send the push token of their device along when they join or sign in, whatever way they take. Nobody
  /// is kept out for it.
  func adoptingDevice(_ response: HTTPResponse, _ call: Call) async -> HTTPResponse {
    guard response.status == 200, let token = (try? BodyFields(call.request))?.text("deviceToken"), !token.isEmpty,
      let access = (try? JSONValue(parsing: response.body))?["accessToken"]?.string,
      let caller = try? await accounts.authorize(access, app: call.app)
    else { return response }
    try? await pushes.register(token: token, language: call.language.rawValue, of: caller.session)
    return response
  }
}
