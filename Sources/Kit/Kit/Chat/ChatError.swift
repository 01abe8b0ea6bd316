/// Why something of a chat account could not be done here. What the server says about a message is in the state of its
/// outbox item.
public enum ChatError: Error, Equatable, Sendable {
  /// Another process has this account open.
  case inUse
  /// The store cannot be opened or read: no right, another format. The system's words.
  case storage(String)
  /// Empty text without files.
  case nothingToSend
  /// A file to be sent cannot be read or copied; its path.
  case unreadableFile(String)
  /// The account is closed.
  case closed
}
