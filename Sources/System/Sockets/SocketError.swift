/// A system call of the event loop failed. `code` is the `errno` that it left.
public enum SocketError: Error, Equatable, Sendable {
  /// The text names no numeric IPv4 or IPv6 address with a port.
  case badAddress
  case poller(code: Int32)
  case listen(code: Int32)
  /// `ETIMEDOUT` where the time given was over first.
  case connect(code: Int32)
  /// No such host, or the name service cannot be reached. `code` is one of `EAI_…`.
  case lookUp(code: Int32)
  case openFile(code: Int32)
  /// The path is no regular file.
  case notAFile
}
