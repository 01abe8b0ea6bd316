import Contract
import Domain
import Wire

extension SessionMachine {
  mutating func restore(
    _ person: ID<Person>?, _ token: String?, _ isLeaving: Bool, _ commands: inout [Command]
  ) {
    guard status == .signedOut, farewell == .none else { return }
    refreshToken = token ?? ""
    if isLeaving {
      farewell = .wanted
    } else {
      status = .restoring
      expectedPerson = person
    }
    startRefresh(&commands)
  }

  /// Somebody is signed in from now on. The same answer again changes nothing.
  mutating func start(_ answer: SessionAnswer, _ commands: inout [Command]) {
    // One that waits has not begun: this is another one's session.
    if signIn == .running { signIn = .none }
    if case .signedIn(let known) = status, known.accessToken == answer.accessToken { return }
    let known = person?.id ?? expectedPerson
    let isOther = status != .signedOut && known != nil && known != answer.person.id
    if isOther { end(.replaced, &commands) }
    let isSame = status != .signedOut && person?.id == answer.person.id
    endFarewell(&commands)
    refresh = .idle
    adopt(answer)
    commands.append(isSame ? .sessionRenewed(answer) : .sessionStarted(answer))
    giveToken(&commands)
    sendWaiting(&commands)
  }

  /// The session ends here at once; the server hears of it as soon as it can.
  mutating func leave(_ commands: inout [Command]) {
    guard status != .signedOut else { return }
    farewellToken = accessToken
    // Before anything forgets who was here: a wish that is cut off in the middle is still one.
    commands.append(.leaving(true))
    end(.left, &commands)
    farewell = .wanted
    if refresh != .running { sayFarewell(&commands) }
  }

  /// Not while somebody signs in: a new session would take the answer for its own.
  mutating func sayFarewell(_ commands: inout [Command]) {
    guard !isSigningIn else {
      farewell = .resting
      return
    }
    guard let farewellToken else {
      farewell = .wanted
      startRefresh(&commands)
      return
    }
    farewell = .running
    commands.append(.send(Self.logoutID, .logout, accessToken: farewellToken))
  }

  mutating func finishFarewell(_ outcome: Outcome, _ entropy: UInt64, _ commands: inout [Command]) {
    guard farewell == .running else { return }
    switch outcome {
    case .success: endFarewell(&commands)
    case .refused(let error) where policy.isGone(error): endFarewell(&commands)
    case .refused(let error) where error.isCoded && policy.isExpired(error):
      farewellToken = nil
      sayFarewell(&commands)
    // Nothing else says that the session is over: it may not even be the server who says so.
    case .refused, .unreachable: restFarewell(entropy, &commands)
    }
    sendWaiting(&commands)
  }

  private mutating func restFarewell(_ entropy: UInt64, _ commands: inout [Command]) {
    farewell = .resting
    failures += 1
    goOnLeaving(entropy, &commands)
  }

  /// After a pause.
  mutating func goOnLeaving(_ entropy: UInt64, _ commands: inout [Command]) {
    guard farewell == .resting, !isSigningIn else { return }
    commands.append(.startTimer(milliseconds: Backoff.milliseconds(afterFailures: failures, entropy: entropy)))
  }

  mutating func endFarewell(_ commands: inout [Command]) {
    guard farewell != .none else { return }
    farewell = .none
    farewellToken = nil
    failures = 0
    commands.append(.leaving(false))
  }

  mutating func end(_ reason: EndReason, _ commands: inout [Command]) {
    guard status != .signedOut else { return }
    let wasRefreshing = refresh == .running
    status = .signedOut
    expectedPerson = nil
    failures = 0
    if reason != .left || !wasRefreshing { refresh = .idle }
    finishCalls(.signedOut, waitingOnly: false, &commands)
    if isTokenWanted {
      isTokenWanted = false
      commands.append(.tokenUnavailable)
    }
    commands.append(.sessionEnded(reason))
  }
}
