import Contract
import Crypto
import Storage
import Synchronization
import Wire

/// Counts tries by name: a bucket that refills steadily. Forgets names that are back at full.
///
/// One that has a key counts under digests of the names, and `TryLedger` carries it over a restart.
public final class TryLimiter: Sendable {
  private struct Bucket {
    /// Tries left, in thousandths.
    var left: Int64
    var at: Timestamp
  }

  private struct State {
    var buckets: [String: Bucket] = [:]
    /// Taken from since they were last written down.
    var changed: Set<String> = []
  }

  /// Names it in the ledger.
  public let kind: String
  /// How long an empty bucket takes to be full again, in milliseconds.
  public let period: Int64
  private let capacity: Int64
  private let nameLimit: Int
  private let key: [UInt8]?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - count: tries of one name in a period.
  ///   - key: hides the names that a ledger keeps; nil for one that a restart empties.
  public init(
    _ kind: String, count: Int, per period: Int64 = 60_000, key: [UInt8]? = nil, nameLimit: Int = 50_000
  ) {
    self.kind = kind
    self.period = max(1_000, min(period, 31 * 24 * 3_600_000))
    capacity = Int64(max(1, min(count, 1_000_000))) * 1_000
    self.key = key
    self.nameLimit = nameLimit
  }

  /// One that a restart empties.
  public convenience init(perMinute: Int, nameLimit: Int = 50_000) {
    self.init("", count: perMinute, nameLimit: nameLimit)
  }

  /// Takes one try, or several at once: all of them, or none. More than there ever are count as all that there are.
  /// - Throws: 429 with the seconds until there are so many again.
  public func take(_ name: String, count: Int = 1, at now: Timestamp) throws(APIError) {
    let name = hidden(name)
    let cost = min(Int64(max(1, count)) * 1_000, capacity)
    let wait: Int64? = state.withLock { state in
      if state.buckets.count >= nameLimit { forget(&state, at: now) }
      var bucket = refilled(state.buckets[name] ?? Bucket(left: capacity, at: now), at: now)
      if bucket.left < cost { return (cost - bucket.left) * period / capacity }
      bucket.left -= cost
      state.buckets[name] = bucket
      if key != nil { state.changed.insert(name) }
      return nil
    }
    if let wait { throw .tooManyCalls(retryAfterSeconds: Int(wait / 1_000) + 1) }
  }

  /// The try went well and does not count.
  public func giveBack(_ name: String) {
    let name = hidden(name)
    state.withLock { state in
      guard let bucket = state.buckets[name] else { return }
      state.buckets[name]?.left = min(capacity, bucket.left + 1_000)
      if key != nil { state.changed.insert(name) }
    }
  }

  // MARK: The ledger

  /// Up to so many buckets that changed since they were last asked for.
  func takeChanges(limit: Int) -> [TryRow] {
    state.withLock { state in
      let names = Array(state.changed.prefix(limit))
      state.changed.subtract(names)
      return names.compactMap { name in
        state.buckets[name].map { TryRow(kind: kind, name: name, left: $0.left, at: $0.at) }
      }
    }
  }

  /// They could not be written down.
  func putBack(_ rows: [TryRow]) {
    state.withLock { state in
      for row in rows where state.buckets[row.name] != nil { state.changed.insert(row.name) }
    }
  }

  /// What the ledger knew, before the first try.
  func restore(_ rows: [TryRow]) {
    state.withLock { state in
      for row in rows.prefix(nameLimit) {
        state.buckets[row.name] = Bucket(left: min(max(row.left, 0), capacity), at: row.at)
      }
    }
  }

  // MARK: Buckets

  private func hidden(_ name: String) -> String {
    guard let key else { return name }
    return Hex.encode(Array(Hashing.hmacSHA256(Array("\(kind)/\(name)".utf8), key: key).prefix(16)))
  }

  /// Those that are full again; where all are in use, the ones that were touched first, so that nobody who fills the
  /// table gets rid of the limit altogether.
  private func forget(_ state: inout State, at now: Timestamp) {
    state.buckets = state.buckets.filter { refilled($0.value, at: now).left < capacity }
    if state.buckets.count >= nameLimit {
      let oldest = state.buckets.sorted { $0.value.at < $1.value.at }.prefix(max(1, nameLimit / 10))
      for (name, _) in oldest { state.buckets[name] = nil }
    }
    state.changed = state.changed.filter { state.buckets[$0] != nil }
  }

  private func refilled(_ bucket: Bucket, at now: Timestamp) -> Bucket {
    let elapsed = max(0, min(now.milliseconds - bucket.at.milliseconds, period))
    return Bucket(left: min(capacity, bucket.left + elapsed * capacity / period), at: now)
  }
}
