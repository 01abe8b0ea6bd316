import Chat
import Contract
import Domain
import FeatureCore
import JSON
import Realtime
import Session

extension AppState {
  mutating func tellChat(_ action: Chat.Action, _ moment: Moment) -> [Effect] {
    let effects = Chat.reduce(&chat, action, at: moment)
    return carry(effects, moment)
  }

  /// Does what the root does itself for the features; the rest goes on to the shell.
  private mutating func carry(_ wishes: [Effect], _ moment: Moment) -> [Effect] {
    var effects: [Effect] = []
    for wish in wishes {
      switch wish {
      case .call(let endpoint, let tag): effects += call(endpoint, tag, moment)
      case .pushPath(let path): effects += go(to: place(path), .push, moment)
      case .replacePath(let path): effects += go(to: place(path), .replace, moment)
      case .tellTyping(let room, let isTyping):
        effects += tellRealtime(.typing(room: room, isTyping: isTyping), moment)
      default: effects.append(wish)
      }
    }
    return effects
  }

  /// Features name their places without the app's prefix.
  private func place(_ path: String) -> Route {
    Route(path: configuration.basePath + path, under: configuration.basePath)
  }

  mutating func tellRealtime(_ event: RealtimeMachine.Event, _ moment: Moment) -> [Effect] {
    if event == .started && owesConsent { return [] }
    var effects: [Effect] = []
    for command in realtime.receive(event, entropy: moment.entropy.1) {
      switch command {
      case .needToken(let fresh): effects += tellSession(.tokenWanted(fresh: fresh), moment)
      case .openSocket(let path): effects.append(.openSocket(path: path))
      case .sendSocket(let text): effects.append(.sendSocket(text))
      case .closeSocket: effects.append(.closeSocket)
      case .startTimer(let timer, let milliseconds):
        effects.append(.startTimer(milliseconds: Int(milliseconds), Self.tag(timer)))
      case .cancelTimer(let timer): effects.append(.cancel(Self.tag(timer)))
      case .joined:
        // What was told meanwhile was missed: whoever shows it asks again.
        effects += tellChat(.connected, moment) + [.tellAnnex(name: "joined", payload: "")]
      case .left: break
      case .received(let name, let payload): effects += hear(name, payload, moment)
      }
    }
    return effects
  }

  static func tag(_ timer: RealtimeMachine.Timer) -> Tag { Tag("app/" + timer.rawValue) }

  private mutating func hear(_ name: String, _ payload: JSONValue, _ moment: Moment) -> [Effect] {
    switch name {
    case "chat", "change":
      return Message(json: payload).map { tellChat(.messageArrived($0), moment) } ?? []
    case "room":
      return Room(json: payload).map { tellChat(.roomArrived($0), moment) } ?? []
    case "read":
      guard let room = payload.string(at: "room_id"), let position = ReadPosition(json: payload) else { return [] }
      return tellChat(.readArrived(room: ID(room), position: position), moment)
    case "typing":
      guard let room = payload.string(at: "room_id"), let person = payload.string(at: "user_id"),
        let lease = payload.int64(at: "lease")
      else { return [] }
      return tellChat(.typingArrived(room: ID(room), person: ID(person), lease: lease), moment)
    case "presence":
      guard let person = payload.string(at: "user_id"), let isOnline = payload.bool(at: "online") else { return [] }
      return tellChat(.presenceArrived(ID(person), isOnline: isOnline), moment)
    case "presences":
      let people = payload.array(at: "online")?.compactMap { $0.string.map { ID<Person>($0) } } ?? []
      return tellChat(.presencesArrived(people), moment)
    case "notice", "notices":
      if let unread = payload.int64(at: "unread") { unreadNotices = Int(truncatingIfNeeded: unread) }
      return [.tellAnnex(name: name, payload: payload.text)]
    // The connection ends behind it, and with the next token the session; this alone says why.
    case "session_ended":
      heardEnd = payload["reason"]?.string
      return []
    default: return [.tellAnnex(name: name, payload: payload.text)]
    }
  }

  static let backgroundTimer = Tag("app/background")
  /// How long a phone keeps the connection behind the screen, in milliseconds.
  static let backgroundPatience = 30_000

  /// A phone's connection ends when the app stays behind the screen, and begins again, with catching up, on return.
  mutating func see(_ isVisible: Bool, isHandheld: Bool, _ moment: Moment) -> [Effect] {
    var effects = tellChat(.visibilityChanged(isVisible), moment)
    effects += tellRealtime(.visibilityChanged(isVisible), moment)
    if isVisible {
      effects.append(.cancel(Self.backgroundTimer))
      if !member.isNone { effects += tellRealtime(.started, moment) }
      return effects + comeBack(moment)
    }
    guard isHandheld else { return effects }
    return effects + [.startTimer(milliseconds: Self.backgroundPatience, Self.backgroundTimer)]
  }

  /// The network or the person came back: no pause any longer.
  mutating func comeBack(_ moment: Moment) -> [Effect] {
    tellSession(.cameBack, moment) + tellRealtime(.cameBack, moment)
  }

  /// Tells the conversation where the connection stands, where that changed without a join.
  mutating func tellConnection(_ moment: Moment) -> [Effect] {
    guard !member.isNone else { return [] }
    switch realtime.status {
    case .connected: return []
    case .off, .connecting: if isOnline { return [] }
    case .reconnecting: break
    }
    return chat.connection == .lost ? [] : tellChat(.disconnected, moment)
  }
}
