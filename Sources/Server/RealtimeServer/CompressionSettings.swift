import Compression
import SocketIO

/// `permessage-deflate` (RFC 7692) without memory between messages: clients cost no more, and a broadcast is compressed
/// once for all of them. What a client sends is expanded up to the largest message only.
///
/// Off by default: where a page of another origin can make somebody's client send text of its choice beside a secret,
/// lengths can give the secret away.
public struct CompressionSettings: Equatable, Sendable {
  /// Smaller messages go as they are, in bytes.
  public var threshold = 1_024
  /// 1, the quickest, to 9.
  public var level = 3

  public init() {}

  /// A frame, compressed where that is agreed on and shorter.
  static func frame(_ opcode: WebSocketOpcode, _ payload: [UInt8], _ settings: CompressionSettings?) -> [UInt8] {
    guard let settings, payload.count >= settings.threshold,
      let small = try? Deflate.compress(payload, level: settings.level), small.count < payload.count
    else { return WebSocketFrame.encode(opcode, payload) }
    return WebSocketFrame.encode(opcode, small, isCompressed: true)
  }

  static func frames(_ message: SocketMessage, _ settings: CompressionSettings?) -> [UInt8] {
    var frames = frame(.text, message.text, settings)
    for part in message.attachments { frames += frame(.binary, part, settings) }
    return frames
  }
}
