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

  /// Why something that the person wanted did not happen; shown for a moment.
  public enum Problem: Equatable, Sendable {
    case unreachable
    case refused(ErrorCode)
    /// This device has no room for a file that was brought.
    case notKept
  }

  public struct State: Equatable, Sendable {
    /// nil until `started`.
    public internal(set) var me: Person?
    public internal(set) var role = Role.patient
    public internal(set) var setting = Setting(language: .ko, zone: .utc)
    public internal(set) var connection = Connection.starting
    public internal(set) var doctors: [Doctor] = []
    public internal(set) var doctorsLoading = Loading.loading
    /// The doctor whose room is being opened.
    public internal(set) var openingDoctor: ID<Person>?
    public internal(set) var rooms = RoomList()
    public internal(set) var roomsLoading = Loading.loading
    public internal(set) var conversation: Conversation?
    public internal(set) var problem: Problem?
    public internal(set) var isVisible = true
    public internal(set) var files = FileState()

    /// One machine per room that was opened or has something to send.
    var machines: [ID<Room>: RoomSyncMachine] = [:]
    var drafts: [ID<Room>: String] = [:]
    /// The kept outboxes have been read; new machines start with an empty one.
    var areOutboxesRestored = false
    var isAskingRooms = false
    /// The answer on its way may be older than the newest reason to ask.
    var asksRoomsAgain = false
    var roomsFailures = 0
    var isAskingDoctors = false

    public init() {}

    /// The number for the tab of the rooms.
    public var unreadTotal: Int { rooms.unreadTotal }
  }

  /// The room on the screen.
  public struct Conversation: Equatable, Sendable {
    public let roomID: ID<Room>
    public internal(set) var draft: String
    /// How many of the newest messages are shown.
    public internal(set) var window = Chat.windowStep
    public internal(set) var isAtEnd = true
    /// Messages of others that came while the person was reading further up.
    public internal(set) var unseenBelow = 0
    /// Rows of the newest messages, made when something of the room changes and not at every key stroke.
    public internal(set) var rows: [ConversationRow] = []
  }
}

extension Chat.State {
  /// The person on the other side.
  func other(in room: Room) -> Person? {
    room.participants.first { $0.id != me?.id }
  }

  var openMachine: RoomSyncMachine? { conversation.flatMap { machines[$0.roomID] } }

  mutating func refreshRows() {
    guard let id = conversation?.roomID, let machine = machines[id] else { return }
    let participants = rooms[id]?.participants ?? []
    let window = conversation?.window ?? Chat.windowStep
    conversation?.rows = ConversationRows.make(
      machine: machine, participants: participants, window: window, setting: setting)
  }
}
