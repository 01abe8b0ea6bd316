import ChatSync
import Contract
import Domain
import FeatureCore
import Wire

// The outbox's files: their bytes go up, and leave the device once nobody waits for them.
extension Chat {
  /// What the person brought goes with the message, and the line above the field is empty again.
  static func takeChosen(_ state: inout State, _ room: ID<Room>) -> [OutboxFile] {
    state.files.isAttachOpen = false
    let chosen = state.files.chosen[room] ?? []
    state.files.chosen[room] = nil
    return chosen.map { OutboxFile($0) }
  }

  static func upload(_ file: OutboxFile, to room: ID<Room>) -> Effect {
    .upload(file: file.id, room: "/v1/chats/" + room.text)
  }

  static func uploadEnded(
    _ state: inout State, _ file: String, _ outcome: UploadOutcome, _ moment: Moment
  ) -> [Effect] {
    for (room, machine) in state.machines {
      guard let item = machine.outbox.first(where: { $0.files.contains { $0.id == file } }) else { continue }
      let result = result(outcome)
      state.files.progress[file] = nil
      return tell(&state, room, .uploaded(clientID: item.clientID, fileID: file, result), moment)
    }
    return []
  }

  private static func result(_ outcome: UploadOutcome) -> SyncResult<Attachment> {
    guard case .response(let response) = outcome else {
      return outcome == .lost ? .refused(.uploadGone) : .unreachable
    }
    do throws(APIError) {
      guard let attachment = try UploadAnswer(parsing: response).attachments.first else { return .unreachable }
      return .success(attachment)
    } catch {
      return SyncResult(error)
    }
  }

  /// What is about to change on this device's files with an event of the room.
  struct Stakes {
    var waiting: [String]
    /// Paths of files whose messages are taken back.
    var doomed: [String]
    /// Records of such messages that are not held: only the store knows their files.
    var unknown: [String]

    init(_ machine: RoomSyncMachine, _ event: RoomSyncMachine.Event) {
      waiting = machine.waitingFiles
      doomed = []
      unknown = []
      for message in event.messages where message.isGone {
        guard let known = machine.log.message(at: message.seq) else {
          unknown.append(ChatRecords.key(message))
          continue
        }
        for file in known.attachments { doomed.append(file.path) }
      }
    }
  }

  /// Before the tombstones take their places.
  static func look(for stakes: Stakes, in room: ID<Room>) -> [Effect] {
    stakes.unknown.map { .readRange(from: $0, through: $0, ChatTag.doomed(room).tag) }
  }

  /// What the store had of messages that are taken back.
  static func doomedRead(_ records: [Record]) -> [Effect] {
    var paths: [String] = []
    for record in records {
      for file in ChatRecords.message(record.value)?.attachments ?? [] { paths.append(file.path) }
    }
    return paths.isEmpty ? [] : [.erasePictures(paths)]
  }

  static func settle(_ state: inout State, _ stakes: Stakes, _ machine: RoomSyncMachine) -> [Effect] {
    var effects: [Effect] = []
    let waiting = machine.waitingFiles
    let done = stakes.waiting.filter { !waiting.contains($0) }
    for file in done { state.files.progress[file] = nil }
    if !done.isEmpty { effects.append(.dropFiles(done)) }
    if !stakes.doomed.isEmpty {
      effects.append(.erasePictures(stakes.doomed))
      if let path = state.files.viewer?.path, stakes.doomed.contains(path) { effects += closeViewer(&state) }
    }
    return effects
  }

  /// The files that wait in any outbox; all others may go.
  static func prune(_ state: State) -> Effect {
    var wanted: [String] = []
    for machine in state.machines.values { wanted += machine.waitingFiles }
    return .pruneFiles(keeping: wanted)
  }
}

extension RoomSyncMachine {
  fileprivate var waitingFiles: [String] {
    var ids: [String] = []
    for item in outbox {
      for file in item.files { ids.append(file.id) }
    }
    return ids
  }
}

extension RoomSyncMachine.Event {
  /// Messages that an event brings.
  fileprivate var messages: [Message] {
    switch self {
    case .messageArrived(let message), .sent(_, .success(let message)), .operated(_, .success(let message)): [message]
    case .historyFetched(_, .success(let page)): page.messages
    case .changesFetched(_, .success(let page)): page.messages
    default: []
    }
  }
}

extension OutboxFile {
  init(_ file: ChosenFile) {
    self.init(
      id: file.id, name: file.name, kind: file.kind ?? .file, size: file.size,
      width: file.width > 0 ? file.width : nil, height: file.height > 0 ? file.height : nil)
  }
}
