import Contract
import Domain
import Wire

/// The rooms of a person, newest first. Records, the server's list and live events meet here; nothing ever goes back.
public struct RoomList: Equatable, Sendable {
  public private(set) var rooms: [Room] = []
  /// The server has said which rooms there are since this list began.
  public private(set) var isConfirmed = false
  /// Something was missed between live events: the server should be asked for the list again.
  public private(set) var isBehind = false
  /// How far the person has seen a room on this device, before the server knows it.
  private var seen = RoomTable<Int64>()
  /// What the person marked as read, until the server has confirmed it; and what of it is under way.
  private var marked: [RoomRead] = []
  private var marking: [RoomRead] = []
  private var counts: [ID<Room>: UnreadCount] = [:]
  /// Rooms that arrived since the server was asked; its answer may not name them yet.
  private var arrivedSinceAsked: [ID<Room>] = []

  /// Nobody counts further.
  public static let mostUnread = UnreadCount.most

  public init() {}

  public subscript(id: ID<Room>) -> Room? { rooms.first { $0.id == id } }

  /// The room with just that person.
  public func room(with person: ID<Person>) -> Room? {
    rooms.first { $0.participants.contains { $0.id == person } }
  }

  public mutating func restore(_ kept: [Room]) {
    for room in kept where self[room.id] == nil {
      rooms.append(room)
      counts[room.id] = UnreadCount(room)
    }
    sort()
  }

  public mutating func asked() {
    arrivedSinceAsked = []
    isBehind = false
  }

  /// The whole list, as the server answered it. Rooms that it does not name are gone.
  public mutating func replace(with answer: [Room]) -> [RecordWrite] {
    isConfirmed = true
    var writes: [RecordWrite] = []
    for room in rooms where !answer.contains(where: { $0.id == room.id }) && !arrivedSinceAsked.contains(room.id) {
      forget(room.id, &writes)
    }
    for room in answer { place(room, &writes) }
    sort()
    return writes
  }

  /// A room that was opened, or has changed. One that the person is no member of any more is gone.
  public mutating func merge(_ room: Room, me: ID<Person>) -> [RecordWrite] {
    var writes: [RecordWrite] = []
    if !room.participants.isEmpty && !room.participants.contains(where: { $0.id == me }) {
      forget(room.id, &writes)
      return writes
    }
    if !arrivedSinceAsked.contains(room.id) { arrivedSinceAsked.append(room.id) }
    place(room, &writes)
    sort()
    return writes
  }

  /// A message that is new or has changed.
  /// - Returns: nil where the room is unknown, so that the list should be asked for again.
  public mutating func take(_ message: Message, me: ID<Person>) -> [RecordWrite]? {
    guard let index = rooms.firstIndex(where: { $0.id == message.roomID }) else { return nil }
    guard (1...MessageLog.highestSeq).contains(message.seq) else { return [] }
    let old = rooms[index]
    var room = old
    if message.seq > room.lastSeq {
      if message.seq - 1 > room.lastSeq { isBehind = true }
      room.lastSeq = message.seq
      if !message.isHidden { room.updatedAt = max(room.updatedAt, message.createdAt) }
    }
    if let last = room.lastMessage, last.id == message.id {
      room.lastMessage = last.superseded(by: message) ?? last
      if room.lastMessage?.isHidden == true {
        room.lastMessage = nil
        isBehind = true
      }
    } else if message.seq > room.lastMessage?.seq ?? 0 && !message.isHidden {
      room.lastMessage = message.cleaned
    }
    if let pinned = room.pinned, let newer = pinned.superseded(by: message) {
      room.pinned = newer.isGone ? nil : newer
    }
    room.version = max(room.version, min(message.version, MessageLog.highestSeq))
    if !counts[room.id, default: UnreadCount(old)].take(message, me: me) { isBehind = true }
    return put(room, at: index, me: me)
  }

  public mutating func take(_ position: ReadPosition, in room: ID<Room>, me: ID<Person>) -> [RecordWrite] {
    guard let index = rooms.firstIndex(where: { $0.id == room }) else { return [] }
    var changed = rooms[index]
    changed.reads = Self.highest([position], changed.reads)
    guard changed != rooms[index] else { return [] }
    let writes = put(changed, at: index, me: me)
    if position.personID == me && counts[room]?.isEstimate == true { isBehind = true }
    return writes
  }

  /// The person has seen the room up to here; the number beside it goes at once.
  public mutating func saw(_ room: ID<Room>, through seq: Int64) {
    seen[room] = max(seen[room] ?? 0, seq)
  }

