import JSON
import RealtimeServer
import SocketIO
import SocketTesting
import Synchronization
import Testing

/// What the hooks of a configuration saw.
private final class Seen: Sendable {
  private let state = Mutex<(members: [RealtimeMember], left: [LeaveReason])>(([], []))

  var members: [RealtimeMember] { state.withLock { $0.members } }
  var left: [LeaveReason] { state.withLock { $0.left } }

  func connect(_ member: RealtimeMember) { state.withLock { $0.members.append(member) } }
  func disconnect(_ reason: LeaveReason) { state.withLock { $0.left.append(reason) } }
}

@Suite struct MemberLiveTests {
  private let seen = Seen()

  private func server(_ change: (inout RealtimeConfiguration) -> Void = { _ in }) throws -> LiveRealtime {
    let seen = seen
    return try LiveRealtime { configuration in
      configuration.authorize = { request in
        .accepted(channels: [Channel("all")], context: request.payload?["name"]?.string)
      }
      configuration.onConnect = { seen.connect($0) }
      configuration.onDisconnect = { seen.disconnect($1) }
      change(&configuration)
    }
  }

  private func client(_ live: LiveRealtime, _ namespace: String = "/a") throws -> WebSocketClient {
    let client = try WebSocketClient(port: live.port)
    _ = client.text()
    client.send("40\(namespace),{\"name\":\"ann\"}")
    _ = client.text()
    return client
  }

  @Test func theConnectHookGetsTheMemberWithWhatTheAuthorizerAttached() async throws {
    let live = try server()
    defer { live.stop() }
    let client = try client(live)
    #expect(await live.wait { seen.members.count == 1 })
    let member = try #require(seen.members.first)
    #expect(member.namespace == "/a" && member.context as? String == "ann" && member.id.utf8.count == 15)
    member.emit(RealtimeEvent("hi", [1]))
    #expect(client.text() == #"42/a,["hi",1]"#)
  }

