import CZlib

/// Raw DEFLATE (RFC 1951) as WebSockets use it (RFC 7692 section 7.2): each message stands alone and ends at a byte,
/// and the four bytes that every message would end with are left out.
///
/// Nothing is kept between calls: a call needs some 300 KB while it runs, whatever its input.
public enum Deflate {
  public enum Failure: Error, Equatable, Sendable {
    /// No such stream, or one that was cut short.
    case invalid
    /// More than the limit would come out.
    case tooLarge
    case noMemory
  }

  private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]
  private static let pieceBytes = 16 << 10

  /// - Parameter level: 1, the quickest, to 9.
  public static func compress(_ bytes: [UInt8], level: Int = 3) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    let started = deflateInit2_(
      &stream, Int32(min(max(level, 1), 9)), Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    guard started == Z_OK else { throw .noMemory }
    defer { deflateEnd(&stream) }
    var output = try run(&stream, bytes, limit: .max) { deflate($0, Z_SYNC_FLUSH) }
    guard output.suffix(4).elementsEqual(tail) else { throw .invalid }
    output.removeLast(4)
    // An empty message is one empty block (RFC 7692 section 7.2.3.6).
    return output.isEmpty ? [0x00] : output
  }

  /// - Parameter limit: bytes that may come out; a small message can hold a thousand times its size.
  public static func expand(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw .noMemory
    }
    defer { inflateEnd(&stream) }
    return try run(&stream, bytes + tail, limit: limit) { inflate($0, Z_SYNC_FLUSH) }
  }

  private static func run(
    _ stream: inout z_stream, _ bytes: [UInt8], limit: Int, _ step: (UnsafeMutablePointer<z_stream>) -> Int32
  ) throws(Failure) -> [UInt8] {
    guard let count = UInt32(exactly: bytes.count) else { throw .tooLarge }
    var input = bytes
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieceBytes)
    let failure: Failure? = input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = count
      while true {
        let (written, code) = piece.withUnsafeMutableBufferPointer { piece in
          stream.next_out = piece.baseAddress
          stream.avail_out = UInt32(pieceBytes)
          let code = step(&stream)
          return (pieceBytes - Int(stream.avail_out), code)
        }
        guard written <= limit - output.count else { return .tooLarge }
        output += piece[..<written]
        switch code {
        // A peer may end its stream with a final block; only the byte that pads it may stand behind it (RFC 7692
        // section 7.2.3.4).
        case Z_STREAM_END: return stream.avail_in <= UInt32(tail.count + 1) ? nil : .invalid
        case Z_OK where stream.avail_out > 0: return stream.avail_in == 0 ? nil : .invalid
        case Z_BUF_ERROR where written == 0: return stream.avail_in == 0 ? nil : .invalid
        case Z_OK: continue
        default: return .invalid
        }
      }
    }
    if let failure { throw failure }
    return output
  }
}
