import HTTPServer
import Sockets
import Testing
import Wire

@Suite struct LiveServerTests {
  @Test func answersAndKeepsTheConnection() throws {
    let live = try LiveServer()
    defer { live.stop() }
    let client = try live.connect()
    for _ in 0..<3 {
      client.send("GET /hello?a=1 HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = client.read(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200 OK\r\nDate: "))
      #expect(head.contains("\r\nContent-Length: 10\r\n"))
      #expect(client.read(until: "GET /hello") == "GET /hello")
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() throws {
    let live = try LiveServer()
    defer { live.stop() }
    let client = try live.connect()
    var text = ""
    for number in 0..<50 { text += "GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n" }
    client.send(text + "GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    let answer = client.readToEnd()
    var rest = answer[...]
    for number in 0..<50 {
      let found = rest.firstRange(of: "GET /\(number)")
      #expect(found != nil)
      rest = rest[(found?.upperBound ?? rest.startIndex)...]
    }
    #expect(rest.hasSuffix("GET /last"))
  }
}

/// A server on one loop and a free port. It answers with method and path.
final class LiveServer {
  let group: EventLoopGroup
  let server: HTTPServer

  init(
    loops: Int = 1, configuration: HTTPServer.Configuration = .init(),
    handler: @escaping HTTPHandler = { request in
      ServerResponse(200, body: .bytes(Array("\(request.request.method.rawValue) \(request.request.path)".utf8)))
    }
  ) throws {
    group = try EventLoopGroup(count: loops)
    server = try HTTPServer(
      SocketAddress(host: "127.0.0.1", port: 0), group: group, configuration: configuration, handler: handler)
  }

  func connect() throws -> RawClient { try RawClient(port: server.address.port) }

  func stop() { group.stop() }
}
