/// What a sealed file looks like: a header of 32 bytes (name of the format, version, bytes of a chunk, random salt),
/// then chunks, each with its tag. A chunk's nonce holds its number and whether it is the last one, and the header is
/// authenticated with each: cut off, reordered, repeated or mixed chunks do not open.
enum SealedFormat {
  static let magic = Array("maruseal".utf8)
  static let version: UInt32 = 1
  static let headerBytes = 32
  static let chunkBytes = 64 << 10
  static var sealedChunkBytes: Int { chunkBytes + AESGCM.tagBytes }

  static func header() -> [UInt8] {
    magic + bigEndian(version) + bigEndian(UInt32(chunkBytes)) + SecureRandom.bytes(16)
  }

  static func isHeader(_ bytes: [UInt8]) -> Bool {
    bytes.count == headerBytes && bytes.starts(with: magic + bigEndian(version) + bigEndian(UInt32(chunkBytes)))
  }

  static func nonce(_ chunk: Int64, isLast: Bool) -> [UInt8] {
    let number = UInt64(bitPattern: chunk)
    return [isLast ? 1 : 0, 0, 0, 0]
      + stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Chunks and bytes of text in a sealed file of that size; nil where no sealed file has it.
  static func measure(fileBytes: Int64) -> (chunks: Int64, text: Int64)? {
    let body = fileBytes - Int64(headerBytes)
    guard body >= Int64(AESGCM.tagBytes) else { return nil }
    let whole = body / Int64(sealedChunkBytes)
    let rest = body % Int64(sealedChunkBytes)
    guard rest == 0 || rest >= Int64(AESGCM.tagBytes) else { return nil }
    let chunks = whole + (rest > 0 ? 1 : 0)
    return (chunks, body - chunks * Int64(AESGCM.tagBytes))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

public enum SealingError: Error, Equatable, Sendable {
  /// There is no such file.
  case missing
  /// No space is left, or a quota is used up.
  case full
  /// The system's `errno`.
  case disk(code: Int32)
  /// The bytes are not what was sealed, or the key is another one.
  case damaged
  /// Beyond the end of the text.
  case outside
}
