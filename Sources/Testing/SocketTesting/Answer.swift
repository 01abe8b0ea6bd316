import Glibc

/// One answer to a plain request.
public struct Answer: Sendable {
  public var status: Int
  public var head: String
  public var body: String

  public init(status: Int, head: String, body: String) {
    self.status = status
    self.head = head
    self.body = body
  }
}

extension RawClient {
  public func request(
    _ method: String, _ target: String, headers: String = "", body: String = ""
  ) throws -> Answer {
    send(method, target, headers: headers, body: body)
    return try answer()
  }

  public func send(_ method: String, _ target: String, headers: String = "", body: String = "") {
    let length = method == "POST" ? "Content-Length: \(body.utf8.count)\r\n" : ""
    send("\(method) \(target) HTTP/1.1\r\nHost: x\r\n\(headers)\(length)\r\n\(body)")
  }

  public func answer() throws -> Answer {
    let head = try readHead()
    let words = head.split(separator: " ")
    var length = 0
    for line in head.split(separator: "\r\n") where line.hasPrefix("Content-Length: ") {
      length = Int(line.dropFirst(16)) ?? 0
    }
    guard words.count > 1, let status = Int(words[1]) else { throw Failure(code: EPROTO) }
    return Answer(status: status, head: head, body: String(decoding: read(exactly: length), as: UTF8.self))
  }

  public func readHead() throws -> String {
    let head = read(until: "\r\n\r\n")
    guard head.hasSuffix("\r\n\r\n") else { throw Failure(code: EPROTO) }
    return head
  }

  /// Whether the server ends the connection; what it still sends is thrown away.
  public func ends() -> Bool {
    while true {
      errno = 0
      if read().isEmpty { return errno != EAGAIN }
    }
  }
}
