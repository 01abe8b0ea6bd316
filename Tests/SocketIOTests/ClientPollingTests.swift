import SocketIO
import Testing

@Suite struct ClientPollingTests {
  static let greeting =
    #"0{"sid":"s","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000,"maxPayload":12}"#
  private var machine = ClientPollingMachine(upgrades: false)

  private mutating func greet(upgrades: Bool = false) -> [ClientPollingMachine.Command] {
    machine = ClientPollingMachine(upgrades: upgrades)
    _ = machine.receive(.started)
    return machine.receive(.polled(status: 200, body: Array(Self.greeting.utf8)))
  }

  private let path = "/socket.io/?EIO=4&transport=polling&sid=s"

  @Test mutating func itAsksForASessionAndPollsIt() {
    #expect(machine.receive(.started) == [.get(path: "/socket.io/?EIO=4&transport=polling")])
    #expect(
      machine.receive(.polled(status: 200, body: Array(Self.greeting.utf8))) == [
        .received(Self.greeting), .get(path: path),
      ])
    #expect(
      machine.receive(.polled(status: 200, body: Array("42[\"x\"]\u{1E}bAQ==".utf8))) == [
        .received("42[\"x\"]"), .receivedBinary([1]), .get(path: path),
      ])
  }

  @Test mutating func onePostAtATimeCarriesWhatFits() {
    _ = greet()
    #expect(machine.receive(.send("40")) == [.post(path: path, body: Array("40".utf8))])
    #expect(machine.receive(.send("4abcd")) == [])
    #expect(machine.receive(.sendBinary([1])) == [])
    #expect(machine.receive(.send("4too long for it")) == [])
    #expect(machine.receive(.posted(status: 200)) == [.post(path: path, body: Array("4abcd\u{1E}bAQ==".utf8))])
    #expect(machine.receive(.posted(status: 200)) == [.post(path: path, body: Array("4too long for it".utf8))])
    #expect(machine.receive(.posted(status: 400)) == [.closed])
  }

  @Test mutating func theUpgradeWaitsForBothRequests() {
    let opening = greet(upgrades: true)
    #expect(
      opening == [
        .received(Self.greeting), .openSocket(path: "/socket.io/?EIO=4&transport=websocket&sid=s"), .get(path: path),
      ])
    #expect(machine.receive(.socketOpened) == [.sendSocket("2probe")])
    _ = machine.receive(.send("40"))
    #expect(machine.receive(.socketReceived("3probe")) == [])
    #expect(machine.receive(.send("4late")) == [])
    #expect(machine.receive(.polled(status: 200, body: Array("6".utf8))) == [])
    #expect(machine.receive(.posted(status: 200)) == [.sendSocket("5"), .sendSocket("4late")])
    #expect(machine.receive(.send("3")) == [.sendSocket("3")])
    #expect(machine.receive(.socketReceived("2")) == [.received("2")])
    #expect(machine.receive(.socketClosed) == [.closed])
  }

  @Test mutating func aFailedProbeLeavesThePolling() {
    _ = greet(upgrades: true)
    #expect(machine.receive(.socketClosed) == [])
    #expect(machine.receive(.send("40")) == [.post(path: path, body: Array("40".utf8))])
  }

  @Test(arguments: [(Int?.none, ""), (503, ""), (200, ""), (200, "9"), (200, "0{}")])
  mutating func whatIsNoSessionEnds(status: Int?, body: String) {
    _ = machine.receive(.started)
    #expect(machine.receive(.polled(status: status, body: Array(body.utf8))) == [.closed])
    #expect(machine.receive(.send("40")) == [])
  }
}
