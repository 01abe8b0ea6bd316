import AppCore
import Chat
import Contract
import Domain
import EyeMon
import EyeMonDoctor
import FeatureCore
import JSON
import Markup
import Screens
import Wire

let now = Timestamp(milliseconds: 1_767_571_200_000)
let me = Person(id: ID("p1"), nick: "하늘")
let doctor = Person(id: ID("d1"), nick: "김의사")
let room = ID<Room>("r1")

func message(_ seq: Int64, _ text: String, from sender: Person) -> Message {
  let instant = now.adding(milliseconds: seq * 1_000)
  return Message(
    id: ID("m\(seq)"), roomID: room, seq: seq, version: seq, clientID: nil, content: text, sender: sender,
    createdAt: instant,
    updatedAt: instant)
}

/// An app on the device of somebody who was here before: its state, and its page.
struct Visit {
  private(set) var state: AppState
  private let screen = AppScreen()

  init(_ configuration: AppConfiguration, at path: String, signedIn: Bool = true) {
    state = ConsultApp.initialState(configuration)
    let name = configuration.app.rawValue + "/member"
    let hint = #"{"user_id":"p1","nick":"하늘","email":"sky@example.com","role":"patient"}"#
    let preferences = signedIn ? [Record(key: name, value: hint)] : []
    send(.shell(.started(path: path, languages: ["ko"], preferences: preferences, zone: .utc, online: true)))
  }

  mutating func send(_ action: ConsultApp.Action) {
    _ = ConsultApp.reduce(&state, action, at: Moment(now: now, entropy: (1, 2)))
  }

  /// The room and its messages, as the device kept them.
  mutating func keep(_ messages: [Message]) {
    send(
      .chat(
        .roomArrived(
          Room(
            id: room, participants: [me, doctor], createdAt: now, updatedAt: now, lastMessage: messages.last,
            lastSeq: messages.last?.seq ?? 0))))
    send(.shell(.recordsRead(Tag("chat/kept-messages/r1"), [])))
    for message in messages { send(.chat(.messageArrived(message))) }
  }

  var page: Node<ConsultApp.Action> { screen.draw(state, now: now) }
}

extension Node {
  func all(class name: String) -> [Node] {
    all.filter { ($0[.class] ?? "").split(separator: " ").contains(Substring(name)) }
  }

  func byID(_ id: String) -> Node? { first { $0[.id] == id } }
}
