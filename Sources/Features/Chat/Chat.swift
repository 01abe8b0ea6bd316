import ChatSync
import Contract
import Domain
import FeatureCore
import Wire

/// Doctors, rooms and the open conversation of one signed-in person.
///
/// Effects name paths relative to the app (`/chats/{id}`); the root puts its own prefix before them.
public enum Chat: Feature {
  /// The element that scrolls in a conversation.
  public static let scrollerID = "messages"
  /// The text field of a conversation.
  public static let composerID = "composer"
  /// How many messages a conversation shows at first, and how many more each `earlierShown` adds.
  public static let windowStep = 80
  /// So many unread messages are seen at once from the end of the room; more make it open where they begin.
  static let fewUnread = 10
  /// Beyond this the room opens at its end all the same.
  static let mostUnreadShown = 300

  /// What the texts depend on.
  public struct Setting: Equatable, Sendable {
    public var language: Language
    public var zone: ZoneOffsets

    public init(language: Language, zone: ZoneOffsets) {
      self.language = language
      self.zone = zone
    }
  }

  /// Where the live connection stands.
  public enum Connection: Equatable, Sendable {
    /// The first attempt has not ended.
    case starting
    case connected
    /// Attempts go on.
    case lost
  }

  public indirect enum Action: Equatable, Sendable {
    /// Somebody is signed in and the store of the account is open. First action; also after `reset`.
    case started(Person, Role, Setting)
    case settingChanged(Setting)
    /// Signed out, or another account: everything is forgotten.
    case reset

    case doctorsShown
    case roomsShown
    case roomShown(ID<Room>)
    case roomLeft
    case draftChanged(String)
    /// Enter, or the button: what the field holds, told by `draftChanged` before.
    case sendTapped
    case compose(ComposeAction)
    case menu(MenuAction)
    case search(SearchAction)
    /// Shows a message of the open room: the original of an answer, or the pinned one.
    case aimed(Int64)
    case allReadTapped
    case earlierShown
    case newMessagesTapped
    /// At its start, older messages that are known appear by themselves.
    case scrolled(atEnd: Bool, atStart: Bool = false)
    /// "Try again" on an error face.
    case reloadTapped
    case noticeDismissed
    case files(FileAction)

    case connected
    case disconnected
    /// New, edited, deleted, or with other reactions.
    case messageArrived(Message)
    case readArrived(room: ID<Room>, position: ReadPosition)
    case roomArrived(Room)
    /// `lease`: in milliseconds; 0 where the person has stopped.
    case typingArrived(room: ID<Room>, person: ID<Person>, lease: Int64)
    /// All who are there.
    case presencesArrived([ID<Person>])
    case presenceArrived(ID<Person>, isOnline: Bool)
    case visibilityChanged(Bool)

    case answered(Tag, CallOutcome)
    case recordsRead(Tag, [Record])
    /// Reading or writing failed (`Tag` of a read; nil for a write).
    case recordsFailed(Tag?)
    /// The store is open, another tab has written to an outbox, or this tab is now the one that sends.
    case storeChanged(isWriter: Bool)
    case timerFired(Tag)
  }

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .started(let me, let role, let setting): return start(&state, me, role, setting)
    case .settingChanged(let setting):
      state.setting = setting
      state.refreshRows()
      return []
    case .reset: return reset(&state)
    case .doctorsShown: return loadDoctors(&state)
    case .roomsShown: return loadRooms(&state)
    case .roomShown(let room): return show(room, &state, moment)
    case .roomLeft: return leave(&state, moment)
    case .draftChanged(let text): return changeDraft(&state, text)
    case .sendTapped: return send(&state, moment)
    case .compose(let action): return compose(&state, action, moment)
    case .menu(let action): return menu(&state, action, moment)
    case .search(let action): return search(&state, action, moment)
    case .aimed(let seq): return aim(&state, at: seq, moment)
    case .allReadTapped: return markAllRead(&state)
    case .earlierShown: return widen(&state, moment)
    case .newMessagesTapped: return jumpToEnd(&state, moment)
    case .scrolled(let atEnd, let atStart):
      let effects = scroll(&state, atEnd: atEnd, moment)
      return atStart && !atEnd ? effects + widen(&state, moment) : effects
    case .reloadTapped: return reload(&state, moment)
    case .noticeDismissed:
      state.notice = nil
      return []
    case .files(let action): return files(&state, action, moment)
    case .connected, .disconnected, .messageArrived, .readArrived, .roomArrived, .visibilityChanged, .typingArrived,
      .presencesArrived, .presenceArrived:
      return live(&state, action, moment)
    case .answered(let tag, let outcome): return answered(&state, tag, outcome, moment)
    case .recordsRead(let tag, let records): return recordsRead(&state, tag, records, moment)
    case .recordsFailed(let tag): return recordsFailed(&state, tag, moment)
    case .storeChanged(let isWriter): return storeChanged(&state, isWriter, moment)
    case .timerFired(let tag): return timerFired(&state, tag, moment)
    }
  }
}