  @Test func aMemberAcknowledgesWhatItIsAsked() async throws {
    let live = try server()
    defer { live.stop() }
    let client = try client(live)
    #expect(await live.wait { seen.members.count == 1 })
    let member = try #require(seen.members.first)
    async let answer = member.ask(RealtimeEvent("how", ["many"]))
    #expect(client.text() == #"42/a,1["how","many"]"#)
    // Somebody else's number is nobody's answer.
    client.send("43/a,7[0]")
    client.send(#"461-/a,1[42,{"_placeholder":true,"num":0}]"#)
    client.send(binary: [9, 8])
    let expected = Acknowledgement(arguments: [42, SocketPacket.placeholder(0)], attachments: [[9, 8]])
    let given = try await answer
    #expect(given == expected)
  }

  @Test func aQuestionEndsWithItsTimeOut() async throws {
    let live = try server()
    defer { live.stop() }
    let client = try client(live)
    #expect(await live.wait { seen.members.count == 1 })
    let member = try #require(seen.members.first)
    await #expect(throws: QuestionFailure.timedOut) {
      try await member.ask(RealtimeEvent("q", []), timeoutMilliseconds: 1)
    }
    // A late answer does no harm.
    client.send("43/a,1[]")
    client.send(#"42/a,2["x"]"#)
    #expect(client.text() == #"42/a,1["q"]"#)
    #expect(client.text() == "43/a,2[]")
  }

  @Test func aQuestionEndsWithItsMember() async throws {
    let live = try server()
    defer { live.stop() }
    let client = try client(live)
    #expect(await live.wait { seen.members.count == 1 })
    let member = try #require(seen.members.first)
    let question = Task { try await member.ask(RealtimeEvent("q", [])) }
    #expect(client.text() == #"42/a,1["q"]"#)
    client.send("41/a,")
    await #expect(throws: QuestionFailure.memberLeft) { try await question.value }
    #expect(await live.wait { seen.left == [.clientLeft] })
    await #expect(throws: QuestionFailure.memberLeft) { try await member.ask(RealtimeEvent("q", [])) }
  }

  @Test func aChannelIsAskedAsAWhole() async throws {
    let live = try server()
    defer { live.stop() }
    let clients = try (0..<3).map { _ in try client(live) }
    #expect(await live.wait { seen.members.count == 3 })
    async let answers = live.realtime.ask(
      RealtimeEvent("q", []), namespace: "/a", of: Channel("all"), timeoutMilliseconds: 600_000)
    for (index, client) in clients.enumerated() {
      #expect(client.text() == #"42/a,1["q"]"#)
      client.send(index == 2 ? "41/a," : "43/a,1[\(index)]")
    }
    let results = await answers.map(\.answer)
    #expect(results.count == 3)
    for number in 0..<2 {
      let answer = Acknowledgement(arguments: [.integer(Int64(number))])
      #expect(results.contains(.success(answer)))
    }
    #expect(results.contains(.failure(.memberLeft)))
  }

  @Test func binaryPartsGoBothWays() async throws {
    let live = try server()
    defer { live.stop() }
    let client = try client(live)
    client.send(#"451-/a,5["echo",{"_placeholder":true,"num":0}]"#)
    client.send(binary: [1, 2, 3])
    #expect(client.text() == #"461-/a,5[{"_placeholder":true,"num":0}]"#)
    #expect(client.text() == "binary [1, 2, 3]")
    #expect(client.text() == #"451-/a,["echo",{"_placeholder":true,"num":0}]"#)
    #expect(client.text() == "binary [1, 2, 3]")
    let event = RealtimeEvent("all", [SocketPacket.placeholder(0)], attachments: [[7]])
    live.realtime.broadcast(event, namespace: "/a", to: Channel("all"))
    #expect(client.text() == #"451-/a,["all",{"_placeholder":true,"num":0}]"#)
    #expect(client.text() == "binary [7]")
  }

  @Test func aSecondReplyIsDropped() async throws {
    let live = try server { configuration in
      configuration.onEvent = { _, _, reply in
        reply?([1])
        reply?([2])
      }
    }
    defer { live.stop() }
    let client = try client(live)
    client.send(#"42/a,5["x"]"#)
    client.send(#"42/a,6["x"]"#)
    #expect(client.text() == "43/a,5[1]")
    #expect(client.text() == "43/a,6[1]")
  }

  @Test func aMemberJoinsAndLeavesChannelsAndIsPutOut() async throws {
    let live = try server()
    defer { live.stop() }
    let client = try client(live)
    #expect(await live.wait { seen.members.count == 1 })
    let member = try #require(seen.members.first)
    member.join(Channel("more"))
    live.realtime.broadcast(RealtimeEvent("one", []), namespace: "/a", to: Channel("more"))
    member.leave(Channel("more"))
    live.realtime.broadcast(RealtimeEvent("two", []), namespace: "/a", to: Channel("more"))
    member.emit(RealtimeEvent("three", []))
    member.disconnect()
    member.emit(RealtimeEvent("four", []))
    #expect(client.text() == #"42/a,["one"]"#)
    #expect(client.text() == #"42/a,["three"]"#)
    #expect(client.text() == "41/a,")
    #expect(await live.wait { seen.left == [.putOut] })
    client.send("40/a,")
    #expect(client.text().hasPrefix("40/a,"))
    // Who comes back is another member.
    member.emit(RealtimeEvent("five", []))
    #expect(await live.wait { seen.members.count == 2 })
    #expect(seen.members[1] != member)
    seen.members[1].emit(RealtimeEvent("six", []))
    #expect(client.text() == #"42/a,["six"]"#)
  }

  @Test func theDisconnectHookSaysWhy() async throws {
    let live = try server()
    defer { live.stop() }
    var one: WebSocketClient? = try client(live)
    #expect(one != nil)
    one = nil
    #expect(await live.wait { seen.left == [.sessionEnded(.peerClosed)] })
    let other = try client(live)
    await live.realtime.close()
    #expect(other.text() == "1")
    #expect(await live.wait { seen.left == [.sessionEnded(.peerClosed), .sessionEnded(.serverClosed)] })
  }
}
