import HTTPServer
import JSON
import RealtimeServer
import Seeded
import SocketIO
import SocketTesting
import Synchronization
import Testing

/// Holds answers of the authorizer back until the test lets them go.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var waitingCount: Int { state.withLock { $0.waiting.count } }

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

@Suite struct ChannelLiveTests {
  @Test(arguments: 0..<3) func membersHearExactlyWhatIsSentWhileTheyAreMembers(seed: Int) async throws {
    var random = SeededRandom(seed: UInt64(seed))
    let live = try LiveRealtime()
    defer { live.stop() }
    let clients = try (0..<6).map { _ in try WebSocketClient(port: live.port) }
    for client in clients { _ = client.text() }
    let rooms = ["/a", "/b", "/c"]
    var members: [String: Set<Int>] = [:]
    for step in 0..<150 {
      let room = rooms[random.below(3)]
      let index = random.below(clients.count)
      switch random.below(4) {
      case 0 where members[room]?.contains(index) != true:
        // Once they have answered, all loops have sent what was broadcast before.
        _ = await live.realtime.sessionCount()
        clients[index].join(room)
        members[room, default: []].insert(index)
      case 1 where members[room]?.contains(index) == true:
        clients[index].send("41\(room),")
        members[room]?.remove(index)
        settle(clients[index])
      default:
        live.realtime.broadcast(RealtimeEvent("n", [.integer(Int64(step))]), namespace: room, to: Channel(room))
        for member in members[room] ?? [] { #expect(clients[member].text() == "42\(room),[\"n\",\(step)]") }
      }
    }
    // Whoever heard too much would have it in front of this answer.
    for client in clients { settle(client) }
  }

  /// The server has handled all that this client sent, and the client has read all that it was sent.
  private func settle(_ client: WebSocketClient) {
    client.raw.send(WebSocketFrame.encode(.ping, Array("x".utf8), mask: 1))
    #expect(client.text() == "pong x")
  }

  @Test func whoIsPutOutWhileJoiningDoesNotJoin() async throws {
    let gate = Gate()
    let live = try LiveRealtime { configuration in
      configuration.authorize = { _ in
        await gate.pass()
        return .accepted(channels: [Channel("session/1")])
      }
    }
    defer { live.stop() }
    let client = try WebSocketClient(port: live.port)
    _ = client.text()
    client.send("40/a,")
    #expect(await live.wait { gate.waitingCount == 1 })
    live.realtime.disconnect(Channel("session/1"))
    // Both loops have heard it once they have answered.
    _ = await live.realtime.sessionCount()
    gate.open()
    #expect(client.text() == #"44/a,{"message":"Forbidden"}"#)
  }

  @Test func whoLeavesWhileJoiningIsForgotten() async throws {
    let gate = Gate()
    let live = try LiveRealtime { configuration in
      configuration.authorize = { _ in
        await gate.pass()
        return .accepted(channels: [Channel("a")])
      }
    }
    defer { live.stop() }
    var client: WebSocketClient? = try WebSocketClient(port: live.port)
    _ = client?.text()
    client?.send("40/a,")
    #expect(await live.wait { gate.waitingCount == 1 })
    client = nil
    #expect(await live.wait { await live.realtime.sessionCount() == 0 })
    gate.open()
    live.realtime.broadcast(RealtimeEvent("chat", []), namespace: "/a", to: Channel("a"))
    #expect(await live.realtime.sessionCount() == 0)
  }

  @Test func closingSendsWaitingPollsHome() async throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try PollingLiveTests.Poller(live)
    try client.join("/a")
    let before = live.http.requestCount
    client.get.send("GET", client.target)
    #expect(await live.wait { live.http.requestCount > before })
    // From the connection's loop to the session's: two rounds through both.
    for _ in 0..<2 { _ = await live.realtime.sessionCount() }
    await live.realtime.close()
    #expect(try client.get.answer().body == "1")
    #expect(try client.post.request("GET", PollingLiveTests.path).status == 503)
  }
}
