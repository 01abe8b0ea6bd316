import ChatSync
import Domain
import Wire

extension ChatAccount {
  /// The rooms, from now on: begins with what is known, and a reader that is too slow gets the newest state next.
  public nonisolated var roomList: AsyncStream<RoomListState> { listBroadcast.watch() }

  public nonisolated var currentRoomList: RoomListState { listBroadcast.value }

  /// How many messages of all rooms wait to be sent, from now on; failed ones do not count.
  public nonisolated var unsent: AsyncStream<Int> { unsentBroadcast.watch() }

  public nonisolated var currentUnsent: Int { unsentBroadcast.value }

  /// One room, from now on. While somebody reads the stream, the room is fetched and kept complete; several may read.
  public func open(_ room: ID<Room>) -> AsyncStream<RoomState> {
    if let broadcast = roomBroadcasts[room] { return broadcast.watch() }
    ensureMachine(room)
    let broadcast = Broadcast(state(of: room)) { [weak self] in
      Task { await self?.closeUnwatched(room) }
    }
    roomBroadcasts[room] = broadcast
    if isClosed {
      broadcast.finish()
      return broadcast.watch()
    }
    let states = broadcast.watch()
    if let known = list[room] { tell(room, .roomArrived(known)) }
    tell(room, .opened)
    return states
  }

  /// The room as known now, without fetching anything.
  public func state(of room: ID<Room>) -> RoomState {
    var state = RoomState(id: room)
    state.room = list[room]
    state.connection = connection
    state.typing = typing.people(in: room, now: clock()).filter { $0 != me.id }
    guard let machine = machines[room] else { return state }
    let log = machine.log
    let stretch = log.messages.isEmpty ? [] : log.messages[log.tailStart...]
    func shown(_ messages: ArraySlice<Message>) -> [Message] {
      let visible = messages.filter { !$0.isHidden }
      return machine.operations.isEmpty ? visible : visible.map { machine.shown($0) }
    }
    state.messages = shown(stretch)
    state.passage = machine.soughtMessages.map(shown) ?? []
    state.hasEarlier = machine.hasEarlier
    state.isCatchingUp = machine.hasGapAtEnd
    state.isEmpty = machine.isEmpty
    state.outbox = machine.outbox
    for item in machine.outbox {
      for file in item.files { state.uploads[file.id] = progress[file.id] }
    }
    state.operations = machine.operations
    state.reads = machine.reads
    state.refusal = machine.refusal
    state.isUnreachable = machine.isUnreachable
    return state
  }

  /// One page more of older messages, from this device or the server: above the passage where one is sought.
  public func loadEarlier(_ room: ID<Room>) { tell(room, .scrolledUp) }

  /// One page more below the passage that is sought.
  public func loadLater(_ room: ID<Room>) { tell(room, .scrolledDown) }

  /// Leads to one message, a found one or the original of a quote: what is around it is fetched without all that lies
  /// between, and stands in `RoomState.passage`, or in `messages` where it is not far up.
  /// - Parameter seq: of the message; nil leads back to the newest.
  public func seek(_ seq: Int64?, in room: ID<Room>) { tell(room, .sought(seq ?? .max)) }

  /// Whether the person looks at the room right now: what comes is then marked as read by itself.
  public func look(at room: ID<Room>, _ isLooking: Bool = true) {
    ensureMachine(room)
    tell(room, .lookingChanged(isLooking))
  }

  /// The person types, or has stopped; may be called with every key.
  public func setTyping(in room: ID<Room>, _ isTyping: Bool = true) async {
    await link?.setTyping(room.text, isTyping)
  }

  private func closeUnwatched(_ room: ID<Room>) {
    guard let broadcast = roomBroadcasts[room], broadcast.watcherCount == 0 else { return }
    roomBroadcasts[room] = nil
    tell(room, .lookingChanged(false))
    tell(room, .closed)
  }

  func publishUnsent() {
    var count = 0
    for machine in machines.values {
      count += machine.outbox.count { !$0.isFailed && $0.uploadFailure == nil }
      count += machine.operations.count { !$0.isFailed }
    }
    if count != unsentBroadcast.value { unsentBroadcast.set(count) }
  }

  func publish(_ room: ID<Room>) {
    guard let broadcast = roomBroadcasts[room] else { return }
    let state = state(of: room)
    if state != broadcast.value { broadcast.set(state) }
  }

  func publishAll() {
    for room in roomBroadcasts.keys { publish(room) }
    publishList()
  }

  func publishList() {
    var state = RoomListState()
    state.rooms = list.rooms
    for room in list.rooms {
      let count = list.unreadCount(of: room)
      if count > 0 { state.unread[room.id] = count }
    }
    state.isConfirmed = list.isConfirmed
    state.isUnreachable = isListUnreachable
    state.connection = connection
    state.online = online
    state.isStorageFailing = journal.hasFailed
    if state != listBroadcast.value { listBroadcast.set(state) }
  }
}
