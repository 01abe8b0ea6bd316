import Foundation
import JSON
import Jobs
import SQL
import Storage
import StorageTesting
import Synchronization
import Wire

let start = Timestamp(milliseconds: 1_750_000_000_000)

extension JobKind {
  static let errand = JobKind(rawValue: "errand")
}

/// A clock that stands until it is moved.
final class TestClock: Sendable {
  private let instant = Mutex(start)

  var now: Timestamp { instant.withLock { $0 } }
  func advance(_ milliseconds: Int64) { instant.withLock { $0 = $0.adding(milliseconds: milliseconds) } }
}

final class Log<Entry: Sendable>: Sendable {
  private let kept = Mutex<[Entry]>([])

  var entries: [Entry] { kept.withLock { $0 } }
  func add(_ entry: Entry) { kept.withLock { $0.append(entry) } }
}

/// A database of the test's own, and as many servers on it as wanted.
struct World: Sendable {
  let place: DataPlace
  let store: DataStore
  let clock = TestClock()

  init(_ place: DataPlace = .ofTest()) async throws {
    self.place = place
    store = try await DataStore.open(place, durability: .off)
  }

  @discardableResult
  func add(_ key: String? = nil, payload: JSONValue = [:]) async throws -> RowID<JobRow>? {
    let now = clock.now
    return try await store.write { try $0.jobs.add(kind: .errand, key: key, payload: payload, runAt: now) }
  }

  func job(_ id: RowID<JobRow>?) async throws -> JobRow? {
    guard let id else { return nil }
    return try await store.read { try $0.jobs.find(id) }
  }

  func runner(
    _ settings: JobSettings = JobSettings(), parallel: Int = 4, retries: RetryPolicy = RetryPolicy(attempts: 3),
    keepsDead: Bool = true, run: @escaping @Sendable (JobRow) async throws -> JobResult
  ) async -> JobRunner {
    let runner = JobRunner(store: store, settings: settings, clock: { [clock] in clock.now })
    await runner.register(
      JobHandler(kind: .errand, parallel: parallel, retries: retries, keepsDead: keepsDead, run: run))
    return runner
  }
}
