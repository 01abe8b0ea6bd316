import Contract
import Domain
import Wire

/// Keeps one room: the device's own records, answers of the server and messages of the socket meet here, and the outbox
/// leaves from here. It owns no clock, socket or store: events carry time and answers, commands carry wishes, and a
/// shell carries out the commands of one event in their order.
public struct RoomSyncMachine: Equatable, Sendable {
  public enum Timer: Equatable, Sendable, CaseIterable { case send, sync, read, upload, operate }

  public indirect enum Event: Equatable, Sendable {
    /// Answers `read`; without records where the store could not be read.
    case recordsRead([StoredRecord])
    /// The outbox that this device kept. Sending waits for it. Again whenever another tab has changed it.
    case outboxRestored(KeptOutbox)
    /// Whether this one of several machines of the room on one store (browser tabs) sends and keeps; true at first. Who
    /// becomes it is told of the kept outbox just before.
    case writerChanged(Bool)
    /// The person wants to see the room: its newest part is fetched and kept complete from now on.
    case opened
    /// The room left the screen: nothing more is asked for it, but its outbox goes on.
    case closed
    /// Whether the room is on a visible screen right now.
    case lookingChanged(Bool)
    /// The person nears the oldest of the stretch that they look at, the newest one or the sought one: one page more is
    /// wanted.
    case scrolledUp
    /// The person nears the end of the sought stretch.
    case scrolledDown
    /// The person wants to see this message and what is around it; far above the newest stretch, without all between.
    /// A number beyond the newest leads back to that.
    case sought(Int64)
    /// The socket has joined: nothing is missed from now on, but something may have been missed before.
    case connected
    case disconnected
    /// The server has answered somebody: what waits may try.
    case reached
    case roomArrived(Room)
    /// A message that is new or has changed.
    case messageArrived(Message)
    case readArrived(ReadPosition)

    case submitted(OutboxItem)
    case retried(clientID: String)
    case edited(clientID: String, MessageEdit)
    case removed(clientID: String)
    /// An edit, a delete or a reaction of a message of the room.
    case wanted(MessageOperation.Kind, of: ID<Message>, at: Timestamp)
    case operationRetried(id: String)
    case operationRemoved(id: String)

    case historyFetched(before: Int64?, SyncResult<MessagePage>)
    case changesFetched(after: Int64, SyncResult<ChangePage>)
    case sent(clientID: String, SyncResult<Message>)
    case operated(id: String, SyncResult<Message>)
    case uploaded(clientID: String, fileID: String, SyncResult<Attachment>)
    case markedRead(Int64, SyncResult<Bool>)
    case timerFired(Timer)
  }

  public indirect enum Command: Equatable, Sendable {
    /// Answered by `recordsRead`. At most one at a time.
    case read(RecordRange)
    /// Answered by `historyFetched`. At most one of it and `fetchChanges` at a time.
    case fetchHistory(before: Int64?, limit: Int)
    /// Answered by `changesFetched`.
    case fetchChanges(after: Int64, limit: Int)
    /// Answered by `sent`. At most one at a time.
    case send(MessageDraft)
    /// Answered by `operated`. At most one at a time.
    case operate(MessageOperation)
    /// Answered by `uploaded`. At most one at a time.
    case upload(clientID: String, OutboxFile)
    /// Its answer is not wanted any more.
    case cancelUpload(clientID: String, fileID: String)
    /// Answered by `markedRead`. At most one at a time.
    case markRead(Int64)
    /// Replaces an older timer of the same name.
    case startTimer(Timer, milliseconds: Int)
    /// One transaction, in this order.
    case write([RecordWrite])
  }

  /// A question to the server.
  enum Query: Equatable, Sendable {
    case newest
    case older(before: Int64)
    /// `heard`: what had been heard of when it was asked.
    case changes(after: Int64, heard: Int64)
  }

  enum Sync: Equatable, Sendable {
    case idle
    case running(Query)
    case resting
  }

  /// How much is asked for, and kept, at a time. A simulation makes all of it small.
  public struct Sizes: Equatable, Sendable {
    /// Messages per page, and how many of the newest are made complete at first.
    public var page = 80
    /// The most that the server gives at once.
    public var longestPage = 200
    public var changes = 500
    /// Whoever is further behind than so many pages of changes begins anew with the newest page.
    public var changePages = 5
    /// More messages that went than this are not remembered for the sake of quotes; the cache is given up instead.
    public var gone = 1_000

    public init() {}
  }

  public let roomID: ID<Room>
  public let me: ID<Person>
  let sizes: Sizes
  public internal(set) var log = MessageLog()
  /// In the order in which they leave, failed ones among them.
  public internal(set) var outbox: [OutboxItem] = []
  /// What tabs that do not send want of items; of the one that sends, those whose item is no more.
  var wishes: [OutboxWish] = []
  /// Edits, deletes and reactions that the server has not confirmed, in the order in which they leave.
  public internal(set) var operations: [MessageOperation] = []
  /// How far everybody has read, as the server knows it. Never falls.
  public internal(set) var reads: [ReadPosition] = []
  /// The server has said how the room ends at least once since this machine began.
  public internal(set) var isConfirmed = false
  /// Why the server does not show this room; messages already known stay.
  public internal(set) var refusal: APIError?
  /// The last attempt to ask the server got no answer.
  public internal(set) var isUnreachable = false
  public internal(set) var isCacheRestored = false
  public internal(set) var isOutboxRestored = false
  public internal(set) var isOpened = false
  public internal(set) var isLooking = false
  public internal(set) var isWriter = true

