import CEvents
import Glibc

/// What a connection still has to send, in order: shared bytes and regions of files.
struct WriteQueue {
  enum Chunk {
    case bytes(SharedBytes)
    case file(FileRegion)
  }

  /// What the next system call shall send.
  enum Step {
    case nothing
    /// So many entries of the vector; `more` if a file follows at once.
    case vector(count: Int, more: Bool)
    case file(FileRegion)
  }

  static let vectorCapacity = 64

  private var chunks: [Chunk] = []
  private var first = 0
  /// How much of the first chunk has gone.
  private var sent: Int64 = 0
  /// Bytes held in memory; file regions count nothing.
  private(set) var byteCount = 0

  private(set) var fileCount = 0

  var isEmpty: Bool { first == chunks.count }

  mutating func append(_ bytes: SharedBytes) {
    guard bytes.count > 0 else { return }
    chunks.append(.bytes(bytes))
    byteCount += bytes.count
  }

  mutating func append(_ region: FileRegion) {
    guard region.count > 0 else { return }
    chunks.append(.file(region))
    fileCount += 1
  }

  func nextStep(_ vector: UnsafeMutablePointer<iovec>) -> Step {
    var count = 0
    var index = first
    while index < chunks.count, count < WriteQueue.vectorCapacity {
      switch chunks[index] {
      case .bytes(let bytes):
        let skipped = index == first ? Int(sent) : 0
        vector[count] = iovec(iov_base: bytes.start + skipped, iov_len: bytes.count - skipped)
        count += 1
      case .file(let region):
        guard count == 0 else { return .vector(count: count, more: true) }
        return .file(FileRegion(region.file, offset: region.offset + sent, count: region.count - sent))
      }
      index += 1
    }
    return count == 0 ? .nothing : .vector(count: count, more: false)
  }

  /// So many bytes have gone.
  mutating func advance(_ count: Int) {
    var left = Int64(count)
    while left > 0, first < chunks.count {
      let size: Int64
      switch chunks[first] {
      case .bytes(let bytes): size = Int64(bytes.count)
      case .file(let region): size = region.count
      }
      let gone = min(left, size - sent)
      left -= gone
      sent += gone
      if case .bytes = chunks[first] { byteCount -= Int(gone) }
      guard sent == size else { break }
      if case .file = chunks[first] { fileCount -= 1 }
      first += 1
      sent = 0
    }
    compact()
  }

  mutating func removeAll() {
    self = WriteQueue()
  }

  /// Gives memory back: an idle connection keeps room for a few chunks at most.
  private mutating func compact() {
    if first == chunks.count {
      chunks.removeAll(keepingCapacity: chunks.capacity <= 4)
      first = 0
    } else if first >= 64 {
      chunks.removeSubrange(..<first)
      first = 0
    }
  }
}
