import Contract

extension SessionMachine {
  var accessToken: String? { if case .signedIn(let answer) = status { answer.accessToken } else { nil } }

  /// Sends all that need not wait (any longer).
  mutating func sendWaiting(_ commands: inout [Command]) {
    var left: [Call] = []
    var wantsRefresh = false
    for var call in calls {
      guard call.generation == nil else {
        left.append(call)
        continue
      }
      if !call.endpoint.needsAccessToken {
        if !call.endpoint.beginsSession || mayBegin {
          call.generation = generation
          commands.append(.send(call.id, call.endpoint, accessToken: nil))
        }
        left.append(call)
      } else if status == .signedOut {
        commands.append(.finish(call.id, .signedOut))
      } else if refresh != .running, let accessToken {
        call.generation = generation
        commands.append(.send(call.id, call.endpoint, accessToken: accessToken))
        left.append(call)
      } else {
        wantsRefresh = true
        left.append(call)
      }
    }
    calls = left
    if wantsRefresh { startRefresh(&commands) }
    admitSignIn(&commands)
  }

  /// A sign-in waits for the end of what would change the cookie as well. A farewell that nobody has heard waits for
  /// it in turn: it is over where somebody has signed in, and goes on where not.
  private var mayBegin: Bool { refresh != .running && farewell != .running }

  var isSigningIn: Bool {
    signIn == .running || calls.contains { $0.generation != nil && $0.endpoint.beginsSession }
  }

  mutating func admitSignIn(_ commands: inout [Command]) {
    guard signIn == .waiting, mayBegin else { return }
    signIn = .running
    commands.append(.signInMayStart)
  }

  mutating func answered(_ id: String, _ outcome: Outcome, _ entropy: UInt64, _ commands: inout [Command]) {
    guard let index = calls.firstIndex(where: { $0.id == id && $0.generation != nil }) else { return }
    let call = calls[index]
    if call.endpoint.needsAccessToken, case .refused(let error) = outcome {
      if policy.isExpired(error) && call.repeats < policy.repeats {
        replay(index, &commands)
        return
      }
      if policy.isGone(error) && call.generation == generation && status != .signedOut {
        end(.personGone, &commands)
        return
      }
    }
    calls.remove(at: index)
    commands.append(.finish(id, Self.finish(outcome)))
    if case .success(.session(let answer)) = outcome { start(answer, &commands) }
    if call.endpoint.beginsSession { goOnLeaving(entropy, &commands) }
  }

  /// Once: with the newer token where there is one by now, else after a renewal.
  private mutating func replay(_ index: Int, _ commands: inout [Command]) {
    let isStale = calls[index].generation == generation
    calls[index].generation = nil
    calls[index].repeats += 1
    if isStale { startRefresh(&commands) }
    sendWaiting(&commands)
  }

  static func finish(_ outcome: Outcome) -> Finish {
    switch outcome {
    case .success(let answer): .success(answer)
    case .refused(let error): error.status >= 500 ? .unreachable : .refused(error)
    case .unreachable: .unreachable
    }
  }

  /// Ends all calls that stand for the person.
  mutating func finishCalls(_ finish: Finish, waitingOnly: Bool, _ commands: inout [Command]) {
    var left: [Call] = []
    for call in calls {
      guard call.endpoint.needsAccessToken, !waitingOnly || call.generation == nil else {
        left.append(call)
        continue
      }
      if call.generation != nil { commands.append(.cancel(call.id)) }
      commands.append(.finish(call.id, finish))
    }
    calls = left
  }

  mutating func wantToken(fresh: Bool, _ commands: inout [Command]) {
    if status == .signedOut {
      commands.append(.tokenUnavailable)
    } else if refresh != .running, !(fresh && handedGeneration == generation), let accessToken {
      handedGeneration = generation
      commands.append(.token(accessToken))
    } else {
      isTokenWanted = true
      startRefresh(&commands)
    }
  }
}

extension Endpoint {
  var beginsSession: Bool {
    switch self {
    case .join, .login: true
    default: false
    }
  }
}
