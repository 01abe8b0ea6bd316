import Contract
import Domain
import Wire

/// One person's session in a client: hands out access tokens, renews them one at a time, and lets calls wait meanwhile.
///
/// It sends nothing itself. Calls come in by a name that is unique among those under way, and go out as `send`; each of
/// them ends with exactly one `finish`. Exchanges that change the session (renewal, sign-in, sign-out) never overlap,
/// since the last answer would decide whose cookie stays.
public struct SessionMachine: Equatable, Sendable {
  /// Where the refresh token lives.
  public enum Renewal: Equatable, Sendable {
    /// In an HttpOnly cookie, out of reach (browser).
    case cookie(App)
    /// In this machine (native clients).
    case token
  }

  public enum Status: Equatable, Sendable {
    case signedOut
    /// Somebody was signed in when the app was last used; the server has not been asked yet or cannot be reached.
    case restoring
    case signedIn(SessionAnswer)
  }

  /// How an exchange with the server ended.
  public enum Outcome: Equatable, Sendable {
    case success(Answer)
    case refused(APIError)
    case unreachable
  }

  /// How a call ended for the one who asked.
  public enum Finish: Equatable, Sendable {
    case success(Answer)
    case refused(APIError)
    /// No answer, or a 5xx; also where the session could not be renewed for lack of an answer.
    case unreachable
    case signedOut
  }

  public enum EndReason: Equatable, Sendable {
    /// The person wished so.
    case left
    /// The server knows the refresh token no more.
    case expired
    case personGone
    /// On purpose, from elsewhere: by the person on another device, or by the operator.
    case revoked
    /// Another person signed in beside this app (another tab of the same browser).
    case replaced
  }

  public enum Event: Equatable, Sendable {
    /// The app starts, and somebody may be signed in. `person`: whom the device remembers, so that calls meant for them
    /// do not run for somebody else. `isLeaving`: a sign-out was not brought to its end (`leaving(true)`).
    case restore(person: ID<Person>?, refreshToken: String?, isLeaving: Bool)
    /// A session from elsewhere. The answers of `join` and `login` that go through this machine count by themselves.
    case signedIn(SessionAnswer)
    case signOut
    /// Somebody beside this machine is about to sign in. Answered by `signInMayStart` once nothing else that changes
    /// the session is under way; then `signedIn` or `signInFailed` tells how it ended.
    case signInWanted
    case signInFailed
    case call(String, Endpoint)
    /// The caller has lost interest: no `finish`.
    case cancelled(String)
    case answered(String, Outcome)
    case refreshAnswered(generation: Int, Outcome)
    /// A socket is about to connect. `fresh`: the token handed out last was refused.
    case tokenWanted(fresh: Bool)
    /// Somebody who was given this token heard from the server that it counts no more.
    case accessRefused(String)
    case timerFired
    /// The network or the person came back: no pause any longer.
    case cameBack
  }

  public enum Command: Equatable, Sendable {
    case send(String, Endpoint, accessToken: String?)
    /// The answer to that call is not wanted any more.
    case cancel(String)
    case finish(String, Finish)
    /// Answered by `refreshAnswered` with the same generation.
    case refresh(generation: Int, Endpoint, accessToken: String?)
    case token(String)
    case tokenUnavailable
    case signInMayStart
    /// Replaces an older timer.
    case startTimer(milliseconds: Int)
    case sessionStarted(SessionAnswer)
    /// The same person with new tokens.
    case sessionRenewed(SessionAnswer)
    /// Once per session.
    case sessionEnded(EndReason)
    /// To be kept until the opposite comes: a sign-out that the server has not heard yet.
    case leaving(Bool)
  }

  struct Call: Equatable, Sendable {
    var id: String
    var endpoint: Endpoint
    /// The generation whose token it carries; nil while it waits.
    var generation: Int?
    var repeats = 0
  }

  enum Refresh: Equatable, Sendable { case idle, running, resting }

  /// A sign-in that somebody else carries out.
  enum SignIn: Equatable, Sendable { case none, waiting, running }

  /// Telling the server about a sign-out.
  enum Farewell: Equatable, Sendable { case none, wanted, running, resting }

  /// The name under which the machine sends its own `logout`.
  public static let logoutID = "session/logout"

  public internal(set) var status = Status.signedOut
  let renewal: Renewal
  #if hasFeature(Embedded)
    /// One dialect in the browser: known when it is compiled, and so without weight.
    var policy: SessionPolicy { .maru }
  #else
    let policy: SessionPolicy
  #endif
  /// Counts the pairs of tokens. An answer about an older pair changes nothing.
  var generation = 0
  var refreshToken = ""
  /// The token that a farewell uses after the session has ended here.
  var farewellToken: String?
  var expectedPerson: ID<Person>?
  var refresh = Refresh.idle
  var farewell = Farewell.none
  var signIn = SignIn.none
  var failures = 0
  var calls: [Call] = []
  var isTokenWanted = false
  var handedGeneration: Int?

  #if hasFeature(Embedded)
    public init(renewal: Renewal) {
      self.renewal = renewal
    }
  #else
    public init(renewal: Renewal, policy: SessionPolicy = .maru) {
      self.renewal = renewal
      self.policy = policy
    }
  #endif

  public var person: Person? { if case .signedIn(let answer) = status { answer.person } else { nil } }

  /// - Parameter entropy: fresh random bits; they spread the pauses between attempts.
  public mutating func receive(_ event: Event, entropy: UInt64) -> [Command] {
    var commands: [Command] = []
    switch event {
    case .restore(let person, let token, let isLeaving): restore(person, token, isLeaving, &commands)
    case .signedIn(let answer): start(answer, &commands)
    case .signOut: leave(&commands)
    case .signInWanted:
      signIn = .waiting
      admitSignIn(&commands)
    case .signInFailed:
      signIn = .none
      goOnLeaving(entropy, &commands)
    case .call(let id, let endpoint):
      calls.append(Call(id: id, endpoint: endpoint))
      sendWaiting(&commands)
    case .cancelled(let id):
      guard let index = calls.firstIndex(where: { $0.id == id }) else { break }
      if calls.remove(at: index).endpoint.beginsSession { goOnLeaving(entropy, &commands) }
    case .answered(Self.logoutID, let outcome): finishFarewell(outcome, entropy, &commands)
    case .answered(let id, let outcome): answered(id, outcome, entropy, &commands)
    case .refreshAnswered(generation, let outcome) where refresh == .running:
      finishRefresh(outcome, entropy, &commands)
    case .refreshAnswered: break
    case .tokenWanted(let fresh): wantToken(fresh: fresh, &commands)
    case .accessRefused(let token): if status != .signedOut, token == accessToken { startRefresh(&commands) }
    case .timerFired, .cameBack: resume(&commands)
    }
    return commands
  }
}
