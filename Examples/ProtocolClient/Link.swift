import Glibc

/// A blocking TCP connection to this machine, which `poll` can wait for.
final class Link {
  struct Failure: Error {}

  let descriptor: Int32

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port.bigEndian)
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

  /// What is there; empty at the end.
  func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = max(0, recv(descriptor, buffer.baseAddress, 65_536, 0))
    }
  }

  /// HTTP/1.0: the answer ends with the connection.
  func request(_ method: String, _ path: String, body: [UInt8] = [], headers: String = "") {
    let length = method == "POST" ? "Content-Type: text/plain; charset=UTF-8\r\nContent-Length: \(body.count)\r\n" : ""
    let version = headers.isEmpty ? "1.0" : "1.1"
    send(Array("\(method) \(path) HTTP/\(version)\r\nHost: 127.0.0.1\r\n\(headers)\(length)\r\n".utf8) + body)
  }
}

/// Status and body of a whole answer; nil where it is none.
func httpAnswer(_ bytes: [UInt8]) -> (status: Int, body: [UInt8])? {
  let mark = Array("\r\n\r\n".utf8)
  guard bytes.count > 12, let end = (0..<(bytes.count - 3)).first(where: { Array(bytes[$0..<($0 + 4)]) == mark }),
    let status = Int(String(decoding: bytes[9..<12], as: UTF8.self))
  else { return nil }
  return (status, Array(bytes[(end + 4)...]))
}
