import Contract
import Domain

extension MaruClient {
  /// All rooms of the person.
  public func rooms() async throws(CallError) -> [Room] {
    try await call(.rooms) { if case .rooms(let rooms) = $0 { rooms } else { nil } }
  }

  /// The room with just that person, made if there is none.
  public func openRoom(with person: ID<Person>) async throws(CallError) -> Room {
    try await call(.openRoom(opponent: person)) { $0.room }
  }

  /// The newest messages below `seq` (of all without it), oldest first.
  /// - Parameter limit: at most 200; nil: 50.
  public func history(
    of room: ID<Room>, before seq: Int64? = nil, limit: Int? = nil
  ) async throws(CallError) -> MessagePage {
    try await call(.history(room: room, before: seq, limit: limit)) {
      if case .history(let page) = $0 { page } else { nil }
    }
  }

  /// What changed above a version of the room, in the order of versions.
  /// - Parameter limit: at most 500; nil: 200.
  public func changes(
    of room: ID<Room>, after version: Int64, limit: Int? = nil
  ) async throws(CallError) -> ChangePage {
    try await call(.changes(room: room, after: version, limit: limit)) {
      if case .changes(let page) = $0 { page } else { nil }
    }
  }

  /// Sends a message. Repeat it with the same `clientID` until an answer comes: it is kept once.
  @discardableResult
  public func send(_ draft: MessageDraft, to room: ID<Room>) async throws(CallError) -> Message {
    try await call(.send(room: room, draft)) { $0.message }
  }

  /// Changes the text of one's own message.
  @discardableResult
  public func edit(
    _ message: ID<Message>, in room: ID<Room>, _ edit: MessageEdit
  ) async throws(CallError) -> Message {
    try await call(.edit(room: room, message: message, edit)) { $0.message }
  }

  /// Takes one's own message back; a tombstone stays in its place.
  @discardableResult
  public func delete(_ message: ID<Message>, in room: ID<Room>) async throws(CallError) -> Message {
    try await call(.delete(room: room, message: message)) { $0.message }
  }

  /// Puts an emoji on a message, or takes it away.
  @discardableResult
  public func react(
    _ emoji: String, isOn: Bool = true, to message: ID<Message>, in room: ID<Room>
  ) async throws(CallError) -> Message {
    try await call(.react(room: room, message: message, emoji: emoji, isOn: isOn)) { $0.message }
  }

  /// Says that the person has read the room up to here; never moves back.
  public func markRead(_ room: ID<Room>, through seq: Int64) async throws(CallError) {
    _ = try await call(.markRead(room: room, seq: seq))
  }

  /// The same for many rooms in one move.
  public func markAllRead(_ reads: [RoomRead]) async throws(CallError) {
    _ = try await call(.markAllRead(reads))
  }

  /// Puts a message on top of the room for everybody; nil takes it away.
  @discardableResult
  public func pin(_ message: ID<Message>?, in room: ID<Room>) async throws(CallError) -> Room {
    try await call(.pin(room: room, message: message)) { $0.room }
  }

  /// No notifications of this room for the caller.
  @discardableResult
  public func mute(_ room: ID<Room>, isMuted: Bool = true) async throws(CallError) -> Room {
    try await call(.mute(room: room, isMuted: isMuted)) { $0.room }
  }

  /// Finds messages by a part of their text, in one room or in all of the person's.
  public func search(_ search: MessageSearch) async throws(CallError) -> SearchPage {
    try await call(.search(search)) { if case .found(let page) = $0 { page } else { nil } }
  }
}
