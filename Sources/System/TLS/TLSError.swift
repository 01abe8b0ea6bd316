/// Why a TLS connection cannot be used.
public enum TLSError: Error, Equatable, Sendable {
  /// The library refused its settings: a file of certificates that cannot be read, a host name that is none.
  case settings(String)
  /// The server showed a certificate that this client does not trust; why, in the library's words.
  case untrusted(String)
  /// The peer broke the protocol, or speaks another one.
  case failed(String)
}
