import HTTPServer
import SocketTesting
import Testing
import Wire

@Suite struct StreamedParsingTests {
  private struct Read: Equatable {
    var requests: [String] = []
    var failure: RequestFailure?
  }

  /// Requests with their whole bodies, however these are handed on.
  private func read(_ bytes: [UInt8], piece: Int, isStreamed: Bool) -> Read {
    var limits = HTTPLimits()
    limits.bodyBytes = 1 << 40
    var parser = RequestParser(limits: limits) { _, _ in isStreamed }
    var read = Read()
    var head: HTTPRequest?
    var body: [UInt8] = []
    var start = 0
    func note(_ request: HTTPRequest, _ body: [UInt8]) {
      read.requests.append("\(request.method.rawValue) \(request.target) \(request.headers.fields) \(body)")
    }
    while start < bytes.count {
      let chunk = Array(bytes[start..<min(start + piece, bytes.count)])
      start += chunk.count
      var position = 0
      loop: while position < chunk.count {
        let output = parser.receive(chunk.span, &position)
        if head != nil { body += parser.takeBody() }
        switch output {
        case .needsMore: break loop
        case .bodyExpected: break
        case .request(let parsed): note(parsed.request, parsed.request.body)
        case .streaming(let parsed): head = parsed.request
        case .bodyEnded:
          if let head { note(head, body) }
          (head, body) = (nil, [])
        case .failed(let failure):
          read.failure = failure
          return read
        }
      }
    }
    return read
  }

  /// Handing bodies on changes nothing about what is a request.
  @Test func streamedAndWholeBodiesAreReadAlike() {
    for (number, stream) in HostileStreams.http(seed: 11).prefix(4_000).enumerated() {
      let piece = [1, 7, 64, 100_000][number % 4]
      let whole = read(stream, piece: piece, isStreamed: false)
      let streamed = read(stream, piece: piece, isStreamed: true)
      #expect(whole == streamed, "\(String(decoding: stream, as: UTF8.self).debugDescription)")
      if whole != streamed { return }
    }
  }

  @Test func aChunkOfAnySizeIsNoTrap() {
    for size in ["7fffffffffffffff", "ffffffffffffffff", "10000000000", "FFFFFFFFFFFFFFFFFFFF", "8000000000000000"] {
      let text = "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\nx"
      _ = read(Array(text.utf8), piece: 3, isStreamed: true)
    }
  }
}