  /// The person wants nothing to be unread, in all rooms or in one; the numbers go at once.
  public mutating func sawAll(in wanted: ID<Room>? = nil) -> [RecordWrite] {
    var writes: [RecordWrite] = []
    for room in rooms where unreadCount(of: room) > 0 && room.id == wanted ?? room.id {
      mark(RoomRead(room: room.id, seq: room.lastSeq))
      writes.append(RecordWrite(key: ChatRecords.marks + room.id.text, value: "\(room.lastSeq)"))
    }
    return writes
  }

  /// What of it this device kept, from the records below `marks`.
  public mutating func restore(marks: [StoredRecord]) {
    for record in marks {
      let room = String(decoding: record.key.utf8.dropFirst(ChatRecords.marks.utf8.count), as: UTF8.self)
      if let seq = Int64(record.value) { mark(RoomRead(room: ID(room), seq: seq)) }
    }
  }

  private mutating func mark(_ read: RoomRead) {
    marked.append(read)
    saw(read.room, through: read.seq)
  }

  /// What to tell the server of that, as much as goes in one call; nothing while some of it is under way. Answered by
  /// `readsTold`. It would refuse all for one room that is gone.
  public mutating func nextReads() -> [RoomRead] {
    guard marking.isEmpty else { return [] }
    let known = marked.filter { read in rooms.contains { $0.id == read.room } }
    marked = known
    marking = Array(marked.prefix(RoomRead.most))
    marked.removeFirst(marking.count)
    return marking
  }

  /// Without an answer they stay; refused ones are not read, and their numbers come back. In both other cases the
  /// server should be asked for the list.
  public mutating func readsTold(_ result: SyncResult<Bool>) -> [RecordWrite] {
    let told = marking
    marking = []
    if result == .unreachable {
      marked = told + marked
      return []
    }
    var writes: [RecordWrite] = []
    for read in told {
      if result != .success(true) { seen[read.room] = nil }
      if marked.contains(where: { $0.room == read.room }) { continue }
      writes.append(RecordWrite(key: ChatRecords.marks + read.room.text, value: nil))
    }
    return writes
  }

  public func unreadCount(of room: Room) -> Int {
    let above = max(0, room.lastSeq - (seen[room.id] ?? 0))
    return min(room.unreadCount, Int(clamping: above), Self.mostUnread)
  }

  public var unreadTotal: Int {
    var total = 0
    for room in rooms { total += unreadCount(of: room) }
    return total
  }

  /// The one of two states of a room that knows more gives the messages; members, mute, pin and consult are the newest
  /// heard.
  private mutating func place(_ room: Room, _ writes: inout [RecordWrite]) {
    guard let index = rooms.firstIndex(where: { $0.id == room.id }) else {
      rooms.append(room)
      counts[room.id] = UnreadCount(room)
      writes.append(ChatRecords.write(room))
      return
    }
    let old = rooms[index]
    let isOlder = (room.version, room.lastSeq) < (old.version, old.lastSeq)
    var merged = isOlder ? old : room
    merged.participants = room.participants
    merged.isMuted = room.isMuted
    merged.consult = room.consult
    if !isOlder || room.pinned?.id != old.pinned?.id { merged.pinned = room.pinned }
    merged.updatedAt = max(old.updatedAt, room.updatedAt)
    // Whoever the server does not name any more is not waited for.
    let present = old.reads.filter { old in room.reads.isEmpty || room.reads.contains { $0.personID == old.personID } }
    merged.reads = Self.highest(present, room.reads)
    if !isOlder { counts[room.id, default: UnreadCount(room)].begin(room) }
    guard merged != old else { return }
    rooms[index] = merged
    writes.append(ChatRecords.write(merged))
  }

  private mutating func put(_ room: Room, at index: Int, me: ID<Person>) -> [RecordWrite] {
    var room = room
    let mine = room.reads.first { $0.personID == me }?.seq ?? 0
    counts[room.id, default: UnreadCount(room)].read(through: mine)
    room.unreadCount = counts[room.id]?.number ?? room.unreadCount
    guard room != rooms[index] else { return [] }
    rooms[index] = room
    sort()
    return [ChatRecords.write(room)]
  }

  private mutating func forget(_ id: ID<Room>, _ writes: inout [RecordWrite]) {
    rooms.removeAll { $0.id == id }
    counts[id] = nil
    writes.append(RecordWrite(key: ChatRecords.key(room: id), value: nil))
  }

  /// The second list with nobody's position lower than in the first.
  private static func highest(_ some: [ReadPosition], _ list: [ReadPosition]) -> [ReadPosition] {
    var result = list
    for position in some {
      if let index = result.firstIndex(where: { $0.personID == position.personID }) {
        result[index].merge(position)
      } else {
        result.append(position)
      }
    }
    return result
  }

  private mutating func sort() {
    rooms = rooms.ordered { ($1.updatedAt, $0.id.text) < ($0.updatedAt, $1.id.text) }
  }
}
