import Contract
import Seeded
import Session
import Wire

/// One exchange that changes the session at a time, on a whole device.
extension SessionSimulation {
  private func isLocking(_ device: Int) -> Bool {
    mutant != (devices[device].isBrowser ? .noLockBetweenTabs : .noLockBetweenProcesses)
  }

  func wait(_ client: Int, _ turn: SimulatedClient.Turn) {
    let device = clients[client].device
    guard isLocking(device) else { return take(client, turn) }
    clients[client].wants.append(turn)
    grant(device)
  }

  func release(_ client: Int, _ life: Int) {
    let device = clients[client].device
    guard let holder = devices[device].holder, holder.client == client, holder.life == life else { return }
    devices[device].holder = nil
    grant(device)
  }

  private func grant(_ device: Int) {
    while devices[device].holder == nil {
      let waiting = clients.indices.filter {
        clients[$0].device == device && clients[$0].isRunning && !clients[$0].wants.isEmpty
      }
      guard let client = waiting.isEmpty ? nil : waiting[random.below(waiting.count)] else { return }
      devices[device].holder = (client, clients[client].life)
      take(client, clients[client].wants.removeFirst())
    }
  }

  /// It is this client's turn.
  private func take(_ client: Int, _ turn: SimulatedClient.Turn) {
    let device = clients[client].device
    guard turn.generation != nil else { return request(client, turn, turn.token) }
    if devices[device].isBrowser {
      if let answer = adoptable(client) {
        if ledger.hasRunOut(answer.accessToken, at: now) { fault("c\(client) takes another tab's token too late") }
        var shown = answer
        shown.refreshToken = ""
        return arrive(client, turn, .success(.session(shown)))
      }
      return request(client, turn, devices[device].cookie)
    }
    let own = clients[client].kept ?? KeptToken(refreshToken: "", generation: 0)
    let isShut = !isCalm && random.chance(2)
    if isShut && mutant != .shutIsGone { return arrive(client, turn, .unreachable) }
    let shared = isShut ? nil : mutant == .noLockBetweenProcesses ? own : devices[device].file
    switch KeptToken.plan(own: own, isKept: true, shared: shared) {
    case .over: arrive(client, turn, .refused(.refreshExpired))
    case .renew(let token):
      if token != own {
        clients[client].kept = token
        clients[client].kept?.isLeaving = own.isLeaving
        clients[client].session = server.place(of: token.refreshToken)?.session
      }
      request(client, turn, token.refreshToken)
    }
  }

  /// What another tab was just given, where it is another token than the own one and has most of its time left. Once:
  /// where it is refused as well, the server is asked.
  private func adoptable(_ client: Int) -> SessionAnswer? {
    guard let latest = clients[client].latest, latest.answer.accessToken != clients[client].access else { return nil }
    if mutant != .adoptsAgain { clients[client].latest = nil }
    let left = latest.left - passed(since: latest.came, on: clients[client].device)
    return left > SessionTimes.access / 2 || mutant == .staleTokenAdopted ? latest.answer : nil
  }

  /// By the clock of a device that says more: the one may have been set, the other may have stood still.
  private func passed(since began: DeviceClocks, on device: Int) -> Int64 {
    let now = clocks(device)
    let spans = [(SessionMutant.steadyClockAlone, now.wall - began.wall), (.wallClockAlone, now.steady - began.steady)]
    return spans.filter { $0.0 != mutant }.map { abs($0.1) }.max() ?? 0
  }

  private func clocks(_ device: Int) -> DeviceClocks {
    DeviceClocks(
      wall: now.milliseconds + devices[device].skew, steady: now.milliseconds - devices[device].slept)
  }

  private func arrive(_ client: Int, _ turn: SimulatedClient.Turn, _ outcome: SessionMachine.Outcome) {
    replies.append(
      SimulatedReply(
        client: client, life: clients[client].life, id: turn.id, generation: turn.generation, outcome: outcome,
        cookie: nil, began: clocks(clients[client].device), date: nil))
  }

  func request(_ client: Int, _ turn: SimulatedClient.Turn, _ token: String?) {
    let request = SimulatedRequest(
      client: client, life: clients[client].life, id: turn.id, generation: turn.generation, endpoint: turn.endpoint,
      token: token, sentAt: now.milliseconds, began: clocks(clients[client].device))
    if devices[clients[client].device].isOffline { answer(request, .unreachable) } else { requests.append(request) }
  }

  // MARK: Answers

  func answer(_ request: SimulatedRequest, _ outcome: SessionMachine.Outcome, cookie: String?? = nil) {
    replies.append(
      SimulatedReply(
        client: request.client, life: request.life, id: request.id, generation: request.generation, outcome: outcome,
        cookie: cookie, began: request.began, date: now.milliseconds))
  }

  func setCookie(_ reply: SimulatedReply) {
    guard let cookie = reply.cookie else { return }
    let device = clients[reply.client].device
    devices[device].cookie = cookie
    guard cookie == nil, reply.id == SessionMachine.logoutID else { return }
    leaveAll(device)
  }

  func deliver() {
    guard !replies.isEmpty else { return }
    deliver(replies.remove(at: isCalm ? 0 : random.below(replies.count)))
  }

  private func deliver(_ reply: SimulatedReply) {
    let client = reply.client
    guard clients[client].isRunning, clients[client].life == reply.life else { return }
    // Another tab may have signed in since it was asked.
    if reply.cookie != nil, case .refused = reply.outcome { fault("a refusal changes the cookie") }
    setCookie(reply)
    if mutant == .repeatsWithoutEnd, case .refused(.accessExpired) = reply.outcome, reply.id.hasPrefix("call/") {
      return send(client, reply.id, .rooms, clients[client].access)
    }
    var outcome = reply.outcome
    if mutant == .troubleSignsOut, case .refused(let error) = outcome, error.status >= 500, reply.generation != nil {
      outcome = .refused(.refreshExpired)
    }
    if devices[clients[client].device].isBrowser { spread(reply, outcome) }
    if let generation = reply.generation {
      tell(client, .refreshAnswered(generation: generation, outcome), isRenewal: true)
    } else {
      tell(client, .answered(reply.id, outcome))
    }
    if reply.generation != nil || !reply.id.hasPrefix("call/") && !reply.id.hasPrefix("others/") {
      release(client, reply.life)
    }
  }

  /// The other tabs hear of a new token, and doubt their own where it is of another session, or of none.
  private func spread(_ reply: SimulatedReply, _ outcome: SessionMachine.Outcome) {
    let (isEnd, device) = (reply.id == SessionMachine.logoutID, clients[reply.client].device)
    guard case .success(let answer) = outcome, let date = reply.date else { return }
    var told: SessionAnswer?
    if case .session(let session) = answer { told = session }
    guard isEnd || told != nil else { return }
    let end = told.flatMap { server.end(of: $0.accessToken) } ?? 0
    // How old the token was when it was answered says the server, how long the answer took says this device.
    let left =
      mutant == .hearingIsBirth ? SessionTimes.access : end - date - passed(since: reply.began, on: device)
    for other in clients.indices where clients[other].device == device && other != reply.client {
      guard clients[other].isRunning else { continue }
      clients[other].latest = told.map { .init(answer: $0, left: left, came: clocks(device)) }
      guard let access = clients[other].access else { continue }
      let news = told.flatMap { server.place(of: $0.accessToken)?.session }
      if news == nil || news != server.place(of: access)?.session { tell(other, .accessRefused(access)) }
    }
    // The own answer is newer than all that was heard before.
    if mutant != .hearsayOutlives { clients[reply.client].latest = nil }
  }
}
