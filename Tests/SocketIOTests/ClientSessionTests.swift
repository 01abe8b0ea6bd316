import JSON
import Seeded
import SocketIO
import Testing

@Suite struct ClientSessionTests {
  static let greeting = #"0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000}"#
  var machine = ClientSessionMachine()

  mutating func greet() {
    _ = machine.receive(.socketOpened)
    _ = machine.receive(.socketReceived(Self.greeting))
  }

  mutating func join(_ namespace: String) {
    greet()
    _ = machine.receive(.connect(namespace: namespace, auth: nil))
    _ = machine.receive(.socketReceived("40\(namespace),{\"sid\":\"b\"}"))
  }

  @Test mutating func theServerHasTwentySecondsToGreet() {
    #expect(machine.receive(.socketOpened) == [.startTimer(milliseconds: 20_000)])
    #expect(machine.receive(.timerFired) == [.closeSocket, .cancelTimer, .ended])
  }

  @Test mutating func aNamespaceWaitsForTheGreeting() {
    _ = machine.receive(.socketOpened)
    #expect(machine.receive(.connect(namespace: "/me", auth: ["Authorization": "t"])) == [])
    #expect(
      machine.receive(.socketReceived(Self.greeting)) == [
        .startTimer(milliseconds: 45_000), .sendSocket(#"40/me,{"Authorization":"t"}"#),
      ])
    #expect(!machine.isConnected("/me"))
    #expect(machine.receive(.socketReceived(#"40/me,{"sid":"x"}"#)) == [.connected(namespace: "/me")])
    #expect(machine.isConnected("/me"))
  }

  @Test mutating func aNamespaceJoinsAnOpenSession() {
    greet()
    #expect(machine.receive(.connect(namespace: "/me", auth: nil)) == [.sendSocket("40/me,")])
    #expect(machine.receive(.connect(namespace: "/me", auth: nil)) == [])
  }

  @Test mutating func aPingIsAnsweredAndRenewsTheTimer() {
    greet()
    #expect(machine.receive(.socketReceived("2")) == [.sendSocket("3"), .startTimer(milliseconds: 45_000)])
  }

  @Test mutating func silenceEndsTheSession() {
    join("/me")
    #expect(machine.receive(.timerFired) == [.closeSocket, .cancelTimer, .ended])
    #expect(!machine.isConnected("/me"))
    #expect(machine.receive(.socketClosed) == [])
  }

  @Test mutating func aRefusalNamesItsReasonAndLeavesTheSessionOpen() {
    greet()
    _ = machine.receive(.connect(namespace: "/me", auth: nil))
    #expect(
      machine.receive(.socketReceived(#"44/me,{"message":"Forbidden"}"#)) == [
        .refused(namespace: "/me", message: "Forbidden")
      ])
    #expect(machine.isOpen)
    #expect(machine.receive(.connect(namespace: "/me", auth: nil)) == [.sendSocket("40/me,")])
  }

