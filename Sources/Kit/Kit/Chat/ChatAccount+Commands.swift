import ChatSync
import Contract
import Domain
import KitNet
import Synchronization
import Wire

extension ChatAccount {
  func ensureMachine(_ room: ID<Room>) {
    guard machines[room] == nil else { return }
    var machine = RoomSyncMachine(roomID: room, me: me.id)
    if areOutboxesRestored { _ = machine.receive(.outboxRestored(KeptOutbox()), entropy: 0) }
    if connection == .connected { _ = machine.receive(.reached, entropy: 0) }
    machines[room] = machine
  }

  /// Hands an event to a room's machine and carries its commands out in their order.
  func tell(_ room: ID<Room>, _ event: RoomSyncMachine.Event) {
    switch event {
    case .messageArrived(let message): tellOfGoneFiles(message)
    case .roomArrived(let room): room.lastMessage.map { tellOfGoneFiles($0) }
    default: break
    }
    guard !isClosed, var machine = machines.removeValue(forKey: room) else { return }
    let commands = machine.receive(event, entropy: .random(in: 0 ... .max))
    let newest = machine.log.newestSeq
    let isLooking = machine.isLooking
    machines[room] = machine
    for command in commands { run(command, in: room) }
    if isLooking {
      list.saw(room, through: newest)
      publishList()
    }
    followFiles()
    publishUnsent()
    publish(room)
  }

  func tellAll(_ event: RoomSyncMachine.Event) {
    for room in machines.keys { tell(room, event) }
  }

  private func run(_ command: RoomSyncMachine.Command, in room: ID<Room>) {
    switch command {
    case .read(let range): read(range, in: room)
    case .fetchHistory(let before, let limit):
      ask(.history(room: room, before: before, limit: limit), room) {
        if case .history(let page) = $0 { page } else { nil }
      } then: {
        .historyFetched(before: before, $0)
      }
    case .fetchChanges(let after, let limit):
      ask(.changes(room: room, after: after, limit: limit), room) {
        if case .changes(let page) = $0 { page } else { nil }
      } then: {
        .changesFetched(after: after, $0)
      }
    case .send(let draft):
      ask(.send(room: room, draft), room) {
        $0.message
      } then: {
        .sent(clientID: draft.clientID ?? "", $0)
      }
    case .operate(let operation):
      ask(operation.endpoint(in: room), room) {
        $0.message
      } then: {
        .operated(id: operation.id, $0)
      }
    case .markRead(let seq):
      ask(.markRead(room: room, seq: seq), room) { _ in
        true
      } then: {
        .markedRead(seq, $0)
      }
    case .upload(let clientID, let file): upload(file, of: clientID, in: room)
    case .cancelUpload(_, let file):
      uploads.removeValue(forKey: file)?.cancel()
      progress[file] = nil
    case .startTimer(let timer, let milliseconds):
      startTimer("\(room)/\(timer)", milliseconds) { $0.tell(room, .timerFired(timer)) }
    case .write(let changes): journal.add(changes)
    }
  }

  func startTimer(_ name: String, _ milliseconds: Int, _ fired: @escaping @Sendable (isolated ChatAccount) -> Void) {
    timers.start(name, milliseconds: Int64(milliseconds)) { [weak self] in
      if let self { await fired(self) }
    }
  }

  /// Work that ends with the account.
  func perform(_ work: @escaping @Sendable (ChatAccount) async -> Void) {
    guard !isClosed else { return }
    lastTask += 1
    let number = lastTask
    tasks[number] = Task {
      await work(self)
      tasks[number] = nil
    }
  }

  /// What was written before is there when it is read, also where the disk has refused it.
  private func read(_ range: RecordRange, in room: ID<Room>) {
    let ticket = journal.ticket
    perform { account in
      await account.journal.wait(for: ticket)
      let pending = account.journal.pending
      let records = (try? await account.store.read(range)) ?? []
      await account.tell(room, .recordsRead(pending.applied(to: records, in: range)))
    }
  }

  /// Nothing leaves before the device has written down that it does, or its disk has refused that.
  private func ask<Value: Equatable & Sendable>(
    _ endpoint: Endpoint, _ room: ID<Room>, _ pick: @escaping @Sendable (Answer) -> Value?,
    then event: @escaping @Sendable (SyncResult<Value>) -> RoomSyncMachine.Event
  ) {
    let ticket = journal.ticket
    perform { account in
      await account.journal.wait(for: ticket)
      let result = await account.result(of: endpoint, pick)
      guard !Task.isCancelled else { return }
      await account.forgetFiles(of: result, in: room)
      await account.take(result, of: endpoint, in: room)
      await account.tell(room, event(result))
    }
  }

