import Crypto
import JSON
import Synchronization
import Testing

@testable import Providers

@Suite struct KeySetCacheTests {
  /// A provider whose keys and moods the test sets.
  final class Source: Sendable {
    struct State {
      var names: [String] = ["a"]
      var isDown = false
      var fetches = 0
      var now = ContinuousClock.now
    }

    static let members = P256Key.random()?.signing.publicMembers ?? []
    let state = Mutex(State())

    func cache() -> KeySetCache {
      let time: @Sendable () -> ContinuousClock.Instant = { self.state.withLock { $0.now } }
      return KeySetCache(now: time) { () throws(ProviderError) in
        let (names, isDown) = self.state.withLock { state in
          state.fetches += 1
          return (state.names, state.isDown)
        }
        if isDown { throw .unavailable("down") }
        return ["keys": .array(names.map { StandIn.jwk(Self.members, name: $0) })]
      }
    }

    func pass(_ time: Duration) { state.withLock { $0.now = $0.now + time } }
    var fetches: Int { state.withLock { $0.fetches } }
  }

  @Test func keysAreFetchedOnce() async throws {
    let source = Source()
    let cache = source.cache()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<50 { group.addTask { (try? await cache.key("a")) != nil } }
      for await isFound in group { #expect(isFound) }
    }
    #expect(source.fetches == 1)
  }

  @Test func unknownNamesCauseNoStorm() async throws {
    let source = Source()
    let cache = source.cache()
    _ = try await cache.key("a")
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { await expectRefused { _ = try await cache.key("x\(number)") } }
      }
    }
    #expect(source.fetches == 1)
    source.pass(.seconds(61))
    for number in 0..<20 { await expectRefused { _ = try await cache.key("y\(number)") } }
    #expect(source.fetches == 2)
  }

  @Test func aNewKeyIsFoundAfterThePause() async throws {
    let source = Source()
    let cache = source.cache()
    _ = try await cache.key("a")
    source.state.withLock { $0.names = ["b"] }
    await expectRefused { _ = try await cache.key("b") }
    source.pass(.seconds(61))
    _ = try await cache.key("b")
    await expectRefused { _ = try await cache.key("a") }
  }

  @Test func oldKeysServeWhileTheProviderIsDown() async throws {
    let source = Source()
    let cache = source.cache()
    _ = try await cache.key("a")
    source.state.withLock { $0.isDown = true }
    source.pass(.seconds(7 * 3_600))
    for _ in 0..<10 { _ = try await cache.key("a") }
    #expect(source.fetches == 2)
  }

  @Test func withoutAnyKeyNothingIsBelieved() async throws {
    let source = Source()
    source.state.withLock { $0.isDown = true }
    let cache = source.cache()
    for _ in 0..<10 {
      await #expect(throws: ProviderError.self) { _ = try await cache.key("a") }
    }
    #expect(source.fetches == 1)
    source.state.withLock { $0.isDown = false }
    source.pass(.seconds(3))
    _ = try await cache.key("a")
  }
}
