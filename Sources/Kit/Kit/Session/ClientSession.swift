import Contract
import Domain
import KitNet
import Session
import Wire

/// One person's session: sends calls with a token, renews it once however many calls need that, and repeats each of
/// them once with the new one. Only an answer of the server ends a session; no time-out and no 5xx does.
public actor ClientSession {
  let key: String
  let transport: Transport
  let store: CredentialStore
  let policy: SessionPolicy
  let identity: ClientIdentity
  var machine: SessionMachine
  private let broadcast: Broadcast<SessionState>
  /// What the device keeps, as last saved.
  var kept: Credentials?
  /// Whether the tokens of now would survive the end of the process.
  public internal(set) var keepsCredentials = true

  /// Why the last session ended, where the server said so on a socket: `remote`, `credentials_changed`, … It is known
  /// before the state changes.
  public private(set) var endCause: String?

  private var callers: [String: CheckedContinuation<Result<Answer, CallError>, Never>] = [:]
  private var running: [String: Task<Void, Never>] = [:]
  private var timers = Timers<String>()
  /// Why calls that the machine calls unreachable were so.
  private var faults: [String: CallError] = [:]
  private var refreshFault: CallError?
  /// What is being told comes of a renewal, not of a sign-in.
  private var isRenewal = false
  private var waitingForToken: [CheckedContinuation<String?, Never>] = []
  /// Ways in beside the machine: the one that it is to admit, and those that come after.
  private var entrance: CheckedContinuation<Void, Never>?
  private var isEntering = false
  private var waitingToEnter: [CheckedContinuation<Void, Never>] = []
  private var lastNumber = 0

  init(
    key: String, transport: Transport, store: CredentialStore, policy: SessionPolicy = .maru,
    identity: ClientIdentity = ClientIdentity()
  ) {
    self.policy = policy
    self.identity = identity
    machine = SessionMachine(renewal: .token, policy: policy)
    self.key = key
    self.transport = transport
    self.store = store
    kept = store.load()
    broadcast = Broadcast(
      kept.flatMap { $0.isLeaving ? nil : .restoring($0) } ?? .signedOut(reason: nil))
  }

  /// Who is signed in, now.
  public nonisolated var state: SessionState { broadcast.value }

  /// Who is signed in, from now on; begins with the state of now. Whoever is too slow misses states in between, never
  /// the newest.
  public nonisolated var states: AsyncStream<SessionState> { broadcast.watch() }

  nonisolated var watcherCount: Int { broadcast.watcherCount }

  /// What a device keeps of the session of now; nil where nobody is signed in.
  public var credentials: Credentials? { kept }

  /// Goes on with the session that the device kept. Does nothing without one, or once begun.
  public func restore() {
    guard let kept, machine.status == .signedOut else { return }
    tell(.restore(person: kept.person.id, refreshToken: kept.refreshToken, isLeaving: kept.isLeaving))
  }

  /// Ends the session here at once, and on the server as soon as it can be reached.
  public func signOut() {
    if machine.status == .signedOut { restore() }
    tell(.signOut)
  }

  /// The network came back, or the person did: what waits for its next attempt tries now.
  public func cameBack() { tell(.cameBack) }

  /// - Throws: `CallError`. Cancelling the task cancels the call.
  func call(_ endpoint: Endpoint) async throws(CallError) -> Answer {
    if Task.isCancelled { throw .cancelled }
    lastNumber += 1
    let id = "call/\(lastNumber)"
    let result: Result<Answer, CallError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        callers[id] = continuation
        tell(.call(id, endpoint))
      }
    } onCancel: {
      Task { await self.cancel(id) }
    }
    return try result.get()
  }

  /// A token for what is no call: sockets and transfers of files.
  /// - Parameter old: one that the server has refused; nil for the first attempt.
  func token(replacing old: String?) async throws(CallError) -> String {
    if machine.status == .signedOut { throw .signedOut }
    if let old, case .signedIn(let answer) = machine.status, answer.accessToken != old { return answer.accessToken }
    let token = await withCheckedContinuation { continuation in
      waitingForToken.append(continuation)
      tell(.tokenWanted(fresh: old != nil))
    }
    if let token { return token }
    throw machine.status == .signedOut ? .signedOut : refreshFault ?? .unreachable(.cut)
  }

  /// Carries out a way in that is no `Endpoint`, one at a time: once nothing else that changes the session is under
  /// way, here and in the other processes of the device. Its answer is the session from then on.
  func begin(
    _ enter: @Sendable () async throws(CallError) -> SessionAnswer
  ) async throws(CallError) -> SessionAnswer {
    while isEntering { await withCheckedContinuation { waitingToEnter.append($0) } }
    isEntering = true
    await withCheckedContinuation { continuation in
      entrance = continuation
      tell(.signInWanted)
    }
    let turn = await store.turn()
    defer {
      withExtendedLifetime(turn) {}
      isEntering = false
      let waiting = waitingToEnter
      waitingToEnter = []
      for continuation in waiting { continuation.resume() }
    }
    do throws(CallError) {
      let answer = try await enter()
      tell(.signedIn(answer))
      return answer
    } catch {
      tell(.signInFailed)
      throw error
    }
  }

  func hear(endCause: String) { self.endCause = endCause }

  private func admit() {
    entrance?.resume()
    entrance = nil
  }

  private func cancel(_ id: String) {
    guard let caller = callers.removeValue(forKey: id) else { return }
    tell(.cancelled(id))
    running.removeValue(forKey: id)?.cancel()
    caller.resume(returning: .failure(.cancelled))
  }

  // MARK: The machine

  private func tell(_ event: SessionMachine.Event) {
    for command in machine.receive(event, entropy: .random(in: 0 ... .max)) {
      switch command {
      case .send(let id, let endpoint, let token): send(id, endpoint, token)
      case .cancel(let id): running.removeValue(forKey: id)?.cancel()
      case .finish(let id, let finish): self.finish(id, finish)
      case .refresh(let generation, let endpoint, let token): refresh(generation, endpoint, token)
      case .token(let token): giveToken(token)
      case .tokenUnavailable: giveToken(nil)
      case .signInMayStart: admit()
      case .startTimer(let milliseconds): startTimer(milliseconds)
      case .sessionStarted(let answer), .sessionRenewed(let answer): keep(answer)
      case .sessionEnded(let reason): end(reason)
      case .leaving(let isLeaving): keep(isLeaving: isLeaving)
      }
    }
  }

  private func send(_ id: String, _ endpoint: Endpoint, _ token: String?) {
    running[id] = Task {
      // What begins a session replaces what the processes of this device share.
      let turn = endpoint.beginsSession ? await store.turn() : CredentialTurn()
      let (outcome, fault) = await exchange(endpoint, token)
      // Cancelled: the machine has forgotten the call, and its name may not be told again.
      guard !Task.isCancelled else { return }
      running[id] = nil
      faults[id] = fault
      tell(.answered(id, outcome))
      faults[id] = nil
      withExtendedLifetime(turn) {}
    }
  }

  /// Other processes wait meanwhile, and go on with what this one has kept.
  private func refresh(_ generation: Int, _ endpoint: Endpoint, _ token: String?) {
    Task {
      guard let turn = await store.turn() else {
        refreshFault = .unreachable(.timedOut)
        return tell(.refreshAnswered(generation: generation, .unreachable))
      }
      let (outcome, fault) = await renew(endpoint, token)
      refreshFault = fault
      isRenewal = true
      tell(.refreshAnswered(generation: generation, outcome))
      isRenewal = false
      withExtendedLifetime(turn) {}
    }
  }

  private func renew(_ endpoint: Endpoint, _ token: String?) async -> (SessionMachine.Outcome, CallError?) {
    guard let own = kept else { return await exchange(endpoint, token) }
    var isKept = keepsCredentials
    var shared: Credentials?
    do { shared = try store.read() } catch {
      // What does not open now may be newer than what this process knows, and the old one must not be used any more.
      if error == .unreadable {
        return (.unreachable, .unreachable(.cannotConnect("what is kept of the session does not open")))
      }
      // What no process can read any more is as if it had never been written down.
      isKept = false
    }
    switch KeptToken.plan(own: own.token, isKept: isKept, shared: shared?.token) {
    case .over: return (.refused(.refreshExpired), CallError(APIError.refreshExpired))
    case .renew(let newest):
      if var shared, shared.token == newest {
        shared.isLeaving = own.isLeaving
        kept = shared
      }
      return await exchange(.refresh(refreshToken: newest.refreshToken), token)
    }
  }

  /// Sends with what the program tells about itself. Every request goes this way; sockets have no headers of their own,
  /// since a browser's cannot have any either.
  nonisolated func carry(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    var request = request
    identity.add(to: &request.headers, policy.headers)
    return try await transport.send(request)
  }

  private func exchange(_ endpoint: Endpoint, _ token: String?) async -> (SessionMachine.Outcome, CallError?) {
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await carry(TransportRequest(endpoint.request(key: key, accessToken: token))).collect()
    } catch {
      return (.unreachable, CallError(error))
    }
    guard (200..<300).contains(response.status) else {
      let error = policy.refusal(response)
      return (.refused(error), CallError(error))
    }
    do throws(APIError) {
      return (.success(try Answer(parsing: response, for: endpoint)), nil)
    } catch {
      return (.refused(error), CallError(error))
    }
  }

  private func finish(_ id: String, _ finish: SessionMachine.Finish) {
    let fault = faults[id] ?? refreshFault
    guard let caller = callers.removeValue(forKey: id) else { return }
    switch finish {
    case .success(let answer): caller.resume(returning: .success(answer))
    case .refused(let error): caller.resume(returning: .failure(CallError(error)))
    case .unreachable: caller.resume(returning: .failure(fault ?? .unreachable(.cut)))
    case .signedOut: caller.resume(returning: .failure(.signedOut))
    }
  }

  private func giveToken(_ token: String?) {
    let waiting = waitingForToken
    waitingForToken = []
    for continuation in waiting { continuation.resume(returning: token) }
  }

  private func startTimer(_ milliseconds: Int) {
    timers.start("session", milliseconds: Int64(milliseconds)) { [weak self] in await self?.tell(.timerFired) }
  }

  // MARK: What is kept

  /// Before anything is sent with the new token: from its first use on the old refresh token is of no more use.
  private func keep(_ answer: SessionAnswer) {
    endCause = nil
    let token = answer.refreshToken.isEmpty ? kept?.refreshToken ?? "" : answer.refreshToken
    let last = max(kept?.generation ?? 0, store.load()?.generation ?? 0)
    save(
      Credentials(
        person: answer.person, email: answer.email, role: answer.role, refreshToken: token, generation: last + 1,
        beginning: isRenewal ? kept?.beginning ?? 0 : .random(in: 1 ... .max)))
    broadcast.set(.signedIn(answer.person, answer.role))
  }

  private func end(_ reason: SessionMachine.EndReason) {
    switch reason {
    case .left: keep(isLeaving: true)
    // Whoever has signed in since is what lies there, and follows in this turn.
    case .replaced: break
    case .expired, .personGone, .revoked: forget()
    }
    broadcast.set(.signedOut(reason: reason))
  }

  private func keep(isLeaving: Bool) {
    if isLeaving {
      guard let leaving = kept?.leaving else { return }
      let shared = store.load()
      // What cannot be read must not outlive the wish to sign out.
      if isOurs ?? true {
        save(leaving)
      } else if let shared, shared.beginning == leaving.beginning {
        save(shared.leaving)
      } else {
        // Somebody has signed in since, and stays.
        kept = leaving
      }
    } else if kept?.isLeaving == true {
      forget()
    }
  }

  /// Whether what lies there is what this process knows, and nothing newer; nil where that cannot be said.
  private var isOurs: Bool? {
    guard keepsCredentials else { return true }
    do {
      guard let shared = try store.read() else { return true }
      return shared.refreshToken == kept?.refreshToken
    } catch { return error == .damaged ? true : nil }
  }

  /// Only what this process knew: another one may have signed in since, or may still have to say goodbye.
  private func forget() {
    let shared = store.load()
    if isOurs ?? false, shared?.isLeaving != true || kept?.isLeaving == true { save(nil) } else { kept = nil }
  }

  private func save(_ credentials: Credentials?) {
    guard credentials != kept || !keepsCredentials else { return }
    kept = credentials
    keepsCredentials = store.save(credentials)
  }
}

extension Endpoint {
  fileprivate var beginsSession: Bool { route == .login || route == .join }
}

extension Credentials {
  fileprivate var leaving: Credentials {
    var copy = self
    copy.isLeaving = true
    return copy
  }
}
