#if os(Linux)
  import Foundation
  import SocketIO
  import Wire

  /// The client's side of the opening handshake (RFC 6455 section 4.1), as a value.
  struct WebSocketGreeting: Sendable {
    enum Outcome: Equatable, Sendable {
      /// `rest`: bytes that came behind the answer.
      case accepted(rest: [UInt8])
      case refused(status: Int, HTTPHeaders)
    }

    let key: String
    private var answer: [UInt8] = []

    static let limit = 64 << 10

    /// - Parameter nonce: 16 random bytes.
    init(nonce: [UInt8]) {
      key = String(decoding: Base64.encode(nonce), as: UTF8.self)
    }

    func request(_ target: String, to address: ServerAddress) -> [UInt8] {
      let lines = [
        "GET \(address.path)\(target) HTTP/1.1", "Host: \(address.authority)", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)", "", "",
      ]
      return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// nil until the head of the answer is complete.
    mutating func receive(_ bytes: [UInt8]) throws(TransportError) -> Outcome? {
      answer += bytes
      guard let end = HTTPResponseParser.headEnd(answer, from: 0) else {
        guard answer.count <= Self.limit else { throw .badAnswer }
        return nil
      }
      let head: ResponseHead
      do throws(HTTPResponseParser.Fault) { head = try ResponseHead(answer[..<end]) } catch { throw .badAnswer }
      guard head.status == 101 else { return .refused(status: head.status, head.headers) }
      let upgrade = head.headers["Upgrade"] ?? ""
      let connection = head.headers.values("Connection").joined(separator: ",").lowercased()
      guard asciiEqualIgnoringCase(upgrade, "websocket"), connection.contains("upgrade"),
        head.headers["Sec-WebSocket-Accept"] == WebSocketHandshake.accept(key: key),
        head.headers["Sec-WebSocket-Extensions"] == nil, head.headers["Sec-WebSocket-Protocol"] == nil
      else { throw .badAnswer }
      return .accepted(rest: Array(answer[end...]))
    }
  }
#endif
