import Foundation
import HTTPServer
import SocketTesting
import Sockets
import Testing
import Wire

private let last = "Connection: close\r\n\r\n"

@Suite struct LiveServerTests {
  @Test func answersAndKeepsTheConnection() throws {
    let live = try LiveServer()
    let client = try live.connect()
    for _ in 0..<3 {
      client.send("GET /hello?a=1 HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = client.read(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200 OK\r\nDate: "))
      #expect(head.contains("\r\nContent-Length: 10\r\n"))
      #expect(head.contains("\r\nX-Request-Id: "))
      #expect(!head.contains("Connection:"))
      #expect(client.read(until: "GET /hello") == "GET /hello")
    }
    #expect(live.server.requestCount == 3)
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() throws {
    var text = ""
    for number in 0..<3_000 { text += "GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n" }
    let answer = try LiveServer(loops: 2).talk(text + "GET /last HTTP/1.1\r\nHost: x\r\n" + last)
    let numbers = answer.split(separator: "GET /").dropFirst().map { $0.prefix { $0.isNumber } }
    #expect(numbers.dropLast().map { Int($0) } == Array(0..<3_000))
    #expect(answer.hasSuffix("GET /last"))
  }

  @Test func headHasTheLengthButNoBody() throws {
    let answer = try LiveServer().talk("HEAD /abc HTTP/1.1\r\nHost: x\r\n" + last)
    #expect(answer.contains("\r\nContent-Length: 9\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n"))
  }

  @Test(arguments: [204, 304])
  func someStatusesHaveNoBody(_ status: Int) throws {
    let live = try LiveServer { _ in ServerResponse(status, body: .bytes([1, 2, 3])) }
    let answer = try live.talk("GET / HTTP/1.1\r\nHost: x\r\n" + last)
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(!answer.contains("Content-Length"))
    #expect(answer.hasSuffix("\r\n\r\n"))
  }

  @Test func aBodyReachesTheHandlerInAnyForm() throws {
    let live = try LiveServer { request in ServerResponse(200, body: .bytes(request.request.body)) }
    let fixed = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
    let chunked =
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    let answer = try live.talk(fixed + chunked + "GET / HTTP/1.1\r\nHost: x\r\n" + last)
    #expect(answer.contains("\r\n\r\nhelloHTTP/1.1 200"))
    #expect(answer.contains("\r\n\r\nabcdeHTTP/1.1 200"))
  }

  @Test func continueIsSentBeforeTheBody() throws {
    let live = try LiveServer { request in ServerResponse(200, body: .bytes(request.request.body)) }
    let client = try live.connect()
    client.send(
      "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\(last)")
    #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send("ok")
    #expect(client.readToEnd().hasSuffix("\r\n\r\nok"))
  }

  @Test func http10ClosesUnlessAskedToStay() throws {
    let live = try LiveServer()
    #expect(try live.talk("GET / HTTP/1.0\r\n\r\n").contains("\r\nConnection: close\r\n"))
    let client = try live.connect()
    client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    #expect(client.read(until: "GET /").contains("\r\nConnection: keep-alive\r\n"))
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\nHost: x\n\n", 400),
    ("BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 501),
    ("GET / HTTP/3.0\r\nHost: x\r\n\r\n", 505),
    ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n", 413),
  ])
  func whatIsNoRequestIsRefusedAndEndsTheConnection(_ text: String, _ status: Int) throws {
    let live = try LiveServer()
    let answer = try live.talk(text + "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(answer.contains("\r\nConnection: close\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n"))
    #expect(live.server.requestCount == 0)
    #expect(live.server.refusalCount == 1)
  }

  @Test func aHeaderOfTheHandlerCannotSplitTheAnswer() throws {
    let live = try LiveServer { _ in ServerResponse(200, headers: ["X-A": "b\r\nX-Evil: c"]) }
    let answer = try live.talk("GET / HTTP/1.1\r\nHost: x\r\n" + last)
    #expect(answer.contains("\r\nX-A: b  X-Evil: c\r\n"))
  }

  @Test func handlersRunOnTheLoopAlsoAfterWaiting() throws {
    let gate = Gate()
    let live = try LiveServer { request in
      let before = request.context.loop?.isCurrent == true
      await gate.open()
      await gate.pass()
      let after = request.context.loop?.isCurrent == true
      return ServerResponse(before && after ? 200 : 500)
    }
    #expect(try live.talk("GET / HTTP/1.1\r\nHost: x\r\n" + last).hasPrefix("HTTP/1.1 200"))
  }

  @Test func aHalfClosedClientStillGetsItsAnswer() throws {
    let live = try LiveServer()
    let client = try live.connect()
    client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
    client.finishWriting()
    let answer = client.readToEnd()
    #expect(answer.contains("GET /a"))
  }

  @Test func aFileIsSentWhole() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "send-\(UUID().uuidString)")
      .path
    let bytes = (0..<(5 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try OpenFile(path: path)
    let live = try LiveServer { _ in
      ServerResponse(
        200,
        body: .pieces([.bytes(SharedBytes("a")), .file(FileRegion(file)), .bytes(SharedBytes("z"))])
      )
    }
    let client = try live.connect()
    for _ in 0..<2 {
      client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(client.read(until: "\r\n\r\n").contains("Content-Length: \(bytes.count + 2)\r\n"))
      #expect(client.read(exactly: bytes.count + 2) == [97] + bytes + [122])
    }
  }

  @Test func beyondTheLimitConnectionsGet503() throws {
    var limits = HTTPLimits()
    limits.connections = 2
    let live = try LiveServer(limits: limits)
    let first = try live.connect()
    first.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(first.read(until: "GET /").hasPrefix("HTTP/1.1 200"))
    let second = try live.connect()
    #expect(try live.connect().readToEnd().hasPrefix("HTTP/1.1 503 "))
    second.send("GET / HTTP/1.1\r\nHost: x\r\n" + last)
    #expect(second.readToEnd().hasPrefix("HTTP/1.1 200"))
  }

  @Test func sendersTogetherHoldALimitedAmount() throws {
    var limits = HTTPLimits()
    limits.requestBytesInAll = 1_000
    let live = try LiveServer(limits: limits)
    let head = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n"
    let body = String(repeating: "b", count: 900)
    let holding = try live.connect()
    holding.send(head + body.dropLast(100))
    while live.server.heldRequestBytes < 800 { _ = try live.talk("GET / HTTP/1.0\r\n\r\n") }
    #expect(try live.talk(head + body.dropLast(100)).hasPrefix("HTTP/1.1 503"))
    holding.send(String(body.suffix(100)))
    #expect(holding.read(until: "POST /a").hasPrefix("HTTP/1.1 200"))
    #expect(live.server.heldRequestBytes == 0)
  }
}
