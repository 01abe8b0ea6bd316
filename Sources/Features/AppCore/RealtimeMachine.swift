import Contract
import FeatureCore
import JSON
import SocketIO

/// Keeps one connection to the person's own namespace `/me`, for as long as it is wanted: asks for the token at each
/// attempt, joins, notices a silent server, and tries again after a pause with full jitter.
public struct RealtimeMachine: Equatable, Sendable {
  public enum Event: Equatable, Sendable {
    case started
    case stopped
    case tokenArrived(String)
    /// There is none to be had now; the pause before the next attempt begins.
    case tokenFailed
    case socketOpened
    case socketReceived(String)
    case socketClosed
    case timerFired(Tag)
    /// The network came back, or the person did: no pause any longer.
    case cameBack
  }

  public enum Command: Equatable, Sendable {
    /// `fresh`: the server refused the one at hand. Answered by `tokenArrived` or `tokenFailed`.
    case needToken(fresh: Bool)
    case effect(Effect)
    /// Nothing is missed from now on.
    case joined
    case left
    case received(name: String, JSONValue)
  }

  public enum Status: Equatable, Sendable {
    case off, connecting, connected, reconnecting
  }

  private enum Phase: Equatable, Sendable {
    case off, needsToken, opening, connected, resting
  }

  static let attemptTimer = Tag("app/attempt")
  static let pingTimer = Tag("app/ping")
  static let namespace = "/me"
  /// How long an attempt may take until `/me` is joined, in milliseconds.
  static let attemptTimeout = 15_000
  static let firstPause = 1_000
  static let longestPause = 30_000

  private let key: String
  private var phase = Phase.off
  private var session = ClientSessionMachine()
  /// Attempts that ended since `/me` was last joined.
  private var failures = 0
  /// The last attempt was made with a token asked for because of a refusal: another one would not help.
  private var isRenewed = false

  /// - Parameter key: names realm and app (`SeSACKey`).
  public init(key: String) {
    self.key = key
  }

  public var status: Status {
    switch phase {
    case .off: .off
    case .connected: .connected
    case .needsToken, .opening, .resting: failures == 0 ? .connecting : .reconnecting
    }
  }

  /// - Parameter entropy: fresh random bits; they choose the pause.
  public mutating func receive(_ event: Event, entropy: UInt64) -> [Command] {
    switch event {
    case .started: return phase == .off ? attempt(fresh: false) : []
    case .stopped: return stop()
    case .tokenArrived(let token): return phase == .needsToken ? open(token) : []
    case .tokenFailed: return phase == .needsToken ? rest(entropy) : []
    case .socketOpened: return phase == .opening ? run(session.receive(.socketOpened), entropy) : []
    case .socketReceived(let text): return isLive ? run(session.receive(.socketReceived(text)), entropy) : []
    case .socketClosed: return isLive ? lose([], entropy) : []
    case .timerFired(let tag): return fire(tag, entropy)
    case .cameBack: return phase == .resting ? attempt(fresh: false) : []
    }
  }

  private var isLive: Bool { phase == .opening || phase == .connected }

  private mutating func attempt(fresh: Bool) -> [Command] {
    phase = .needsToken
    isRenewed = fresh
    return [.effect(.cancel(Self.attemptTimer)), .needToken(fresh: fresh)]
  }

  private mutating func open(_ token: String) -> [Command] {
    phase = .opening
    session = ClientSessionMachine()
    _ = session.receive(
      .connect(namespace: Self.namespace, auth: ["SeSACKey": .string(key), "Authorization": .string(token)]))
    return [
      .effect(.startTimer(milliseconds: Self.attemptTimeout, Self.attemptTimer)),
      .effect(.openSocket(path: ClientSessionMachine.path)),
    ]
  }

  private mutating func stop() -> [Command] {
    guard phase != .off else { return [] }
    let wasLive = isLive
    phase = .off
    failures = 0
    var commands: [Command] = [.effect(.cancel(Self.attemptTimer))]
    if wasLive { commands += [.effect(.cancel(Self.pingTimer)), .effect(.closeSocket)] }
    return commands
  }

  private mutating func fire(_ tag: Tag, _ entropy: UInt64) -> [Command] {
    if tag == Self.pingTimer { return isLive ? run(session.receive(.timerFired), entropy) : [] }
    guard tag == Self.attemptTimer else { return [] }
    switch phase {
    case .opening: return lose([.effect(.closeSocket)], entropy)
    case .resting: return attempt(fresh: false)
    case .off, .needsToken, .connected: return []
    }
  }

  private mutating func run(_ commands: [ClientSessionMachine.Command], _ entropy: UInt64) -> [Command] {
    var result: [Command] = []
    for command in commands {
      switch command {
      case .sendSocket(let text): result.append(.effect(.sendSocket(text)))
      case .closeSocket: result.append(.effect(.closeSocket))
      case .startTimer(let milliseconds):
        result.append(.effect(.startTimer(milliseconds: Int(milliseconds), Self.pingTimer)))
      case .cancelTimer: result.append(.effect(.cancel(Self.pingTimer)))
      case .connected: result += join()
      case .refused(_, let message):
        let isTokenOld = message == APIError.accessExpired.message || message == APIError.accessInvalid.message
        return lose(result + [.effect(.closeSocket)], isTokenOld: isTokenOld, entropy)
      // The server ends a connection so when its session has ended.
      case .disconnected: return lose(result + [.effect(.closeSocket)], isTokenOld: true, entropy)
      case .received(_, let name, let arguments, _): result.append(.received(name: name, arguments.first ?? .null))
      case .acknowledged: break
      case .ended: return lose(result, entropy)
      }
    }
    return result
  }

  private mutating func join() -> [Command] {
    phase = .connected
    failures = 0
    isRenewed = false
    return [.effect(.cancel(Self.attemptTimer)), .joined]
  }

  private mutating func lose(_ commands: [Command], isTokenOld: Bool = false, _ entropy: UInt64) -> [Command] {
    var commands = commands
    commands.append(.effect(.cancel(Self.pingTimer)))
    if phase == .connected { commands.append(.left) }
    if isTokenOld && !isRenewed {
      failures += 1
      return commands + attempt(fresh: true)
    }
    return commands + rest(entropy)
  }

  private mutating func rest(_ entropy: UInt64) -> [Command] {
    phase = .resting
    let longest = min(Self.firstPause << min(failures, 5), Self.longestPause)
    failures += 1
    let pause = Int(entropy % UInt64(longest + 1))
    return [.effect(.startTimer(milliseconds: pause, Self.attemptTimer))]
  }
}
