import Seeded
import Testing
import Wire

@testable import KitNet

/// What a parser says to bytes that come in the given pieces.
private func read(_ pieces: [[UInt8]], _ method: HTTPMethod = .get, closes: Bool = false) throws -> [String] {
  var parser = HTTPResponseParser()
  parser.begin(method)
  var facts: [String] = []
  var body: [UInt8] = []
  var events = try pieces.flatMap { try parser.receive($0) }
  if closes { events += try parser.finish() }
  for event in events {
    switch event {
    case .head(let status, let headers):
      facts.append("\(status) \(headers.fields.map { $0.name }.joined(separator: ","))")
    case .body(let bytes): body += bytes
    case .end(let isReusable):
      facts.append(String(decoding: body, as: UTF8.self))
      facts.append(isReusable ? "kept" : "closed")
    }
  }
  return facts
}

private func read(_ text: String, _ method: HTTPMethod = .get, closes: Bool = false) throws -> [String] {
  try read([Array(text.utf8)], method, closes: closes)
}

@Suite struct HTTPResponseParserTests {
  @Test func aCountedBodyEndsByItsLength() throws {
    #expect(try read("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc") == ["200 Content-Length", "abc", "kept"])
  }

  @Test func aChunkedBodyEndsByItsLastChunk() throws {
    let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\nT: v\r\n\r\n"
    #expect(try read(text) == ["200 Transfer-Encoding", "abc", "kept"])
  }

  @Test func aBodyWithoutLengthEndsWithItsConnection() throws {
    #expect(try read("HTTP/1.0 200 OK\r\n\r\nabc", closes: true) == ["200 ", "abc", "closed"])
  }

  @Test func whatHasNoBodyEndsWithItsHead() throws {
    #expect(try read("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", .head) == ["200 Content-Length", "", "kept"])
    #expect(try read("HTTP/1.1 204 No Content\r\n\r\n") == ["204 ", "", "kept"])
    #expect(try read("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n") == ["304 Content-Length", "", "kept"])
  }

  @Test func interimAnswersAreSkipped() throws {
    let text = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    #expect(try read(text) == ["200 Content-Length,Connection", "", "closed"])
  }

  @Test func anyCutGivesTheSame() throws {
    let text = Array(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\na\r\n0123456789\r\n0\r\n\r\n".utf8)
    let whole = try read([text])
    for cut in 1..<text.count { #expect(try read([Array(text[..<cut]), Array(text[cut...])]) == whole) }
    #expect(try read(text.map { [$0] }) == whole)
  }

  @Test(arguments: [
    "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n", "ICY 200 OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "HTTP/1.1 200 OK\r\n: empty\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA b: c\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\r\n",
    "HTTP/1.1 200 OK\nA: b\n\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\nabc\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
  ])
  func whatTwoReadersCouldReadDifferentlyIsRefused(text: String) {
    #expect(throws: HTTPResponseParser.Fault.self) { try read(text) }
  }

  @Test func anEndlessHeadIsRefused() {
    var parser = HTTPResponseParser()
    parser.begin(.get)
    #expect(throws: HTTPResponseParser.Fault.self) {
      _ = try parser.receive(Array("HTTP/1.1 200 OK\r\n".utf8))
      for _ in 0..<200 { _ = try parser.receive(Array(repeating: UInt8(ascii: "a"), count: 1024)) }
    }
  }

  @Test func aCutBodyIsNoEnd() throws {
    var parser = HTTPResponseParser()
    parser.begin(.get)
    _ = try parser.receive(Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab".utf8))
    #expect(throws: HTTPResponseParser.Fault.self) { try parser.finish() }
  }

  @Test func noBytesTrap() {
    var random = SeededRandom(seed: 7)
    let seeds = [
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde",
    ]
    for _ in 0..<3_000 {
      var bytes = Array(seeds.randomElement(using: &random)!.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0 ... .max, using: &random)
      }
      var parser = HTTPResponseParser()
      parser.begin(.get)
      _ = try? parser.receive(bytes)
      _ = try? parser.finish()
    }
  }
}
