import Accounts
import Chats
import Contract
import Domain
import Files
import HTTPServer
import Push
import Storage
import Wire

/// The routes of `/v1`: from a request to an answer. Refusals are thrown as `APIError`; anything else is a fault.
///
/// Checks come in the order of the reference: key (420), route (444), token (401, 419, 403), body (400), target (404),
/// owner (445).
struct API: Sendable {
  let accounts: Accounts
  let chats: Chats
  let liveness: Liveness
  let files: Files
  let settings: AccountSettings
  let limits: Limits
  let pushes: Pushes
  /// What is served beside the routes of `Endpoint`.
  let calls: CallTable
  /// Routes without a key.
  let pages: ProviderPages
  let calendars: CalendarPages
  let payPages: PaymentPages
  let clock: @Sendable () -> Timestamp

  /// Keys name the app; by default they are the apps' own names.
  static func app(_ key: String?) throws(APIError) -> App {
    guard let key, let app = App(rawValue: key) else { throw .wrongKey }
    return app
  }

  func answer(_ request: HTTPRequest, from host: String) async throws -> ServerResponse {
    if let page = try await pages.answer(request, from: host) { return .api(page) }
    if let calendar = try await calendars.answer(request) { return .api(calendar) }
    if let page = try await payPages.answer(request, from: host) { return .api(page) }
    let credentials = RequestCredentials(request.headers)
    let app = try Self.app(credentials.key)
    let call = Call(request: request, app: app, isWeb: credentials.isWeb, host: host)
    guard let match = RouteMatch(request) else { return .api(try await answer(request, credentials, call)) }
    guard match.route.needsAccessToken else {
      let answer = try await answer(Endpoint(parsing: Self.bounded(request), as: match), call)
      return .api(await adoptingDevice(answer, call))
    }
    let caller = try await accounts.authorize(
      credentials.accessToken, app: app, owing: Newcomers.mayAsk(match.route))
    return try await answer(Endpoint(parsing: Self.bounded(request), as: match), call, caller)
  }

  private func answer(
    _ request: HTTPRequest, _ credentials: RequestCredentials, _ call: Call
  ) async throws -> HTTPResponse {
    guard let (entry, parameters) = calls.find(request) else { throw APIError.unknownRoute }
    var caller: Principal?
    if entry.outline.access == .person {
      caller = try await accounts.authorize(
        credentials.accessToken, app: call.app, owing: Newcomers.mayAsk(entry.outline))
    }
    let response = try await entry.answer(Self.bounded(request), parameters, call, caller)
    return caller == nil ? await adoptingDevice(response, call) : response
  }

  /// Bodies are parsed where others wait. The longest message, each letter escaped, takes less.
  private static let bodyBytes = 256 << 10

  /// A form with the picture of a profile may be larger: it is cut at its boundaries and never parsed.
  private static func bounded(_ request: HTTPRequest) throws(APIError) -> HTTPRequest {
    guard request.body.count > bodyBytes else { return request }
    let type = HeaderValue(parsing: request.headers["Content-Type"] ?? "").value
    guard type == "multipart/form-data" else { throw .tooLarge }
    return request
  }

  struct Call: Sendable {
    var request: HTTPRequest
    var app: App
    var isWeb: Bool
    var host: String

    var device: SessionDevice { SessionDevice(headers: request.headers) }

    var cookie: CookieSession { CookieSession(app: app, headers: request.headers) }
  }

  /// Routes that need the key only.
  private func answer(_ endpoint: Endpoint, _ call: Call) async throws -> HTTPResponse {
    switch endpoint {
    case .health: return Answer.note("마루가 열려 있습니다.").response
    case .validateEmail(let email):
      try limits.checks.take(call.host, at: clock())
      try limits.addressChecks.take(Limits.account(email, call.app.realm), at: clock())
      try await accounts.check(email: email, realm: call.app.realm)
      return Answer.note("사용 가능한 이메일입니다.").response
    case .join(let form):
      // Not given back: a sign-up costs a password hash and a row, and tells whether somebody has an account.
      try limits.tries.take(call.host, at: clock())
      try limits.addressChecks.take(Limits.account(form.email, call.app.realm), at: clock())
      return session(try await accounts.join(form, app: call.app, device: call.device, from: call.caller), call)
    case .login(let form):
      return session(try await signIn(form, call), call)
    case .refresh(let token):
      return Answer.session(try await accounts.refresh(token, app: call.app, address: call.host)).response
    case .refreshWebSession(let app):
      guard app == call.app else { throw APIError.wrongKey }
      return try await webSession(call)
    case .logout, .doctors, .rooms, .openRoom, .messages, .send, .markRead, .markAllRead, .history, .changes, .edit,
      .delete, .react, .pin, .mute, .search, .report, .block, .blocks, .fileLink:
      throw APIError.accessInvalid
    }
  }

  private func answer(_ endpoint: Endpoint, _ call: Call, _ caller: Principal) async throws -> ServerResponse {
    switch endpoint {
    case .logout:
      try await accounts.logout(caller, address: call.host)
      var response = Answer.empty.response
      if call.isWeb { response.headers.add("Set-Cookie", call.cookie.clearing) }
      return .api(response)
    case .doctors: return .api(Answer.doctors(try await accounts.doctors(realm: call.app.realm)).response)
    case .messages(let room, let instant): return try await messages(in: room, after: instant, for: caller.person)
    case .rooms, .openRoom, .send, .markRead, .markAllRead, .history, .changes, .edit, .delete, .react, .pin,
      .mute, .search, .report, .block, .blocks:
      return .api(try await chatAnswer(endpoint, caller.person))
    case .fileLink(let path):
      let person = FileCaller(person: caller.person, session: caller.session, address: call.host)
      return .api(Answer.fileLink(try await files.link(to: path, for: person)).response)
    case .health, .validateEmail, .join, .login, .refresh, .refreshWebSession:
      return .api(try await answer(endpoint, call))
    }
  }

  /// Only a wrong password counts, for the address and for the account: whoever was refused for another reason, such as
  /// a server that has too much to do, is not locked out for having tried again.
  private func signIn(_ form: LoginForm, _ call: Call) async throws -> SessionAnswer {
    let account = Limits.account(form.email, call.app.realm)
    try limits.tries.take(call.host, at: clock())
    try limits.accounts.take(account, at: clock())
    do {
      let answer = try await accounts.login(form, app: call.app, device: call.device, from: call.caller)
      giveBack()
      return answer
    } catch {
      if (error as? APIError)?.code != .wrongCredentials { giveBack() }
      throw error
    }
    func giveBack() {
      limits.tries.giveBack(call.host)
      limits.accounts.giveBack(account)
    }
  }

  private func session(_ answer: SessionAnswer, _ call: Call) -> HTTPResponse {
    call.response(to: answer, lifetimeMilliseconds: settings.refreshLifetime)
  }

  private func webSession(_ call: Call) async throws -> HTTPResponse {
    do {
      guard let token = call.cookie.token else { throw APIError.refreshExpired }
      return session(try await accounts.refresh(token, app: call.app, address: call.host), call)
      // The cookie stays: another tab may have signed in since this was asked, and clearing goes by the name alone.
    } catch let error as APIError where error == .accessInvalid {
      return APIError.refreshExpired.response
    } catch let error as APIError where error == .personGone {
      return APIError.sessionEnded.response
    }
  }
}