  /// A server that asks for a pause gets it: the answer counts only after it.
  nonisolated func result<Value>(
    of endpoint: Endpoint, _ pick: (Answer) -> Value?
  ) async -> SyncResult<Value> {
    do throws(CallError) {
      let answer = try await client.call(endpoint)
      return pick(answer).map { .success($0) } ?? .unreachable
    } catch {
      await error.pause()
      if case .refused(let refusal) = error { return SyncResult(refusal) }
      return .unreachable
    }
  }

  /// Those of messages that were deleted while nobody listened here. Which they had is known, or in the store.
  private func forgetFiles<Value>(of result: SyncResult<Value>, in room: ID<Room>) async {
    guard let onFilesGone, case .success(let value) = result else { return }
    let messages = (value as? ChangePage)?.messages ?? (value as? MessagePage)?.messages ?? []
    var paths: [String] = []
    for message in messages where message.isGone && message.roomID == room {
      if let known = machines[room]?.log.message(at: message.seq) {
        paths += known.files
      } else {
        let key = ChatRecords.key(message)
        let kept = (try? await store.read(RecordRange(from: key, through: key))) ?? []
        paths += kept.compactMap { ChatRecords.message($0.value) }.flatMap { $0.files }
      }
    }
    if !paths.isEmpty { await onFilesGone(paths) }
  }

  /// What an answer says about the list of rooms.
  private func take<Value>(_ result: SyncResult<Value>, of endpoint: Endpoint, in room: ID<Room>) {
    guard case .success(let value) = result else { return }
    if let message = value as? Message { takeIntoList(message) }
    if case .markRead(_, let seq) = endpoint {
      journal.add(list.take(ReadPosition(personID: me.id, seq: seq), in: room, me: me.id))
      publishList()
    }
  }

  // MARK: Files

  /// Small files go in one request, larger ones in pieces that can be taken up again.
  private static let onePieceSize: Int64 = 1 << 20

  private func upload(_ file: OutboxFile, of clientID: String, in room: ID<Room>) {
    let ticket = journal.ticket
    uploads[file.id] = Task {
      await journal.wait(for: ticket)
      let result = await send(file, to: room)
      guard !Task.isCancelled else { return }
      uploads[file.id] = nil
      progress[file.id] = nil
      tell(room, .uploaded(clientID: clientID, fileID: file.id, result))
    }
  }

  /// Not with every piece that leaves, but with every hundredth of the file.
  private func reporter(of file: OutboxFile, to room: ID<Room>) -> @Sendable (TransferProgress) -> Void {
    let last = Atomic<Int64>(-1)
    return { [weak self] sent in
      // The lines around the file leave as well.
      let completed = min(sent.completed, file.size)
      let percent = completed * 100 / max(file.size, 1)
      guard last.exchange(percent, ordering: .relaxed) != percent else { return }
      Task { await self?.moved(file.id, in: room, TransferProgress(completed: completed, total: file.size)) }
    }
  }

  private func moved(_ file: String, in room: ID<Room>, _ sent: TransferProgress) {
    guard uploads[file] != nil else { return }
    progress[file] = sent
    publish(room)
  }

  private func send(_ file: OutboxFile, to room: ID<Room>) async -> SyncResult<Attachment> {
    let local = outboxFolder.local(file)
    let report = reporter(of: file, to: room)
    do throws(CallError) {
      if file.size > Self.onePieceSize, let attachment = try await resumably(local, file, room, report) {
        return .success(attachment)
      }
      guard let attachment = try await client.upload([local], to: room, progress: report).first else {
        return .unreachable
      }
      return .success(attachment)
    } catch {
      await error.pause()
      switch error {
      case .refused(let refusal): return SyncResult(refusal)
      case .unreachable(.unreadableFile): return .refused(.fileGone)
      case .unavailable, .unreachable, .signedOut, .cancelled: return .unreachable
      }
    }
  }

  /// nil where the server does not know how.
  private func resumably(
    _ local: LocalFile, _ file: OutboxFile, _ room: ID<Room>, _ report: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(CallError) -> Attachment? {
    let folder = outboxFolder
    do throws(CallError) {
      return try await client.uploadResumably(
        local, to: room, ticket: folder.ticket(of: file), onTicket: { folder.keep($0, of: file) }, progress: report)
    } catch .refused(let error) where error.code == .unknownRoute {
      return nil
    }
  }

  /// Copies go when their item does.
  private func followFiles() {
    var names: Set<String> = []
    for machine in machines.values {
      for item in machine.outbox { for file in item.files { names.insert(file.id) } }
    }
    guard names != waitingFiles else { return }
    let gone = waitingFiles.subtracting(names)
    waitingFiles = names
    guard !gone.isEmpty else { return }
    // Not before the item is gone for good.
    let ticket = journal.ticket
    perform { account in
      guard await account.journal.wait(for: ticket) else { return }
      let tickets = gone.compactMap { account.outboxFolder.ticket($0) }
      for id in gone { account.outboxFolder.remove(id) }
      // What is not ended now ends by itself, after its time.
      for ticket in tickets { try? await account.client.discard(ticket) }
    }
  }
}
