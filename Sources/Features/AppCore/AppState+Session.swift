import Chat
import Contract
import Domain
import FeatureCore
import Realtime
import Session
import Wire

/// A request on its way. Its number names it to the shell, so that an answer meant for an earlier session or an earlier
/// call of the same name meets nobody.
struct Exchange: Equatable, Sendable {
  var number: Int
  /// The call it stands for; nil for the renewal of the session.
  var call: String?
  var generation: Int
  var endpoint: Endpoint

  var tag: Tag { Tag("app/http/\(number)") }
}

extension AppState {
  static let sessionTimer = Tag("app/session")

  init(_ configuration: AppConfiguration) {
    let app = configuration.app
    self.init(
      configuration: configuration, session: SessionMachine(renewal: .cookie(app)),
      realtime: RealtimeMachine(key: app.rawValue))
  }

  mutating func call(_ endpoint: Endpoint, _ tag: Tag, _ moment: Moment) -> [Effect] {
    tellSession(.call(tag.text, endpoint), moment)
  }

  /// Asks the server to go on with the session that this browser had, or to end one that it did not hear of the end of.
  mutating func resumeSession(isLeaving: Bool, _ moment: Moment) -> [Effect] {
    let restore = SessionMachine.Event.restore(person: member?.person.id, refreshToken: nil, isLeaving: isLeaving)
    let effects = tellSession(restore, moment)
    return isLeaving ? effects : effects + tellRealtime(.started, moment)
  }

  /// Somebody may have signed in at a provider's page: its way back brings a session that this browser has not seen.
  mutating func enter(_ moment: Moment) -> [Effect] {
    let restore = SessionMachine.Event.restore(person: nil, refreshToken: nil, isLeaving: false)
    return [.savePreference(name: preferenceName("entering"), value: nil), stays] + tellSession(restore, moment)
  }

  /// Whoever has signed in replaces a sign-out of before, also one of another tab that has been closed since.
  private var stays: Effect { .savePreference(name: preferenceName("leaving"), value: nil) }

  mutating func takeAnswer(_ tag: Tag, _ outcome: HTTPOutcome, _ moment: Moment) -> [Effect] {
    guard let index = exchanges.firstIndex(where: { $0.tag == tag }) else { return [] }
    let exchange = exchanges.remove(at: index)
    let result = Self.read(outcome, exchange.endpoint)
    guard let call = exchange.call else {
      if case .refused(let error) = result, let seconds = error.retryAfterSeconds {
        _ = tellRealtime(.retryAfter(milliseconds: Int64(seconds) * 1_000), moment)
      }
      return tellSession(.refreshAnswered(generation: exchange.generation, result), moment)
    }
    return tellSession(.answered(call, result), moment)
  }

  private static func read(_ outcome: HTTPOutcome, _ endpoint: Endpoint) -> SessionMachine.Outcome {
    guard case .response(let response) = outcome else { return .unreachable }
    do throws(APIError) {
      return .success(try Answer(parsing: response, for: endpoint))
    } catch {
      return .refused(error)
    }
  }

  mutating func tellSession(_ event: SessionMachine.Event, _ moment: Moment) -> [Effect] {
    var effects: [Effect] = []
    for command in session.receive(event, entropy: moment.entropy.0) {
      switch command {
      case .send(let id, let endpoint, let token): effects.append(send(id, 0, endpoint, token))
      case .refresh(let generation, let endpoint, let token):
        effects.append(send(nil, generation, endpoint, token))
      case .cancel(let id):
        guard let index = exchanges.firstIndex(where: { $0.call == id }) else { continue }
        effects.append(.cancel(exchanges.remove(at: index).tag))
      case .finish(let id, let finish): effects += finishCall(Tag(id), finish, moment)
      case .token(let token): effects += tellRealtime(.tokenArrived(token), moment)
      case .tokenUnavailable: effects += tellRealtime(.tokenFailed, moment)
      case .signInMayStart: effects.append(.admitSignIn)
      case .startTimer(let milliseconds):
        effects.append(.startTimer(milliseconds: milliseconds, Self.sessionTimer))
      case .sessionStarted(let answer):
        effects += [access(answer.accessToken)] + owe(answer.owesConsent) + begin(Member(answer), moment)
      case .sessionRenewed(let answer):
        effects += [access(answer.accessToken)] + remember(Member(answer)) + settle(answer.owesConsent, moment)
      case .sessionEnded(let reason): effects += end(reason, moment)
      case .leaving(let isLeaving):
        effects.append(.savePreference(name: preferenceName("leaving"), value: isLeaving ? "1" : nil))
      }
    }
    return effects
  }

  private func access(_ token: String?) -> Effect { .setAccess(key: configuration.app.rawValue, token: token) }

