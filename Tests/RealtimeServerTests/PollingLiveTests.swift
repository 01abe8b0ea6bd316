import HTTPServer
import JSON
import RealtimeServer
import SocketIO
import SocketTesting
import Testing

@Suite struct PollingLiveTests {
  static let path = "/socket.io/?EIO=4&transport=polling"

  /// A polling session with a connection for each direction.
  final class Poller {
    let get: RawClient
    let post: RawClient
    let sid: String

    init(_ live: LiveRealtime, receiveBuffer: Int32? = nil) throws {
      get = try RawClient(port: live.port, receiveBuffer: receiveBuffer)
      post = try RawClient(port: live.port)
      let answer = try get.request("GET", PollingLiveTests.path)
      let handshake = EngineHandshake(try JSONValue(parsing: String(answer.body.dropFirst())))
      sid = try #require(handshake).sid
    }

    var target: String { PollingLiveTests.path + "&sid=" + sid }

    func poll() throws -> Answer { try get.request("GET", target) }
    func send(_ body: String) throws -> Answer { try post.request("POST", target, body: body) }

    func join(_ namespace: String, person: String = "ann") throws {
      _ = try send("40\(namespace),{\"Authorization\":\"\(person)\"}")
      var text = ""
      while !text.contains("hello") { text += try poll().body }
    }
  }

