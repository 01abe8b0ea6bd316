import Glibc

/// A blocking TCP client for tests: sends exactly the bytes it is given. Reads give up after ten seconds.
public final class RawClient {
  public let descriptor: Int32
  /// Lives as long as the client does, such as the server of a test.
  public var owner: AnyObject?

  /// - Parameter receiveBuffer: bytes that the kernel may hold for this client; small ones make a slow reader.
  public init(port: Int, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var receiveBuffer {
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
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
    guard answer == 0 else { throw Failure(code: errno) }
    setReadTimeout(milliseconds: 10_000)
  }

  public struct Failure: Error {
    public let code: Int32
  }

  deinit {
    close(descriptor)
  }

  public func setReadTimeout(milliseconds: Int) {
    var time = timeval(tv_sec: milliseconds / 1_000, tv_usec: milliseconds % 1_000 * 1_000)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Answers whether everything was taken.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Closing sends a reset instead of an orderly end.
  public func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  public func finishWriting() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// What comes next, at most `capacity` bytes; empty at the end or after the time-out.
  public func read(_ capacity: Int = 65_536) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = max(0, recv(descriptor, buffer.baseAddress, capacity, 0))
    }
  }

  /// So many bytes, or fewer at the end or after the time-out.
  public func read(exactly count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = read(min(count - bytes.count, 1 << 20))
      guard !more.isEmpty else { break }
      bytes += more
    }
    return bytes
  }

  public func readToEnd() -> String {
    var bytes: [UInt8] = []
    while true {
      let more = read()
      guard !more.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
      bytes += more
    }
  }

  public func read(until mark: String) -> String {
    var bytes: [UInt8] = []
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if text.hasSuffix(mark) { return text }
      let more = read(1)
      guard !more.isEmpty else { return text }
      bytes += more
    }
  }
}
