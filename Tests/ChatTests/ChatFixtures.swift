import ChatSync
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Wire

@testable import Chat

let mina = Person(id: ID("mina"), nick: "미나")
let han = Person(id: ID("han"), nick: "한지우", introduction: "망막을 봅니다.")
let seo = Person(id: ID("seo"), nick: "서연")
let roomA = ID<Room>("room-a")
let roomB = ID<Room>("room-b")
let seoul = ZoneOffsets([ZoneOffsets.Change(from: Timestamp(milliseconds: 0), minutesEastOfUTC: 540)])
let korean = Chat.Setting(language: .ko, zone: seoul)

/// 2026-01-05 09:00 in Seoul, the beginning of the test clock, and minutes after it.
func minute(_ minutes: Int64, second: Int64 = 0) -> Timestamp {
  Timestamp(milliseconds: 1_767_571_200_000 + minutes * 60_000 + second * 1_000)
}

func message(
  _ seq: Int64, _ content: String, from sender: Person = han, clientID: String? = nil, in room: ID<Room> = roomA,
  at instant: Timestamp? = nil
) -> Message {
  let instant = instant ?? minute(seq)
  return Message(
    id: ID("m\(seq)"), roomID: room, seq: seq, version: seq, clientID: clientID, content: content, sender: sender,
    createdAt: instant, updatedAt: instant)
}

func room(
  _ id: ID<Room> = roomA, with other: Person = han, last: Message? = nil, unread: Int = 0,
  reads: [ReadPosition] = []
) -> Room {
  Room(
    id: id, participants: [mina, other], createdAt: minute(0), updatedAt: last?.createdAt ?? minute(0),
    lastMessage: last, lastSeq: last?.seq ?? 0, unreadCount: unread,
    reads: reads.isEmpty ? [ReadPosition(personID: mina.id, seq: 0), ReadPosition(personID: other.id, seq: 0)] : reads,
    version: last?.seq ?? 0)
}

let doctorHan = Doctor(person: han, clinic: "맑은눈안과", specialty: "망막")

/// The n-th client id of a test store: its clock gives (0, n) as entropy.
func clientID(_ draw: UInt64) -> String { ChatText.hex((0, draw)) }

/// Mina, with the store of her account read and the rooms known.
func started(rooms: [Room] = [], setting: Chat.Setting = korean, role: Role = .patient) -> TestStore<Chat> {
  let store = TestStore<Chat>(Chat.State())
  store.arrange(.started(mina, role, setting))
  for tag in [ChatTag.keptRooms, .keptOutboxes(0), .keptDrafts, .keptDoctors] {
    store.arrange(.recordsRead(tag.tag, []))
  }
  store.arrange(.connected)
  store.arrange(.answered(ChatTag.rooms.tag, .success(.rooms(rooms))))
  return store
}

/// As `started`, with room A on the screen and its messages known.
func conversing(
  _ messages: [Message] = [], reads: [ReadPosition] = [], role: Role = .patient
) -> TestStore<Chat> {
  let store = started(rooms: [room(last: messages.last, reads: reads)], role: role)
  store.arrange(.roomShown(roomA))
  store.arrange(.recordsRead(ChatTag.keptMessages(roomA).tag, []))
  store.arrange(.answered(ChatTag.history(roomA, before: nil).tag, page(messages)))
  return store
}

/// The newest page of a room whose messages were never changed.
func page(_ messages: [Message]) -> CallOutcome {
  let newest = messages.last?.seq ?? 0
  return .success(.history(MessagePage(messages: messages, version: newest, lastSeq: newest)))
}

func askNewest(_ room: ID<Room> = roomA) -> Endpoint { .history(room: room, before: nil, limit: 80) }
func askChanges(_ version: Int64, in room: ID<Room> = roomA) -> Endpoint {
  .changes(room: room, after: version, limit: 500)
}

func write(_ key: String, _ value: String?) -> Effect { .writeRecords([RecordChange(key: key, value: value)]) }

func kept(_ writes: RecordWrite...) -> Effect {
  .writeRecords(writes.map { RecordChange(key: $0.key, value: $0.value) })
}

extension [Effect] {
  /// The calls among them.
  var calls: [Endpoint] {
    var calls: [Endpoint] = []
    for case .call(let endpoint, _) in self { calls.append(endpoint) }
    return calls
  }
}
