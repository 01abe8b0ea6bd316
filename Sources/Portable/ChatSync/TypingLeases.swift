import Domain
import Wire

/// Who is typing where. Each word of it holds for a while only, so a lost "stopped" ends by itself.
public struct TypingLeases: Equatable, Sendable {
  private struct Lease: Equatable {
    var room: ID<Room>
    var person: ID<Person>
    var from: Timestamp
    var end: Timestamp

    /// A clock that steps back ends a lease rather than making it longer.
    func holds(_ now: Timestamp) -> Bool { from <= now && now < end }
  }

  /// No lease is longer, whatever the server says.
  public static let longestMilliseconds: Int64 = 30_000

  private var leases: [Lease] = []

  public init() {}

  /// - Parameter milliseconds: how long it holds; 0 where they stopped.
  public mutating func take(_ person: ID<Person>, in room: ID<Room>, milliseconds: Int64, now: Timestamp) {
    leases.removeAll { ($0.room == room && $0.person == person) || !$0.holds(now) }
    guard milliseconds > 0 else { return }
    let end = Timestamp(milliseconds: now.milliseconds + min(milliseconds, Self.longestMilliseconds))
    leases.append(Lease(room: room, person: person, from: now, end: end))
  }

  /// What they typed has arrived.
  public mutating func end(_ person: ID<Person>, in room: ID<Room>) {
    leases.removeAll { $0.room == room && $0.person == person }
  }

  public mutating func endAll() { leases = [] }

  /// In the order in which they began or went on.
  public func people(in room: ID<Room>, now: Timestamp) -> [ID<Person>] {
    leases.filter { $0.room == room && $0.holds(now) }.map { $0.person }
  }

  /// Milliseconds until the next of them ends by itself, so that the screen can be drawn again.
  public func nextEnd(now: Timestamp) -> Int64? {
    var next: Int64?
    for lease in leases where lease.holds(now) {
      let left = lease.end.milliseconds - now.milliseconds
      next = min(next ?? left, left)
    }
    return next
  }
}
