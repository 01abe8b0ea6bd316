import Accounts
import Domain
import JSON
import RealtimeServer
import Storage
import Synchronization

/// Tells people in `/me` how many notices of their inbox they have not read: as they come, and whenever that changes.
final class NoticeCounts: Sendable {
  private enum Work: Sendable {
    case joined(RowID<Person>)
    case read(ID<Person>)
  }

  /// Who is there, and for whom how much waits, as they were told last; nobody for whom nothing waits.
  private struct Board {
    var members: [RowID<Person>: Int] = [:]
    var unread: [RowID<Person>: Int64] = [:]
  }

  /// Beyond that a number may stay too high until the next change; nothing is lost.
  private static let backlog = 10_000

  private let store: DataStore
  private let identifiers: Identifiers
  private let server: @Sendable () -> RealtimeServer?
  private let board = Mutex(Board())
  private let work: AsyncStream<Work>
  private let queue: AsyncStream<Work>.Continuation

  init(store: DataStore, identifiers: Identifiers, server: @escaping @Sendable () -> RealtimeServer?) {
    (self.store, self.identifiers, self.server) = (store, identifiers, server)
    (work, queue) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.backlog))
  }

  func start() {
    Task { [weak self, work] in
      for await piece in work { await self?.perform(piece) }
    }
  }

  func stop() { queue.finish() }

  func joined(_ member: RealtimeMember) {
    guard let person = (member.context as? Principal)?.person else { return }
    board.withLock { $0.members[person, default: 0] += 1 }
    queue.yield(.joined(person))
  }

  func left(_ member: RealtimeMember) {
    guard let person = (member.context as? Principal)?.person else { return }
    board.withLock { board in
      let members = board.members[person, default: 0] - 1
      board.members[person] = members > 0 ? members : nil
      if members <= 0 { board.unread[person] = nil }
    }
  }

  /// Somebody has read further in a room, and with it the notice about that room. Called for every such step: it costs
  /// a look at the data only where a notice waits.
  func readMoved(by person: ID<Person>) {
    guard board.withLock({ !$0.unread.isEmpty }) else { return }
    queue.yield(.read(person))
  }

  /// The event that told of a new notice has said so already.
  func note(_ person: RowID<Person>, _ unread: Int64) {
    board.withLock { $0.unread[person] = unread > 0 && $0.members[person] != nil ? unread : nil }
  }

  func tell(_ person: RowID<Person>, _ unread: Int64) {
    note(person, unread)
    server()?.tell(person, RealtimeEvent("notices", [["unread": .integer(unread)]]))
  }

  private func perform(_ work: Work) async {
    switch work {
    case .joined(let person):
      guard let unread = await count(person) else { return }
      tell(person, unread)
    case .read(let id):
      guard let person = identifiers.row(id) else { return }
      guard let before = board.withLock({ $0.unread[person] }), let unread = await count(person), unread != before
      else { return }
      tell(person, unread)
    }
  }

  /// Without the data nobody can be told.
  private func count(_ person: RowID<Person>) async -> Int64? {
    try? await store.read { try $0.notices.unreadCount(of: person) }
  }
}
