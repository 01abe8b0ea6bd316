import JSON
import Seeded
import SocketIO
import Testing
import Wire

@Suite struct ServerPollingTests {
  var machine = ServerSessionMachine(.polling, settings: EngineSettings(), now: 0)

  mutating func join(_ namespace: String = "/a") {
    _ = machine.receive(.posted(bytes("40\(namespace),")), now: 0)
    _ = machine.receive(.accepted(namespace: namespace, attempt: 1, id: "m", greetings: []), now: 0)
    _ = machine.receive(.pollArrived, now: 0)
  }

  mutating func send(_ text: String) -> [ServerSessionMachine.Command] {
    machine.receive(.send(namespace: "/a", SocketMessage(bytes(text))), now: 0)
  }

  @Test func theGreetingAnswersTheFirstRequestAndOffersWebSocket() {
    guard case .answerPoll(let body)? = machine.open(sid: "s").first else {
      Issue.record("no answer")
      return
    }
    #expect(String(decoding: body, as: UTF8.self).hasPrefix(#"0{"sid":"s","upgrades":["websocket"],"#))
  }

  @Test mutating func aPollWaitsAndOneTurnOfMessagesGoesTogether() {
    join()
    #expect(send("42/a,[\"x\"]") == [])
    #expect(send("42/a,[\"y\"]") == [])
    #expect(machine.receive(.pollArrived, now: 0) == [.answerPoll(bytes("42/a,[\"x\"]\u{1E}42/a,[\"y\"]"))])
    #expect(machine.receive(.pollArrived, now: 0) == [])
    #expect(send("42/a,[\"z\"]") == [.answerPoll(bytes("42/a,[\"z\"]"))])
  }

