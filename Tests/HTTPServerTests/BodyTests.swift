import HTTPServer
import Testing
import Wire

@Suite struct BodyTests {
  private func post(_ fields: String, _ body: String = "") -> String {
    "POST /p HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n\(body)"
  }

  private func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked", body) }

  @Test func aBodyOfKnownLengthEndsThere() {
    let parsed = requests(
      parse(post("Content-Length: 5", "helloGET /2 HTTP/1.1\r\nHost: h\r\n\r\n")))
    #expect(parsed.map { String(decoding: $0.request.body, as: UTF8.self) } == ["hello", ""])
    #expect(parsed.map(\.request.path) == ["/p", "/2"])
  }

  @Test(arguments: [
    "", "-1", "+1", "1 ", "0x5", "5, 5", "5,6", "1e3", "1234567890123456789", "5\t5", "\u{665}",
  ])
  func aBadLengthIsRefused(_ value: String) {
    let found = failure(post("Content-Length: \(value)", "hello"))
    if value == "1 " {
      #expect(found == nil)
    } else {
      #expect(found == .badContentLength)
    }
  }

  @Test func twoLengthsAreRefusedEvenIfEqual() {
    #expect(failure(post("Content-Length: 5\r\nContent-Length: 6", "hello")) == .badContentLength)
    #expect(failure(post("Content-Length: 5\r\nContent-Length: 5", "hello")) == .badContentLength)
  }

  @Test func lengthTogetherWithChunkedIsRefused() {
    #expect(
      failure(post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n"))
        == .conflictingLengths)
    #expect(
      failure(post("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n"))
        == .conflictingLengths)
  }

  @Test(arguments: [
    "gzip", "identity", "gzip, chunked", "xchunked", "chunked;q=1", "chunk", "\"chunked\"",
    "chunked gzip",
  ])
  func anUnknownCodingIs501(_ value: String) {
    #expect(failure(post("Transfer-Encoding: \(value)")) == .unknownTransferCoding)
    #expect(RequestFailure.unknownTransferCoding.status == 501)
  }

  @Test func aCodingThatCanBeReadTwoWaysIsRefused() {
    #expect(failure(post("Transfer-Encoding: chunked, chunked")) == .badTransferCoding)
    #expect(
      failure(post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"))
        == .badTransferCoding)
    #expect(failure(post("Transfer-Encoding:")) == .badTransferCoding)
    #expect(failure(post("Transfer-Encoding: chunked,")) == .badTransferCoding)
    let old = "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    #expect(failure(old) == .badTransferCoding)
  }

  @Test func chunksAreJoinedAndTrailersIgnored() {
    let body = "4\r\nWiki\r\nA;x=\"y\"\r\n0123456789\r\n0;last\r\nTrailer: 1\r\nHost: evil\r\n\r\n"
    let parsed = requests(parse(chunked(body + "GET /2 HTTP/1.1\r\nHost: h\r\n\r\n")))
    #expect(
      parsed.map { String(decoding: $0.request.body, as: UTF8.self) } == ["Wiki0123456789", ""])
    #expect(parsed.first?.request.headers.values("host") == ["h"])
  }

  @Test(arguments: [
    "\r\n", " 4\r\nWiki\r\n", "4 \r\nWiki\r\n", "0x4\r\nWiki\r\n", "-4\r\n", "+4\r\n", "g\r\n",
    ";a\r\n", "4\nWiki\r\n",
    "4\r\nWiki5\r\n", "4\r\nWiki\n0", "4\r\nWiki\r0", "4\rWiki", "4;a\u{1}\r\n", "4;a\nb\r\n",
    "0\r\n :a\r\n\r\n",
    "0\r\na b\r\n", "0\r\na: \u{0}\r\n", "0\r\na:b\n", "0\r\n\rx", "0\r\n:\r\n",
  ])
  func aBadChunkIsRefused(_ body: String) {
    #expect(failure(chunked(body)) == .badChunk)
  }

  @Test func limitsHoldForEveryForm() {
    var limits = HTTPLimits()
    limits.bodyBytes = 10
    limits.chunkLineBytes = 16
    limits.headBytes = 96
    #expect(failure(post("Content-Length: 11"), limits: limits) == .bodyTooLarge)
    #expect(failure(post("Content-Length: 10"), limits: limits) == nil)
    #expect(failure(chunked("5\r\nhello\r\n6\r\n"), limits: limits) == .bodyTooLarge)
    #expect(failure(chunked("FFFFFFFFFFFFFFFFFFFFFFFF\r\n"), limits: limits) == .bodyTooLarge)
    #expect(failure(chunked("5;" + String(repeating: "x", count: 30)), limits: limits) == .badChunk)
    #expect(failure(chunked("000000000000000005\r\n"), limits: limits) == .badChunk)
    #expect(
      failure(chunked("0\r\nA: " + String(repeating: "x", count: 96)), limits: limits)
        == .headTooLarge)
    #expect(RequestFailure.bodyTooLarge.status == 413)
  }

  @Test func continueIsOfferedOnceAndOnlyIfTheClientWaits() {
    let text = post("Content-Length: 5\r\nExpect: 100-Continue")
    let waiting = parse(text)
    #expect(waiting == [.bodyExpected])
    #expect(requests(parse(text + "hello")).count == 1)
    #expect(parse(text + "hello").count == 1)
    #expect(parse(post("Expect: 100-continue")).count == 1)
    #expect(parse(post("Content-Length: 5\r\nExpect: 100-continue") + "hello", piece: 1).count == 2)
  }

  @Test(arguments: 1...40)
  func piecesOfAnySizeGiveTheSameRequests(_ piece: Int) {
    let text =
      post("Content-Length: 5\r\nX: \(String(repeating: "v", count: 50))", "hello")
      + chunked("4;x\r\nWiki\r\n0\r\nT: 1\r\n\r\n")
      + "GET /3?a=b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
    let whole = parse(text)
    #expect(requests(whole).count == 3)
    #expect(parse(text, piece: piece) == whole)
  }
}
