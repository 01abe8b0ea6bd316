import Glibc

/// A blocking TCP client that sends exactly the bytes it is given. Reads give up after ten seconds.
final class RawClient {
  let descriptor: Int32
  private var buffer: [UInt8] = []

  struct Failure: Error {}

  init(port: Int, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var time = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    if var receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let answer = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard answer == 0 else { throw Failure() }
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// At least one byte more in the buffer; false at the end or after the time-out.
  private func fill() -> Bool {
    let more = [UInt8](unsafeUninitializedCapacity: 65_536) { target, count in
      count = max(0, recv(descriptor, target.baseAddress, 65_536, 0))
    }
    buffer += more
    return !more.isEmpty
  }

  /// What comes next, whatever its length; empty at the end.
  func read() -> [UInt8] {
    if buffer.isEmpty, !fill() { return [] }
    defer { buffer = [] }
    return buffer
  }

  func read(_ count: Int) throws -> [UInt8] {
    while buffer.count < count { guard fill() else { throw Failure() } }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  func readHead() throws -> String {
    let mark = Array("\r\n\r\n".utf8)
    while true {
      if buffer.count >= 4, let end = (0...(buffer.count - 4)).first(where: { Array(buffer[$0..<($0 + 4)]) == mark }) {
        return String(decoding: try read(end + 4), as: UTF8.self)
      }
      guard fill() else { throw Failure() }
    }
  }

  /// Whether the server ends the connection; what it still sends is thrown away.
  func ends() -> Bool {
    while true {
      let count = [UInt8](unsafeUninitializedCapacity: 65_536) { target, used in
        used = 0
        errno = 0
        if recv(descriptor, target.baseAddress, 65_536, 0) > 0 { used = 1 }
      }.count
      if count == 0 { return errno != EAGAIN }
    }
  }
}

/// One answer to a plain request.
struct Answer {
  var status: Int
  var head: String
  var body: String
}

extension RawClient {
  func request(_ method: String, _ target: String, headers: String = "", body: String = "") throws -> Answer {
    send(method, target, headers: headers, body: body)
    return try answer()
  }

  func send(_ method: String, _ target: String, headers: String = "", body: String = "") {
    let length = method == "POST" ? "Content-Length: \(body.utf8.count)\r\n" : ""
    send("\(method) \(target) HTTP/1.1\r\nHost: x\r\n\(headers)\(length)\r\n\(body)")
  }

  func answer() throws -> Answer {
    let head = try readHead()
    let words = head.split(separator: " ")
    var length = 0
    for line in head.split(separator: "\r\n") where line.hasPrefix("Content-Length: ") {
      length = Int(line.dropFirst(16)) ?? 0
    }
    return Answer(
      status: Int(words[1]) ?? 0, head: head, body: String(decoding: try read(length), as: UTF8.self))
  }
}
