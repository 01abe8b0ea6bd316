import Accounts
import Chats
import Contract
import Domain
import JSON
import RealtimeServer
import Sockets
import Storage
import Synchronization

/// Tells people in `/me` who is there and who is typing. Holds the leases; asks the data only who may hear of it.
final class Liveness: Sendable {
  private enum Work: Sendable {
    case greet(RealtimeMember, RowID<Person>)
    case tell(LeaseMachine.Command)
    /// One of the two has blocked the other, or has lifted it.
    case part(RowID<Person>, RowID<Person>, isParted: Bool)
  }

  /// Beyond that clients hear of presence late or not at all; it says nothing that lasts.
  private static let backlog = 10_000
  private static let sweepMilliseconds: Int64 = 1_000

  private let chats: Chats
  private let server: @Sendable () -> RealtimeServer?
  private let machine = Mutex(LeaseMachine())
  private let work: AsyncStream<Work>
  private let queue: AsyncStream<Work>.Continuation

  init(chats: Chats, server: @escaping @Sendable () -> RealtimeServer?) {
    self.chats = chats
    self.server = server
    (work, queue) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.backlog))
  }

  /// Begins to tell, and to notice that time passes, until `stop`.
  func start(on loop: EventLoop) {
    Task { [weak self, work] in
      // One after the other: what happened first is told first.
      for await piece in work { await self?.perform(piece) }
    }
    loop.execute { [weak self] in self?.sweepLater(loop) }
  }

  func stop() { queue.finish() }

  private func sweepLater(_ loop: EventLoop) {
    _ = loop.schedule(afterMilliseconds: Self.sweepMilliseconds) { [weak self] in
      guard let self else { return }
      receive(.timePassed)
      sweepLater(loop)
    }
  }

  // MARK: From the realtime server

  func joined(_ member: RealtimeMember) {
    guard let person = Self.person(member) else { return }
    queue.yield(.greet(member, person))
  }

  func left(_ member: RealtimeMember, _ reason: LeaveReason) {
    guard let person = Self.person(member) else { return }
    receive(.left(person, device: member.id, isLost: reason != .clientLeft))
  }

  func heard(_ event: ReceivedEvent, from member: RealtimeMember) {
    guard let person = Self.person(member), let fields = event.arguments.first,
      let isOn = fields["on"]?.bool
    else { return }
    switch event.name {
    case "active": receive(.active(person, device: member.id, isOn: isOn))
    case "typing":
      guard let id = fields["room_id"]?.string, let room = chats.roomRow(ID(id)) else { return }
      receive(.typing(person, room, isOn: isOn))
    default: break
    }
  }

  private static func person(_ member: RealtimeMember) -> RowID<Person>? { (member.context as? Principal)?.person }

  func blockChanged(_ blocker: RowID<Person>, _ blocked: RowID<Person>, isBlocked: Bool) {
    queue.yield(.part(blocker, blocked, isParted: isBlocked))
  }

  func isOnline(_ person: RowID<Person>) -> Bool { machine.withLock { $0.isOnline(person) } }

  // MARK: To people

  private func receive(_ event: LeaseMachine.Event) {
    let now = Self.now
    // Inside the lock, so that commands are queued in the order in which they were decided.
    machine.withLock { machine in
      for command in machine.receive(event, now: now) { queue.yield(.tell(command)) }
    }
  }

  private static var now: Int64 {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }
  private static let start = ContinuousClock.now

  private func perform(_ work: Work) async {
    // Without the data nobody can be told; the leases run out or are said again.
    switch work {
    case .greet(let member, let person):
      guard let companions = try? await chats.companions(of: person) else { return }
      let online = machine.withLock { machine in companions.filter { machine.isOnline($0) } }
      let ids = online.map { JSONValue.string(chats.personID($0).text) }
      member.emit(RealtimeEvent("presences", [["online": .array(ids)]]))
    case .tell(.online(let person, let isOnline)):
      for listener in (try? await chats.companions(of: person)) ?? [] { tell(listener, person, isOnline: isOnline) }
    case .tell(.typing(let person, let room, let lease)):
      let listeners = (try? await chats.listeners(to: person, in: room)) ?? []
      for listener in listeners { tell(listener, person, in: room, lease: lease) }
    case .part(let one, let other, let isParted):
      let companions = isParted ? [other] : (try? await chats.companions(of: one)) ?? []
      guard companions.contains(other) else { return }
      for (listener, person) in [(one, other), (other, one)] {
        if machine.withLock({ $0.isOnline(person) }) { tell(listener, person, isOnline: !isParted) }
        if isParted { await endTyping(of: person, for: listener) }
      }
    }
  }

  /// What was told before a block would hold until its lease runs out.
  private func endTyping(of person: RowID<Person>, for listener: RowID<Person>) async {
    let rooms = machine.withLock { $0.typingRooms(of: person) }
    guard !rooms.isEmpty else { return }
    let shared = (try? await chats.shared(rooms, by: person, and: listener)) ?? []
    for room in shared { tell(listener, person, in: room, lease: 0) }
  }

  private func tell(_ listener: RowID<Person>, _ person: RowID<Person>, in room: RowID<Room>, lease: Int64) {
    let typing: JSONValue = [
      "room_id": .string(chats.roomID(room).text), "user_id": .string(chats.personID(person).text),
      "lease": .integer(lease),
    ]
    server()?.tell(listener, RealtimeEvent("typing", [typing]))
  }

  private func tell(_ listener: RowID<Person>, _ person: RowID<Person>, isOnline: Bool) {
    let presence: JSONValue = ["user_id": .string(chats.personID(person).text), "online": .bool(isOnline)]
    server()?.tell(listener, RealtimeEvent("presence", [presence]))
  }
}
