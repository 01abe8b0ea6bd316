import HTTPServer
import SocketTesting
import Testing

@Suite(.serialized) struct MalformedStreamTests {
  @Test func tenThousandMalformedStreamsAreAnsweredOrClosed() throws {
    let live = try LiveServer(loops: 2)
    var streams = HostileStreams.http(seed: 20_26)
    try run(10_000, &streams, live)
    let answer = try live.talk("GET /alive HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(answer.hasSuffix("GET /alive"))
    while live.server.openConnectionCount > 1 { _ = try live.talk("GET / HTTP/1.0\r\n\r\n") }
  }

  /// Every stream must be answered or closed before the client's patience ends.
  private func run(_ count: Int, _ streams: inout HostileStreams, _ live: LiveServer) throws {
    for _ in 0..<count {
      guard let stream = streams.next() else { return }
      let client = try live.connect()
      client.send(stream)
      client.finishWriting()
      var bytes = client.read()
      while !bytes.isEmpty { bytes = client.read() }
    }
  }

  @Test func piecesNeverChangeWhatAMalformedStreamMeans() {
    for stream in HostileStreams.http(seed: 7).prefix(3_000) {
      let whole = parse(stream)
      for piece in [1, 7, 64] {
        #expect(parse(stream, piece: piece).filter { $0 != .bodyExpected } == whole)
      }
    }
  }
}
