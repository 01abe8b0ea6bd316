import Contract
import Domain
import Seeded
import Session
import Wire

extension SessionSimulation {
  enum Purpose { case anything, logoutOthers }

  // MARK: Starts and ends

  func start(_ client: Int) {
    guard !clients[client].isRunning else { return }
    let device = devices[clients[client].device]
    note("c\(client) starts")
    let life = clients[client].life + 1
    clients[client] = SimulatedClient(
      device: clients[client].device, renewal: device.isBrowser ? .cookie(.flatbread) : .token)
    clients[client].life = life
    clients[client].isRunning = true
    if device.isBrowser {
      guard device.member != nil || device.isLeaving else { return }
      if device.isLeaving { devices[clients[client].device].member = nil }
      tell(client, .restore(person: device.member, refreshToken: nil, isLeaving: device.isLeaving))
    } else if let file = device.file {
      clients[client].kept = file
      clients[client].session = server.place(of: file.refreshToken)?.session
      clients[client].person = device.fileOwner
      tell(
        client, .restore(person: device.fileOwner, refreshToken: file.refreshToken, isLeaving: file.isLeaving))
    }
  }

  func kill(_ client: Int) {
    guard clients[client].isRunning else { return }
    note("c\(client) is killed")
    clients[client].isRunning = false
    let life = clients[client].life
    clients[client].life += 1
    // An answer that has arrived may have brought its cookie before the tab was closed.
    for reply in replies where reply.client == client && reply.life == life && random.chance(50) { setCookie(reply) }
    replies.removeAll { $0.client == client && $0.life == life }
    release(client, life)
  }

  func signIn(_ client: Int) {
    clients[client].lastCall += 1
    let id = "login/\(clients[client].lastCall)"
    let person = random.chance(80) ? clients[client].device : random.below(simulatedPeople)
    clients[client].calls[id] = 0
    tell(client, .call(id, .login(LoginForm(email: "\(person)", password: ""))))
  }

  func signOut(_ client: Int) {
    note("c\(client) signs out")
    leaveAll(clients[client].device)
    tell(client, .signOut)
  }

  /// Whoever signs out takes everybody on the device along.
  func leaveAll(_ device: Int) {
    for client in clients where client.device == device {
      if let session = client.session { devices[device].left.insert(session) }
    }
    if let place = sharedPlace(device) { devices[device].left.insert(place.session) }
  }

  /// The pair that the device would renew with.
  func sharedPlace(_ device: Int) -> TokenPlace? {
    let token = devices[device].isBrowser ? devices[device].cookie : devices[device].file?.refreshToken
    return token.flatMap { server.place(of: $0) }
  }

  func call(_ client: Int, _ purpose: Purpose) {
    clients[client].lastCall += 1
    let id = "\(purpose == .anything ? "call" : "others")/\(clients[client].lastCall)"
    clients[client].calls[id] = 0
    tell(client, .call(id, .rooms))
  }

  // MARK: The machine

  /// - Parameter isRenewal: what is told comes of a renewal, not of a sign-in.
  func tell(_ client: Int, _ event: SessionMachine.Event, isRenewal: Bool = false) {
    let life = clients[client].life
    let commands = clients[client].machine.receive(event, entropy: random.next())
    if commands.contains(.leaving(false)) { judgeFarewell(client, commands) }
    for command in commands {
      guard clients[client].isRunning, clients[client].life == life else { return }
      if !isCalm && random.below(400) == 0 { return kill(client) }
      perform(command, client, isRenewal)
    }
  }

  private func perform(_ command: SessionMachine.Command, _ client: Int, _ isRenewal: Bool) {
    switch command {
    case .send(let id, let endpoint, let token): send(client, id, endpoint, token)
    case .cancel(let id): cancel(client, id)
    case .finish(let id, let finish): finished(client, id, finish)
    case .refresh(let generation, let endpoint, let token):
      wait(client, .init(id: "", generation: generation, endpoint: endpoint, token: token))
    case .token, .tokenUnavailable, .signInMayStart: break
    case .startTimer: clients[client].isPausing = true
    case .sessionStarted(let answer), .sessionRenewed(let answer): keep(client, answer, isRenewal)
    case .sessionEnded(let reason): ended(client, reason)
    case .leaving(let isLeaving): keep(client, isLeaving: isLeaving)
    }
  }

  func send(_ client: Int, _ id: String, _ endpoint: Endpoint, _ token: String?) {
    if id == SessionMachine.logoutID { clients[client].farewell = token.flatMap { server.place(of: $0)?.session } }
    if let sent = clients[client].calls[id] {
      clients[client].calls[id] = sent + 1
      if sent == 2 { fault("c\(client) sends \(id) a third time") }
    }
    if endpoint.route == .rooms {
      request(client, .init(id: id, endpoint: endpoint, token: token), token)
    } else {
      wait(client, .init(id: id, endpoint: endpoint, token: token))
    }
  }

  private func cancel(_ client: Int, _ id: String) {
    requests.removeAll { $0.client == client && $0.id == id && $0.generation == nil }
    replies.removeAll { $0.client == client && $0.id == id && $0.generation == nil }
    clients[client].wants.removeAll { $0.id == id && $0.generation == nil }
  }

