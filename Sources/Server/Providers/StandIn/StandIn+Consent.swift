import Synchronization
import Wire

extension StandIn {
  /// The page on which somebody chooses who they are.
  func consent(_ provider: Provider, _ query: Query) -> HTTPResponse {
    let client = provider == .kakao ? Self.kakaoKey : Self.appleClient
    guard query["client_id"] == client, query["response_type"] == "code", let redirect = query["redirect_uri"],
      Self.isOurs(redirect, provider), let state = query["state"], !state.isEmpty
    else { return StandInPages.mistake }
    if provider == .apple, query["response_mode"] != "form_post" { return StandInPages.mistake }
    return StandInPages.consent(
      provider,
      hidden: [
        ("provider", provider.rawValue), ("redirect_uri", redirect), ("state", state), ("client_id", client),
        ("nonce", query["nonce"] ?? ""), ("challenge", query["code_challenge"] ?? ""),
      ])
  }

  /// Only the way back into this program, on whatever host it is.
  private static func isOurs(_ redirect: String, _ provider: Provider) -> Bool {
    let parts = redirect.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 9 && ["http:", "https:"].contains(parts[0]) && parts[1].isEmpty && !parts[2].isEmpty
      && parts[3...4] == ["v1", "web"] && parts[6] == "sign-in" && parts[7] == provider.rawValue
      && parts[8] == "return"
  }

  /// Back to where the browser came from, with a code or without.
  func decide(_ form: Query) -> HTTPResponse {
    guard let provider = form["provider"].flatMap(Provider.init(rawValue:)), let redirect = form["redirect_uri"],
      Self.isOurs(redirect, provider), let flow = form["state"]
    else { return StandInPages.mistake }
    var fields = [("state", flow)]
    if form["choice"] == "cancel" {
      fields.append(("error", provider == .kakao ? "access_denied" : "user_cancelled_authorize"))
    } else if let person = StandInPerson.find(form["person"]) {
      fields.append(("code", code(provider, person, form)))
      if provider == .apple, state.withLock({ $0.known.insert(person.subject).inserted }) {
        let name = #"{"name":{"firstName":"\#(person.given)","lastName":"\#(person.family)"}}"#
        fields.append(("user", name))
      }
    } else {
      return StandInPages.mistake
    }
    if provider == .apple { return StandInPages.post(fields, to: redirect) }
    let query = Query(fields.map { Query.Item($0.0, $0.1) })
    return HTTPResponse(302, headers: ["Location": redirect + "?" + query.text])
  }

  private func code(_ provider: Provider, _ person: StandInPerson, _ form: Query) -> String {
    let code = Self.makeCode()
    let grant = Grant(
      provider: provider, person: person, client: form["client_id"] ?? "", redirect: form["redirect_uri"] ?? "",
      nonce: form["nonce"].flatMap { $0.isEmpty ? nil : $0 },
      challenge: form["challenge"].flatMap { $0.isEmpty ? nil : $0 },
      fault: form["fault"].flatMap(StandInFault.init(rawValue:)) ?? .none)
    state.withLock { state in
      // Nobody needs the codes of yesterday.
      if state.codes.count > 1_000 { state.codes = [:] }
      state.codes[code] = grant
    }
    return code
  }

  /// Each code works once.
  func takeCode(_ form: Query, _ provider: Provider) -> Grant? {
    guard let code = form["code"], form["grant_type"] == "authorization_code",
      let grant = state.withLock({ $0.codes.removeValue(forKey: code) })
    else { return nil }
    return grant.provider == provider && grant.client == form["client_id"] && grant.redirect == form["redirect_uri"]
      ? grant : nil
  }
}