  private mutating func send(_ call: String?, _ generation: Int, _ endpoint: Endpoint, _ token: String?) -> Effect {
    lastExchange += 1
    let exchange = Exchange(number: lastExchange, call: call, generation: generation, endpoint: endpoint)
    exchanges.append(exchange)
    return .http(
      endpoint.request(key: configuration.app.rawValue, accessToken: token, web: true), exchange.tag)
  }

  private mutating func finishCall(_ tag: Tag, _ finish: SessionMachine.Finish, _ moment: Moment) -> [Effect] {
    let outcome: CallOutcome =
      switch finish {
      case .success(let answer): .success(answer)
      case .refused(let error): .failure(.refused(error))
      case .unreachable: .failure(.unreachable)
      case .signedOut: .failure(.signedOut)
      }
    return tellChat(.answered(tag, outcome), moment)
  }

  mutating func grant(_ wish: AnnexWish, _ moment: Moment) -> [Effect] {
    switch wish {
    case .back: return owesConsent ? [] : goBack(moment)
    case .signOut: return askToSignOut(moment)
    case .renewal:
      guard case .signedIn(let answer) = session.status else { return [] }
      return tellSession(.accessRefused(answer.accessToken), moment)
    case .language(let language): return choose(language, moment)
    case .theme(let theme): return choose(theme)
    case .signIn: return tellSession(.signInWanted, moment)
    case .signedIn(let response):
      let outcome = Self.read(.response(response), .refreshWebSession(configuration.app))
      guard case .success(.session(let answer)) = outcome else { return tellSession(.signInFailed, moment) }
      return [stays] + tellSession(.signedIn(answer), moment)
    }
  }

  // MARK: Whose app this is

  private mutating func begin(_ member: Member, _ moment: Moment) -> [Effect] {
    let isKnown = self.member?.person.id == member.person.id
    endMark = nil
    var effects = remember(member)
    if !isKnown {
      effects += enterStore(moment)
      let (place, changes) = takeWanted()
      effects += changes + go(to: place, .replace, moment)
    }
    return effects + tellRealtime(.started, moment)
  }

  private mutating func remember(_ member: Member) -> [Effect] {
    heardEnd = nil
    guard member != self.member else { return [] }
    let isShown = self.member != nil
    self.member = member
    let hint = member.hint
    return [.savePreference(name: preferenceName("member"), value: hint)]
      + (isShown ? [.tellAnnex(name: Member.changed, payload: hint)] : [])
  }

  /// Kept, so that a reload begins where this left off.
  private mutating func owe(_ owes: Bool) -> [Effect] {
    guard owes != owesConsent else { return [] }
    owesConsent = owes
    return [.savePreference(name: preferenceName("owing"), value: owes ? "1" : nil)]
  }

  /// Whoever owed consent, and has given it, goes on to where they wanted to be.
  private mutating func settle(_ owes: Bool, _ moment: Moment) -> [Effect] {
    let effects = owe(owes)
    if effects.isEmpty { return [] }
    if owes { return effects + tellRealtime(.stopped, moment) + go(to: route, .replace, moment) }
    let (place, changes) = takeWanted()
    return effects + tellRealtime(.started, moment) + changes + go(to: place, .replace, moment)
  }

  mutating func askToSignOut(_ moment: Moment) -> [Effect] {
    asksToSignOut = chat.unsentCount > 0
    return asksToSignOut ? [] : signOut(moment)
  }

  mutating func signOut(_ moment: Moment) -> [Effect] { tellSession(.signOut, moment) }

  /// What waits in an outbox outlives an ended session, but not the person's own wish to leave this device.
  private mutating func end(_ reason: SessionMachine.EndReason, _ moment: Moment) -> [Effect] {
    guard let account = member?.person.id.text else { return [] }
    member = nil
    unreadNotices = 0
    let owed = owe(false)
    let access = access(nil)
    switch reason {
    case .left, .replaced: endMark = nil
    case .expired: endMark = heardEnd ?? "expired"
    case .personGone: endMark = "person_gone"
    case .revoked: endMark = heardEnd ?? "remote"
    }
    heardEnd = nil
    var effects: [Effect] = [access, .savePreference(name: preferenceName("member"), value: nil)] + owed
    effects += tellRealtime(.stopped, moment)
    // What is being typed is written down while the store is still that of its writer.
    if reason != .left { effects += tellChat(.roomLeft, moment) }
    effects += tellChat(.reset, moment)
    effects.append(.openStore(account: nil))
    switch reason {
    // Whoever ended it from elsewhere wants nothing to stay, and may not hold this device.
    case .left, .personGone, .revoked: effects.append(.eraseStore(account: account))
    case .expired, .replaced: break
    }
    switch reason {
    case .left: return effects + go(to: .home, .replace, moment)
    // The next session follows in this turn and brings its own place.
    case .replaced: return effects
    case .expired, .personGone, .revoked: return effects + go(to: route, .replace, moment)
    }
  }
}
