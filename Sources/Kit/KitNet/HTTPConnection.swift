#if os(Linux)
  import Foundation
  import Sockets
  import Wire

  /// One HTTP/1.1 connection that carries one exchange after the other.
  actor HTTPConnection {
    private let stream: ByteStream
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private var parser = HTTPResponseParser()
    private var events: [HTTPResponseParser.Event] = []
    private var writing: Task<TransportError?, Never>?
    /// Bytes of the body that have not been handed to the network.
    private var unsent: Int64 = 0
    private var hasFailed = false
    /// Exchanges that ended well.
    private(set) var exchanges = 0

    private static let pieceSize = 64 << 10

    init(_ stream: ByteStream) {
      self.stream = stream
      loop = stream.loop
    }

    /// Sends the request and returns with the head of the answer, which may come before all of the body has left.
    func begin(
      _ request: TransportRequest, to address: ServerAddress
    ) async throws(TransportError) -> (status: Int, headers: HTTPHeaders) {
      parser.begin(request.method)
      events = []
      unsent = request.body.count
      await stream.setIdleLimit(request.idleTimeout)
      let writing = Task { await self.write(request, to: address) }
      self.writing = writing
      do throws(TransportError) {
        while true {
          if case .head(let status, let headers)? = try await nextEvent() { return (status, headers) }
        }
      } catch {
        hasFailed = true
        await stream.close(error)
        // A file that cannot be read ends the connection; that is why, then.
        throw await writing.value ?? error
      }
    }

    /// The next piece of the body; nil at its end.
    func nextPiece() async throws(TransportError) -> [UInt8]? {
      do throws(TransportError) {
        switch try await nextEvent() {
        case .body(let bytes): return bytes
        case .end(let isReusable):
          exchanges += 1
          // An answer before the end of the request: the rest of it would be taken for the next one.
          if !isReusable || unsent > 0 || parser.hasExcess { await close(.cut) }
          _ = await writing?.value
          writing = nil
          return nil
        case .head, nil: return nil
        }
      } catch {
        await close(error)
        throw error
      }
    }

    func close(_ error: TransportError) async {
      hasFailed = true
      await stream.close(error)
    }

    nonisolated func cancel() { stream.cancel() }

    /// Another exchange may follow.
    var isReusable: Bool {
      get async {
        if hasFailed { return false }
        return await stream.isQuiet
      }
    }

    private func nextEvent() async throws(TransportError) -> HTTPResponseParser.Event? {
      while events.isEmpty {
        do throws(HTTPResponseParser.Fault) {
          if let bytes = try await readBytes() {
            events = try parser.receive(bytes)
          } else {
            events = try parser.finish()
          }
        } catch {
          throw lastError ?? .badAnswer
        }
      }
      return events.removeFirst()
    }

    private var lastError: TransportError?

    /// Keeps the error of the stream beside the parser's.
    private func readBytes() async throws(HTTPResponseParser.Fault) -> [UInt8]? {
      do throws(TransportError) {
        let bytes = try await stream.read()
        if bytes == nil { lastError = .cut }
        return bytes
      } catch {
        lastError = error
        throw HTTPResponseParser.Fault()
      }
    }

    // MARK: Sending

    /// What went wrong with the request's own files; nil where all was sent or the connection ended.
    private func write(_ request: TransportRequest, to address: ServerAddress) async -> TransportError? {
      do throws(TransportError) {
        let total = request.body.count
        try await stream.write(Self.head(request, to: address, length: total))
        var sent: Int64 = 0
        for piece in request.body.pieces {
          switch piece {
          case .bytes(let bytes): try await write(bytes, &sent, total, request)
          case .file(let slice): try await write(slice, &sent, total, request)
          }
        }
        return nil
      } catch {
        guard case .unreadableFile = error else { return nil }
        await stream.close(error)
        return error
      }
    }

    private func write(
      _ bytes: [UInt8], _ sent: inout Int64, _ total: Int64, _ request: TransportRequest
    ) async throws(TransportError) {
      var start = 0
      while start < bytes.count {
        let piece = Array(bytes[start..<min(start + Self.pieceSize, bytes.count)])
        unsent -= Int64(piece.count)
        try await stream.write(piece)
        start += piece.count
        sent += Int64(piece.count)
        request.onSent?(TransferProgress(completed: sent, total: total))
      }
    }

    private func write(
      _ slice: FileSlice, _ sent: inout Int64, _ total: Int64, _ request: TransportRequest
    ) async throws(TransportError) {
      let file: FileHandle
      do {
        file = try FileHandle(forReadingFrom: URL(fileURLWithPath: slice.path))
        try file.seek(toOffset: UInt64(max(0, slice.offset)))
      } catch {
        throw .unreadableFile(slice.path)
      }
      defer { try? file.close() }
      var left = slice.count
      while left > 0 {
        let piece = (try? file.read(upToCount: Int(min(left, Int64(Self.pieceSize))))) ?? nil
        guard let piece, !piece.isEmpty else { throw .unreadableFile(slice.path) }
        left -= Int64(piece.count)
        try await write(Array(piece), &sent, total, request)
      }
    }

    private static func head(_ request: TransportRequest, to address: ServerAddress, length: Int64) -> [UInt8] {
      var text = "\(request.method.rawValue) \(address.path)\(request.target) HTTP/1.1\r\n"
      if request.headers["Host"] == nil { text += "Host: \(address.authority)\r\n" }
      for field in request.headers.fields where !asciiEqualIgnoringCase(field.name, "Content-Length") {
        text += "\(clean(field.name)): \(clean(field.value))\r\n"
      }
      let hasBody = length > 0 || [.post, .put, .patch].contains(request.method)
      if hasBody { text += "Content-Length: \(length)\r\n" }
      return Array((text + "\r\n").utf8)
    }

    /// No value may begin a line of its own.
    private static func clean(_ text: String) -> String {
      let bytes = text.utf8
      guard bytes.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return text }
      return String(decoding: bytes.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
    }
  }
#endif
