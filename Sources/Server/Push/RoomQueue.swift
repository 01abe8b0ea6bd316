import Domain
import Storage

/// Rooms in which something was said, and when to look whom to push it to. Times are milliseconds of a clock that never
/// goes back.
struct RoomQueue: Sendable {
  private let gathering: Int64
  private let pause: Int64
  private var due: [RowID<Room>: Int64] = [:]
  private var looked: [RowID<Room>: Int64] = [:]

  init(gathering: Int64, pause: Int64) {
    self.gathering = gathering
    self.pause = pause
  }

  var isEmpty: Bool { due.isEmpty }

  mutating func said(in room: RowID<Room>, now: Int64) {
    guard due[room] == nil else { return }
    due[room] = max(now + gathering, (looked[room] ?? now - pause) + pause)
  }

  /// Somebody may still read it.
  mutating func lookAgain(at room: RowID<Room>, after milliseconds: Int64, now: Int64) {
    due[room] = min(due[room] ?? .max, now + max(1, milliseconds))
  }

  /// The rooms to look at now, the longest due first.
  mutating func take(now: Int64, limit: Int) -> [RowID<Room>] {
    looked = looked.filter { now - $0.value < pause }
    let rooms = due.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(limit)
    for (room, _) in rooms {
      due[room] = nil
      looked[room] = now
    }
    return rooms.map { $0.key }
  }
}
