import JSON
import Outgoing
import Wire

/// Kakao's sign-in (OAuth 2.0, not OpenID Connect).
struct Kakao: Sendable {
  let settings: KakaoSettings
  let link: ProviderLink

  /// Whose token it is. A token says for whom it was made only when Kakao is asked: one of another application, which
  /// anybody may run, opens nothing here.
  func proof(token: String) async throws(ProviderError) -> ProviderProof {
    guard ProviderLink.isToken(token) else { throw .refused("no token") }
    let headers: HTTPHeaders = ["Authorization": "Bearer \(token)"]
    let about = try await link.object(
      OutgoingRequest(.get, settings.apiURL + "/v1/user/access_token_info", headers: headers))
    guard about["app_id"]?.int64 == settings.appID else { throw .refused("a token of another application") }
    guard let id = about["id"]?.int64, (about["expires_in"]?.int64).map({ $0 > 0 }) ?? true else {
      throw .refused("a token of nobody")
    }
    let me = try await link.object(OutgoingRequest(.get, settings.apiURL + "/v2/user/me", headers: headers))
    guard me["id"]?.int64 == id else { throw .refused("another person's answer") }
    let account = me["kakao_account"]
    let isProved = account?["is_email_valid"]?.bool == true && account?["is_email_verified"]?.bool == true
    return ProviderProof(
      provider: .kakao, subject: String(id), email: isProved ? account?["email"]?.string : nil,
      name: account?["profile"]?["nickname"]?.string ?? me["properties"]?["nickname"]?.string ?? "")
  }

  /// Where a browser begins.
  func page(state: String, redirect: String, challenge: String) -> String? {
    guard let key = settings.restKey else { return nil }
    let query: Query = [
      "response_type": "code", "client_id": key, "redirect_uri": redirect, "state": state,
      "code_challenge": challenge, "code_challenge_method": "S256",
    ]
    return settings.pageURL + "/oauth/authorize?" + query.text
  }

  /// From the code that the browser brought back.
  func proof(code: String, redirect: String, verifier: String) async throws(ProviderError) -> ProviderProof {
    guard let key = settings.restKey else { throw .notOffered }
    var fields = [
      ("grant_type", "authorization_code"), ("client_id", key), ("redirect_uri", redirect), ("code", code),
      ("code_verifier", verifier),
    ]
    if let secret = settings.clientSecret { fields.append(("client_secret", secret)) }
    let answer = try await link.object(ProviderLink.form(settings.tokenURL + "/oauth/token", fields))
    guard let token = answer["access_token"]?.string else { throw .unavailable("no token for a code") }
    return try await proof(token: token)
  }

  /// Ends the connection there. Nothing to do without an admin key.
  func unlink(_ subject: String) async throws(ProviderError) {
    guard let key = settings.adminKey else { return }
    let request = ProviderLink.form(
      settings.apiURL + "/v1/user/unlink", [("target_id_type", "user_id"), ("target_id", subject)],
      headers: ["Authorization": "KakaoAK \(key)"])
    // -101: not linked any more; -103: no account any more (Kakao Login, Error code).
    try await link.giveBack(request) { $0["code"]?.int64 == -101 || $0["code"]?.int64 == -103 }
  }
}
