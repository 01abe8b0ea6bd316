import Contract
import Synchronization
import Wire

/// Counts tries by name: a bucket of so many a minute that refills steadily. Forgets names that are back at full.
public final class TryLimiter: Sendable {
  private struct Bucket {
    /// Tries left, in thousandths.
    var left: Int64
    var at: Timestamp
  }

  private static let minute: Int64 = 60_000
  private let capacity: Int64
  private let nameLimit: Int
  private let buckets = Mutex<[String: Bucket]>([:])

  public init(perMinute: Int, nameLimit: Int = 50_000) {
    capacity = Int64(max(1, min(perMinute, 1_000_000))) * 1_000
    self.nameLimit = nameLimit
  }

  /// Takes one try. - Throws: 429 with the seconds until there is one again.
  public func take(_ name: String, at now: Timestamp) throws(APIError) {
    let wait: Int64? = buckets.withLock { buckets in
      if buckets.count >= nameLimit { buckets = buckets.filter { refilled($0.value, at: now).left < capacity } }
      var bucket = refilled(buckets[name] ?? Bucket(left: capacity, at: now), at: now)
      if bucket.left < 1_000 { return (1_000 - bucket.left) * Self.minute / capacity }
      bucket.left -= 1_000
      buckets[name] = bucket
      return nil
    }
    if let wait { throw .tooManyCalls(retryAfterSeconds: Int(wait / 1_000) + 1) }
  }

  /// The try went well and does not count.
  public func giveBack(_ name: String) {
    buckets.withLock { buckets in
      if let bucket = buckets[name] { buckets[name]?.left = min(capacity, bucket.left + 1_000) }
    }
  }

  private func refilled(_ bucket: Bucket, at now: Timestamp) -> Bucket {
    let elapsed = max(0, min(now.milliseconds - bucket.at.milliseconds, Self.minute))
    return Bucket(left: min(capacity, bucket.left + elapsed * capacity / Self.minute), at: now)
  }
}
