import Chat
import Contract
import Domain
import FeatureCore
import FeatureTesting
import JSON
import SocketIO
import Wire

@testable import AppCore

/// Testing has a `Tag` of its own.
typealias Tag = FeatureCore.Tag
/// Contract has one as well, of the server's.
typealias Route = AppCore.Route

let attempt = Tag("app/attempt")
let ping = Tag("app/ping")
let socketPath = ClientSessionMachine.path
let greeting = #"0{"sid":"s","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}"#
let joined = #"40/me,{"sid":"n"}"#
let expired = #"44/me,{"message":"액세스 토큰이 만료되었습니다."}"#

func joining(_ token: String, key: String = "eyemon") -> String {
  #"40/me,{"SeSACKey":"\#(key)","Authorization":"\#(token)"}"#
}

typealias AppStore = TestStore<VisibleApp>

let me = Person(id: ID("p1"), nick: "하늘")
let doctor = Person(id: ID("d1"), nick: "김의사")
let kept = Member(person: me, email: "sky@example.com", role: .patient)
let room = ID<Room>("r1")

func session(_ token: String, _ person: Person = me) -> SessionAnswer {
  SessionAnswer(person: person, email: "sky@example.com", role: .patient, accessToken: token, refreshToken: "")
}

func message(_ seq: Int64, _ text: String, from sender: Person = doctor, clientID: String? = nil) -> Message {
  let instant = Timestamp(milliseconds: 1_767_571_200_000 + seq * 1_000)
  return Message(
    id: ID("m\(seq)"), roomID: room, seq: seq, version: seq, clientID: clientID, content: text, sender: sender,
    createdAt: instant, updatedAt: instant)
}

func consultRoom(_ last: Message?, unread: Int = 0) -> Room {
  Room(
    id: room, participants: [me, doctor], createdAt: Timestamp(milliseconds: 1_767_571_200_000),
    updatedAt: last?.createdAt ?? Timestamp(milliseconds: 1_767_571_200_000), lastMessage: last,
    lastSeq: last?.seq ?? 0, unreadCount: unread)
}

/// The nth request of a visit.
func request(_ number: Int, _ endpoint: Endpoint, token: String? = nil, app: App = .eyemon) -> Effect {
  .http(endpoint.request(key: app.rawValue, accessToken: token, web: true), httpTag(number))
}

func httpTag(_ number: Int) -> Tag { Tag("app/http/\(number)") }

func answer(_ number: Int, _ answer: Answer) -> ConsultApp.Action {
  .shell(.httpAnswered(httpTag(number), .response(answer.response)))
}

func refuse(_ number: Int, _ error: APIError) -> ConsultApp.Action {
  .shell(.httpAnswered(httpTag(number), .response(error.response)))
}

func lost(_ number: Int) -> ConsultApp.Action { .shell(.httpAnswered(httpTag(number), .unreachable)) }

func started(
  _ path: String, languages: [String] = ["ko-KR"], preferences: [Record] = [], online: Bool = true
) -> ConsultApp.Action {
  .shell(.started(path: path, languages: languages, preferences: preferences, zone: .utc, online: online))
}

func preference(_ name: String, _ value: String?, app: App = .eyemon) -> Effect {
  .savePreference(name: app.rawValue + "/" + name, value: value)
}

func access(_ token: String?) -> Effect { .setAccess(key: "eyemon", token: token) }

let memberRecord = Record(key: "eyemon/member", value: kept.hint)

/// What the chat reads as soon as the store of its person is open.
let keptReads: [Effect] = [
  .readRecords(prefix: "r/", Tag("chat/kept-rooms")),
  .readRecords(prefix: "s/", Tag("chat/kept-marks")), .readRecords(prefix: "d/", Tag("chat/kept-drafts")),
  .readRecords(prefix: "doctors", Tag("chat/kept-doctors")),
]

let socketOpening: [Effect] = [
  .startTimer(milliseconds: 15_000, attempt), .openSocket(path: socketPath),
]

/// The store has room r1 with one message.
let knownRoom = ConsultApp.Action.shell(
  .recordsRead(
    Tag("chat/kept-messages/r1"), [Record(key: "k/r1", value: #"{"version":1,"newest":1,"gone":[]}"#)]))

func keptMessage(_ message: Message) -> Record {
  Record(key: "m/r1/00000000000\(message.seq)", value: message.json.text)
}

/// A visit of somebody who was signed in before: the session is renewed with the token `t1` and the socket has joined.
func signIn(_ store: AppStore, at path: String) {
  store.arrange(started(path, preferences: [memberRecord]))
  renew(store)
  connect(store)
  for exchange in store.state.app.exchanges where exchange.endpoint == .rooms {
    store.arrange(answer(exchange.number, .rooms([consultRoom(nil)])))
  }
}

func renew(_ store: AppStore, token: String = "t1") {
  for exchange in store.state.app.exchanges where exchange.call == nil {
    store.arrange(answer(exchange.number, .session(session(token))))
  }
}

func connect(_ store: AppStore) {
  store.arrange(.shell(.socketOpened))
  store.arrange(.shell(.socketReceived(greeting)))
  store.arrange(.shell(.socketReceived(joined)))
}
