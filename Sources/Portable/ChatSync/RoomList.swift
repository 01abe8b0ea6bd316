import Domain
import Wire

/// The rooms of a person, newest first. Records, the server's list and live events meet here; nothing ever goes back.
public struct RoomList: Equatable, Sendable {
  public private(set) var rooms: [Room] = []
  /// The server has said which rooms there are since this list began.
  public private(set) var isConfirmed = false
  /// How far the person has seen a room on this device, before the server knows it.
  private var seen: [ID<Room>: Int64] = [:]
  /// Rooms that arrived since the server was asked; its answer may not name them yet.
  private var arrivedSinceAsked: Set<ID<Room>> = []

  /// Nobody counts further.
  public static let mostUnread = 10_000

  public init() {}

  public subscript(id: ID<Room>) -> Room? { rooms.first { $0.id == id } }

  /// The room with just that person.
  public func room(with person: ID<Person>) -> Room? {
    rooms.first { $0.participants.contains { $0.id == person } }
  }

  public mutating func restore(_ kept: [Room]) {
    for room in kept where self[room.id] == nil { rooms.append(room) }
    sort()
  }

  public mutating func asked() {
    arrivedSinceAsked = []
  }

  /// The whole list, as the server answered it. Rooms that it does not name are gone.
  public mutating func replace(with answer: [Room]) -> [RecordWrite] {
    isConfirmed = true
    var writes: [RecordWrite] = []
    var named: Set<ID<Room>> = []
    for room in answer { named.insert(room.id) }
    rooms.removeAll { room in
      guard !named.contains(room.id), !arrivedSinceAsked.contains(room.id) else { return false }
      writes.append(RecordWrite(key: ChatRecords.key(room: room.id), value: nil))
      return true
    }
    for room in answer { place(room, &writes) }
    sort()
    return writes
  }

  public mutating func merge(_ room: Room) -> [RecordWrite] {
    arrivedSinceAsked.insert(room.id)
    var writes: [RecordWrite] = []
    place(room, &writes)
    sort()
    return writes
  }

  /// - Returns: nil where the room is unknown, so that the list should be asked for again.
  public mutating func take(_ message: Message, me: ID<Person>) -> [RecordWrite]? {
    guard let index = rooms.firstIndex(where: { $0.id == message.roomID }) else { return nil }
    guard message.seq > rooms[index].lastSeq else { return [] }
    if message.sender.id != me && rooms[index].unreadCount < Self.mostUnread { rooms[index].unreadCount += 1 }
    rooms[index].lastMessage = message
    rooms[index].lastSeq = message.seq
    rooms[index].updatedAt = max(rooms[index].updatedAt, message.createdAt)
    let write = ChatRecords.write(rooms[index])
    sort()
    return [write]
  }

  public mutating func take(_ position: ReadPosition, in room: ID<Room>, me: ID<Person>) -> [RecordWrite] {
    guard let index = rooms.firstIndex(where: { $0.id == room }) else { return [] }
    guard position.seq > readPosition(of: position.personID, in: rooms[index]) else { return [] }
    rooms[index].reads.removeAll { $0.personID == position.personID }
    rooms[index].reads.append(position)
    if position.personID == me {
      let above = max(0, rooms[index].lastSeq - position.seq)
      rooms[index].unreadCount = min(rooms[index].unreadCount, Int(clamping: above))
    }
    return [ChatRecords.write(rooms[index])]
  }

  /// The person has seen the room up to here; the number beside it goes at once.
  public mutating func saw(_ room: ID<Room>, through seq: Int64) {
    seen[room] = max(seen[room] ?? 0, seq)
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

  private mutating func place(_ room: Room, _ writes: inout [RecordWrite]) {
    guard let index = rooms.firstIndex(where: { $0.id == room.id }) else {
      rooms.append(room)
      writes.append(ChatRecords.write(room))
      return
    }
    let old = rooms[index]
    var merged = old.lastSeq > room.lastSeq ? old : room
    merged.participants = room.participants
    merged.updatedAt = max(old.updatedAt, room.updatedAt)
    merged.reads = highest(old.reads, room.reads)
    guard merged != old else { return }
    rooms[index] = merged
    writes.append(ChatRecords.write(merged))
  }

  private func highest(_ a: [ReadPosition], _ b: [ReadPosition]) -> [ReadPosition] {
    var result = b
    for position in a {
      if let index = result.firstIndex(where: { $0.personID == position.personID }) {
        result[index].seq = max(result[index].seq, position.seq)
      } else {
        result.append(position)
      }
    }
    return result
  }

  private func readPosition(of person: ID<Person>, in room: Room) -> Int64 {
    room.reads.first { $0.personID == person }?.seq ?? 0
  }

  private mutating func sort() {
    rooms.sort { ($1.updatedAt, $0.id.text) < ($0.updatedAt, $1.id.text) }
  }
}