  @Test mutating func anEventComesWithItsArguments() {
    join("/me")
    #expect(
      machine.receive(.socketReceived(#"42/me,["chat",{"seq":1}]"#)) == [
        .received(namespace: "/me", name: "chat", arguments: [["seq": 1]], ackID: nil)
      ])
    #expect(
      machine.receive(.socketReceived(#"42/me,7["ask"]"#)) == [
        .received(namespace: "/me", name: "ask", arguments: [], ackID: 7)
      ])
    #expect(
      machine.receive(.acknowledge(namespace: "/me", id: 7, arguments: [true])) == [.sendSocket("43/me,7[true]")])
  }

  @Test mutating func anEmittedEventIsAcknowledged() {
    join("/me")
    #expect(
      machine.receive(.emit(namespace: "/me", name: "hi", arguments: ["a"], ackID: 3)) == [
        .sendSocket(#"42/me,3["hi","a"]"#)
      ])
    #expect(
      machine.receive(.socketReceived(#"43/me,3["ok"]"#)) == [
        .acknowledged(namespace: "/me", id: 3, arguments: ["ok"])
      ])
  }

  @Test mutating func nothingIsEmittedToANamespaceThatIsNotConnected() {
    greet()
    _ = machine.receive(.connect(namespace: "/me", auth: nil))
    #expect(machine.receive(.emit(namespace: "/me", name: "hi", arguments: [], ackID: nil)) == [])
    #expect(machine.receive(.socketReceived(#"42/me,["early"]"#)) == [])
    #expect(machine.receive(.socketReceived(#"42/other,["chat"]"#)) == [])
  }

  @Test mutating func leavingTellsTheServerAndTheServerCanPutOut() {
    join("/me")
    #expect(machine.receive(.disconnect(namespace: "/me")) == [.sendSocket("41/me,")])
    #expect(machine.receive(.socketReceived("41/me,")) == [])
    _ = machine.receive(.connect(namespace: "/a", auth: nil))
    #expect(machine.receive(.socketReceived("41/a,")) == [.disconnected(namespace: "/a")])
  }

  @Test mutating func closingSaysGoodbye() {
    join("/me")
    #expect(machine.receive(.close) == [.sendSocket("1"), .closeSocket, .cancelTimer, .ended])
    #expect(machine == ClientSessionMachine())
  }

  @Test(arguments: ["", "1", "4", "42", "x", "5", #"0{"sid":"again"}"#, "4x"])
  func whatNoServerSaysEndsTheSession(text: String) {
    var machine = ClientSessionMachine()
    _ = machine.receive(.socketOpened)
    _ = machine.receive(.socketReceived(Self.greeting))
    #expect(machine.receive(.socketReceived(text)) == [.closeSocket, .cancelTimer, .ended])
  }

  @Test(arguments: ["0", "0{}", "0[", "40", "2"]) func aBadGreetingEndsTheSession(text: String) {
    var machine = ClientSessionMachine()
    _ = machine.receive(.socketOpened)
    #expect(machine.receive(.socketReceived(text)) == [.closeSocket, .cancelTimer, .ended])
  }

  @Test mutating func binaryPartsGoBothWays() {
    join("/me")
    #expect(
      machine.receive(
        .emit(
          namespace: "/me", name: "up", arguments: [SocketPacket.placeholder(0)], ackID: 4, attachments: [[1, 2]])) == [
          .sendSocket(#"451-/me,4["up",{"_placeholder":true,"num":0}]"#), .sendSocketBinary([1, 2]),
        ])
    #expect(machine.receive(.socketReceived(#"461-/me,4[{"_placeholder":true,"num":0}]"#)) == [])
    #expect(
      machine.receive(.socketReceivedBinary([3])) == [
        .acknowledged(namespace: "/me", id: 4, arguments: [SocketPacket.placeholder(0)], attachments: [[3]])
      ])
    _ = machine.receive(.socketReceived(#"451-/me,["down",{"_placeholder":true,"num":0}]"#))
    #expect(
      machine.receive(.socketReceivedBinary([])) == [
        .received(
          namespace: "/me", name: "down", arguments: [SocketPacket.placeholder(0)], ackID: nil, attachments: [[]])
      ])
    #expect(
      machine.receive(
        .acknowledge(namespace: "/me", id: 1, arguments: [SocketPacket.placeholder(0)], attachments: [[7]])) == [
          .sendSocket(#"461-/me,1[{"_placeholder":true,"num":0}]"#), .sendSocketBinary([7]),
        ])
  }

  @Test(arguments: [#"451-/me,["x",{"_placeholder":true,"num":1}]"#, #"450-/me,["x",{"_placeholder":true,"num":0}]"#])
  mutating func aPlaceholderNamesAPart(packet: String) {
    join("/me")
    let commands = machine.receive(.socketReceived(packet)) + machine.receive(.socketReceivedBinary([1]))
    #expect(commands == [.closeSocket, .cancelTimer, .ended])
  }

  @Test mutating func aStrayPartEndsTheSession() {
    join("/me")
    #expect(machine.receive(.socketReceivedBinary([1])) == [.closeSocket, .cancelTimer, .ended])
  }

  @Test(arguments: 0..<200) func anyOrderOfEventsKeepsTheRules(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var machine = ClientSessionMachine()
    var timerRuns = false
    var connected: Set<String> = []
    for _ in 0..<100 {
      for command in machine.receive(event(&random)) {
        switch command {
        case .startTimer: timerRuns = true
        case .cancelTimer: timerRuns = false
        case .connected(let namespace): #expect(connected.insert(namespace).inserted)
        case .disconnected(let namespace): connected.remove(namespace)
        case .received(let namespace, _, _, _, _): #expect(connected.contains(namespace))
        case .ended: connected = []
        default: break
        }
      }
      if case .some = connected.first(where: { !machine.isConnected($0) }) {
        connected = connected.filter { machine.isConnected($0) }
      }
      if machine.isOpen { #expect(timerRuns) }
      if !connected.isEmpty { #expect(machine.isOpen) }
    }
    _ = machine.receive(.socketClosed)
    #expect(machine == ClientSessionMachine())
  }

  private func event(_ random: inout SeededRandom) -> ClientSessionMachine.Event {
    let namespace = ["/me", "/a"][random.below(2)]
    switch random.below(14) {
    case 0, 1: return .socketOpened
    case 2, 3: return .socketReceived(Self.greeting)
    case 4, 5: return .connect(namespace: namespace, auth: nil)
    case 6, 7: return .socketReceived("40\(namespace),{}")
    case 8: return .socketReceived("42\(namespace),[\"chat\"]")
    case 9: return .socketReceived("44\(namespace),{}")
    case 10: return .socketReceived("2")
    case 11: return .disconnect(namespace: namespace)
    case 12: return .socketReceived("41\(namespace),")
    default:
      return [.socketClosed, .timerFired, .close, .socketReceived("9")][random.below(4)]
    }
  }
}
