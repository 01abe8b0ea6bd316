import Contract
import Foundation
import KitNet
import ServerApp
import Synchronization
import Testing

@testable import Kit

/// All clients lose their server at once, with the machine, the sockets and the server that people really use. The
/// count is the full one with MARU_TEST_SCALE=all.
@Suite struct StormTests {
  private static let isFull = ProcessInfo.processInfo.environment["MARU_TEST_SCALE"] == "all"
  private static let clients = isFull ? 1_000 : 100

  /// What one client went through since the drop.
  private struct Story {
    var joins: [ContinuousClock.Instant] = []
    var messages = 0
  }

  private final class Stories: Sendable {
    private let stories = Mutex([Story](repeating: Story(), count: clients))

    var all: [Story] { stories.withLock { $0 } }

    func note(_ event: RealtimeLink.Event, of index: Int) {
      stories.withLock { stories in
        switch event {
        case .joined: stories[index].joins.append(.now)
        case .received("chat", _): stories[index].messages += 1
        case .received, .left, .status: break
        }
      }
    }

    func begin() { stories.withLock { $0 = [Story](repeating: Story(), count: clients) } }

    /// Waits for what takes seconds at most; a test that never ends says nothing.
    func wait(until isDone: ([Story]) -> Bool) async throws {
      for _ in 0..<600 where !isDone(all) { try await Task.sleep(for: .milliseconds(100)) }
      try #require(isDone(all), "\(all.count { $0.joins.isEmpty }) have not joined")
    }
  }

  @Test func everybodyComesBackOnceAndNotAllAtOnce() async throws {
    let folder = temporaryFolder()
    defer { for path in [folder, folder + ".key"] { try? FileManager.default.removeItem(atPath: path) } }
    let first = try await LiveServer { $0.dataFolder = folder }
    let place = "127.0.0.1:\(first.address.port)"
    let patient = try first.client(.eyemon)
    let doctor = try first.client(.eyemonDoctor)
    let person = try await patient.join(.fresh("하늘"))
    try await doctor.join(.fresh("김안과"))
    let room = try await doctor.openRoom(with: person.id)

    let stories = Stories()
    let opener = try WebSocketOpener.network(first.address)
    let links = (0..<Self.clients).map { index in
      RealtimeLink(key: "eyemon", opener: opener, session: patient.session) { stories.note($0, of: index) }
    }
    for link in links { await link.start() }
    try await stories.wait { $0.allSatisfy { $0.joins.count == 1 } }

    stories.begin()
    await first.stop()
    let second = try await LiveServer {
      $0.dataFolder = folder
      $0.listen = place
    }
    try await stories.wait { $0.allSatisfy { !$0.joins.isEmpty } }
    try await doctor.send(MessageDraft(clientID: "1", content: "다시 열렸습니다"), to: room.id)
    try await stories.wait { $0.allSatisfy { $0.messages > 0 } }
    let all = stories.all
    #expect(all.allSatisfy { $0.joins.count == 1 && $0.messages == 1 }, "nobody is there twice")
    let times = all.flatMap(\.joins).sorted()
    let span = try #require(times.last) - (try #require(times.first))
    #expect(span > .milliseconds(300), "the pauses of the first attempt alone are spread over a second")
    for link in links { await link.stop() }
    await second.stop()
  }
}
