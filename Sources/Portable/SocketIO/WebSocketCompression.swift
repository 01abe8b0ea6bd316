import Wire

/// The negotiation of `permessage-deflate` (RFC 7692 section 7.1). Only messages that stand alone are agreed on: no
/// memory is held between them, and one compressed frame serves all readers.
public enum WebSocketCompression {
  /// The answer to an offer that can be taken.
  public static let answer = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"

  /// Whether one of the offers in the handshake of a client can be taken.
  public static func isOffered(_ headers: HTTPHeaders) -> Bool {
    for value in headers.values("Sec-WebSocket-Extensions") {
      for offer in value.utf8.split(separator: 0x2C) where isAcceptable(offer) { return true }
    }
    return false
  }

  private static func isAcceptable(_ offer: Substring.UTF8View) -> Bool {
    let parts = offer.split(separator: 0x3B, omittingEmptySubsequences: false).map(trimmed)
    guard parts.first == "permessage-deflate" else { return false }
    var seen: [String] = []
    for part in parts.dropFirst() {
      let pair = part.utf8.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
      guard let name = pair.first, !seen.contains(name) else { return false }
      seen.append(name)
      let value = pair.count > 1 ? unquoted(pair[1]) : nil
      switch name {
      case "server_no_context_takeover", "client_no_context_takeover": if value != nil { return false }
      // What a client wants its own window to be is all the same to a reader with the largest one.
      case "client_max_window_bits": if let value, !isWindow(value) { return false }
      // A smaller window of ours would need a frame of its own for that reader.
      case "server_max_window_bits": if value != "15" { return false }
      default: return false
      }
    }
    return true
  }

  private static func isWindow(_ text: String) -> Bool {
    switch text {
    case "8", "9", "10", "11", "12", "13", "14", "15": true
    default: false
    }
  }

  private static func unquoted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= 2, bytes.first == 0x22, bytes.last == 0x22 else { return text }
    return String(decoding: bytes[1..<(bytes.count - 1)], as: UTF8.self)
  }

  private static func trimmed(_ text: Substring.UTF8View) -> String {
    var bytes = Array(text)[...]
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
