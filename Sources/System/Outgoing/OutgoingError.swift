/// Why there is no answer.
public enum OutgoingError: Error, Equatable, Sendable {
  /// The address is none, or of a scheme that is not allowed; a header field has bytes that it must not have.
  case badRequest
  /// The name leads to an address of a private network, and the request must not go there.
  case privateAddress
  /// No such name, or nobody listens there; why, in the library's words.
  case unreachable(String)
  /// The certificate is not one that is trusted.
  case untrusted(String)
  case timedOut
  /// More bytes came than the limits allow.
  case tooLarge
  /// More redirects than the limits allow.
  case tooManyRedirects
  /// What came is not the protocol, or the connection ended in between.
  case failed(String)
  /// Too many requests wait already.
  case overloaded
  /// The task was cancelled.
  case cancelled
  /// The client has been closed.
  case closed

  /// Whether the same request may go well later. It may have arrived all the same.
  public var isRetryable: Bool {
    switch self {
    case .unreachable, .timedOut, .failed, .overloaded: true
    case .badRequest, .privateAddress, .untrusted, .tooLarge, .tooManyRedirects, .cancelled, .closed: false
    }
  }
}
