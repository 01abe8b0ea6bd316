import ChatSync
import Contract
import Domain
import FeatureCore
import Wire

extension Chat {
  /// How far a list is known.
  public enum Loading: Equatable, Sendable {
    /// Nobody has asked yet, or the answer is on its way.
    case loading
    case loaded
    /// The server could not be asked; what the device kept is shown.
    case unreachable
    case refused(ErrorCode)
  }

  /// How something that the person wanted went; shown for a moment.
  public enum Notice: Equatable, Sendable {
    case unreachable
    case refused(ErrorCode)
    /// This device has no room for a file that was brought, or for what was said.
    case notKept
    case copied, reported
  }

  public struct State: Equatable, Sendable {
    /// nil until `started`.
    public internal(set) var me: Person?
    public internal(set) var role = Role.patient
    public internal(set) var setting = Setting(language: .ko, zone: .utc)
    public internal(set) var connection = Connection.starting
    public internal(set) var doctors: [Doctor] = []
    public internal(set) var doctorsLoading = Loading.loading
    public internal(set) var rooms = RoomList()
    public internal(set) var roomsLoading = Loading.loading
    public internal(set) var conversation: Conversation?
    public internal(set) var notice: Notice?
    public internal(set) var sheet: Sheet?
    public internal(set) var reportNote = ""
    public internal(set) var search: Search?
    /// Whom the person has blocked, as far as the server has said.
    public internal(set) var blocked: [ID<Person>] = []
    /// The server has said it since this start. Another device's change is told at the next one.
    var areBlocksKnown = false
    /// Who of the rooms' members is there right now.
    public internal(set) var online: [ID<Person>] = []
    var typing = TypingLeases()
    /// Where somebody types right now.
    var typingRooms: [ID<Room>] = []
    public internal(set) var isVisible = true
    public internal(set) var files = FileState()

    /// One machine per room that was opened or has something to send.
    var machines: [ID<Room>: RoomSyncMachine] = [:]
    var drafts = RoomTable<String>()
    /// The kept outboxes have been read; new machines start with an empty one.
    var areOutboxesRestored = false
    /// This tab is the one of the browser's that sends.
    var isWriter = true
    /// It will be when it has read what the one before it kept.
    var becomesWriter = true
    /// Of the newest question for the kept outboxes.
    var outboxAsk = 0
    /// An outbox was written since.
    var hasWrittenOutbox = false
    var isUnkeptSaid = false
    var isAskingRooms = false
    /// The answer on its way may be older than the newest reason to ask.
    var asksRoomsAgain = false
    var roomsFailures = 0
    var readsFailures = 0
    var isAskingDoctors = false
    /// Where the person wants to be led to.
    var aim: Aim?

    public init() {}

    /// The number for the tab of the rooms.
    public var unreadTotal: Int { rooms.unreadTotal }
  }

  /// The room on the screen.
  public struct Conversation: Equatable, Sendable {
    public let roomID: ID<Room>
    public internal(set) var draft: String
    /// The message that the draft answers, by its seq.
    public internal(set) var replyTo: Int64?
    /// What the field holds is the new text of this message.
    public internal(set) var editing: Editing?
    /// Which of the people that may be meant the keyboard stands on.
    var mentionIndex = 0
    /// The list of people was sent away for this draft.
    var hidesMentions = false
    /// How far the person had read when the room was opened; nil where nothing was unread.
    var readThrough: Int64?
    /// The room is to open where the person left off, as soon as that is there.
    var opensAtUnread = false
    /// The message that the person was led to.
    var found: Int64?
    /// How many messages are shown, up to the newest or to `end`.
    public internal(set) var window = Chat.windowStep
    /// The last message that is shown, where the person was led far up.
    public internal(set) var end: Int64?
    public internal(set) var isAtEnd = true
    /// Messages of others that came while the person was reading further up.
    public internal(set) var unseenBelow = 0
    /// Rows of the newest messages, made when something of the room changes and not at every key stroke.
    public internal(set) var rows: [ConversationRow] = []
  }
}

extension Chat {
  /// A message that the person wants to see, loaded or not.
  struct Aim: Equatable, Sendable {
    var room: ID<Room>
    var seq: Int64
    /// It is being fetched.
    var isSought = false
  }

  /// A message whose text is being changed, and the draft that waits meanwhile.
  public struct Editing: Equatable, Sendable {
    public var target: ConversationRow.Target
    var draft: String
  }
}

extension Chat.State {
  /// A short text about how something went; nil where there is none.
  public var noticeText: String? { notice.map { ChatWords(setting.language).notice($0) } }

  /// The person on the other side.
  func other(in room: Room) -> Person? {
    room.participants.first { $0.id != me?.id }
  }

  /// A message of the open room that is there to be acted on.
  func message(_ seq: Int64) -> Message? {
    guard let log = openMachine?.log else { return nil }
    let index = log.position(of: seq)
    guard index < log.messages.count, log.messages[index].seq == seq else { return nil }
    guard let message = openMachine?.shown(log.messages[index]) else { return nil }
    return message.isGone ? nil : message
  }

  func name(of person: ID<Person>) -> String {
    for room in rooms.rooms {
      if let found = room.participants.first(where: { $0.id == person }) { return found.nick }
    }
    return ""
  }

  func hasReacted(_ message: Message, _ emoji: String) -> Bool {
    guard let me else { return false }
    return message.reactions.contains { $0.emoji == emoji && $0.personIDs.contains(me.id) }
  }

  /// The people whom the draft may be about to name.
  var suggestions: [Person] {
    guard let conversation, !conversation.hidesMentions, let room = rooms[conversation.roomID] else { return [] }
    return Mentions.suggestions(for: conversation.draft, among: room.participants.filter { $0.id != me?.id })
  }

  /// In an order of their own, so that what is done for all of them is done alike every time.
  var machineRooms: [ID<Room>] { Array(machines.keys).ordered { $0.text < $1.text } }

  var openMachine: RoomSyncMachine? { conversation.flatMap { machines[$0.roomID] } }

  mutating func refreshRows() {
    guard let open = conversation, let machine = machines[open.roomID] else { return }
    conversation?.rows = ConversationRows.make(
      machine: machine, participants: rooms[open.roomID]?.participants ?? [], window: open.window, end: open.end,
      readThrough: open.readThrough, found: open.found, files: files, setting: setting)
  }
}