  private func finished(_ client: Int, _ id: String, _ finish: SessionMachine.Finish) {
    guard clients[client].calls.removeValue(forKey: id) != nil else { return fault("c\(client) ends \(id) twice") }
    switch finish {
    case .success: successes += 1
    case .refused(let error) where isBurst: fault("c\(client) gets \(error.status), with a good session")
    case .refused, .unreachable, .signedOut: break
    }
  }

  // MARK: What a device keeps

  private func keep(_ client: Int, _ answer: SessionAnswer, _ isRenewal: Bool) {
    let number = clients[client].device
    let place = server.place(of: answer.accessToken)
    clients[client].session = place?.session
    clients[client].access = answer.accessToken
    clients[client].person = answer.person.id
    note("c\(client) has pair \(place?.generation ?? 0) of \(place?.session.suffix(4) ?? "")")
    guard !devices[number].isBrowser else {
      if !isRenewal { devices[number].isLeaving = false }
      devices[number].member = answer.person.id
      return
    }
    let token = answer.refreshToken.isEmpty ? clients[client].kept?.refreshToken ?? "" : answer.refreshToken
    let generation = max(devices[number].file?.generation ?? 0, clients[client].kept?.generation ?? 0) + 1
    let beginning = isRenewal ? clients[client].kept?.beginning ?? 0 : Int64(random.next() >> 1)
    let kept = KeptToken(refreshToken: token, generation: generation, beginning: beginning)
    clients[client].kept = kept
    if mutant == .keptTooLate && random.chance(50) { return }
    if !isRenewal { replaceOthers(client) }
    devices[number].file = kept
    devices[number].fileOwner = answer.person.id
  }

  /// Who signs in takes the place of whoever was signed in on the device: the other processes follow, also where this
  /// session ends before they have.
  private func replaceOthers(_ client: Int) {
    let number = clients[client].device
    for other in clients.indices where other != client && clients[other].device == number {
      guard let place = clients[other].kept.flatMap({ server.place(of: $0.refreshToken) }) else { continue }
      devices[number].replaced.insert(place.session)
    }
  }

  private func keep(_ client: Int, isLeaving: Bool) {
    let number = clients[client].device
    if devices[number].isBrowser {
      devices[number].isLeaving = isLeaving
    } else if isLeaving {
      clients[client].kept?.isLeaving = true
      guard let kept = clients[client].kept, let file = devices[number].file, file.beginning == kept.beginning else {
        return
      }
      if file.generation > kept.generation { clients[client].kept = file }
      clients[client].kept?.isLeaving = true
      devices[number].file = clients[client].kept
    } else if let kept = clients[client].kept, kept.isLeaving {
      clients[client].kept = nil
      if devices[number].file == kept { devices[number].file = nil }
    }
  }

  private func ended(_ client: Int, _ reason: SessionMachine.EndReason) {
    let number = clients[client].device
    note("c\(client) ends: \(reason)")
    judgeEnd(client, reason)
    clients[client].access = nil
    if devices[number].isBrowser {
      devices[number].member = nil
    } else if reason == .expired || reason == .personGone || reason == .revoked, let kept = clients[client].kept {
      clients[client].kept = nil
      // Only what this process knew: another one may have signed in since, or may still have to say goodbye.
      if devices[number].file == kept { devices[number].file = nil }
    }
  }

  /// Nobody stops saying goodbye before the server has heard it, except to sign in.
  private func judgeFarewell(_ client: Int, _ commands: [SessionMachine.Command]) {
    guard let session = clients[client].farewell else { return }
    clients[client].farewell = nil
    let isSignIn = commands.contains {
      if case .sessionStarted = $0 { true } else { false }
    }
    // Where another session has taken its place on the device, there is nothing left to say it with.
    let device = devices[clients[client].device]
    let token = device.isBrowser ? device.cookie : clients[client].kept?.refreshToken
    guard let place = token.flatMap({ server.place(of: $0) }), place.session == session else { return }
    if !isSignIn, ledger.mayRefresh(place, at: now) {
      fault("c\(client) takes the session \(session.suffix(4)) for ended, and it lives")
    }
  }

  /// Nobody is signed out who has a token that counts.
  private func judgeEnd(_ client: Int, _ reason: SessionMachine.EndReason) {
    let device = devices[clients[client].device]
    let token = device.isBrowser ? device.cookie : clients[client].kept?.refreshToken
    let place = token.flatMap { server.place(of: $0) }
    let session = place?.session ?? clients[client].session ?? ""
    switch reason {
    case .left: break
    case .personGone: fault("c\(client) is told that the person is gone")
    case .replaced: if device.people.count < 2 { fault("c\(client) is somebody else") }
    case .expired, .revoked:
      // What it has kept goes with it: only where somebody has wished so.
      if reason == .revoked, !ledger.isRevoked(session) { fault("c\(client) takes its end for a wish") }
      if place.map({ ledger.mayRefresh($0, at: now) }) ?? ledger.isLive(session, at: now),
        !device.left.contains(session), !device.replaced.contains(session)
      {
        fault("c\(client) is signed out of the live session \(session.suffix(4))")
      }
    }
  }
}
