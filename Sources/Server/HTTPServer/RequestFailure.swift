/// Why bytes are no request that this server takes. Every case but those with a status of their own is a 400; after any
/// of them the connection ends, because what follows cannot be told apart safely.
public enum RequestFailure: Error, Equatable, Sendable {
  case badRequestLine
  /// A well-formed method that the server does not know (501).
  case unknownMethod
  case badTarget
  /// HTTP of another version (505).
  case unsupportedVersion
  case bareLineFeed
  case bareCarriageReturn
  case controlByte
  case foldedHeader
  case badHeaderName
  case badHost
  case badContentLength
  /// Content-Length together with Transfer-Encoding: the classic way to smuggle a request.
  case conflictingLengths
  case badTransferCoding
  /// A transfer coding other than chunked (501).
  case unknownTransferCoding
  case badChunk
  /// 417
  case unknownExpectation
  /// 414
  case requestLineTooLong
  /// 431
  case headTooLarge
  /// 431
  case tooManyHeaders
  /// 413
  case bodyTooLarge
  /// The sender was too slow (408).
  case timeout
  /// All senders together hold too much memory (503).
  case overloaded

  public var status: Int {
    switch self {
    case .unknownMethod, .unknownTransferCoding: 501
    case .unsupportedVersion: 505
    case .unknownExpectation: 417
    case .requestLineTooLong: 414
    case .headTooLarge, .tooManyHeaders: 431
    case .bodyTooLarge: 413
    case .timeout: 408
    case .overloaded: 503
    default: 400
    }
  }
}
