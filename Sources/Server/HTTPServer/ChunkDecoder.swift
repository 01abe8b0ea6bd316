/// Reads a chunked body (RFC 9112 section 7.1). Extensions are skipped and trailers ignored, both within limits.
struct ChunkDecoder: Sendable {
  private enum State: Sendable {
    case firstDigit, digits, extensions, sizeEnd
    case data, dataReturn, dataEnd
    case trailerStart, trailerName, trailerValue, trailerEnd, lastEnd
  }

  private var state = State.firstDigit
  private var size = 0
  private var lineBytes = 0
  private var trailerBytes = 0

  /// Takes bytes from `position` on and appends data to `body`. Answers whether the body is complete; if it is not, all
  /// bytes were taken.
  mutating func receive(
    _ bytes: Span<UInt8>, _ position: inout Int, into body: inout [UInt8], limits: HTTPLimits
  ) throws(RequestFailure) -> Bool {
    while position < bytes.count {
      if state == .data {
        let count = min(size, bytes.count - position)
        bytes.extracting(position..<(position + count)).withUnsafeBufferPointer { body.append(contentsOf: $0) }
        position += count
        size -= count
        if size == 0 { state = .dataReturn }
        continue
      }
      let byte = bytes[position]
      position += 1
      if state == .lastEnd {
        guard byte == 0x0A else { throw .badChunk }
        return true
      }
      switch state {
      case .firstDigit, .digits, .extensions, .sizeEnd:
        try readSizeLine(byte, bodyCount: body.count, limits)
      case .dataReturn, .dataEnd:
        guard byte == (state == .dataReturn ? 0x0D : 0x0A) else { throw .badChunk }
        state = state == .dataReturn ? .dataEnd : .firstDigit
      default:
        try readTrailer(byte, limits)
      }
    }
    return false
  }

  private mutating func readSizeLine(_ byte: UInt8, bodyCount: Int, _ limits: HTTPLimits) throws(RequestFailure) {
    lineBytes += 1
    guard lineBytes <= limits.chunkLineBytes else { throw .badChunk }
    switch state {
    case .firstDigit, .digits:
      if let digit = hexDigit(byte) {
        size = size * 16 + digit
        state = .digits
        guard size <= limits.bodyBytes - bodyCount else { throw .bodyTooLarge }
      } else if state == .digits, byte == 0x3B {
        state = .extensions
      } else if state == .digits, byte == 0x0D {
        state = .sizeEnd
      } else {
        throw .badChunk
      }
    case .extensions:
      if byte == 0x0D {
        state = .sizeEnd
      } else if isControl(byte) {
        throw .badChunk
      }
    default:
      guard byte == 0x0A else { throw .badChunk }
      lineBytes = 0
      state = size == 0 ? .trailerStart : .data
    }
  }

  private mutating func readTrailer(_ byte: UInt8, _ limits: HTTPLimits) throws(RequestFailure) {
    trailerBytes += 1
    guard trailerBytes <= limits.headBytes else { throw .headTooLarge }
    switch state {
    case .trailerStart where byte == 0x0D:
      state = .lastEnd
    case .trailerStart, .trailerName:
      if byte == 0x3A, state == .trailerName {
        state = .trailerValue
      } else {
        guard ByteSet.token.contains(byte) else { throw .badChunk }
        state = .trailerName
      }
    case .trailerValue:
      if byte == 0x0D {
        state = .trailerEnd
      } else if isControl(byte) {
        throw .badChunk
      }
    default:
      guard byte == 0x0A else { throw .badChunk }
      state = .trailerStart
    }
  }

  private func hexDigit(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte - 0x30)
    case 0x41...0x46: Int(byte - 0x37)
    case 0x61...0x66: Int(byte - 0x57)
    default: nil
    }
  }
}