  @Test mutating func binaryPartsAreBase64() {
    join()
    _ = machine.receive(.pollArrived, now: 0)
    #expect(
      machine.receive(
        .send(namespace: "/a", SocketMessage(bytes("451-/a,[\"x\"]"), attachments: [[1, 2, 3, 4]])), now: 0)
        == [.answerPoll(bytes("451-/a,[\"x\"]\u{1E}bAQIDBA=="))])
    let event = #"451-/a,["up",{"_placeholder":true,"num":0}]"#
    #expect(
      machine.receive(.posted(bytes(event + "\u{1E}bAQIDBA==")), now: 0) == [
        .answerPost(true),
        .event(
          namespace: "/a", name: "up", arguments: [["_placeholder": true, "num": 0]],
          attachments: [[1, 2, 3, 4]], ackID: nil),
      ])
  }

  @Test mutating func aVanishedPollLosesNothing() {
    join()
    _ = machine.receive(.pollArrived, now: 0)
    #expect(machine.receive(.pollVanished, now: 0) == [])
    #expect(send("42/a,[\"x\"]") == [])
    #expect(machine.receive(.pollArrived, now: 0) == [.answerPoll(bytes("42/a,[\"x\"]"))])
  }

  @Test mutating func twoPollsAtATimeEndTheSession() {
    join()
    #expect(machine.receive(.pollArrived, now: 0) == [])
    #expect(
      machine.receive(.pollArrived, now: 0) == [
        .answerPoll(bytes("1")), .left(namespace: "/a"), .ended(.protocolError),
      ])
    #expect(machine.receive(.pollArrived, now: 0) == [.refusePoll])
  }

  @Test mutating func aBrokenBodyEndsTheSession() {
    join()
    _ = machine.receive(.pollArrived, now: 0)
    #expect(
      machine.receive(.posted(bytes("42/a,[\"x\"]\u{1E}")), now: 0) == [
        .answerPost(false), .answerPoll(bytes("1")), .left(namespace: "/a"), .ended(.protocolError),
      ])
  }

  @Test mutating func aBodyBeyondTheLimitEndsTheSession() {
    let body = [UInt8](repeating: 0x34, count: 131_073)
    #expect(machine.receive(.posted(body), now: 0) == [.refuseLargePost, .ended(.protocolError)])
  }

  @Test mutating func whatWaitsHasALimit() {
    join()
    let message = bytes("42/a,[\"" + String(repeating: "x", count: 400_000) + "\"]")
    for _ in 0..<2 {
      #expect(machine.receive(.send(namespace: "/a", SocketMessage(message)), now: 0) == [])
    }
    #expect(
      machine.receive(.send(namespace: "/a", SocketMessage(message)), now: 0) == [
        .left(namespace: "/a"), .ended(.tooSlow),
      ])
  }

  @Test mutating func aClientThatNeverPollsAgainTimesOut() {
    join()
    #expect(machine.receive(.timePassed, now: 25_000) == [])
    #expect(machine.receive(.timePassed, now: 45_000) == [.left(namespace: "/a"), .ended(.pingTimeout)])
  }

  @Test mutating func closingAnswersThePoll() {
    join()
    _ = machine.receive(.pollArrived, now: 0)
    #expect(
      machine.receive(.close, now: 0) == [
        .answerPoll(bytes("1")), .left(namespace: "/a"), .ended(.serverClosed),
      ])
    #expect(machine.receive(.pollArrived, now: 0) == [.refusePoll])
    #expect(machine.receive(.posted(bytes("2")), now: 0) == [.answerPost(false)])
  }

  @Test mutating func theUpgradeMovesWhatWaits() {
    join()
    _ = machine.receive(.pollArrived, now: 0)
    #expect(machine.acceptsSocket)
    #expect(machine.receive(.socketOpened, now: 0) == [])
    #expect(!machine.acceptsSocket)
    #expect(
      machine.receive(.socketText(bytes("2probe")), now: 0) == [.sendText(bytes("3probe")), .answerPoll(bytes("6"))])
    #expect(send("42/a,[\"x\"]") == [])
    #expect(!machine.sendsDirectly)
    #expect(machine.receive(.socketText(bytes("5")), now: 0) == [.sendText(bytes("42/a,[\"x\"]"))])
    #expect(machine.sendsDirectly)
    #expect(machine.receive(.pollArrived, now: 0) == [.refusePoll])
    #expect(send("42/a,[\"y\"]") == [.sendText(bytes("42/a,[\"y\"]"))])
  }

  @Test mutating func aPollDuringTheUpgradeIsSentHome() {
    join()
    _ = machine.receive(.socketOpened, now: 0)
    _ = machine.receive(.socketText(bytes("2probe")), now: 0)
    #expect(machine.receive(.pollArrived, now: 0) == [.answerPoll(bytes("6"))])
  }

  @Test(arguments: ["2", "3probe", "5", "40/a,"]) func aWrongProbeIsClosedAndPollingGoesOn(text: String) {
    var machine = ServerSessionMachine(.polling, settings: EngineSettings(), now: 0)
    _ = machine.receive(.socketOpened, now: 0)
    #expect(machine.receive(.socketText(bytes(text)), now: 0) == [.closeSocket])
    #expect(machine.acceptsSocket)
    #expect(!machine.isOver)
  }

  @Test mutating func aProbeThatDiesOrSleepsLeavesThePolling() {
    join()
    _ = machine.receive(.socketOpened, now: 0)
    #expect(machine.receive(.socketClosed, now: 0) == [])
    #expect(machine.acceptsSocket)
    _ = machine.receive(.socketOpened, now: 100)
    #expect(machine.deadline == 10_100)
    #expect(machine.receive(.timePassed, now: 10_100) == [.closeSocket])
    #expect(machine.acceptsSocket)
  }

  @Test(arguments: 0..<300) func anyOrderOfEventsKeepsTheRules(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var machine = ServerSessionMachine(
      seed % 2 == 0 ? .polling : .webSocket, settings: EngineSettings(), now: 0)
    var now: Int64 = 0
    var members: Set<String> = []
    var attempts: [(String, Int)] = []
    var polls = 0
    var hasSocket = seed % 2 == 1
    for _ in 0..<200 {
      now += Int64(random.below(4_000))
      let event = Self.event(&random, &attempts, machine)
      if case .pollArrived = event { polls = 1 }
      if case .pollVanished = event { polls = 0 }
      if case .socketOpened = event { hasSocket = true }
      for command in machine.receive(event, now: now) {
        #expect(polls >= 0)
        switch command {
        case .answerPoll, .refusePoll: polls -= 1
        case .sendText, .sendBinary: #expect(hasSocket)
        case .closeSocket: hasSocket = false
        case .authorize(let namespace, let attempt, _): attempts.append((namespace, attempt))
        case .joined(let namespace): #expect(members.insert(namespace).inserted)
        case .left(let namespace): #expect(members.remove(namespace) != nil)
        case .event(let namespace, _, _, _, _): #expect(members.contains(namespace))
        case .ended: #expect(members.isEmpty)
        case .answerPost, .refuseLargePost, .acknowledged: break
        case .message: Issue.record("Socket.IO hands up events")
        }
      }
      #expect(machine.isOver == (machine.deadline == .max))
    }
    _ = machine.receive(.close, now: now)
    #expect(machine.isOver)
  }

  private static func event(
    _ random: inout SeededRandom, _ attempts: inout [(String, Int)], _ machine: ServerSessionMachine
  ) -> ServerSessionMachine.Event {
    let namespace = ["/a", "/b"][random.below(2)]
    switch random.below(16) {
    case 0, 1: return .pollArrived
    case 2: return .pollVanished
    case 3: return .posted(bytes("40\(namespace),"))
    case 4: return .posted(bytes("42\(namespace),[\"x\"]\u{1E}3"))
    case 5 where machine.acceptsSocket: return .socketOpened
    case 6: return .socketText(bytes("2probe"))
    case 7: return .socketText(bytes("5"))
    case 8: return .socketText(bytes("40\(namespace),"))
    case 9 where !attempts.isEmpty, 10 where !attempts.isEmpty:
      let (namespace, attempt) = attempts.removeFirst()
      return random.below(4) == 0
        ? .refused(namespace: namespace, attempt: attempt, message: "no")
        : .accepted(namespace: namespace, attempt: attempt, id: "m", greetings: [])
    case 11: return .send(namespace: namespace, SocketMessage(bytes("42\(namespace),[\"x\"]"), attachments: [[1]]))
    case 12: return .posted(bytes("41\(namespace),"))
    case 13: return .disconnect(namespace: namespace)
    case 14: return .socketText(bytes("3"))
    default: return .timePassed
    }
  }
}

