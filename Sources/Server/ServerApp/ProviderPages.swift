import AccountContract
import Accounts
import Contract
import Domain
import JSON
import Providers
import Storage
import Wire

/// The browser's way to a provider's page and back, and what Apple tells by itself: routes without a key, since pages
/// of others lead to them.
struct ProviderPages: Sendable {
  let desk: ProviderDesk
  private var providers: Providers { desk.providers }

  private enum Place {
    case start(App, Provider)
    case back(App, Provider)
    case appleNotices

    /// nil where it is none of these.
    init?(_ path: String) {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      if path == "/v1/providers/apple/notifications" {
        self = .appleNotices
        return
      }
      guard parts.count == 6 || parts.count == 7, parts[1] == "v1", parts[2] == "web", parts[4] == "sign-in",
        let app = App(rawValue: String(parts[3])), let provider = Provider(rawValue: String(parts[5]))
      else { return nil }
      if parts.count == 7 && parts[6] != "return" { return nil }
      self = parts.count == 6 ? .start(app, provider) : .back(app, provider)
    }
  }

  /// nil where it is no such page.
  func answer(_ request: HTTPRequest, from host: String) async throws -> HTTPResponse? {
    guard request.path.hasPrefix("/v1/web/") || request.path.hasPrefix("/v1/providers/") else { return nil }
    switch (Place(request.path), request.method) {
    case (.start(let app, let provider), .get):
      return try await start(provider, API.Call(request: request, app: app, isWeb: true, host: host))
    case (.back(let app, let provider), .get):
      let call = API.Call(request: request, app: app, isWeb: true, host: host)
      return try await back(FlowAnswer(request.query), provider, call)
    case (.back(let app, let provider), .post):
      let call = API.Call(request: request, app: app, isWeb: true, host: host)
      return try await back(FlowAnswer(Query(parsing: String(decoding: request.body, as: UTF8.self))), provider, call)
    case (.appleNotices, .post): return try await appleNotice(request, from: host)
    default: return nil
    }
  }

  private func start(_ provider: Provider, _ call: API.Call) async throws -> HTTPResponse {
    do {
      try desk.tries.take("start " + call.host, at: desk.clock())
      let start = try await begin(provider, target: call.request.query["to"], call)
      return redirect(to: start.url, cookies: cookies(for: start, provider, call))
    } catch let fault as ProviderError {
      return home(call, provider, fault.word)
    } catch let refusal as APIError {
      return home(call, provider, refusal.code.rawValue)
    }
  }

  func startLink(
    _ provider: Provider, target: String?, _ call: API.Call, _ caller: Principal
  ) async throws -> HTTPResponse {
    do {
      try desk.tries.take("start " + call.host, at: desk.clock())
      let start = try await begin(provider, target: target, call, for: (caller.person, caller.session))
      var response = AccountAPI.startLink.response(start.url)
      for text in cookies(for: start, provider, call) { response.headers.add("Set-Cookie", text) }
      return response
    } catch let fault as ProviderError { throw APIError(fault) }
  }

  private func begin(
    _ provider: Provider, target: String?, _ call: API.Call,
    for person: (person: RowID<Person>, session: RowID<SessionRow>)? = nil
  ) async throws -> FlowStart {
    guard let origin = origin(call) else { throw ProviderError.notOffered }
    let back = origin + path(provider, call.app) + "/return"
    return try await providers.begin(provider, app: call.app, target: target, redirect: back, for: person)
  }

  /// As browsers reach us. What a request says of it counts on this machine only: elsewhere anybody could say anything.
  private func origin(_ call: API.Call) -> String? {
    if let origin = providers.publicOrigin { return origin }
    guard let host = call.request.headers["Host"], CookieSession.isLoopback(host) else { return nil }
    return "http://" + host
  }

  private func path(_ provider: Provider, _ app: App) -> String {
    "/v1/web/\(app.rawValue)/sign-in/\(provider.rawValue)"
  }

  private func cookie(_ provider: Provider, _ call: API.Call) -> FlowCookie {
    FlowCookie(
      path: path(provider, call.app), isOnThisMachine: origin(call)?.hasPrefix("http://") ?? false,
      seconds: Providers.flowMilliseconds / 1_000)
  }

  /// Of the flow that begins; with it the oldest that were given up go.
  private func cookies(for start: FlowStart, _ provider: Provider, _ call: API.Call) -> [String] {
    let cookie = cookie(provider, call)
    let held = FlowCookie.bindings(call.request.headers)
    return cookie.clearing(Array(held.dropLast(Providers.flowsPerBrowser - 1))) + cookie.setting(start.binding)
  }

  private func back(_ answer: FlowAnswer, _ provider: Provider, _ call: API.Call) async throws -> HTTPResponse {
    var flow: ProviderFlowRow?
    var response = try await end(answer, provider, call, taking: &flow)
    guard let flow else { return response }
    let held = FlowCookie.bindings(call.request.headers).filter { providers.isBound(flow, by: $0) }
    for text in cookie(provider, call).clearing(held) { response.headers.add("Set-Cookie", text) }
    return response
  }

