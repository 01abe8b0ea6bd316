import Domain
import Storage

/// Who is there and who is typing, as leases: what is not renewed is over by itself. Times are milliseconds of a clock
/// that never goes back; what a client repeats too often changes nothing.
public struct LeaseMachine: Sendable {
  public enum Event: Equatable, Sendable {
    /// The app of one device is on the screen, or not.
    case active(RowID<Person>, device: String, isOn: Bool)
    /// The device's connection ended. One that was lost may well be back soon.
    case left(RowID<Person>, device: String, isLost: Bool)
    case typing(RowID<Person>, RowID<Room>, isOn: Bool)
    case timePassed
  }

  public enum Command: Equatable, Sendable {
    case online(RowID<Person>, Bool)
    /// For so long, unless it is said again; 0: no more.
    case typing(RowID<Person>, RowID<Room>, leaseMilliseconds: Int64)
  }

  /// An app says every 25 s that it is there.
  static let presenceLease: Int64 = 60_000
  /// Who looks away for a moment, or whose connection is renewed, does not flicker.
  static let lookingAway: Int64 = 3_000
  static let reconnecting: Int64 = 10_000
  public static let typingLease: Int64 = 5_000
  static let typingPause: Int64 = 1_000

  private struct Place: Hashable {
    var person: RowID<Person>
    var room: RowID<Room>
  }

  private struct Typing {
    var toldAt: Int64
    var isOn: Bool
    /// They type again; told when the pause is over.
    var isHeldBack = false
  }

  private var devices: [RowID<Person>: [String: Int64]] = [:]
  private var typing: [Place: Typing] = [:]

  public init() {}

  public func isOnline(_ person: RowID<Person>) -> Bool { devices[person] != nil }

  /// Where others have been told that the person types.
  public func typingRooms(of person: RowID<Person>) -> [RowID<Room>] {
    typing.filter { $0.key.person == person && $0.value.isOn }.map { $0.key.room }.sorted()
  }

  /// Leases held now.
  public var count: Int { devices.values.reduce(typing.count) { $0 + $1.count } }

  public mutating func receive(_ event: Event, now: Int64) -> [Command] {
    switch event {
    case .active(let person, let device, true):
      let isNew = devices[person] == nil
      devices[person, default: [:]][device] = now + Self.presenceLease
      return isNew ? [.online(person, true)] : []
    case .active(let person, let device, false):
      shorten(person, device, to: now + Self.lookingAway)
      return []
    case .left(let person, let device, let isLost):
      shorten(person, device, to: now + (isLost ? Self.reconnecting : Self.lookingAway))
      return []
    case .typing(let person, let room, let isOn): return type(Place(person: person, room: room), isOn, now)
    case .timePassed: return expire(now)
    }
  }

  private mutating func shorten(_ person: RowID<Person>, _ device: String, to end: Int64) {
    guard let old = devices[person]?[device] else { return }
    devices[person]?[device] = min(old, end)
  }

  private mutating func type(_ place: Place, _ isOn: Bool, _ now: Int64) -> [Command] {
    let old = typing[place]
    guard isOn else {
      typing[place]?.isHeldBack = false
      guard let old, old.isOn else { return [] }
      typing[place]?.isOn = false
      return [.typing(place.person, place.room, leaseMilliseconds: 0)]
    }
    guard let old, now - old.toldAt < Self.typingPause else { return tellTyping(place, now) }
    typing[place]?.isHeldBack = !old.isOn
    return []
  }

  private mutating func tellTyping(_ place: Place, _ now: Int64) -> [Command] {
    typing[place] = Typing(toldAt: now, isOn: true)
    return [.typing(place.person, place.room, leaseMilliseconds: Self.typingLease)]
  }

  /// Whoever was told of typing holds the lease too, so that its end needs no word.
  private mutating func expire(_ now: Int64) -> [Command] {
    typing = typing.filter { now - $0.value.toldAt < Self.typingLease || $0.value.isHeldBack }
    let due = typing.filter { $0.value.isHeldBack && now - $0.value.toldAt >= Self.typingPause }.map { $0.key }
    var commands: [Command] = []
    for place in due.sorted(by: { ($0.person, $0.room) < ($1.person, $1.room) }) { commands += tellTyping(place, now) }
    var gone: [RowID<Person>] = []
    for (person, leases) in devices {
      let left = leases.filter { $0.value > now }
      if left.count == leases.count { continue }
      devices[person] = left.isEmpty ? nil : left
      if left.isEmpty { gone.append(person) }
    }
    return commands + gone.sorted().map { .online($0, false) }
  }
}
