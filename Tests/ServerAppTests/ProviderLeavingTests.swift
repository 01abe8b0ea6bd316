import Domain
import JSON
import Jobs
import Outgoing
import Providers
import Storage
import Synchronization
import Testing
import Wire

@testable import ServerApp

/// What is left of somebody who has left, where the provider cannot be told.
struct ProviderLeavingTests {
  /// Kakao, which answers everything alike.
  private func providers(_ store: DataStore, status: Int, asked: @escaping @Sendable () -> Void) -> Providers {
    var settings = ProviderSettings()
    settings.kakao = KakaoSettings(appID: 1)
    settings.kakao?.adminKey = "admin"
    let link = ProviderLink { (_) throws(OutgoingError) in
      asked()
      return HTTPResponse(status)
    }
    return Providers(
      settings, store: store, key: [UInt8](repeating: 7, count: 32), link: link,
      clock: { Timestamp(milliseconds: 1_780_000_000_000) })
  }

  @Test func whatCannotBeGivenBackIsTriedForDaysAndThenForgotten() async throws {
    let store = try await DataStore.open(.memory)
    let asked = Counter()
    let clock = Clock()
    let runner = JobRunner(store: store, clock: { clock.now })
    await runner.register(ProviderLeaving.handler(providers(store, status: 500, asked: { asked.add() }), store))
    let begin = clock.now
    let id = try #require(
      try await store.write {
        try $0.jobs.add(
          kind: .leaveProvider, payload: ["provider": "kakao", "subject": "41001", "client": "c", "sealed": "secret"],
          runAt: begin)
      })
    var end = begin
    for _ in 0..<40 {
      await runner.runDue()
      let job = try #require(try await store.read { try $0.jobs.find(id) })
      guard job.state == .open else { break }
      #expect(job.payload["subject"]?.string == "41001")
      end = clock.now
      clock.move(to: try #require(job.dueAt))
    }
    let job = try #require(try await store.read { try $0.jobs.find(id) })
    #expect(job.state == .dead && job.payload == [:])
    #expect(job.fault == #"kakao: unavailable("status 500")"#)
    #expect(asked.count == 30)
    // Pauses are shortened by chance to their half at most.
    #expect(end.milliseconds - begin.milliseconds > 48 * 3_600_000)
  }

  private final class Counter: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  private final class Clock: Sendable {
    private let instant = Mutex(Timestamp(milliseconds: 1_780_000_000_000))
    var now: Timestamp { instant.withLock { $0 } }
    func move(to time: Timestamp) { instant.withLock { $0 = time } }
  }
}
