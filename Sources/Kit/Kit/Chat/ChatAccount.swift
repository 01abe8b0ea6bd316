import ChatSync
import Contract
import Domain
import Foundation
import KitNet
import Realtime
import Session
import Wire

/// The chat of one person on this device: their rooms and messages, what waits to be sent, and the live connection.
/// What was known is shown at once, also without a server; what is missing is fetched by itself; what is sent leaves
/// once and in order, also after the process was killed.
///
/// ```swift
/// let chat = try await ChatAccount.open(client, person: person, folder: "data/chat", sockets: .network(address))
/// await chat.start()
/// for await state in await chat.open(room.id) { show(state.messages) }
/// ```
public actor ChatAccount {
  public nonisolated let me: Person
  let client: MaruClient
  let store: RecordStore
  let journal: RecordJournal
  let outboxFolder: OutboxFolder
  let clock: @Sendable () -> Timestamp
  private let sockets: WebSocketOpener
  private let folder: String?
  private var lock: FolderLock?
  private var following: Task<Void, Never>?
  var link: RealtimeLink?

  var list = RoomList()
  var machines: [ID<Room>: RoomSyncMachine] = [:]
  var typing = TypingLeases()
  var online: Set<ID<Person>> = []
  var connection = ChatConnection.off
  var isListUnreachable = false
  var isAskingRooms = false
  var asksRoomsAgain = false
  var roomsFailures = 0
  var readsFailures = 0
  var areOutboxesRestored = false
  var isClosed = false

  let listBroadcast = Broadcast(RoomListState())
  let unsentBroadcast = Broadcast(0)
  var roomBroadcasts: [ID<Room>: Broadcast<RoomState>] = [:]
  var timers = Timers<String>()
  var uploads: [String: Task<Void, Never>] = [:]
  /// Of the files on their way, by their ids in the outbox.
  var progress: [String: TransferProgress] = [:]
  var tasks: [Int: Task<Void, Never>] = [:]
  var lastTask = 0
  /// Files that wait, so that their copies go when they do.
  var waitingFiles: Set<String> = []
  /// Hears of files that must not be shown any more.
  var onFilesGone: (@Sendable ([String]) async -> Void)?

  private init(
    _ client: MaruClient, _ person: Person, _ folder: String?, _ lock: FolderLock?, _ store: RecordStore,
    _ sockets: WebSocketOpener, _ clock: @escaping @Sendable () -> Timestamp
  ) {
    self.client = client
    me = person
    self.folder = folder
    self.lock = lock
    self.store = store
    self.sockets = sockets
    self.clock = clock
    journal = RecordJournal(store)
    let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("maru-outbox-\(UUID().uuidString)")
    outboxFolder = OutboxFolder(path: folder.map { $0 + "/outbox" } ?? temporary.path)
  }

  /// Opens what this device has of a person's chat. Nothing is sent or fetched before `start`.
  /// - Parameters:
  ///   - person: who is signed in, or was (`SessionState.restoring`).
  ///   - folder: of this person alone; made where there is none. nil: in memory.
  ///   - sockets: for the live connection.
  /// - Throws: `inUse`, `storage`.
  public static func open(
    _ client: MaruClient, person: Person, folder: String?, sockets: WebSocketOpener,
    clock: @escaping @Sendable () -> Timestamp = ChatAccount.systemClock
  ) async throws(ChatError) -> ChatAccount {
    var lock: FolderLock?
    if let folder {
      guard PrivateFile.makeFolder(folder) else { throw .storage("cannot make \(folder)") }
      lock = FolderLock(folder)
      guard lock != nil else { throw .inUse }
    }
    do {
      let store = try await RecordStore(path: folder.map { $0 + "/chat.sqlite" })
      return try await open(client, person: person, folder: folder, lock: lock, store: store, sockets, clock)
    } catch {
      throw .storage("\(error)")
    }
  }

  static func open(
    _ client: MaruClient, person: Person, folder: String?, lock: FolderLock?, store: RecordStore,
    _ sockets: WebSocketOpener, _ clock: @escaping @Sendable () -> Timestamp
  ) async throws -> ChatAccount {
    let account = ChatAccount(client, person, folder, lock, store, sockets, clock)
    try await account.restore()
    return account
  }

  public static let systemClock: @Sendable () -> Timestamp = {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
  }

  private func restore() async throws {
    journal.watch { [weak self] in
      Task { await self?.publishList() }
    }
    list.restore(try await store.read(prefix: ChatRecords.rooms).compactMap { ChatRecords.room($0.value) })
    list.restore(marks: try await store.read(prefix: ChatRecords.marks))
    let kept = ChatRecords.outboxes(try await store.read(prefix: ChatRecords.outboxes))
    for room in kept.keys { ensureMachine(room) }
    areOutboxesRestored = true
    for (room, outbox) in kept { tell(room, .outboxRestored(outbox)) }
    outboxFolder.sweep(keeping: waitingFiles)
    publishList()
  }

  /// Connects, and sends what waits. Follows the session: it stops when that ends, and forgets the person's data where
  /// they signed out or are gone.
  public func start() async {
    guard link == nil, !isClosed else { return }
    let link = RealtimeLink(key: client.key, opener: sockets, session: client.session) { [weak self] event in
      await self?.hear(event)
    }
    self.link = link
    follow(client.session.states)
    askRooms()
    await link.start()
  }

  /// The platform wants no socket in the background: closes it until `resume`. What waits is still sent.
  public func pause() async { await link?.stop() }

  /// Back from the background: connects again at once and fetches what was missed.
  public func resume() async {
    await client.session.cameBack()
    await link?.start()
    await link?.cameBack()
  }

  /// Whether the person can see the app; others see them as online only then.
  public func setVisible(_ isVisible: Bool) async { await link?.setVisible(isVisible) }

  /// Ends everything here; what waits stays on the device. The account cannot be used afterwards.
  public func close() async { await close(erasing: false) }

  func close(erasing: Bool) async {
    guard !isClosed else { return }
    isClosed = true
    following?.cancel()
    timers.cancelAll()
    for task in [Array(uploads.values), Array(tasks.values)].joined() { task.cancel() }
    (uploads, tasks) = ([:], [:])
    await link?.stop()
    link = nil
    await journal.close()
    let store = store
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        store.close()
        done.resume()
      }
    }
    if erasing, let folder {
      RecordStore.erase(path: folder + "/chat.sqlite")
      outboxFolder.sweep(keeping: [])
    }
    if folder == nil { try? FileManager.default.removeItem(atPath: outboxFolder.path) }
    lock = nil
    listBroadcast.finish()
    unsentBroadcast.finish()
    for broadcast in roomBroadcasts.values { broadcast.finish() }
  }

  private func follow(_ states: AsyncStream<SessionState>) {
    following = Task { [weak self] in
      for await state in states {
        guard let self else { return }
        switch state {
        case .signedOut(let reason):
          await self.close(erasing: reason.map { [.left, .personGone, .revoked].contains($0) } ?? false)
          return
        case .signedIn(let person, _) where person.id != self.me.id:
          await self.close(erasing: false)
          return
        case .signedIn, .restoring: break
        }
      }
    }
  }
}