@Suite struct EngineRequestTests {
  func request(_ method: HTTPMethod, _ query: Query) throws -> EngineRequest {
    try EngineRequest(HTTPRequest(method, "/socket.io/", query: query))
  }

  @Test func theQuerySaysWhatIsWanted() throws {
    #expect(try request(.get, ["EIO": "4", "transport": "polling"]) == .open(.polling))
    #expect(try request(.get, ["EIO": "4", "transport": "websocket", "room_id": "1"]) == .open(.webSocket))
    #expect(try request(.get, ["EIO": "4", "transport": "polling", "sid": "s"]) == .poll(sid: "s"))
    #expect(try request(.post, ["EIO": "4", "transport": "polling", "sid": "s"]) == .post(sid: "s"))
    #expect(try request(.get, ["EIO": "4", "transport": "websocket", "sid": "s"]) == .upgrade(sid: "s"))
  }

  static let senseless: [(HTTPMethod, Query, EngineRequest.Refusal)] = [
    (.get, ["EIO": "4"], .unknownTransport), (.get, ["EIO": "4", "transport": "flash"], .unknownTransport),
    (.get, ["EIO": "3", "transport": "polling"], .unsupportedVersion),
    (.get, ["transport": "websocket"], .unsupportedVersion),
    (.post, ["EIO": "4", "transport": "polling"], .badMethod),
    (.put, ["EIO": "4", "transport": "polling", "sid": "s"], .badRequest),
    (.post, ["EIO": "4", "transport": "websocket", "sid": "s"], .badRequest),
    (.put, ["EIO": "3", "transport": "polling"], .badMethod),
  ]

  @Test(arguments: senseless)
  func whatMakesNoSenseIsRefused(method: HTTPMethod, query: Query, refusal: EngineRequest.Refusal) {
    #expect(throws: refusal) { try request(method, query) }
  }

  @Test func anOldClientReadsWhatItLacks() {
    let refusal: JSONValue = ["code": 5, "message": "Unsupported protocol version"]
    #expect(EngineRequest.Refusal.unsupportedVersion.json == refusal)
  }
}
