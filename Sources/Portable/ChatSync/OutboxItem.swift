import Contract
import Domain
import Wire

/// A message that the person has sent and the server has not confirmed.
public struct OutboxItem: Equatable, Sendable {
  public enum State: Equatable, Sendable {
    /// Never left this device in this form.
    case waiting
    case sending
    /// Sent, but no answer came: it may be in the room already. Only repeating the identical body resolves it.
    case unconfirmed
    /// The server refused it. It stays until the person retries, edits or removes it; later items go on.
    case failed(ErrorCode)
  }

  /// What the person wanted while nobody knew whether the message is in the room.
  public enum Wish: Equatable, Sendable {
    case edit(MessageEdit)
    case removal
  }

  public let clientID: String
  public var content: String
  public var replyTo: Quote?
  public var mentions: [ID<Person>]
  public var files: [OutboxFile]
  /// By the clock of this device: for display only.
  public var createdAt: Timestamp
  /// Place in the queue of its room: items leave in this order. Given by the machine.
  public internal(set) var order: Int64
  public internal(set) var state: State
  /// Becomes an edit or a delete as soon as the item is found in the room.
  public internal(set) var wish: Wish?
  /// Another text has gone out under this client id, and the room may hold that one.
  var mayDiffer = false

  public init(
    clientID: String, content: String, replyTo: Quote? = nil, mentions: [ID<Person>] = [], files: [OutboxFile] = [],
    createdAt: Timestamp
  ) {
    self.init(
      clientID: clientID, content: content, replyTo: replyTo, mentions: mentions, files: files, createdAt: createdAt,
      order: 0)
  }

  public init(
    clientID: String, content: String, replyTo: Quote? = nil, mentions: [ID<Person>] = [], files: [OutboxFile] = [],
    createdAt: Timestamp, order: Int64, state: State = .waiting
  ) {
    self.clientID = clientID
    self.content = content
    self.replyTo = replyTo
    self.mentions = mentions
    self.files = files
    self.createdAt = createdAt
    self.order = order
    self.state = state
  }

  public var isFailed: Bool { if case .failed = state { true } else { false } }

  /// Why a file of it could not be uploaded; not the same as a failed sending.
  public var uploadFailure: ErrorCode? {
    for file in files { if case .failed(let code) = file.state { return code } }
    return nil
  }

  /// Files are still on their way; it leaves after them.
  public var isUploading: Bool { uploadFailure == nil && files.contains { $0.attachment == nil } }

  /// The text as the person wants it to be by now.
  public var shownContent: String { if case .edit(let edit) = wish { edit.content } else { content } }

  /// The person has taken it back; not to be drawn.
  public var isLeaving: Bool { wish == .removal }

  /// Sending or an upload failed: it stays until the person does something.
  public var isStuck: Bool { isFailed || uploadFailure != nil }

  /// Nobody can say whether it is in the room.
  var isUncertain: Bool { state == .sending || state == .unconfirmed }

  var draft: MessageDraft {
    MessageDraft(
      clientID: clientID, content: content, files: files.compactMap { $0.attachment?.path }, replyTo: replyTo?.id,
      mentions: mentions)
  }
}
