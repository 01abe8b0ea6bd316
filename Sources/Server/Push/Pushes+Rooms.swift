import AccountContract
import Domain
import JSON
import Storage
import Synchronization
import Wire

/// From what is said to pushes. Sending does nothing for it: after the commit a room is noted here, and what is settled
/// is kept per member, so that a server that was killed goes on where it stood.
extension Pushes {
  /// What is older than that when it is found is no news.
  private static let newsMilliseconds: Int64 = 3_600_000
  /// Rooms in one transaction: what people say waits for it.
  private static let batch = 16
  static let noticeKeep: Int64 = 90 * 24 * 3_600_000

  /// Something was said. Quick, and without waiting.
  public func said(in room: ID<Room>) {
    _ = fresh.withLock { $0.insert(room) }
  }

  private func takeFresh() {
    let said = fresh.withLock { fresh in
      defer { fresh = [] }
      return fresh
    }
    if said.isEmpty { return }
    let now = Self.now
    rooms.withLock { rooms in
      for room in said.compactMap({ identifiers.row($0) }) { rooms.said(in: room, now: now) }
    }
  }

  /// Looks after rooms until cancelled. Faults of the data wait for the next look.
  public func keepPushing() async {
    let now = Self.now
    let oldest = clock().adding(milliseconds: -Self.newsMilliseconds)
    if let left = try? await store.read({ try $0.push.unsettled(since: oldest) }) {
      rooms.withLock { rooms in for room in left { rooms.said(in: room, now: now) } }
    }
    var sweepAt = now
    while !Task.isCancelled {
      await pushDue()
      if Self.now >= sweepAt {
        sweepAt = Self.now + 3_600_000
        try? await sweep()
      }
      try? await Task.sleep(for: .milliseconds(max(10, min(settings.gathering, 250))))
    }
  }

  /// Looks at every room whose time has come.
  func pushDue() async {
    takeFresh()
    while true {
      let now = Self.now
      let due = rooms.withLock { $0.take(now: now, limit: Self.batch) }
      if due.isEmpty { return }
      do {
        for (room, left) in try await settle(due) {
          rooms.withLock { $0.lookAgain(at: room, after: left, now: Self.now) }
        }
      } catch {
        rooms.withLock { rooms in for room in due { rooms.lookAgain(at: room, after: 1_000, now: Self.now) } }
        return
      }
    }
  }

  private struct Told: Sendable {
    var person: RowID<Person>
    var notice: NoticeRow
    var unread: Int64
  }

  private struct Settled: Sendable {
    var told: [Told] = []
    var hasJobs = false
    /// Rooms that somebody may be reading just now, and how long to wait for that.
    var again: [(RowID<Room>, Int64)] = []
  }

  /// Decides for rooms who gets a push, all in one transaction. - Returns: the rooms to look at again.
  func settle(_ due: [RowID<Room>]) async throws -> [(RowID<Room>, Int64)] {
    let waiting = try await store.read { tables in
      try due.filter { try !tables.push.waiting(in: $0).members.isEmpty || tables.push.hasMuted($0) }
    }
    if waiting.isEmpty { return [] }
    let now = clock()
    let settled = try await store.write { [self] tables in
      var settled = Settled()
      for room in waiting { try settle(room, tables, &settled, at: now) }
      return settled
    } committed: { [tell, identifiers] settled in
      for told in settled.told {
        tell(told.person, told.notice.notice(identifiers, language: "ko"), told.unread)
      }
    }
    if settled.hasJobs { wake() }
    return settled.again
  }

  private func settle(
    _ room: RowID<Room>, _ tables: Tables, _ settled: inout Settled, at now: Timestamp
  ) throws {
    let (last, members) = try tables.push.waiting(in: room)
    var deferred: [RowID<Person>] = []
    for member in members where !presence.isInRoom(member.personID, room) {
      let left = settings.patience - (now.milliseconds - member.firstAt.milliseconds)
      // A room's times may run a little ahead of the clock.
      if presence.isOnline(member.personID), (1...settings.patience + 60_000).contains(left) {
        deferred.append(member.personID)
        settled.again.append((room, min(left, settings.patience)))
        continue
      }
      guard now.milliseconds - member.lastAt.milliseconds < Self.newsMilliseconds else { continue }
      let id = try tables.notices.put(
        NewNotice(
          name: Self.newName(), personID: member.personID, kind: Notice.Kind.message.rawValue, roomID: room,
          seq: member.seq, senderID: member.senderID), at: now)
      if let id, let notice = try tables.notices.find(id) {
        let unread = try tables.notices.unreadCount(of: member.personID)
        settled.told.append(Told(person: member.personID, notice: notice, unread: unread))
      }
      let what: JSONObject = ["room": .integer(room.value), "seq": .integer(member.seq)]
      if try addJobs(for: member.personID, what, tables, at: now) { settled.hasJobs = true }
    }
    if deferred.count == members.count && !members.isEmpty { return }
    try tables.push.settle(room, to: max(last, members.map { $0.seq }.max() ?? 0), except: deferred)
  }

  private func sweep() async throws {
    let now = clock()
    try await store.write { tables in
      try tables.devices.deleteOfEnded(at: now)
      try tables.notices.delete(before: now.adding(milliseconds: -Self.noticeKeep), limit: 1_000)
    }
  }

  /// Milliseconds of a clock that never goes back.
  static var now: Int64 {
    let (seconds, attoseconds) = began.duration(to: .now).components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }
  private static let began = ContinuousClock.now
}
