import CEvents
import Glibc

/// One connection to the server under load. Reads into a buffer of its own and hands out what is whole.
final class Client {
  enum Fault: Error { case refused, closed, overflow }

  private static let capacity = 1 << 16

  let descriptor: Int32
  var phase = Phase.connecting
  /// Messages that came back and were not counted yet, by the scenario's rules.
  var received = 0
  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: Client.capacity)
  private var filled = 0

  enum Phase { case connecting, greeted, ready }

  init(port: UInt16) throws(Fault) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.descriptor = descriptor
    guard descriptor >= 0 else { throw .refused }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard connected == 0 else { throw .refused }
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    buffer.deallocate()
    close(descriptor)
  }

  /// Requests are far smaller than the socket's buffer, so waiting for room is rare.
  func send(_ bytes: [UInt8]) throws(Fault) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, 1_000)
      } else {
        throw .closed
      }
    }
  }

  /// Reads what there is; `take` answers how many bytes of the front it used, 0 where more must come first.
  func pump(_ take: (UnsafeBufferPointer<UInt8>) throws(Fault) -> Int) throws(Fault) {
    let count = read(descriptor, buffer + filled, Self.capacity - filled)
    if count == 0 { throw .closed }
    if count < 0 {
      if errno == EAGAIN { return }
      throw .closed
    }
    filled += count
    var used = 0
    while used < filled {
      let step = try take(UnsafeBufferPointer(start: buffer + used, count: filled - used))
      if step == 0 { break }
      used += step
    }
    if used > 0 {
      memmove(buffer, buffer + used, filled - used)
      filled -= used
    }
    if filled == Self.capacity { throw .overflow }
  }
}
