import ChatSync
import Contract
import Domain

/// The open conversation as texts and flags.
public struct ConversationModel: Equatable, Sendable {
  public enum Face: Equatable, Sendable {
    /// Nothing is known yet.
    case loading
    case rows
    /// The server said that nobody has written yet.
    case empty(title: String, text: String)
    /// Nothing is known and the server cannot be asked now; it goes on by itself.
    case waiting(title: String, text: String)
    /// The room does not exist, or is not for this person.
    case missing(title: String, text: String, backLabel: String)
  }

  public var roomID: ID<Room>
  public var title: String
  public var face: Face
  /// Oldest first.
  public var rows: [ConversationRow]
  /// Set where older messages are known but not shown.
  public var earlierLabel: String?
  /// Set where messages came in below while the person reads further up.
  public var newMessagesLabel: String?
  public var draft: String
  public var placeholder: String
  public var sendLabel: String
  public var canSend: Bool
  /// False where there is nowhere to write to.
  public var showsComposer: Bool
  public var listLabel: String
  public var backLabel: String

  /// nil while no room is open.
  public init?(_ state: Chat.State) {
    guard let conversation = state.conversation else { return nil }
    let words = ChatWords(state.setting.language)
    let room = state.rooms[conversation.roomID]
    let other = room.flatMap { state.other(in: $0) }
    let machine = state.openMachine
    roomID = conversation.roomID
    title = other?.nick ?? ""
    rows = conversation.rows
    face = Self.face(state, machine, words, isEmpty: rows.isEmpty)
    let count = machine?.log.messages.count ?? 0
    earlierLabel = count > conversation.window || machine?.hasEarlier == true ? words.earlier : nil
    newMessagesLabel = conversation.unseenBelow > 0 ? words.newMessages(conversation.unseenBelow) : nil
    draft = conversation.draft
    placeholder = words.placeholder
    sendLabel = words.send
    canSend = !ChatText.trimmed(conversation.draft).isEmpty
    if case .missing = face { showsComposer = false } else { showsComposer = true }
    listLabel = words.listLabel(title)
    backLabel = words.back
  }

  private static func face(
    _ state: Chat.State, _ machine: RoomSyncMachine?, _ words: ChatWords, isEmpty: Bool
  ) -> Face {
    if let refusal = machine?.refusal, isEmpty || refusal.code == .notFound || refusal.code == .notParticipant {
      return .missing(
        title: words.missingTitle, text: words.missingText(refusal.code), backLabel: words.backToRooms)
    }
    if !isEmpty { return .rows }
    guard let machine else { return .loading }
    if machine.isEmpty { return .empty(title: words.roomEmptyTitle, text: words.roomEmptyText) }
    if machine.isUnreachable {
      return .waiting(title: words.unreachableTitle, text: words.waitingText)
    }
    return .loading
  }
}
