import Glibc

/// A room of a running server, and somebody who may write there.
struct Room {
  /// The packet that joins it.
  let connect: [UInt8]
  /// The request that says something there.
  let post: [UInt8]

  init?() {
    guard let key = Self.variable("MARU_BENCH_KEY"), let token = Self.variable("MARU_BENCH_TOKEN"),
      let room = Self.variable("MARU_BENCH_ROOM")
    else { return nil }
    connect = Array("40/chats-\(room),{\"SeSACKey\":\"\(key)\",\"Authorization\":\"\(token)\"}".utf8)
    let body = "{\"content\":\"" + String(repeating: "m", count: 128) + "\"}"
    post = Array(
      """
      POST /v1/chats/\(room) HTTP/1.1\r\nHost: 127.0.0.1\r\nSeSACKey: \(key)\r\nAuthorization: \(token)\r\n\
      Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
      """.utf8)
  }

  /// Header lines of who asks; none where the environment names nobody.
  static var credentials: String {
    guard let key = variable("MARU_BENCH_KEY"), let token = variable("MARU_BENCH_TOKEN") else { return "" }
    return "SeSACKey: \(key)\r\nAuthorization: \(token)\r\n"
  }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
