/// Bytes that never change, in one allocation. Copies share it: a frame that is encoded once stands in the write
/// queues of many connections, on any loop.
public struct SharedBytes: @unchecked Sendable {
  private final class Storage: ManagedBuffer<Int, UInt8> {}

  private let storage: ManagedBuffer<Int, UInt8>
  public let count: Int

  /// Gives a buffer of `capacity` bytes to `fill`, which answers how many it wrote, from the first on.
  public init(capacity: Int, fill: (UnsafeMutableRawBufferPointer) -> Int) {
    let storage = Storage.create(minimumCapacity: capacity) { _ in 0 }
    let written = storage.withUnsafeMutablePointerToElements {
      fill(UnsafeMutableRawBufferPointer(start: $0, count: capacity))
    }
    precondition(written >= 0 && written <= capacity, "more bytes than there is room for")
    self.storage = storage
    count = written
  }

  public init(_ bytes: [UInt8]) {
    self.init(capacity: bytes.count) { buffer in
      buffer.copyBytes(from: bytes)
      return bytes.count
    }
  }

  /// One run of bytes after the other, such as a frame's head and its payload.
  public init(_ head: [UInt8], _ rest: [UInt8]) {
    self.init(capacity: head.count + rest.count) { buffer in
      buffer.copyBytes(from: head)
      UnsafeMutableRawBufferPointer(rebasing: buffer[head.count...]).copyBytes(from: rest)
      return head.count + rest.count
    }
  }

  public init(_ text: String) {
    self.init(Array(text.utf8))
  }

  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try storage.withUnsafeMutablePointerToElements {
      try body(UnsafeRawBufferPointer(start: $0, count: count))
    }
  }

  /// Valid as long as a copy of this value lives.
  var start: UnsafeMutableRawPointer { storage.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) } }
}
