import Wire

/// How far a transfer is, in bytes of the body.
public struct TransferProgress: Equatable, Sendable {
  public var completed: Int64
  /// nil where the server does not say.
  public var total: Int64?

  public init(completed: Int64, total: Int64?) {
    self.completed = completed
    self.total = total
  }

  /// 0 … 1; nil where the total is unknown.
  public var fraction: Double? {
    guard let total else { return nil }
    return total > 0 ? min(1, Double(completed) / Double(total)) : 1
  }
}

/// A run of bytes of a file.
public struct FileSlice: Hashable, Sendable {
  public var path: String
  public var offset: Int64
  public var count: Int64

  public init(path: String, offset: Int64, count: Int64) {
    self.path = path
    self.offset = offset
    self.count = count
  }
}

/// What a request carries, piece by piece: files are read while they are sent.
public struct RequestBody: Equatable, Sendable {
  public enum Piece: Equatable, Sendable {
    case bytes([UInt8])
    case file(FileSlice)

    public var count: Int64 {
      switch self {
      case .bytes(let bytes): Int64(bytes.count)
      case .file(let slice): slice.count
      }
    }
  }

  public var pieces: [Piece]

  public init(_ pieces: [Piece] = []) {
    self.pieces = pieces
  }

  public init(_ bytes: [UInt8]) {
    pieces = bytes.isEmpty ? [] : [.bytes(bytes)]
  }

  public var count: Int64 { pieces.reduce(0) { $0 + $1.count } }
}

/// One request to the server. `path` and `query` are printed by `Contract`.
public struct TransportRequest: Sendable {
  public var method: HTTPMethod
  /// Path and query, percent-encoded, behind the path of the server's address.
  public var target: String
  public var headers: HTTPHeaders
  public var body: RequestBody
  /// How long nothing may move in either direction before the exchange ends with `timedOut`.
  public var idleTimeout: Duration
  /// Hears how much of the body has left, at least once if there is one. Called on the transport's thread: be quick.
  public var onSent: (@Sendable (TransferProgress) -> Void)?

  public init(
    _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = HTTPHeaders(), body: RequestBody = RequestBody(),
    idleTimeout: Duration = .seconds(30), onSent: (@Sendable (TransferProgress) -> Void)? = nil
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.idleTimeout = idleTimeout
    self.onSent = onSent
  }

  public init(_ request: HTTPRequest) {
    self.init(request.method, request.target, headers: request.headers, body: RequestBody(request.body))
  }
}

/// The head of an answer, and its body to be read at the reader's own pace.
public struct TransportResponse: Sendable {
  public var status: Int
  public var headers: HTTPHeaders
  public var body: BodyStream

  public init(status: Int, headers: HTTPHeaders, body: BodyStream) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// From `Content-Length`.
  public var length: Int64? { headers["Content-Length"].flatMap { Int64($0) } }

  /// The whole answer.
  /// - Parameter limit: bytes of the body; beyond it the answer is a `badAnswer`.
  public func collect(limit: Int = 64 << 20) async throws(TransportError) -> HTTPResponse {
    var bytes: [UInt8] = []
    var iterator = body.makeAsyncIterator()
    while let piece = try await iterator.next(isolation: nil) {
      guard bytes.count + piece.count <= limit else {
        body.cancel()
        throw .badAnswer
      }
      bytes += piece
    }
    return HTTPResponse(status, headers: headers, body: bytes)
  }
}

/// Carries requests to one server. Tests give their own `send`.
public struct Transport: Sendable {
  /// Sends the request and returns when the head of the answer is there. Cancelling the task ends the exchange.
  public var send: @Sendable (TransportRequest) async throws(TransportError) -> TransportResponse

  public init(send: @escaping @Sendable (TransportRequest) async throws(TransportError) -> TransportResponse) {
    self.send = send
  }
}
