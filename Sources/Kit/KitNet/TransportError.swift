/// Why an exchange with the server came to no answer. None of them says that the request was not carried out.
public enum TransportError: Error, Equatable, Sendable {
  /// No connection could be made; the system's words.
  case cannotConnect(String)
  /// The connection ended before the answer did.
  case cut
  /// Nothing moved for as long as the request allows.
  case timedOut
  /// The task was cancelled, or the answer is not wanted any more.
  case cancelled
  /// The answer is not HTTP, or is larger than allowed.
  case badAnswer
  /// TLS: the certificate is not trusted, or the peer speaks something else; why.
  case notSecure(String)
  /// A local file to be sent cannot be read or has become shorter; its path.
  case unreadableFile(String)
  /// A local file to be received cannot be written (no room, no right); its path.
  case unwritableFile(String)
}
