import Contract
import Domain

extension Chat {
  /// The dialog that is open.
  public enum Sheet: Equatable, Sendable {
    /// What can be done with a message of the open room, by its seq.
    case message(Int64)
    /// What can be done with a message that is still on this device.
    case item(clientID: String)
    case moreEmoji(Int64)
    case confirmDelete(Int64)
    case reasons(Int64)
    case confirmBlock(ID<Person>)
    case room(ID<Room>)
  }

  /// What is chosen in a dialog.
  public enum MenuAction: Equatable, Sendable {
    case opened(ConversationRow.Target)
    case shown(Sheet)
    case dismissed
    case copy(String)
    case reply(Int64)
    case edit(ConversationRow.Target)
    case react(Int64, emoji: String)
    case delete(Int64)
    case retry(clientID: String)
    case remove(clientID: String)
    case retryChange(id: String)
    case dropChange(id: String)
    case pin(ID<Message>?)
    case report(Int64, Report.Reason)
    /// What the person writes beside the reason of a report.
    case noted(String)
    case block(ID<Person>, Bool)
    case mute(ID<Room>, Bool)
    case read(ID<Room>)
    case search(ID<Room>)
  }

  /// The six that are at hand, and the rest.
  public static let quickEmoji = ["👍", "❤️", "😂", "😮", "😢", "🙏"]
  static let moreEmoji = [
    "👍", "👌", "👏", "🙏", "💪", "✌️", "❤️", "💯", "😀", "😂", "😊", "😍", "😮", "😢", "😭", "😡", "🤔", "😴", "🤒", "👀",
    "🎉", "✨", "🔥", "✅",
  ]
}