  /// - Parameter flow: what was taken, whatever came of it.
  private func end(
    _ answer: FlowAnswer, _ provider: Provider, _ call: API.Call, taking flow: inout ProviderFlowRow?
  ) async throws -> HTTPResponse {
    do {
      try desk.tries.take(call.host, at: desk.clock())
      let taken = try await providers.take(
        answer, provider, app: call.app, bindings: FlowCookie.bindings(call.request.headers))
      flow = taken
      let end = try await providers.end(taken, answer, provider)
      desk.tries.giveBack(call.host)
      return try await end.person == nil ? signIn(end, call) : link(end, call)
    } catch let fault as ProviderError {
      return failed(flow, call, provider, fault.word)
    } catch let refusal as APIError {
      return failed(flow, call, provider, refusal.code.rawValue)
    }
  }

  /// Whoever links another way in is signed in: they go on where they were.
  private func failed(
    _ flow: ProviderFlowRow?, _ call: API.Call, _ provider: Provider, _ word: String
  ) -> HTTPResponse {
    guard let flow, flow.person != nil else { return home(call, provider, word) }
    let query: Query = ["provider": provider.rawValue, "error": word]
    return redirect(to: "/\(flow.app.rawValue)/\(flow.target)?\(query.text)")
  }

  /// Sets the cookie of the session exactly as signing in with a password does. The page had no place to ask a newcomer
  /// for consent and age: the app does, before anything else.
  private func signIn(_ end: FlowEnd, _ call: API.Call) async throws -> HTTPResponse {
    do {
      let session = try await desk.enter(end.proof, owing: true, app: end.app, call)
      let cookie = CookieSession(app: end.app, headers: headers(call)).setting(
        session.refreshToken, lifetimeMilliseconds: desk.settings.refreshLifetime)
      return redirect(to: "/\(end.app.rawValue)/\(end.target)", cookies: [cookie])
    } catch let refusal as APIError {
      return home(call, end.proof.provider, refusal.code.rawValue)
    }
  }

  /// The session that began it must still be open: it is one of the two proofs.
  private func link(_ end: FlowEnd, _ call: API.Call) async throws -> HTTPResponse {
    var answer = Query([Query.Item("provider", end.proof.provider.rawValue)])
    do {
      guard let person = end.person, let session = end.session, desk.accounts.isLive(session) else {
        throw APIError.accessExpired
      }
      let principal = Principal(person: person, session: session, app: end.app, expiresAt: desk.clock())
      try await desk.link(end.proof, by: principal, from: call.caller)
      answer.items.append(Query.Item("linked", "1"))
    } catch let refusal as APIError {
      answer.items.append(Query.Item("error", refusal.code.rawValue))
    }
    return redirect(to: "/\(end.app.rawValue)/\(end.target)?\(answer.text)")
  }

  /// Whoever comes through TLS gets a secure cookie, whatever name a proxy puts in place of ours.
  private func headers(_ call: API.Call) -> HTTPHeaders {
    var headers = call.request.headers
    if let origin = providers.publicOrigin { headers["Origin"] = origin } else { headers["Origin"] = nil }
    return headers
  }

  /// Back to the app's sign-in screen, which has the words.
  private func home(_ call: API.Call, _ provider: Provider, _ word: String) -> HTTPResponse {
    let query: Query = ["provider": provider.rawValue, "error": word]
    return redirect(to: "/\(call.app.rawValue)/sign-in?\(query.text)")
  }

  /// 303: whatever method led here, the next page is fetched with GET.
  private func redirect(to place: String, cookies: [String] = []) -> HTTPResponse {
    var response = HTTPResponse(303, headers: ["Location": place, "Referrer-Policy": "no-referrer"])
    for cookie in cookies { response.headers.add("Set-Cookie", cookie) }
    return response
  }

  private func appleNotice(_ request: HTTPRequest, from host: String) async throws -> HTTPResponse {
    try desk.tries.take("notice " + host, at: desk.clock())
    guard let payload = (try? JSONValue(parsing: request.body))?["payload"]?.string else { throw APIError.badRequest }
    do {
      let notice = try await providers.notice(payload)
      try await desk.accounts.heed(
        ProviderNotice(
          notice.change, .apple, subject: notice.subject, at: notice.at, name: notice.name, email: notice.email))
      desk.tries.giveBack("notice " + host)
      return HTTPResponse(200)
    } catch let fault as ProviderError { throw APIError(fault) }
  }
}

extension ProviderError {
  /// For the app's address, which chooses its words by it.
  fileprivate var word: String {
    switch self {
    case .cancelled: "provider_cancelled"
    case .unknownFlow: "provider_flow_gone"
    case .notOffered, .refused, .unavailable: APIError(self).code.rawValue
    }
  }
}

extension AppleNotice {
  fileprivate var change: ProviderChange {
    switch kind {
    case .consentRevoked: .revoked
    case .accountDeleted: .deleted
    case .emailDisabled: .mailStopped
    case .emailEnabled: .mailResumed
    case .other: .other
    }
  }
}
