import Domain
import FeatureCore

/// The feature's tags: what an answer belongs to. Text form `chat/{kind}[/{id}[/{rest}]]`.
struct ChatTag: Equatable {
  enum Kind: String, CaseIterable {
    case keptRooms = "kept-rooms"
    case keptOutboxes = "kept-outboxes"
    case keptMarks = "kept-marks"
    case keptDrafts = "kept-drafts"
    case keptDoctors = "kept-doctors"
    case keptMessages = "kept-messages"
    case doomed
    case rooms, doctors, history, changes, operate, send, search, block, blocks, mute, pin, report
    case markRead = "mark-read"
    case allRead = "all-read"
    case sendTimer = "send-timer"
    case fetchTimer = "fetch-timer"
    case readTimer = "read-timer"
    case operateTimer = "operate-timer"
    case uploadTimer = "upload-timer"
    case draftTimer = "draft-timer"
    case roomsTimer = "rooms-timer"
    case noticeTimer = "notice-timer"
    case searchTimer = "search-timer"
    case typingTimer = "typing-timer"
    case foundTimer = "found-timer"
  }

  let kind: Kind
  /// Of a room or a person; empty where there is none.
  let id: String
  let rest: String

  init(_ kind: Kind, _ id: String = "", _ rest: String = "") {
    self.kind = kind
    self.id = id
    self.rest = rest
  }

  init?(_ tag: Tag) {
    let parts = ChatText.split(tag.text, by: UInt8(ascii: "/"))
    guard parts.count > 1, parts[0] == "chat", let kind = Kind(rawValue: parts[1]) else { return nil }
    self.init(kind, parts.count > 2 ? parts[2] : "", parts.count > 3 ? parts[3] : "")
  }

  var tag: Tag {
    var text = "chat/" + kind.rawValue
    if !id.isEmpty { text += "/" + id }
    if !rest.isEmpty { text += "/" + rest }
    return Tag(text)
  }

  /// A call that is made again by itself until it is answered.
  var isRepeated: Bool {
    switch kind {
    case .rooms, .history, .changes, .operate, .send, .markRead: true
    default: false
    }
  }

  var room: ID<Room> { ID(id) }
  /// A seq or a version.
  var number: Int64? { Int64(rest) }
}

extension ChatTag {
  static var keptRooms: ChatTag { ChatTag(.keptRooms) }
  static func keptOutboxes(_ number: Int) -> ChatTag { ChatTag(.keptOutboxes, "\(number)") }
  static var keptMarks: ChatTag { ChatTag(.keptMarks) }
  static var keptDrafts: ChatTag { ChatTag(.keptDrafts) }
  static var keptDoctors: ChatTag { ChatTag(.keptDoctors) }
  static func keptMessages(_ room: ID<Room>) -> ChatTag { ChatTag(.keptMessages, room.text) }
  static func doomed(_ room: ID<Room>) -> ChatTag { ChatTag(.doomed, room.text) }
  static var rooms: ChatTag { ChatTag(.rooms) }
  static var doctors: ChatTag { ChatTag(.doctors) }
  static func history(_ room: ID<Room>, before: Int64?) -> ChatTag {
    ChatTag(.history, room.text, before.map { "\($0)" } ?? "")
  }
  static func changes(_ room: ID<Room>, after: Int64) -> ChatTag { ChatTag(.changes, room.text, "\(after)") }
  static func operate(_ room: ID<Room>, id: String) -> ChatTag { ChatTag(.operate, room.text, id) }
  static func send(_ room: ID<Room>, clientID: String) -> ChatTag { ChatTag(.send, room.text, clientID) }
  static func markRead(_ room: ID<Room>, seq: Int64) -> ChatTag { ChatTag(.markRead, room.text, "\(seq)") }
  static func sendTimer(_ room: ID<Room>) -> ChatTag { ChatTag(.sendTimer, room.text) }
  static func fetchTimer(_ room: ID<Room>) -> ChatTag { ChatTag(.fetchTimer, room.text) }
  static func readTimer(_ room: ID<Room>) -> ChatTag { ChatTag(.readTimer, room.text) }
  static func operateTimer(_ room: ID<Room>) -> ChatTag { ChatTag(.operateTimer, room.text) }
  static func uploadTimer(_ room: ID<Room>) -> ChatTag { ChatTag(.uploadTimer, room.text) }
  static func draftTimer(_ room: ID<Room>) -> ChatTag { ChatTag(.draftTimer, room.text) }
  static func search(_ number: Int) -> ChatTag { ChatTag(.search, "\(number)") }
  static func block(_ person: ID<Person>, _ isBlocked: Bool) -> ChatTag {
    ChatTag(.block, person.text, isBlocked ? "1" : "0")
  }
  static func mute(_ room: ID<Room>) -> ChatTag { ChatTag(.mute, room.text) }
  static func pin(_ room: ID<Room>) -> ChatTag { ChatTag(.pin, room.text) }
  static var blocks: ChatTag { ChatTag(.blocks) }
  static var report: ChatTag { ChatTag(.report) }
  static var allRead: ChatTag { ChatTag(.allRead) }
  static var roomsTimer: ChatTag { ChatTag(.roomsTimer) }
  static var noticeTimer: ChatTag { ChatTag(.noticeTimer) }
  static var searchTimer: ChatTag { ChatTag(.searchTimer) }
  static var typingTimer: ChatTag { ChatTag(.typingTimer) }
  static var foundTimer: ChatTag { ChatTag(.foundTimer) }
}
