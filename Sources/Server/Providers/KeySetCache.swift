import Crypto
import JSON

/// A provider's public keys, fetched when they are needed.
///
/// A key that is not known may be new, so it is a reason to look again, but not more often than once in `pause`,
/// whatever tokens name. One fetch runs at a time, and the old keys serve while there are no new ones.
actor KeySetCache {
  /// Keys are fetched again after that.
  static let freshness: Duration = .seconds(6 * 3_600)
  static let pause: Duration = .seconds(60)

  private let fetch: @Sendable () async throws(ProviderError) -> JSONValue
  private let now: @Sendable () -> ContinuousClock.Instant
  private var keys: KeySet?
  private var fetchedAt: ContinuousClock.Instant?
  /// The last try, whatever came of it.
  private var triedAt: ContinuousClock.Instant?
  private var running: Task<ProviderError?, Never>?

  init(
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    fetch: @escaping @Sendable () async throws(ProviderError) -> JSONValue
  ) {
    self.now = now
    self.fetch = fetch
  }

  /// - Throws: `refused` where there is no such key, `unavailable` where there are no keys at all.
  func key(_ name: String) async throws(ProviderError) -> VerifyingKey {
    let isFresh = fetchedAt.map { now() - $0 < Self.freshness } ?? false
    if isFresh, let key = keys?[name] { return key }
    var fault: ProviderError?
    if let running {
      fault = await running.value
    } else if triedAt.map({ now() - $0 >= (keys == nil ? .seconds(2) : Self.pause) }) ?? true {
      fault = await refresh()
    }
    if let key = keys?[name] { return key }
    if keys == nil { throw fault ?? .unavailable("no keys yet") }
    throw .refused("an unknown key")
  }

  private func refresh() async -> ProviderError? {
    triedAt = now()
    let fetch = fetch
    let task = Task { () -> ProviderError? in
      do throws(ProviderError) {
        guard let keys = KeySet(try await fetch()), !keys.isEmpty else { return .unavailable("no key set") }
        self.take(keys)
        return nil
      } catch {
        return error
      }
    }
    running = task
    defer { running = nil }
    return await task.value
  }

  private func take(_ keys: KeySet) {
    self.keys = keys
    fetchedAt = now()
  }
}
