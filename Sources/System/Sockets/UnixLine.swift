import Glibc

/// One end of a connection over a socket file, which carries lines. Blocks, but not for ever.
public struct UnixLine: ~Copyable {
  private let descriptor: Int32

  init(descriptor: Int32, seconds: Int) {
    self.descriptor = descriptor
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
  }

  deinit { Glibc.close(descriptor) }

  /// Asks the server at a socket file, and waits for its answer.
  /// - Throws: `connect` where nobody listens there or no answer comes.
  public static func ask(_ question: [UInt8], at path: String, seconds: Int = 30) throws(SocketError) -> [UInt8] {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .connect(code: errno) }
    let line = UnixLine(descriptor: descriptor, seconds: seconds)
    let address = try UnixAddress(path)
    let connected = address.use { connect(descriptor, $0, $1) }
    guard connected == 0 else { throw .connect(code: connected) }
    line.write(question)
    guard let answer = line.read(atMost: 64 << 20) else { throw .connect(code: ECONNRESET) }
    return answer
  }

  /// The bytes before the first line feed; nil where none comes in time, or not within so many bytes.
  func read(atMost limit: Int) -> [UInt8]? {
    var line: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while line.count <= limit {
      let count = recv(descriptor, &piece, piece.count, 0)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      if let end = piece[..<count].firstIndex(of: UInt8(ascii: "\n")) { return line + piece[..<end] }
      line += piece[..<count]
    }
    return nil
  }

  /// A peer that is gone or takes too long gets no more.
  func write(_ bytes: [UInt8]) {
    var rest = (bytes + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
