import ChatSync
import Contract
import Domain
import Wire

extension ChatAccount {
  /// Writes a message down to be sent. It leaves as soon as the server can be reached, after those before it, once.
  /// - Parameters:
  ///   - files: copied at once; each is uploaded before the message leaves.
  ///   - clientID: names the message for ever; give one to find it again. At most 64 letters and digits.
  /// - Returns: its client id, when this device has it for good, or cannot keep it.
  /// - Throws: `nothingToSend`, `unreadableFile`, `closed`.
  @discardableResult
  public func send(
    _ text: String, to room: ID<Room>, replyingTo message: Message? = nil, mentions: [ID<Person>] = [],
    files: [LocalFile] = [], clientID: String? = nil
  ) async throws(ChatError) -> Submission {
    if isClosed { throw .closed }
    guard !text.isEmpty || !files.isEmpty else { throw .nothingToSend }
    var waiting: [OutboxFile] = []
    for file in files { waiting.append(try await outboxFolder.take(file)) }
    let id = clientID ?? Self.freshClientID()
    if isClosed { throw .closed }
    ensureMachine(room)
    let quote = message.map { Quote(of: $0) }
    tell(
      room,
      .submitted(
        OutboxItem(
          clientID: id, content: text, replyTo: quote, mentions: mentions, files: waiting, createdAt: clock())))
    return Submission(clientID: id, isKept: await journal.flush())
  }

  /// Tries a failed item again.
  /// - Returns: as all that changes what waits: whether this device has it for good (`Submission.isKept`).
  @discardableResult
  public func retry(_ clientID: String, in room: ID<Room>) async -> Bool {
    await want(.retried(clientID: clientID), in: room)
  }

  /// Takes back what was not sent; what may have been sent is deleted as soon as it is found in the room.
  @discardableResult
  public func removeUnsent(_ clientID: String, in room: ID<Room>) async -> Bool {
    await want(.removed(clientID: clientID), in: room)
  }

  /// Changes what was not sent; what may have been sent is edited as soon as it is found in the room.
  @discardableResult
  public func editUnsent(_ clientID: String, in room: ID<Room>, _ edit: MessageEdit) async -> Bool {
    await want(.edited(clientID: clientID, edit), in: room)
  }

  /// Changes the text of one's own message; shown at once, and sent until the server answers.
  @discardableResult
  public func edit(_ message: Message, _ edit: MessageEdit) async throws(ChatError) -> Bool {
    try await want(.edit(edit), message)
  }

  /// Takes one's own message back.
  @discardableResult
  public func delete(_ message: Message) async throws(ChatError) -> Bool { try await want(.delete, message) }

  /// Puts an emoji on a message, or takes it away.
  @discardableResult
  public func react(_ emoji: String, isOn: Bool = true, to message: Message) async throws(ChatError) -> Bool {
    try await want(.react(emoji: emoji, isOn: isOn), message)
  }

  /// Marks everything in the room that is known here as read.
  public func markRead(_ room: ID<Room>) {
    ensureMachine(room)
    let wasLooking = machines[room]?.isLooking ?? false
    tell(room, .lookingChanged(true))
    if !wasLooking { tell(room, .lookingChanged(false)) }
  }

  /// Marks all rooms as read in one move; the numbers go at once, and the server is told until it has confirmed.
  public func markAllRead() {
    journal.add(list.sawAll())
    publishList()
    tellReads()
  }

  /// The room with just that person, made if there is none.
  public func openRoom(with person: ID<Person>) async throws(CallError) -> Room {
    if let known = list.rooms.first(where: {
      $0.participants.count == 2 && $0.participants.contains { $0.id == person }
    }) {
      return known
    }
    let room = try await client.openRoom(with: person)
    take(room)
    return room
  }

  /// Puts a message on top of the room; nil takes it away.
  public func pin(_ message: ID<Message>?, in room: ID<Room>) async throws(CallError) {
    take(try await client.pin(message, in: room))
  }

  public func mute(_ room: ID<Room>, _ isMuted: Bool = true) async throws(CallError) {
    take(try await client.mute(room, isMuted: isMuted))
  }

  /// Waits until an item of the outbox is in the room, failed, or was removed.
  /// - Returns: the message; nil where it was removed, or its state is not known here any more.
  /// - Throws: `refused` with the server's reason; `cancelled`.
  public func delivered(_ clientID: String, in room: ID<Room>) async throws(CallError) -> Message? {
    for await state in open(room) {
      if let message = state.messages.last(where: { $0.clientID == clientID && $0.sender.id == me.id }) {
        return message
      }
      guard let item = state.outbox.first(where: { $0.clientID == clientID }) else {
        if state.isCatchingUp { continue }
        return nil
      }
      if let code = item.uploadFailure { throw .refused(Self.refusal(code)) }
      if case .failed(let code) = item.state { throw .refused(Self.refusal(code)) }
    }
    throw Task.isCancelled ? .cancelled : .signedOut
  }

  /// Keeps pictures from being shown after their message was deleted.
  public func connect(_ images: ImagePipeline) {
    onFilesGone = { paths in for path in paths { await images.forget(path) } }
  }

  private static func refusal(_ code: ErrorCode) -> APIError {
    APIError(status: 400, code: code, message: code.rawValue)
  }

  private func take(_ room: Room) {
    journal.add(list.merge(room, me: me.id))
    publishList()
    tell(room.id, .roomArrived(room))
    publish(room.id)
  }

  private func want(_ kind: MessageOperation.Kind, _ message: Message) async throws(ChatError) -> Bool {
    if isClosed { throw .closed }
    ensureMachine(message.roomID)
    return await want(.wanted(kind, of: message.id, at: clock()), in: message.roomID)
  }

  private func want(_ event: RoomSyncMachine.Event, in room: ID<Room>) async -> Bool {
    tell(room, event)
    return await journal.flush()
  }

  private static func freshClientID() -> String {
    let digits = Array("0123456789abcdef")
    return String((0..<32).map { _ in digits[Int.random(in: 0..<16)] })
  }
}

extension Quote {
  fileprivate init(of message: Message) {
    self.init(
      id: message.id, seq: message.seq, senderID: message.sender.id,
      excerpt: String(message.content.prefix(120)), fileKind: message.attachments.first?.kind,
      isDeleted: message.isGone)
  }
}
