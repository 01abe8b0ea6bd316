import Contract
import JSON
import SocketIO

/// Keeps one connection to the person's own namespace `/me`, for as long as it is wanted: asks for the token at each
/// attempt, joins, notices a silent server, and tries again after a pause with full jitter. It tells the server whether
/// the person looks at the app, and where they type.
///
/// Where the platform wants no socket in the background, `stopped` closes it and `started` opens it again. What was
/// missed meanwhile is fetched after `joined`, which is the only moment from which nothing is missed.
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
    /// The server asked for a pause (`Retry-After` of a refused handshake or token call). To be told before the
    /// `socketClosed` or `tokenFailed` that it belongs to.
    case retryAfter(milliseconds: Int64)
    case timerFired(Timer)
    /// The network came back, or the person did: no pause any longer, except one that the server asked for.
    case cameBack
    /// Whether the person can see the app; at the start they can.
    case visibilityChanged(Bool)
    /// May come with every key: what the server need not hear again is not sent. `isTyping` false: sent, or emptied.
    case typing(room: String, isTyping: Bool)
    /// Dropped while nothing is joined.
    case emit(name: String, JSONValue)
  }

  public enum Command: Equatable, Sendable {
    /// `fresh`: the server refused the one at hand. Answered by `tokenArrived` or `tokenFailed`.
    case needToken(fresh: Bool)
    /// A WebSocket to this path of the server, with an older one closed.
    case openSocket(path: String)
    case sendSocket(String)
    case closeSocket
    /// Replaces an earlier one of the same name. Answered by `timerFired`.
    case startTimer(Timer, milliseconds: Int64)
    case cancelTimer(Timer)
    /// Nothing is missed from now on: fetch what was missed before.
    case joined
    case left
    case received(name: String, JSONValue)
  }

  public enum Timer: String, CaseIterable, Equatable, Sendable {
    case attempt, ping, stable, active, typing
  }

  public enum Status: Equatable, Sendable {
    case off, connecting, connected, reconnecting
  }

  private enum Phase: Equatable, Sendable {
    case off, needsToken, opening, connected, resting
  }

  public static let namespace = "/me"
  /// How long an attempt may take until `/me` is joined, in milliseconds.
  static let attemptTimeout: Int64 = 15_000
  static let firstPause: Int64 = 1_000
  static let longestPause: Int64 = 30_000
  /// The longest pause that a server may ask for.
  static let longestHint: Int64 = 300_000
  /// A connection that held so long was a good one: the next pause is short again.
  static let stableAfter: Int64 = 30_000

  private let key: String
  private var phase = Phase.off
  private var session = ClientSessionMachine()
  /// Attempts that ended since a connection last proved stable.
  private var failures = 0
  /// The last attempt was made with a token asked for because of a refusal: another one would not help.
  private var isRenewed = false
  /// What the server asked for, for the next pause.
  private var hint: Int64 = 0
  /// The pause is one that the server asked for.
  private var isHeldBack = false
  private var activity = ActivityReports()

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
    case .stopped: return stop(entropy)
    case .tokenArrived(let token): return phase == .needsToken ? open(token) : []
    case .tokenFailed: return phase == .needsToken ? rest(entropy) : []
    case .socketOpened: return phase == .opening ? run(session.receive(.socketOpened), entropy) : []
    case .socketReceived(let text): return isLive ? run(session.receive(.socketReceived(text)), entropy) : []
    case .socketClosed: return isLive ? lose([], entropy) : []
    case .retryAfter(let milliseconds):
      // For the attempt that is under way, and no later one.
      if phase == .needsToken || phase == .opening { hint = min(max(milliseconds, 0), Self.longestHint) }
      return []
    case .timerFired(let timer): return fire(timer, entropy)
    case .cameBack: return phase == .resting && !isHeldBack ? attempt(fresh: false) : []
    case .visibilityChanged(let isVisible): return tell(activity.see(isVisible))
    case .typing(let room, let isTyping): return tell(activity.type(room, isTyping))
    case .emit(let name, let payload): return tell([.emit(name, payload)])
    }
  }

  private var isLive: Bool { phase == .opening || phase == .connected }

  private mutating func attempt(fresh: Bool) -> [Command] {
    phase = .needsToken
    isRenewed = fresh
    hint = 0
    return [.cancelTimer(.attempt), .needToken(fresh: fresh)]
  }

  private mutating func open(_ token: String) -> [Command] {
    phase = .opening
    session = ClientSessionMachine()
    _ = session.receive(
      .connect(namespace: Self.namespace, auth: ["SeSACKey": .string(key), "Authorization": .string(token)]))
    return [
      .startTimer(.attempt, milliseconds: Self.attemptTimeout), .openSocket(path: ClientSessionMachine.path),
    ]
  }

  private mutating func stop(_ entropy: UInt64) -> [Command] {
    guard phase != .off else { return [] }
    let wasLive = isLive
    phase = .off
    var commands: [Command] = [.cancelTimer(.attempt)]
    if wasLive {
      commands.append(.cancelTimer(.ping))
      // A polite end: the server knows at once that the person is gone.
      if session.isOpen { commands.append(.sendSocket("1")) }
      commands.append(.closeSocket)
    }
    activity.forgetTyping()
    return commands
  }

  private mutating func fire(_ timer: Timer, _ entropy: UInt64) -> [Command] {
    switch timer {
    case .ping: return isLive ? run(session.receive(.timerFired), entropy) : []
    case .stable:
      if phase == .connected { failures = 0 }
      return []
    case .active, .typing: return phase == .connected ? tell(activity.fire(timer)) : []
    case .attempt:
      switch phase {
      case .opening: return lose([.closeSocket], entropy)
      case .resting: return attempt(fresh: false)
      case .off, .needsToken, .connected: return []
      }
    }
  }

  private mutating func run(_ commands: [ClientSessionMachine.Command], _ entropy: UInt64) -> [Command] {
    var result: [Command] = []
    for command in commands {
      switch command {
      case .sendSocket(let text): result.append(.sendSocket(text))
      case .closeSocket: result.append(.closeSocket)
      case .startTimer(let milliseconds): result.append(.startTimer(.ping, milliseconds: milliseconds))
      case .cancelTimer: result.append(.cancelTimer(.ping))
      case .connected: result += join()
      case .refused(_, let message, let data):
        if let seconds = data?["retry_after"]?.int64 { hint = min(max(seconds, 0), Self.longestHint / 1_000) * 1_000 }
        let isTokenOld = message == APIError.accessExpired.message || message == APIError.accessInvalid.message
        return lose(result + [.closeSocket], isTokenOld: isTokenOld, entropy)
      // The server ends a connection so when its session has ended.
      case .disconnected: return lose(result + [.closeSocket], isTokenOld: true, entropy)
      // `/me` carries no binary.
      case .sendSocketBinary: break
      case .received(_, let name, let arguments, _, _): result.append(.received(name: name, arguments.first ?? .null))
      case .acknowledged: break
      case .ended: return lose(result, entropy)
      }
    }
    return result
  }

  private mutating func join() -> [Command] {
    phase = .connected
    isRenewed = false
    return [.cancelTimer(.attempt), .startTimer(.stable, milliseconds: Self.stableAfter), .joined]
      + tell(activity.begin())
  }

  /// Nothing is kept for later: what the server should know is told anew after the next join.
  private mutating func tell(_ wishes: [ActivityReports.Wish]) -> [Command] {
    guard phase == .connected else {
      activity.forgetTyping()
      return []
    }
    var commands: [Command] = []
    for wish in wishes {
      switch wish {
      case .emit(let name, let payload):
        let event = ClientSessionMachine.Event.emit(
          namespace: Self.namespace, name: name, arguments: [payload], ackID: nil)
        for case .sendSocket(let text) in session.receive(event) { commands.append(.sendSocket(text)) }
      case .startTimer(let timer, let milliseconds): commands.append(.startTimer(timer, milliseconds: milliseconds))
      case .cancelTimer(let timer): commands.append(.cancelTimer(timer))
      }
    }
    return commands
  }

  private mutating func lose(_ commands: [Command], isTokenOld: Bool = false, _ entropy: UInt64) -> [Command] {
    var commands = commands
    commands.append(.cancelTimer(.ping))
    if phase == .connected { commands.append(.left) }
    activity.forgetTyping()
    if isTokenOld && !isRenewed && hint == 0 {
      failures += 1
      return commands + attempt(fresh: true)
    }
    return commands + rest(entropy)
  }

  private mutating func rest(_ entropy: UInt64) -> [Command] {
    phase = .resting
    let longest = min(Self.firstPause << Int64(min(failures, 5)), Self.longestPause)
    failures += 1
    isHeldBack = hint > 0
    let pause = hint + Int64(entropy % UInt64(longest + 1))
    return [.startTimer(.attempt, milliseconds: pause)]
  }
}
