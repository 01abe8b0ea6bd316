public enum WebSocketEvent: Equatable, Sendable {
  /// Valid UTF-8.
  case text([UInt8])
  case binary([UInt8])
  /// A message as it came, where compression was agreed on; expanded, a text must be valid UTF-8.
  case compressed([UInt8], isText: Bool)
  /// To be answered by a pong with the same payload.
  case ping([UInt8])
  case pong([UInt8])
  /// The peer closes; to be answered by a close frame if none was sent. nil: no code given.
  case closed(UInt16?, reason: [UInt8])
  /// The peer broke a rule; to be answered by a close frame with this code. Nothing after it is read.
  case failed(WebSocketCloseCode)
}

/// Reads the frames of one connection (RFC 6455) and hands out whole messages. Memory grows with what has arrived, not
/// with what a header announces.
public struct WebSocketDecoder: Sendable {
  public enum Side: Sendable {
    /// Frames must be masked.
    case server
    /// Frames must not be masked.
    case client
  }

  struct Frame {
    var opcode: WebSocketOpcode
    var isFinal: Bool
    var isCompressed = false
    var mask: UInt32
    var remaining: Int
  }

  private let side: Side
  /// Bytes of a message, all its frames together.
  private let maximum: Int
  private let compression: Bool
  private var isCompressed = false
  private var isOver = false
  /// The start of a header whose end has not arrived.
  private var header: [UInt8] = []
  private var frame: Frame?
  private var control: [UInt8] = []
  private var message: [UInt8] = []
  private var messageOpcode: WebSocketOpcode?
  private var validator = UTF8Validator()

  /// - Parameter compression: `permessage-deflate` was agreed on; messages may come as `compressed`.
  public init(_ side: Side, maximumMessage: Int, compression: Bool = false) {
    self.side = side
    self.compression = compression
    maximum = maximumMessage
  }

  /// Appends what the bytes complete to `events`. After `closed` or `failed` it reads nothing more.
  public mutating func receive(_ bytes: UnsafeRawBufferPointer, into events: inout [WebSocketEvent]) {
    var rest = bytes[...]
    while !isOver {
      do {
        if frame == nil {
          guard try readHeader(&rest) else { return }
        }
        guard try readPayload(&rest) else { return }
        if let event = try finishFrame() { events.append(event) }
      } catch {
        isOver = true
        events.append(.failed(error))
      }
    }
    release()
  }

  public mutating func receive(_ bytes: [UInt8]) -> [WebSocketEvent] {
    var events: [WebSocketEvent] = []
    bytes.withUnsafeBytes { receive($0, into: &events) }
    return events
  }

  private mutating func release() {
    header = []
    control = []
    message = []
  }

  private mutating func readHeader(_ rest: inout Slice<UnsafeRawBufferPointer>) throws(WebSocketCloseCode) -> Bool {
    if header.isEmpty {
      if let (read, length) = try WebSocketHeader.read(
        UnsafeRawBufferPointer(rebasing: rest), side, compression: compression)
      {
        rest = rest.dropFirst(length)
        try begin(read)
        return true
      }
      header.append(contentsOf: rest)
      rest = rest.dropFirst(rest.count)
      return false
    }
    while let byte = rest.popFirst() {
      header.append(byte)
      let read = try header.withUnsafeBufferPointer { (bytes) throws(WebSocketCloseCode) in
        try WebSocketHeader.read(UnsafeRawBufferPointer(bytes), side, compression: compression)
      }
      guard let (frame, _) = read else { continue }
      header = []
      try begin(frame)
      return true
    }
    return false
  }

  private mutating func begin(_ new: Frame) throws(WebSocketCloseCode) {
    switch new.opcode {
    case .text, .binary:
      guard messageOpcode == nil else { throw .protocolError }
      messageOpcode = new.opcode
      isCompressed = new.isCompressed
      validator = UTF8Validator()
    case .continuation:
      guard messageOpcode != nil else { throw .protocolError }
    case .close, .ping, .pong: break
    }
    let isControl = new.opcode.rawValue >= 0x8
    guard isControl || new.remaining <= maximum - message.count else { throw .tooLarge }
    frame = new
  }

  /// True where the frame is complete.
  private mutating func readPayload(
    _ rest: inout Slice<UnsafeRawBufferPointer>
  ) throws(WebSocketCloseCode) -> Bool {
    guard var current = frame else { return false }
    let count = min(current.remaining, rest.count)
    if count > 0 {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(count))
      rest = rest.dropFirst(count)
      if current.opcode.rawValue >= 0x8 {
        WebSocketMask.append(piece, current.mask, to: &control)
      } else {
        let start = message.count
        WebSocketMask.append(piece, current.mask, to: &message)
        if messageOpcode == .text, !isCompressed { try validate(from: start) }
      }
      current.mask = WebSocketMask.rotate(current.mask, by: count)
      current.remaining -= count
      frame = current
    }
    return current.remaining == 0
  }

  private mutating func validate(from start: Int) throws(WebSocketCloseCode) {
    let isValid = message.withUnsafeBytes { validator.accept(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    guard isValid else { throw .invalidText }
  }

  private mutating func finishFrame() throws(WebSocketCloseCode) -> WebSocketEvent? {
    guard let done = frame else { return nil }
    frame = nil
    switch done.opcode {
    case .text, .binary, .continuation:
      guard done.isFinal else { return nil }
      let isText = messageOpcode == .text
      guard !isText || isCompressed || validator.isComplete else { throw .invalidText }
      let event: WebSocketEvent =
        isCompressed ? .compressed(message, isText: isText) : isText ? .text(message) : .binary(message)
      message = []
      messageOpcode = nil
      return event
    case .ping: return .ping(takeControl())
    case .pong: return .pong(takeControl())
    case .close: return try closeEvent(takeControl())
    }
  }

  private mutating func takeControl() -> [UInt8] {
    let payload = control
    control = []
    return payload
  }

  private mutating func closeEvent(_ payload: [UInt8]) throws(WebSocketCloseCode) -> WebSocketEvent {
    isOver = true
    guard !payload.isEmpty else { return .closed(nil, reason: []) }
    guard payload.count >= 2 else { throw .protocolError }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    let reason = Array(payload.dropFirst(2))
    guard WebSocketCloseCode.isAllowedOnWire(code) else { throw .protocolError }
    guard UTF8Validator.isValid(reason) else { throw .invalidText }
    return .closed(code, reason: reason)
  }
}