  @Test func aSessionGreetsJoinsAndHears() throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try Poller(live)
    #expect(try client.send("40/a,").body == "ok")
    let first = try client.poll()
    #expect(first.status == 200)
    #expect(first.head.contains("Content-Type: text/plain; charset=UTF-8"))
    #expect(!first.head.contains("Access-Control"))
    #expect(first.body.hasPrefix(#"40/a,{"sid":""#))
    #expect(first.body.hasSuffix("\u{1E}42/a,[\"hello\",\"nobody\"]"))
  }

  @Test func aPollWaitsForTheNextEvent() throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try Poller(live)
    try client.join("/a")
    client.get.send("GET", client.target)
    live.realtime.broadcast(RealtimeEvent("chat", [1]), namespace: "/a", to: Channel("/a"))
    live.realtime.broadcast(RealtimeEvent("chat", [2]), namespace: "/a", to: Channel("/a"))
    var text = try client.get.answer().body
    if !text.contains("2]") { text += "\u{1E}" + (try client.poll().body) }
    #expect(text == "42/a,[\"chat\",1]\u{1E}42/a,[\"chat\",2]")
  }

  @Test func whatCameWhileAPollWasLostIsKept() async throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try Poller(live)
    try client.join("/a")
    var gone: RawClient? = try RawClient(port: live.port)
    gone?.send("GET", client.target)
    #expect(await live.wait { live.http.openConnectionCount == 3 })
    gone = nil
    // The server learns of the loss by itself; until then it could hand one answer to the dead.
    #expect(await live.wait { live.http.openConnectionCount == 2 })
    live.realtime.broadcast(RealtimeEvent("chat", [1]), namespace: "/a", to: Channel("/a"))
    #expect(try client.poll().body == #"42/a,["chat",1]"#)
  }

  @Test func anUnknownSessionAndOldProtocolsAreRefusedInWords() throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try RawClient(port: live.port)
    let unknown = try client.request("GET", Self.path + "&sid=AAAAAAAAAAAAAAA")
    #expect(unknown.status == 400)
    #expect(unknown.body == #"{"code":1,"message":"Session ID unknown"}"#)
    #expect(try client.request("GET", Self.path + "&sid=zzzzzzzzzzzzzzz").status == 400)
    #expect(try client.request("GET", Self.path + "&sid=x").status == 400)
    let old = try client.request("GET", "/socket.io/?EIO=3&transport=polling")
    #expect(old.status == 400)
    #expect(old.body == #"{"code":5,"message":"Unsupported protocol version"}"#)
    #expect(try client.request("POST", Self.path, body: "4").body.contains("Bad handshake method"))
    #expect(try client.request("GET", "/socket.io/?EIO=4&transport=websocket").status == 400)
  }

  @Test func aBrokenBodyEndsTheSession() async throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try Poller(live)
    #expect(try client.send("9").status == 400)
    #expect(try client.poll().body.contains("Session ID unknown"))
    #expect(await live.realtime.sessionCount() == 0)
  }

  @Test func twoPollsAtATimeEndTheSession() async throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try Poller(live)
    try client.join("/a")
    let before = live.http.requestCount
    client.get.send("GET", client.target)
    #expect(await live.wait { live.http.requestCount > before })
    for _ in 0..<2 { _ = await live.realtime.sessionCount() }
    #expect(try client.post.request("GET", client.target).status == 400)
    #expect(try client.get.answer().body == "1")
    #expect(try client.poll().body.contains("Session ID unknown"))
  }

  @Test func aBodyBeyondTheLimitIs413AndEndsTheSession() throws {
    let live = try LiveRealtime { $0.engine.maxPayload = 100 }
    defer { live.stop() }
    let client = try Poller(live)
    #expect(try client.send("4" + String(repeating: "x", count: 100)).status == 413)
    #expect(try client.poll().body.contains("Session ID unknown"))
  }

  @Test(arguments: 0..<4) func anUpgradeLosesNothing(attempt: Int) throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try Poller(live)
    try client.join("/a")
    client.get.send("GET", client.target)
    // Connections go round the loops, so some of these sockets live on another loop than their session.
    let others = try (0..<attempt).map { _ in try RawClient(port: live.port) }
    let socket = try WebSocketClient(port: live.port, query: "&sid=" + client.sid)
    socket.send("2probe")
    #expect(socket.text() == "3probe")
    #expect(try client.get.answer().body == "6")
    live.realtime.broadcast(RealtimeEvent("chat", [1]), namespace: "/a", to: Channel("/a"))
    socket.send("5")
    #expect(socket.text() == #"42/a,["chat",1]"#)
    live.realtime.broadcast(RealtimeEvent("chat", [2]), namespace: "/a", to: Channel("/a"))
    #expect(socket.text() == #"42/a,["chat",2]"#)
    socket.send(#"42/a,3["echo","x"]"#)
    #expect(socket.text() == #"43/a,3["x"]"#)
    #expect(socket.text() == #"42/a,["echo","x"]"#)
    #expect(try client.poll().status == 400)
    #expect(others.count == attempt)
  }

  @Test func aSecondSocketForASessionIsRefused() throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try Poller(live)
    let first = try WebSocketClient(port: live.port, query: "&sid=" + client.sid)
    first.send("2probe")
    #expect(first.text() == "3probe")
    #expect(throws: WebSocketClient.Refused.self) {
      try WebSocketClient(port: live.port, query: "&sid=" + client.sid)
    }
  }

  @Test func aPageOfAnotherOriginGetsNoPermission() throws {
    let live = try LiveRealtime { $0.allowedOrigins = ["https://app.example"] }
    defer { live.stop() }
    let client = try RawClient(port: live.port)
    let evil = try client.request("GET", Self.path, headers: "Origin: https://evil.example\r\n")
    #expect(evil.status == 403)
    #expect(!evil.head.contains("Access-Control"))
    let friend = try client.request("GET", Self.path, headers: "Origin: https://app.example\r\n")
    #expect(friend.status == 200)
    #expect(friend.head.contains("Access-Control-Allow-Origin: https://app.example\r\n"))
    let own = try client.request(
      "GET", Self.path, headers: "Origin: https://maru.example\r\nSec-Fetch-Site: same-origin\r\n")
    #expect(own.status == 200)
  }

  @Test func aPreflightIsAnswered() throws {
    let live = try LiveRealtime { $0.allowedOrigins = ["https://app.example"] }
    defer { live.stop() }
    let client = try RawClient(port: live.port)
    let asks =
      "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization,content-type,sesackey\r\n"
    let friend = try client.request("OPTIONS", Self.path, headers: "Origin: https://app.example\r\n" + asks)
    #expect(friend.status == 204)
    for field in [
      "Access-Control-Allow-Origin: https://app.example", "Access-Control-Allow-Methods: GET, POST",
      "Access-Control-Allow-Headers: Authorization, Content-Type, SeSACKey", "Vary: Origin",
    ] { #expect(friend.head.contains(field + "\r\n")) }
    let evil = try client.request("OPTIONS", Self.path, headers: "Origin: https://evil.example\r\n" + asks)
    #expect(evil.status == 403)
    #expect(!evil.head.contains("Access-Control"))
  }

  @Test func aNetworkThatPollsTooMuchIsToldWhenToComeAgain() async throws {
    var limits = AdmissionLimits()
    limits.pollingPerNetwork = 2
    let admission = Admission(limits)
    let live = try LiveRealtime { $0.admission = admission }
    defer { live.stop() }
    let client = try Poller(live)
    #expect(try client.get.request("GET", Self.path).status == 200)
    let refused = try client.get.request("GET", Self.path)
    #expect(refused.status == 503 && refused.head.contains("Retry-After: "))
    #expect(refused.body.contains(#""code":"overloaded""#))
    #expect(try client.send("1").status == 200)
    #expect(try client.get.request("GET", Self.path).status == 200)
  }

  @Test func sessionsBeyondTheRateAreToldWhenToComeAgain() throws {
    var limits = AdmissionLimits()
    limits.sessionsPerSecond = 1
    let admission = Admission(limits, clock: { 0 })
    let live = try LiveRealtime { $0.admission = admission }
    defer { live.stop() }
    let client = try RawClient(port: live.port)
    for _ in 0..<2 { #expect(try client.request("GET", Self.path).status == 200) }
    let refused = try client.request("GET", Self.path)
    #expect(refused.status == 503 && refused.head.contains("Retry-After: "))
    #expect(throws: WebSocketClient.Refused.self) { try WebSocketClient(port: live.port) }
  }

  /// The answer to a handshake is nothing that a page can read.
  @Test func aPageBeyondTheRateIsToldInsideOfItsWebSocket() throws {
    var limits = AdmissionLimits()
    limits.sessionsPerSecond = 1
    let admission = Admission(limits, clock: { 0 })
    let live = try LiveRealtime {
      $0.admission = admission
      $0.allowedOrigins = ["https://app.example"]
    }
    defer { live.stop() }
    let client = try RawClient(port: live.port)
    for _ in 0..<2 { #expect(try client.request("GET", Self.path).status == 200) }
    let page = try WebSocketClient(port: live.port, headers: "Origin: https://app.example\r\n")
    #expect(page.text().hasPrefix("0{"))
    page.send("40/room,{}")
    // Spread by chance.
    let refusals = (1...5).map { #"44/room,{"message":"overloaded","data":{"retry_after":\#($0)}}"# }
    #expect(refusals.contains(page.text()))
    while let event = page.next() {
      if case .closed = event { break }
    }
  }

  @Test func sessionsHaveALimit() throws {
    let live = try LiveRealtime { $0.maximumSessions = 2 }
    defer { live.stop() }
    let client = try RawClient(port: live.port)
    #expect(try client.request("GET", Self.path).status == 200)
    #expect(try client.request("GET", Self.path).status == 200)
    #expect(try client.request("GET", Self.path).status == 503)
  }
}
