import Contract
import Domain
import Seeded
import Session
import Wire

/// What happens between a client and the server, and on the server.
extension SessionSimulation {
  /// One request goes on.
  func carry() {
    guard !requests.isEmpty else { return }
    let request = requests.remove(at: isCalm ? 0 : random.below(requests.count))
    guard now.milliseconds - request.sentAt <= Self.patience else { return answer(request, .unreachable) }
    if isCalm { return serve(request) }
    switch random.below(100) {
    case 0..<6: answer(request, .unreachable)
    case 6..<13: answer(request, trouble(request))
    case 13..<25:
      // It arrives, and the answer does not.
      _ = result(request)
      answer(request, random.chance(70) ? .unreachable : trouble(request))
    case 25..<32:
      let first = result(request)
      let second = result(request)
      reply(request, random.chance(50) ? first : second)
    default: serve(request)
    }
  }

  private func serve(_ request: SimulatedRequest) { reply(request, result(request)) }

  /// The server is in trouble, or somebody answers in its place: a proxy, a gateway with JSON of its own, a hotel's
  /// sign-in page.
  private func trouble(_ request: SimulatedRequest) -> SessionMachine.Outcome {
    let statuses = [503, 503, 500, 502, 429, 200, 302, 404, 401, 403, 418, 419]
    let status = statuses[random.below(statuses.count)]
    let isOurs = [503, 500, 429].contains(status) && random.chance(50)
    if isOurs { return .refused(status == 429 ? .tooManyCalls(retryAfterSeconds: 3) : .shuttingDown) }
    let page = Self.pages[random.below(Self.pages.count)]
    do throws(APIError) {
      return .success(
        try Answer(parsing: HTTPResponse(status, body: Array(page.utf8)), for: request.endpoint))
    } catch {
      return .refused(believed(error, request.id))
    }
  }

  private static let pages = [
    "<html>hello</html>", #"{"message":"Forbidden"}"#, #"{"message":"no","code":"AccessDenied","data":{}}"#,
    #"{"message":"no","code":"not_found","display":"dialog"}"#,
  ]

  private func believed(_ error: APIError, _ id: String) -> APIError {
    var error = error
    switch mutant {
    case .strangersAreBelieved: error.isCoded = true
    case .messagesAreBelieved: error.isCoded = !error.message.isEmpty
    case .strangersHearFarewells: error.isCoded = id == SessionMachine.logoutID
    default: break
    }
    return error
  }

  private func reply(_ request: SimulatedRequest, _ result: Result<Answer, APIError>) {
    let isBrowser = devices[clients[request.client].device].isBrowser
    var cookie: String??
    switch result {
    case .success(.session(var session)):
      if isBrowser {
        cookie = .some(session.refreshToken)
        session.refreshToken = ""
      }
      answer(request, .success(.session(session)), cookie: cookie)
    case .success(let other):
      if isBrowser && request.id == SessionMachine.logoutID { cookie = .some(nil) }
      answer(request, .success(other), cookie: cookie)
    case .failure(let error):
      if mutant == .refusalClearsCookie && isBrowser && request.generation != nil { cookie = .some(nil) }
      answer(request, .refused(error), cookie: cookie)
    }
  }

  // MARK: The server

  /// What it says, held against what is true.
  private func result(_ request: SimulatedRequest) -> Result<Answer, APIError> {
    if request.generation != nil {
      renewals += 1
      guard let token = request.token, !token.isEmpty else { return .failure(.refreshExpired) }
      // A farewell may come with an old token: that ends the session, which is what it wants.
      let isFarewell = clients[request.client].machine.status == .signedOut
      return refreshed(token, isStranger: false, mayBeLate: isFarewell).map { .session($0) }
    }
    switch request.endpoint {
    case .login(let form):
      let person = Int(form.email) ?? 0
      let answer = server.begin(person, at: now)
      if let place = server.place(of: answer.refreshToken) {
        ledger.begun(place, answer.accessToken, person: person, at: now)
      }
      stolen.append(answer.refreshToken)
      devices[clients[request.client].device].people.insert(answer.person.id.text)
      return .success(.session(answer))
    default: return called(request)
    }
  }

  private func called(_ request: SimulatedRequest) -> Result<Answer, APIError> {
    guard let token = request.token, let place = server.place(of: token) else { return .failure(.accessInvalid) }
    let isGood = ledger.mayCall(place, token, at: now)
    var refusal: APIError?
    switch request.id {
    case SessionMachine.logoutID: refusal = server.logout(token, at: now)
    case let id where id.hasPrefix("others/"): refusal = server.endOthers(token, at: now)
    default: refusal = server.call(token, at: now)
    }
    if isGood != (refusal == nil) {
      fault("the server \(isGood ? "refuses" : "takes") the access token of pair \(place.generation)")
    }
    if let refusal { return .failure(refusal) }
    ledger.called(place, at: now)
    if request.id == SessionMachine.logoutID { ledger.ended(place.session) }
    if request.id.hasPrefix("others/") { ledger.endedOthers(than: place.session) }
    return .success(.empty)
  }

  /// - Parameter isStranger: somebody who stole the token; what comes of it is not the client's fault.
  func refreshed(
    _ token: String, isStranger: Bool, mayBeLate: Bool = false
  ) -> Result<SessionAnswer, APIError> {
    guard let place = server.place(of: token) else { return .failure(.accessInvalid) }
    let (isGood, isReuse) = (ledger.mayRefresh(place, at: now), ledger.isReuse(place, at: now))
    if isReuse && !isStranger && !mayBeLate && !tainted.contains(place.session) {
      fault("a client comes with the token of pair \(place.generation), whose time is over")
    }
    let result = server.refresh(token, at: now)
    switch result {
    case .success(let answer):
      guard isGood, let new = server.place(of: answer.refreshToken) else {
        fault("the server takes the refresh token of pair \(place.generation)")
        break
      }
      // From here on the client may be the one who comes too late.
      if isStranger { tainted.insert(place.session) }
      if let wrong = ledger.refreshed(place, to: new, answer.accessToken, at: now) { fault(wrong) }
      if stolen.count < 200 { stolen.append(answer.refreshToken) }
      note("pair \(place.generation) becomes \(new.generation) of \(new.session.suffix(4))")
    case .failure:
      if isGood { fault("the server refuses the refresh token of pair \(place.generation)") }
      // Whoever has the other half must not go on with it.
      if isReuse { ledger.ended(place.session) }
    }
    return result
  }
}
