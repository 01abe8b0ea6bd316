import Domain
import FeatureCore

/// The feature's tags: what an answer belongs to. Text form `chat/{kind}` or `chat/{kind}/{id}[/{client id}]`.
enum ChatTag: Equatable {
  case keptRooms, keptOutboxes, keptDrafts, keptDoctors
  case keptMessages(ID<Room>)
  case rooms, doctors
  case openRoom(ID<Person>)
  case history(ID<Room>, before: Int64?)
  case changes(ID<Room>, after: Int64)
  case operate(ID<Room>, id: String)
  case send(ID<Room>, clientID: String)
  case markRead(ID<Room>, seq: Int64)
  case sendTimer(ID<Room>)
  case fetchTimer(ID<Room>)
  case readTimer(ID<Room>)
  case operateTimer(ID<Room>)
  case uploadTimer(ID<Room>)
  case draftTimer(ID<Room>)
  case search(Int)
  case block(ID<Person>, Bool)
  case mute(ID<Room>)
  case pin(ID<Room>)
  case blocks, report, allRead
  case roomsTimer, noticeTimer, searchTimer, typingTimer, foundTimer

  var tag: Tag {
    switch self {
    case .keptRooms: Tag("chat/kept-rooms")
    case .keptOutboxes: Tag("chat/kept-outboxes")
    case .keptDrafts: Tag("chat/kept-drafts")
    case .keptDoctors: Tag("chat/kept-doctors")
    case .keptMessages(let room): Tag("chat/kept-messages/" + room.text)
    case .rooms: Tag("chat/rooms")
    case .doctors: Tag("chat/doctors")
    case .openRoom(let person): Tag("chat/open-room/" + person.text)
    case .history(let room, let before): Tag("chat/history/" + room.text + (before.map { "/\($0)" } ?? ""))
    case .changes(let room, let after): Tag("chat/changes/" + room.text + "/\(after)")
    case .operate(let room, let id): Tag("chat/operate/" + room.text + "/" + id)
    case .send(let room, let clientID): Tag("chat/send/" + room.text + "/" + clientID)
    case .markRead(let room, let seq): Tag("chat/mark-read/" + room.text + "/\(seq)")
    case .sendTimer(let room): Tag("chat/send-timer/" + room.text)
    case .fetchTimer(let room): Tag("chat/fetch-timer/" + room.text)
    case .readTimer(let room): Tag("chat/read-timer/" + room.text)
    case .operateTimer(let room): Tag("chat/operate-timer/" + room.text)
    case .uploadTimer(let room): Tag("chat/upload-timer/" + room.text)
    case .draftTimer(let room): Tag("chat/draft-timer/" + room.text)
    case .roomsTimer: Tag("chat/rooms-timer")
    case .noticeTimer: Tag("chat/notice-timer")
    case .searchTimer: Tag("chat/search-timer")
    case .typingTimer: Tag("chat/typing-timer")
    case .foundTimer: Tag("chat/found-timer")
    case .search(let number): Tag("chat/search/\(number)")
    case .block(let person, let isBlocked): Tag("chat/block/" + person.text + (isBlocked ? "/1" : "/0"))
    case .mute(let room): Tag("chat/mute/" + room.text)
    case .pin(let room): Tag("chat/pin/" + room.text)
    case .blocks: Tag("chat/blocks")
    case .report: Tag("chat/report")
    case .allRead: Tag("chat/all-read")
    }
  }

  init?(_ tag: Tag) {
    let parts = ChatText.split(tag.text, by: UInt8(ascii: "/"))
    guard parts.count > 1, parts[0] == "chat" else { return nil }
    let id = parts.count > 2 ? parts[2] : ""
    let rest = parts.count > 3 ? parts[3] : ""
    switch parts[1] {
    case "kept-rooms": self = .keptRooms
    case "kept-outboxes": self = .keptOutboxes
    case "kept-drafts": self = .keptDrafts
    case "kept-doctors": self = .keptDoctors
    case "kept-messages": self = .keptMessages(ID(id))
    case "rooms": self = .rooms
    case "doctors": self = .doctors
    case "open-room": self = .openRoom(ID(id))
    case "history": self = .history(ID(id), before: Int64(rest))
    case "changes": self = .changes(ID(id), after: Int64(rest) ?? 0)
    case "operate": self = .operate(ID(id), id: rest)
    case "send": self = .send(ID(id), clientID: rest)
    case "mark-read": self = .markRead(ID(id), seq: Int64(rest) ?? 0)
    case "send-timer": self = .sendTimer(ID(id))
    case "fetch-timer": self = .fetchTimer(ID(id))
    case "read-timer": self = .readTimer(ID(id))
    case "operate-timer": self = .operateTimer(ID(id))
    case "upload-timer": self = .uploadTimer(ID(id))
    case "draft-timer": self = .draftTimer(ID(id))
    case "rooms-timer": self = .roomsTimer
    case "notice-timer": self = .noticeTimer
    case "search-timer": self = .searchTimer
    case "typing-timer": self = .typingTimer
    case "found-timer": self = .foundTimer
    case "search": self = .search(Int(id) ?? 0)
    case "block": self = .block(ID(id), rest == "1")
    case "mute": self = .mute(ID(id))
    case "pin": self = .pin(ID(id))
    case "blocks": self = .blocks
    case "report": self = .report
    case "all-read": self = .allRead
    default: return nil
    }
  }
}
