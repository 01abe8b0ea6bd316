import Glibc

/// Writes a sealed file from pieces of any size. What is not finished is removed. Not for several threads at once.
public final class SealedWriter {
  public private(set) var count: Int64 = 0
  private let path: String
  private let header: [UInt8]
  private let cipher: AESGCM
  private var descriptor: Int32
  private var chunk: Int64 = 0
  private var waiting: [UInt8] = []

  /// - Parameter path: must not exist.
  public init(path: String, key: FileKey) throws(SealingError) {
    header = SealedFormat.header()
    guard let cipher = key.cipher(header: header) else { throw .damaged }
    self.path = path
    self.cipher = cipher
    descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .disk(errno) }
    waiting.reserveCapacity(SealedFormat.chunkBytes)
    try put(header)
  }

  deinit { discard() }

  public func write(_ bytes: [UInt8]) throws(SealingError) {
    try write(bytes[...])
  }

  public func write(_ bytes: ArraySlice<UInt8>) throws(SealingError) {
    var rest = bytes
    while !rest.isEmpty {
      // A full chunk waits until it is known that another one follows it.
      if waiting.count == SealedFormat.chunkBytes { try seal(isLast: false) }
      let taken = rest.prefix(SealedFormat.chunkBytes - waiting.count)
      waiting += taken
      rest = rest.dropFirst(taken.count)
    }
    count += Int64(bytes.count)
  }

  /// Ends the file and waits until it is on the disk.
  public func finish() throws(SealingError) {
    try seal(isLast: true)
    guard fsync(descriptor) == 0 else { throw .disk(errno) }
    let closed = close(descriptor)
    descriptor = -1
    guard closed == 0 else {
      unlink(path)
      throw .disk(errno)
    }
  }

  /// Removes what was written; without effect after `finish`.
  public func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    unlink(path)
  }

  private func seal(isLast: Bool) throws(SealingError) {
    let nonce = SealedFormat.nonce(chunk, isLast: isLast)
    guard let sealed = cipher.seal(waiting, nonce: nonce, data: header) else { throw .damaged }
    try put(sealed)
    chunk += 1
    waiting.removeAll(keepingCapacity: true)
  }

  private func put(_ bytes: [UInt8]) throws(SealingError) {
    var offset = 0
    while offset < bytes.count {
      let written = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + offset }, $0.count - offset)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw .disk(errno) }
      offset += written
    }
  }
}

extension SealingError {
  static func disk(_ code: Int32) -> SealingError {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: .full
    case ENOENT: .missing
    default: .disk(code: code)
    }
  }
}
