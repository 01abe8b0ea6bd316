import JSON
import RealtimeServer
import Seeded
import SocketIO
import SocketTesting
import Testing

@Suite struct WebSocketLiveTests {
  @Test func aSessionGreetsJoinsAndHears() async throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try WebSocketClient(port: live.port)
    #expect(client.text().hasPrefix(#"0{"sid":""#))
    client.send(#"40/a,{"Authorization":"ann"}"#)
    #expect(client.text().hasPrefix(#"40/a,{"sid":""#))
    #expect(client.text() == #"42/a,["hello","ann"]"#)
    live.realtime.broadcast(RealtimeEvent("chat", [["seq": 1]]), namespace: "/a", to: Channel("/a"))
    #expect(client.text() == #"42/a,["chat",{"seq":1}]"#)
  }

  @Test func theHeadersOfTheHandshakeCountToo() throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try WebSocketClient(port: live.port, headers: "Authorization: bob\r\nCookie: secret\r\n")
    _ = client.text()
    client.send("40/a,")
    _ = client.text()
    #expect(client.text() == #"42/a,["hello","bob"]"#)
  }

  @Test func aRefusedNamespaceLeavesTheOthers() throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try WebSocketClient(port: live.port)
    _ = client.text()
    client.send("40/closed,")
    #expect(client.text() == #"44/closed,{"message":"Forbidden"}"#)
    client.join("/a")
    client.send(#"42/a,9["echo",1]"#)
    #expect(client.text() == "43/a,9[1]")
    #expect(client.text() == #"42/a,["echo",1]"#)
  }

  @Test func onlyThoseOnTheChannelHear() async throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let clients = try (0..<6).map { _ in try WebSocketClient(port: live.port) }
    for (index, client) in clients.enumerated() {
      _ = client.text()
      client.join("/me", person: index % 2 == 0 ? "ann" : "bob")
    }
    live.realtime.broadcast(RealtimeEvent("chat", ["for bob"]), namespace: "/me", to: Channel("bob"))
    live.realtime.broadcast(RealtimeEvent("chat", ["for all"]), namespace: "/me", to: Channel("/me"))
    for (index, client) in clients.enumerated() {
      if index % 2 == 1 { #expect(client.text() == #"42/me,["chat","for bob"]"#) }
      #expect(client.text() == #"42/me,["chat","for all"]"#)
    }
  }

  @Test func aSessionThatEndsIsPutOut() async throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try WebSocketClient(port: live.port)
    _ = client.text()
    client.join("/a", person: "ann")
    client.join("/b", person: "bob")
    live.realtime.disconnect(Channel("ann"))
    #expect(client.text() == "41/a,")
    live.realtime.broadcast(RealtimeEvent("chat", []), namespace: "/a", to: Channel("/a"))
    live.realtime.broadcast(RealtimeEvent("chat", []), namespace: "/b", to: Channel("/b"))
    #expect(client.text() == #"42/b,["chat"]"#)
  }

  @Test func aSocketInWhichNobodyIsLeftIsClosed() throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try WebSocketClient(port: live.port)
    _ = client.text()
    client.join("/a", person: "ann")
    live.realtime.broadcast(RealtimeEvent("why", []), namespace: "/a", to: Channel("ann"))
    live.realtime.disconnect(Channel("ann"))
    #expect(client.text() == #"42/a,["why"]"#)
    #expect(client.text() == "41/a,")
    var last = client.text()
    if last == "1" { last = client.text() }
    #expect(last == "closed 1000")
  }

  @Test func controlFramesAreAnswered() throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try WebSocketClient(port: live.port)
    _ = client.text()
    client.raw.send(WebSocketFrame.encode(.ping, Array("hi".utf8), mask: 1))
    #expect(client.text() == "pong hi")
    client.raw.send(WebSocketFrame.close(.normal, mask: 1))
    #expect(client.text() == "closed 1000")
    #expect(client.raw.ends())
  }

  @Test func aBrokenFrameIsAnsweredByItsCode() async throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try WebSocketClient(port: live.port)
    _ = client.text()
    client.raw.send([0x81, 0x01, 0x61])
    #expect(client.text() == "closed 1002")
    #expect(await live.wait { await live.realtime.sessionCount() == 0 })
  }

  @Test func whatNoClientSaysEndsTheSession() async throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try WebSocketClient(port: live.port)
    _ = client.text()
    client.send("nonsense")
    #expect(client.text() == "closed 1000")
    #expect(await live.wait { await live.realtime.sessionCount() == 0 })
  }

  @Test func aMessageBeyondTheLimitIsRefused() throws {
    let live = try LiveRealtime { $0.engine.maxPayload = 1_000 }
    defer { live.stop() }
    let client = try WebSocketClient(port: live.port)
    _ = client.text()
    client.send("4" + String(repeating: "x", count: 1_000))
    #expect(client.text() == "closed 1009")
  }

  @Test func silenceEndsTheSession() throws {
    let live = try LiveRealtime {
      $0.engine.pingInterval = 1_000
      $0.engine.pingTimeout = 1_500
    }
    defer { live.stop() }
    let client = try WebSocketClient(port: live.port)
    _ = client.text()
    client.join("/a")
    #expect(client.text() == "2")
    client.send("3")
    #expect(client.text() == "2")
    #expect(client.text() == "closed 1000")
  }

  @Test func aSlowReaderIsCutOffAndTheOthersGoOn() async throws {
    let live = try LiveRealtime {
      $0.writeLimit = 100_000
    }
    defer { live.stop() }
    let slow = try WebSocketClient(port: live.port, receiveBuffer: 4_096)
    let quick = try WebSocketClient(port: live.port)
    for client in [slow, quick] {
      _ = client.text()
      client.join("/a")
    }
    let text = String(repeating: "x", count: 50_000)
    for _ in 0..<200 {
      live.realtime.broadcast(RealtimeEvent("chat", [.string(text)]), namespace: "/a", to: Channel("/a"))
      #expect(quick.text().utf8.count > 50_000)
    }
    #expect(await live.wait { await live.realtime.sessionCount() == 1 })
  }

  @Test func closingSaysGoodbye() async throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try WebSocketClient(port: live.port)
    _ = client.text()
    client.join("/a")
    await live.realtime.close()
    #expect(client.text() == "1")
    #expect(client.text() == "closed 1000")
  }

  @Test func anotherOriginIsForbidden() throws {
    let live = try LiveRealtime { $0.allowedOrigins = ["https://app.example"] }
    defer { live.stop() }
    for origin in ["http://x", "http://x:80", "https://app.example"] {
      let client = try WebSocketClient(port: live.port, headers: "Origin: \(origin)\r\n")
      #expect(client.text().hasPrefix("0{"))
    }
    #expect(throws: WebSocketClient.Refused.self) {
      try WebSocketClient(port: live.port, headers: "Origin: https://evil.example\r\n")
    }
  }

  @Test func tenThousandMalformedFramesLeaveTheServerWell() async throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    for seed in 0..<500 {
      var random = SeededRandom(seed: UInt64(seed))
      let client = try WebSocketClient(port: live.port)
      client.raw.send(malformed(&random))
    }
    let witness = try WebSocketClient(port: live.port)
    #expect(witness.text().hasPrefix("0{"))
    #expect(await live.wait { await live.realtime.sessionCount() <= 1 })
  }

  private func malformed(_ random: inout SeededRandom) -> [UInt8] {
    var stream: [UInt8] = []
    for _ in 0..<20 {
      var frame = WebSocketFrame.encode(
        [.text, .binary, .ping, .pong, .continuation][random.below(5)],
        random.bytes(random.below(60)), mask: UInt32(truncatingIfNeeded: random.next()),
        isFinal: random.below(2) == 0)
      frame[random.below(frame.count)] = random.bytes(1)[0]
      stream += frame
    }
    return stream
  }
}
