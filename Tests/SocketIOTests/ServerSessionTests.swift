import JSON
import SocketIO
import Testing

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

@Suite struct ServerSessionTests {
  static let settings = EngineSettings()
  var machine = ServerSessionMachine(.webSocket, settings: settings, now: 0)

  mutating func receive(_ text: String, now: Int64 = 0) -> [ServerSessionMachine.Command] {
    machine.receive(.socketText(bytes(text)), now: now)
  }

  mutating func join(_ namespace: String = "/a") {
    _ = receive("40\(namespace),")
    _ = machine.receive(.accepted(namespace: namespace, attempt: 1, id: "m", greetings: []), now: 0)
  }

  @Test func theGreetingNamesIdTimesAndLimit() {
    #expect(
      machine.open(sid: "s") == [
        .sendText(
          bytes(
            #"0{"sid":"s","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":131072}"#))
      ])
  }

  @Test mutating func aConnectAsksForPermission() {
    #expect(
      receive(#"40/a,{"Authorization":"t"}"#) == [
        .authorize(namespace: "/a", attempt: 1, payload: ["Authorization": "t"])
      ])
    #expect(
      machine.receive(
        .accepted(namespace: "/a", attempt: 1, id: "m", greetings: [SocketMessage(bytes(#"42/a,["hi"]"#))]), now: 0)
        == [.sendText(bytes(#"40/a,{"sid":"m"}"#)), .sendText(bytes(#"42/a,["hi"]"#)), .joined(namespace: "/a")])
  }

  @Test mutating func aRefusalIsAConnectError() {
    _ = receive("40/a,")
    #expect(
      machine.receive(.refused(namespace: "/a", attempt: 1, message: "Forbidden"), now: 0) == [
        .sendText(bytes(#"44/a,{"message":"Forbidden"}"#))
      ])
    #expect(receive("40/a,") == [.authorize(namespace: "/a", attempt: 2, payload: nil)])
    let hint = ServerSessionMachine.Event.refused(
      namespace: "/a", attempt: 2, message: "later", data: ["retry_after": 3])
    #expect(
      machine.receive(hint, now: 0) == [.sendText(bytes(#"44/a,{"message":"later","data":{"retry_after":3}}"#))])
  }

  @Test mutating func anAnswerToAnAbandonedAttemptIsDropped() {
    _ = receive("40/a,")
    #expect(receive("41/a,") == [])
    #expect(receive("40/a,") == [.authorize(namespace: "/a", attempt: 2, payload: nil)])
    #expect(machine.receive(.accepted(namespace: "/a", attempt: 1, id: "old", greetings: []), now: 0) == [])
    #expect(
      machine.receive(.accepted(namespace: "/a", attempt: 2, id: "new", greetings: []), now: 0) == [
        .sendText(bytes(#"40/a,{"sid":"new"}"#)), .joined(namespace: "/a"),
      ])
  }

  @Test mutating func aRepeatedConnectIsToldItsIdAgain() {
    join()
    #expect(receive("40/a,") == [.sendText(bytes(#"40/a,{"sid":"m"}"#))])
  }

  @Test mutating func namespacesHaveALimitThatChurnCannotPass() {
    for index in 0..<64 {
      #expect(receive("40/\(index),").count == 1)
      _ = receive("41/\(index),")
    }
    #expect(receive("40/x,") == [.sendText(bytes(#"44/x,{"message":"Too many namespaces"}"#))])
  }

  @Test mutating func eventsAndAcknowledgementsComeUp() {
    join()
    #expect(
      receive(#"42/a,5["say",1]"#) == [
        .event(namespace: "/a", name: "say", arguments: [1], attachments: [], ackID: 5)
      ])
    #expect(
      receive(#"43/a,9["ok"]"#) == [.acknowledged(namespace: "/a", id: 9, arguments: ["ok"], attachments: [])])
    #expect(receive(#"42/b,["say"]"#) == [])
  }

  @Test mutating func binaryPartsAreGatheredInOrder() {
    join()
    #expect(receive(#"452-/a,["up",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]"#) == [])
    #expect(machine.receive(.socketBinary([1]), now: 0) == [])
    let parts: [JSONValue] = [["_placeholder": true, "num": 0], ["_placeholder": true, "num": 1]]
    #expect(
      machine.receive(.socketBinary([2]), now: 0) == [
        .event(namespace: "/a", name: "up", arguments: parts, attachments: [[1], [2]], ackID: nil)
      ])
  }

  @Test mutating func textInsideBinaryPartsAndStrayPartsEndTheSession() {
    var other = machine
    join()
    _ = receive(#"451-/a,["up",{"_placeholder":true,"num":0}]"#)
    #expect(receive(#"42/a,["x"]"#) == [.closeSocket, .left(namespace: "/a"), .ended(.protocolError)])
    #expect(other.receive(.socketBinary([1]), now: 0) == [.closeSocket, .ended(.protocolError)])
  }

  @Test mutating func whatIsSentGoesToMembersOnly() {
    join()
    let message = bytes(#"42/a,["x"]"#)
    #expect(machine.sendsDirectly)
    #expect(
      machine.receive(.send(namespace: "/a", SocketMessage(message, attachments: [[1]])), now: 0) == [
        .sendText(message), .sendBinary([1]),
      ])
    #expect(machine.receive(.send(namespace: "/b", SocketMessage(message)), now: 0) == [])
  }

  @Test mutating func bothSidesCanLeaveANamespace() {
    join()
    #expect(receive("41/a,") == [.left(namespace: "/a")])
    _ = receive("40/b,")
    _ = machine.receive(.accepted(namespace: "/b", attempt: 2, id: "m", greetings: []), now: 0)
    #expect(
      machine.receive(.disconnect(namespace: "/b"), now: 0) == [
        .sendText(bytes("41/b,")), .left(namespace: "/b"),
      ])
  }

  @Test mutating func aSessionWithoutNamespacesEnds() {
    #expect(machine.deadline == 25_000)
    #expect(machine.receive(.timePassed, now: 25_000) == [.sendText(bytes("2"))])
    _ = receive("3", now: 25_100)
    #expect(machine.deadline == 45_000)
    #expect(machine.receive(.timePassed, now: 45_000) == [.closeSocket, .ended(.connectTimeout)])
    #expect(machine.deadline == .max)
  }

  @Test mutating func heartbeatsGoOnWhileTheyAreAnswered() {
    join()
    #expect(machine.receive(.timePassed, now: 24_999) == [])
    #expect(machine.receive(.timePassed, now: 25_000) == [.sendText(bytes("2"))])
    #expect(receive("3", now: 25_010) == [])
    #expect(machine.receive(.timePassed, now: 50_010) == [.sendText(bytes("2"))])
    #expect(machine.receive(.timePassed, now: 70_009) == [])
    #expect(
      machine.receive(.timePassed, now: 70_010) == [.closeSocket, .left(namespace: "/a"), .ended(.pingTimeout)])
  }

  @Test(arguments: ["", "x", "2", "5", "0{}", "bAQ==", "4", "44{}", "42"])
  func whatNoClientSaysEndsTheSession(text: String) {
    var machine = ServerSessionMachine(.webSocket, settings: Self.settings, now: 0)
    #expect(machine.receive(.socketText(bytes(text)), now: 0) == [.closeSocket, .ended(.protocolError)])
    #expect(machine.receive(.socketText(bytes("40")), now: 0) == [])
  }

  @Test mutating func closingSaysGoodbye() {
    join()
    #expect(
      machine.receive(.close, now: 0) == [
        .sendText(bytes("1")), .closeSocket, .left(namespace: "/a"), .ended(.serverClosed),
      ])
    #expect(machine.receive(.socketClosed, now: 0) == [])
  }

  @Test(arguments: ["42[\"x\"]", "41/a,", "43/a,1[]", "42/a,[\"x\"]"])
  mutating func aSessionBeginsWithConnect(packet: String) {
    #expect(receive(packet) == [.closeSocket, .ended(.protocolError)])
  }

  @Test(arguments: [
    #"[{"_placeholder":true,"num":1}]"#, #"[{"_placeholder":true}]"#, #"[{"_placeholder":true,"num":-1}]"#,
    #"[{"a":[{"_placeholder":true,"num":2}]}]"#, #"[{"_placeholder":true,"num":"0"}]"#,
  ])
  mutating func aPlaceholderNamesAPart(argument: String) {
    join()
    #expect(receive("451-/a,[\"x\",\(argument)]") == [])
    #expect(
      machine.receive(.socketBinary([1]), now: 0) == [
        .closeSocket, .left(namespace: "/a"), .ended(.protocolError),
      ])
  }

  @Test func engineIOAloneHandsMessagesOn() {
    var machine = ServerSessionMachine(.webSocket, settings: EngineSettings(), now: 0, isBare: true)
    #expect(machine.receive(.socketText(bytes("4hello")), now: 0) == [.message(.text(bytes("hello")))])
    #expect(machine.receive(.socketBinary([1]), now: 0) == [.message(.binary([1]))])
    #expect(machine.receive(.sendMessage(.text(bytes("hi"))), now: 0) == [.sendText(bytes("4hi"))])
    #expect(machine.receive(.sendMessage(.binary([2])), now: 0) == [.sendBinary([2])])
    // No namespace is awaited.
    #expect(machine.deadline == 25_000)
  }
}
