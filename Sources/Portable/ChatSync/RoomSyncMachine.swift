import Contract
import Domain
import Wire

/// Keeps one room: the browser's own records, answers of the server and messages of the socket meet here, and the
/// outbox leaves from here. It owns no clock, socket or store: events carry time and answers, commands carry wishes.
public struct RoomSyncMachine: Equatable, Sendable {
  public enum Timer: Equatable, Sendable { case send, sync, read }

  public enum Event: Equatable, Sendable {
    /// The messages that this device kept (none where it could not be read). Asking the server waits for it.
    case cacheRestored([Message])
    /// The outbox that this device kept. Sending waits for it.
    case outboxRestored([OutboxItem])
    /// The person wants to see the room: its history is fetched and kept complete from now on.
    case opened
    /// The room left the screen: nothing more is asked for it, but its outbox goes on.
    case closed
    /// Whether the room is on a visible screen right now.
    case lookingChanged(Bool)
    /// The socket has joined: nothing is missed from now on, but something may have been missed before.
    case connected
    case disconnected
    /// The server has answered somebody: what waits may try.
    case reached
    case roomArrived(Room)
    case messageArrived(Message)
    case readArrived(ReadPosition)
    case submitted(content: String, clientID: String, at: Timestamp)
    case retried(clientID: String)
    case removed(clientID: String)
    case fetched(SyncResult<[Message]>)
    case sent(clientID: String, SyncResult<Message>)
    case markedRead(Int64, SyncResult<Bool>)
    case timerFired(Timer)
  }

  public enum Command: Equatable, Sendable {
    /// Ask for all messages after this instant (all there are: nil); answered by `fetched`.
    case fetch(after: Timestamp?)
    /// Answered by `sent`. At most one at a time.
    case send(MessageDraft)
    /// Answered by `markedRead`. At most one at a time.
    case markRead(Int64)
    /// Replaces an older timer of the same name.
    case startTimer(Timer, milliseconds: Int)
    /// One transaction.
    case write([RecordWrite])
  }

  /// Asking the server for what is missing.
  enum Sync: Equatable, Sendable {
    case idle
    /// `again`: something happened that the answer may not show yet.
    case running(from: Int64, again: Bool)
    case resting
  }

  public let roomID: ID<Room>
  public let me: ID<Person>
  public internal(set) var log = MessageLog()
  /// In the order in which they leave, failed ones among them.
  public internal(set) var outbox: [OutboxItem] = []
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

  var isLooking = false
  /// The highest seq that the server is known to have.
  var lastSeq: Int64 = 0
  var sync = Sync.idle
  var syncFailures = 0
  var sendFailures = 0
  /// A pause after a failed attempt; ended by its timer or a new connection.
  public internal(set) var isSendResting = false
  /// The last sign of the server was a good one. Without that, nothing new leaves the device: what was never sent can
  /// still be taken back.
  var isReachable = false
  var isReadResting = false
  var readInFlight: Int64?
  var readFailures = 0

  public init(roomID: ID<Room>, me: ID<Person>) {
    self.roomID = roomID
    self.me = me
  }

  /// - Parameter entropy: fresh random bits; they spread the pauses between attempts.
  public mutating func receive(_ event: Event, entropy: UInt64) -> [Command] {
    var commands: [Command] = []
    switch event {
    case .cacheRestored(let messages): restoreCache(messages, &commands)
    case .outboxRestored(let items): restoreOutbox(items, &commands)
    case .opened:
      isOpened = true
      requestSync(&commands)
    case .closed: isOpened = false
    case .lookingChanged(let value):
      isLooking = value
    case .connected: connect(&commands)
    case .disconnected: isReachable = false
    case .reached: reach()
    case .roomArrived(let room): merge(room, &commands)
    case .messageArrived(let message):
      reach()
      take([message], &commands)
    case .readArrived(let position): merge(position)
    case .submitted(let content, let clientID, let instant):
      submit(content, clientID, instant, &commands)
    case .retried(let clientID): retry(clientID, &commands)
    case .removed(let clientID): remove(clientID, &commands)
    case .fetched(let result): finishSync(result, entropy, &commands)
    case .sent(let clientID, let result): finishSend(clientID, result, entropy, &commands)
    case .markedRead(let seq, let result): finishRead(seq, result, entropy, &commands)
    case .timerFired(let timer): fire(timer, &commands)
    }
    sendNext(isProbe: event == .timerFired(.send), entropy, &commands)
    markReadIfWanted(&commands)
    return commands
  }

  private mutating func connect(_ commands: inout [Command]) {
    syncFailures = 0
    readFailures = 0
    isReadResting = false
    reach()
    if isOpened { requestSync(&commands) }
  }

  private mutating func fire(_ timer: Timer, _ commands: inout [Command]) {
    switch timer {
    case .send: isSendResting = false
    case .read: isReadResting = false
    case .sync:
      guard sync == .resting else { return }
      sync = .idle
      if isOpened { startSync(&commands) }
    }
  }
}
