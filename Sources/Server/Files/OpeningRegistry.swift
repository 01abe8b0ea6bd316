import Domain
import Storage
import Synchronization
import Wire

/// Which openings are going on, so that the many requests of one playback are one opening. It starts empty with the
/// process: then an opening is recorded once too often, never once too little.
final class OpeningRegistry: Sendable {
  struct Key: Hashable {
    var caller: FileCaller
    var file: RowID<FileRow>
    var variant: String
  }

  private struct Span {
    var began: Int64
    var last: Int64
  }

  /// An opening ends when nothing was asked for that long, and at the latest after `longest`.
  static let pause: Int64 = 5 * 60_000
  static let longest: Int64 = 60 * 60_000
  private static let limit = 50_000
  private let spans = Mutex<[Key: Span]>([:])

  /// Whether a request goes on with an opening that is recorded.
  func goesOn(_ key: Key, at now: Timestamp) -> Bool {
    spans.withLock { spans in
      guard let span = spans[key], now.milliseconds >= span.began, now.milliseconds - span.last < Self.pause,
        now.milliseconds - span.began < Self.longest
      else { return false }
      spans[key]?.last = max(span.last, now.milliseconds)
      return true
    }
  }

  /// The opening is on the disk.
  func began(_ key: Key, at now: Timestamp) {
    spans.withLock { spans in
      if spans.count >= Self.limit {
        spans = spans.filter { now.milliseconds - $0.value.last < Self.pause }
        if spans.count >= Self.limit { spans = [:] }
      }
      spans[key] = Span(began: now.milliseconds, last: now.milliseconds)
    }
  }
}
