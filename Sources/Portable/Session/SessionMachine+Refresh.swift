import Contract
import Domain
import Wire

extension SessionMachine {
  mutating func startRefresh(_ commands: inout [Command]) {
    guard refresh != .running else { return }
    refresh = .running
    let endpoint: Endpoint =
      switch renewal {
      case .cookie(let app): .refreshWebSession(app)
      case .token: .refresh(refreshToken: refreshToken)
      }
    commands.append(.refresh(generation: generation, endpoint, accessToken: accessToken ?? farewellToken))
  }

  mutating func finishRefresh(_ outcome: Outcome, _ entropy: UInt64, _ commands: inout [Command]) {
    refresh = .idle
    switch outcome {
    case .success(.session(let answer)):
      failures = 0
      if farewell != .none {
        farewellToken = answer.accessToken
        sayFarewell(&commands)
      } else {
        renew(answer, &commands)
      }
    case .refused(let error) where policy.isEnded(error) || policy.isGone(error):
      if farewell != .none {
        endFarewell(&commands)
      } else {
        end(policy.isGone(error) ? .personGone : error.code == .sessionEnded ? .revoked : .expired, &commands)
      }
    case .success, .refused, .unreachable:
      // Nothing that a server says while it is in trouble signs anybody out.
      var asked = 0
      if case .refused(let error) = outcome { asked = min(error.retryAfterSeconds ?? 0, 300) * 1_000 }
      rest(asked, entropy, &commands)
    }
    sendWaiting(&commands)
  }

  private mutating func renew(_ answer: SessionAnswer, _ commands: inout [Command]) {
    let known = person?.id ?? expectedPerson
    guard known == nil || known == answer.person.id else {
      end(.replaced, &commands)
      start(answer, &commands)
      return
    }
    let isRestoring = status == .restoring
    adopt(answer)
    commands.append(isRestoring ? .sessionStarted(answer) : .sessionRenewed(answer))
    giveToken(&commands)
  }

  /// - Parameter asked: the pause that the server asks for, in milliseconds.
  private mutating func rest(_ asked: Int, _ entropy: UInt64, _ commands: inout [Command]) {
    failures += 1
    finishCalls(.unreachable, waitingOnly: true, &commands)
    if isTokenWanted {
      isTokenWanted = false
      commands.append(.tokenUnavailable)
    }
    if farewell != .none { farewell = .resting }
    guard farewell != .none || status == .restoring else { return }
    refresh = .resting
    commands.append(
      .startTimer(milliseconds: asked + Backoff.milliseconds(afterFailures: failures, entropy: entropy)))
  }

  mutating func resume(_ commands: inout [Command]) {
    if farewell == .resting {
      sayFarewell(&commands)
    } else if status == .restoring && refresh == .resting {
      startRefresh(&commands)
    }
  }

  mutating func adopt(_ answer: SessionAnswer) {
    generation += 1
    failures = 0
    status = .signedIn(answer)
    expectedPerson = answer.person.id
    if !answer.refreshToken.isEmpty { refreshToken = answer.refreshToken }
  }

  mutating func giveToken(_ commands: inout [Command]) {
    guard isTokenWanted, let accessToken else { return }
    isTokenWanted = false
    handedGeneration = generation
    commands.append(.token(accessToken))
  }
}
