#if canImport(Darwin)
  import Foundation
  import Wire

  extension Transport {
    /// Carries requests by URLSession. `authorities` of the options are not read: trust is the system's.
    public static func network(
      _ address: ServerAddress, options: NetworkOptions = NetworkOptions()
    ) throws(TransportError) -> Transport {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpShouldSetCookies = false
      configuration.httpCookieAcceptPolicy = .never
      configuration.urlCache = nil
      configuration.httpMaximumConnectionsPerHost = options.connections
      let session = URLSession(configuration: configuration)
      return Transport { (request) async throws(TransportError) in
        try await URLSessionExchange(request, to: address).run(on: session)
      }
    }
  }

  /// One request by URLSession; hears of its progress.
  private final class URLSessionExchange: NSObject, URLSessionTaskDelegate, Sendable {
    private let request: TransportRequest
    private let address: ServerAddress

    init(_ request: TransportRequest, to address: ServerAddress) {
      self.request = request
      self.address = address
    }

    func run(on session: URLSession) async throws(TransportError) -> TransportResponse {
      guard let url = URL(string: address.description + request.target) else { throw .badAnswer }
      var sent = URLRequest(url: url)
      sent.httpMethod = request.method.rawValue
      sent.timeoutInterval = Double(request.idleTimeout.components.seconds)
      for field in request.headers.fields { sent.addValue(field.value, forHTTPHeaderField: field.name) }
      sent.httpBody = request.body.pieces.isEmpty ? nil : try Self.bytes(request.body)
      do {
        let (bytes, response) = try await session.bytes(for: sent, delegate: self)
        guard let response = response as? HTTPURLResponse else { throw TransportError.badAnswer }
        var headers = HTTPHeaders()
        for (name, value) in response.allHeaderFields { headers.add("\(name)", "\(value)") }
        let reader = BytesReader(bytes)
        let body = BodyStream(
          next: { () async throws(TransportError) -> [UInt8]? in try await reader.next() },
          cancel: { bytes.task.cancel() })
        return TransportResponse(status: response.statusCode, headers: headers, body: body)
      } catch {
        throw Self.error(error)
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      request.onSent?(TransferProgress(completed: totalBytesSent, total: totalBytesExpectedToSend))
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest
    ) async -> URLRequest? { nil }

    /// Files are mapped, not copied.
    private static func bytes(_ body: RequestBody) throws(TransportError) -> Data {
      var data = Data()
      for piece in body.pieces {
        switch piece {
        case .bytes(let bytes): data.append(contentsOf: bytes)
        case .file(let slice):
          guard let file = try? Data(contentsOf: URL(fileURLWithPath: slice.path), options: .alwaysMapped),
            Int64(file.count) >= slice.offset + slice.count
          else { throw .unreadableFile(slice.path) }
          data.append(file[Int(slice.offset)..<Int(slice.offset + slice.count)])
        }
      }
      return data
    }

    static func error(_ error: any Error) -> TransportError {
      if let error = error as? TransportError { return error }
      if error is CancellationError { return .cancelled }
      guard let error = error as? URLError else { return .cut }
      switch error.code {
      case .cancelled: return .cancelled
      case .timedOut: return .timedOut
      case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
        return .cannotConnect(error.localizedDescription)
      case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
        return .notSecure(error.localizedDescription)
      default: return .cut
      }
    }
  }

  private actor BytesReader {
    private var iterator: URLSession.AsyncBytes.Iterator

    init(_ bytes: URLSession.AsyncBytes) {
      iterator = bytes.makeAsyncIterator()
    }

    func next() async throws(TransportError) -> [UInt8]? {
      var piece: [UInt8] = []
      var bytes = iterator
      do {
        while piece.count < 64 << 10, let byte = try await bytes.next() { piece.append(byte) }
      } catch {
        throw URLSessionExchange.error(error)
      }
      iterator = bytes
      return piece.isEmpty ? nil : piece
    }
  }
#endif
