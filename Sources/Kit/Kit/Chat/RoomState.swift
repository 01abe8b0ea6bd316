import ChatSync
import Contract
import Domain
import KitNet

/// One room, as known now: what is sure, what waits, and what is missing.
public struct RoomState: Equatable, Sendable {
  public var id: ID<Room>
  /// nil until the list of rooms knows it.
  public var room: Room?
  /// The newest messages without a gap between them, oldest first; tombstones included, hidden ones left out, and with
  /// the person's own unconfirmed edits, deletes and reactions applied.
  public var messages: [Message] = []
  /// The stretch far up that was sought (`ChatAccount.seek`), without a gap, oldest first, as `messages` are; empty
  /// while none is sought, while it is on its way, and where it is among `messages`.
  public var passage: [Message] = []
  /// There is something older than the first of `messages`, on this device or on the server.
  public var hasEarlier = false
  /// The server has newer messages that are on their way here.
  public var isCatchingUp = false
  /// The server has said that there are no messages.
  public var isEmpty = false
  /// What the person has sent and the server has not confirmed, in the order in which it leaves; it belongs behind
  /// `messages`.
  public var outbox: [OutboxItem] = []
  /// How much of the outbox's files has left, by `OutboxFile.id`; those that are not on their way are left out.
  public var uploads: [String: TransferProgress] = [:]
  /// Edits, deletes and reactions that are not confirmed.
  public var operations: [MessageOperation] = []
  public var reads: [ReadPosition] = []
  /// Who is typing, the person themselves left out.
  public var typing: [ID<Person>] = []
  /// Why the server does not show this room.
  public var refusal: APIError?
  /// The last attempt to ask the server got no answer.
  public var isUnreachable = false
  public var connection = ChatConnection.off

  public init(id: ID<Room>) {
    self.id = id
  }

  /// How many of the present members have not read a message.
  public func unreadCount(of message: Message) -> Int {
    reads.reduce(0) { $0 + ($1.hasNotRead(message) ? 1 : 0) }
  }

  /// The name of a member; nil for somebody who is not known here.
  public func name(of person: ID<Person>) -> String? {
    if let found = room?.participants.first(where: { $0.id == person }) { return found.nick }
    return messages.last { $0.sender.id == person }?.sender.nick
  }
}
