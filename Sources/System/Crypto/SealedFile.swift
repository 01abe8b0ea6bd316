import Glibc

/// Reads a sealed file from any place on. Safe for several threads.
public final class SealedFile: Sendable {
  /// Bytes of the text.
  public let count: Int64
  private let descriptor: Int32
  private let chunks: Int64
  private let header: [UInt8]
  private let cipher: AESGCM

  /// - Parameter count: the text's length, where it is known from elsewhere: a file that was cut off between two chunks
  ///   is then found out before anything is read.
  public init(path: String, key: FileKey, count: Int64? = nil) throws(SealingError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .disk(errno) }
    var info = stat()
    let header = Self.read(descriptor, at: 0, count: SealedFormat.headerBytes)
    guard let header, SealedFormat.isHeader(header), fstat(descriptor, &info) == 0,
      let measure = SealedFormat.measure(fileBytes: Int64(info.st_size)), measure.text == count ?? measure.text,
      let cipher = key.cipher(header: header)
    else {
      close(descriptor)
      throw .damaged
    }
    self.descriptor = descriptor
    self.header = header
    self.cipher = cipher
    chunks = measure.chunks
    self.count = measure.text
  }

  deinit { close(descriptor) }

  /// So many bytes from an offset, fewer only at the end of the text.
  public func read(at offset: Int64, count wanted: Int) throws(SealingError) -> [UInt8] {
    guard offset >= 0, offset <= count, wanted >= 0 else { throw .outside }
    let end = min(count, offset + Int64(wanted))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(end - offset))
    var position = offset
    while position < end {
      let number = position / Int64(SealedFormat.chunkBytes)
      let text = try chunk(number)
      let start = Int(position - number * Int64(SealedFormat.chunkBytes))
      let taken = min(text.count - start, Int(end - position))
      guard taken > 0 else { throw .damaged }
      bytes += text[start..<(start + taken)]
      position += Int64(taken)
    }
    return bytes
  }

  private func chunk(_ number: Int64) throws(SealingError) -> [UInt8] {
    let place = Int64(SealedFormat.headerBytes) + number * Int64(SealedFormat.sealedChunkBytes)
    guard let sealed = Self.read(descriptor, at: place, count: SealedFormat.sealedChunkBytes) else {
      throw .disk(errno)
    }
    let nonce = SealedFormat.nonce(number, isLast: number == chunks - 1)
    guard let text = cipher.open(sealed, nonce: nonce, data: header) else { throw .damaged }
    return text
  }

  /// Fewer only at the end of the file; nil where the system refuses.
  private static func read(_ descriptor: Int32, at offset: Int64, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress.map { $0 + filled }, count - filled, off_t(offset) + filled)
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { return nil }
      if read == 0 { break }
      filled += read
    }
    return Array(bytes.prefix(filled))
  }
}