  /// All that is held here is as it was at this version of the room, or newer.
  public internal(set) var version: Int64 = 0
  /// Every change above this version and up to `version` has been taken in, one by one.
  var base: Int64 = 0
  /// The highest version that anybody spoke of.
  var heard: Int64 = 0
  /// Something may have been missed.
  var isBehind = false
  /// Nothing is known of how the room ends, or too little to catch up.
  var needsNewest = true
  /// The seq of the newest message by the server's word.
  var lastSeq: Int64 = 0
  /// How many of the newest messages are wanted without a break.
  var wanted: Int
  /// The stretch that the person was led to, apart from the newest one.
  var sought: ClosedRange<Int64>?
  /// What of it the store was asked for.
  var soughtRead: RecordRange?
  /// The server knew nothing directly below this message: nonsense, not asked again until the next connection.
  var stalledAt: Int64?
  var sync = Sync.idle
  var syncFailures = 0
  var changePages = 0
  /// Asking waits for a new connection: the server said no.
  var isBarred = false

  /// What was asked of the store, and the lowest seq that has been asked of it.
  var reading: RecordRange?
  var cacheFloor: Int64 = 1
  var keptVersion: Int64 = -1

  var sendFailures = 0
  /// A pause after a failed attempt; ended by its timer or a new connection.
  public internal(set) var isSendResting = false
  /// The last sign of the server was a good one. Without that, nothing new leaves the device: what was never sent can
  /// still be taken back.
  var isReachable = false
  var isReadResting = false
  /// How far the person looked, whether the server knows it or not.
  var seen: Int64 = 0
  var readInFlight: Int64?
  var readFailures = 0
  var isOperateResting = false
  var operateFailures = 0
  var uploadInFlight: String?
  public internal(set) var isUploadResting = false
  var uploadFailures = 0

  public init(roomID: ID<Room>, me: ID<Person>, sizes: Sizes = Sizes()) {
    self.roomID = roomID
    self.me = me
    self.sizes = sizes
    wanted = sizes.page
  }

  /// - Parameter entropy: fresh random bits; they spread the pauses between attempts.
  public mutating func receive(_ event: Event, entropy: UInt64) -> [Command] {
    var commands: [Command] = []
    if !take(event, &commands) { takeAnswer(event, entropy, &commands) }
    proceed(&commands)
    sendNext(isProbe: event == .timerFired(.send), entropy, &commands)
    uploadNext(&commands)
    operateNext(&commands)
    markReadIfWanted(&commands)
    return commands
  }

  /// What comes by itself: from the store, the person and the socket.
  private mutating func take(_ event: Event, _ commands: inout [Command]) -> Bool {
    switch event {
    case .recordsRead(let records): restore(records, &commands)
    case .outboxRestored(let kept): restoreOutbox(kept, &commands)
    case .writerChanged(let value): changeWriter(value, &commands)
    case .opened: open(&commands)
    case .closed:
      isOpened = false
      sought = nil
    case .lookingChanged(let value): isLooking = value
    case .scrolledUp: scroll(isUp: true)
    case .scrolledDown: scroll(isUp: false)
    case .sought(let seq): seek(seq)
    case .connected: connect()
    case .disconnected: isReachable = false
    case .reached: reach()
    case .roomArrived(let room): merge(room, &commands)
    case .messageArrived(let message):
      reach()
      hear(message, &commands)
    case .readArrived(let position): merge(position)
    case .submitted(let item): submit(item, &commands)
    case .retried(let clientID): retry(clientID, &commands)
    case .edited(let clientID, let edit): change(clientID, edit, &commands)
    case .removed(let clientID): remove(clientID, &commands)
    case .wanted(let kind, let message, let instant): operate(kind, message, instant, &commands)
    case .operationRetried(let id): retryOperation(id, &commands)
    case .operationRemoved(let id): removeOperation(id, &commands)
    default: return false
    }
    return true
  }

  private mutating func takeAnswer(_ event: Event, _ entropy: UInt64, _ commands: inout [Command]) {
    switch event {
    case .historyFetched(let before, let result): finishHistory(before, result, entropy, &commands)
    case .changesFetched(let after, let result): finishChanges(after, result, entropy, &commands)
    case .sent(let clientID, let result): finishSend(clientID, result, entropy, &commands)
    case .operated(let id, let result): finishOperation(id, result, entropy, &commands)
    case .uploaded(let clientID, let file, let result): finishUpload(clientID, file, result, entropy, &commands)
    case .markedRead(let seq, let result): finishRead(seq, result, entropy, &commands)
    case .timerFired(let timer): fire(timer)
    default: break
    }
  }

  private mutating func open(_ commands: inout [Command]) {
    isOpened = true
    isBarred = false
    isBehind = true
    readCache(&commands)
  }

  private mutating func connect() {
    syncFailures = 0
    readFailures = 0
    isReadResting = false
    isBarred = false
    isBehind = true
    stalledAt = nil
    if sync == .resting { sync = .idle }
    reach()
  }

  private mutating func fire(_ timer: Timer) {
    switch timer {
    case .send: isSendResting = false
    case .read: isReadResting = false
    case .upload: isUploadResting = false
    case .operate: isOperateResting = false
    case .sync: if sync == .resting { sync = .idle }
    }
  }
}
