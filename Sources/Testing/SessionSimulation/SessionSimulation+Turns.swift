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
        var shown = answer
        shown.refreshToken = ""
        return arrive(client, turn, .success(.session(shown)))
      }
      return request(client, turn, devices[device].cookie)
    }
    let own = clients[client].kept ?? KeptToken(refreshToken: "", generation: 0)
    let shared = mutant == .noLockBetweenProcesses ? own : devices[device].file
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

  /// What another tab was just given, where it is another token than the own one and has most of its time left.
  private func adoptable(_ client: Int) -> SessionAnswer? {
    guard let latest = clients[client].latest, latest.answer.accessToken != clients[client].access else { return nil }
    let age = abs(deviceTime(clients[client].device) - latest.at)
    return age < SessionTimes.access / 2 || mutant == .staleTokenAdopted ? latest.answer : nil
  }

  private func deviceTime(_ device: Int) -> Int64 { now.milliseconds + devices[device].skew }

  private func arrive(_ client: Int, _ turn: SimulatedClient.Turn, _ outcome: SessionMachine.Outcome) {
    replies.append(
      SimulatedReply(
        client: client, life: clients[client].life, id: turn.id, generation: turn.generation, outcome: outcome,
        cookie: nil, sentAt: now.milliseconds))
  }

  func request(_ client: Int, _ turn: SimulatedClient.Turn, _ token: String?) {
    let request = SimulatedRequest(
      client: client, life: clients[client].life, id: turn.id, generation: turn.generation, endpoint: turn.endpoint,
      token: token, sentAt: now.milliseconds)
    if devices[clients[client].device].isOffline { answer(request, .unreachable) } else { requests.append(request) }
  }

  // MARK: Answers

  func answer(_ request: SimulatedRequest, _ outcome: SessionMachine.Outcome, cookie: String?? = nil) {
    replies.append(
      SimulatedReply(
        client: request.client, life: request.life, id: request.id, generation: request.generation, outcome: outcome,
        cookie: cookie, sentAt: request.sentAt))
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

  /// The other tabs hear of a new token.
  private func spread(_ reply: SimulatedReply, _ outcome: SessionMachine.Outcome) {
    let device = clients[reply.client].device
    for other in clients.indices where clients[other].device == device && other != reply.client {
      guard clients[other].isRunning else { continue }
      if case .success(.session(let answer)) = outcome {
        clients[other].latest = .init(answer: answer, at: deviceTime(device))
      } else if reply.id == SessionMachine.logoutID {
        clients[other].latest = nil
      }
    }
    if reply.id == SessionMachine.logoutID { clients[reply.client].latest = nil }
  }
}
