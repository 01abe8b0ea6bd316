import AppCore
import FeatureCore
import JSON
import SocketIO
import Testing

@Suite struct RealtimeMachineTests {
  private var machine = RealtimeMachine(key: "eyemon")

  private mutating func send(_ event: RealtimeMachine.Event, entropy: UInt64 = 0) -> [RealtimeMachine.Command] {
    machine.receive(event, entropy: entropy)
  }

  private mutating func connect() {
    _ = send(.started)
    _ = send(.tokenArrived("t1"))
    _ = send(.socketOpened)
    _ = send(.socketReceived(greeting))
    _ = send(.socketReceived(joined))
  }

  @Test mutating func itJoinsWithKeyAndToken() {
    #expect(machine.status == .off)
    #expect(send(.started) == [.effect(.cancel(attempt)), .needToken(fresh: false)])
    #expect(machine.status == .connecting)
    #expect(
      send(.tokenArrived("t1")) == [
        .effect(.startTimer(milliseconds: 15_000, attempt)), .effect(.openSocket(path: socketPath)),
      ])
    #expect(send(.socketOpened) == [.effect(.startTimer(milliseconds: 20_000, ping))])
    #expect(
      send(.socketReceived(greeting)) == [
        .effect(.startTimer(milliseconds: 45_000, ping)), .effect(.sendSocket(joining("t1"))),
      ])
    #expect(send(.socketReceived(joined)) == [.effect(.cancel(attempt)), .joined])
    #expect(machine.status == .connected)
  }

  @Test mutating func itAnswersPingsAndHandsEventsOn() {
    connect()
    #expect(
      send(.socketReceived("2")) == [.effect(.sendSocket("3")), .effect(.startTimer(milliseconds: 45_000, ping))])
    #expect(
      send(.socketReceived(#"42/me,["read",{"seq":4}]"#)) == [.received(name: "read", ["seq": 4])])
    #expect(send(.socketReceived(#"42/me,["room"]"#)) == [.received(name: "room", .null)])
  }

  @Test mutating func aLostConnectionIsTriedAgainAfterAPause() {
    connect()
    #expect(
      send(.socketClosed, entropy: 700) == [
        .effect(.cancel(ping)), .left, .effect(.startTimer(milliseconds: 700, attempt)),
      ])
    #expect(machine.status == .reconnecting)
    #expect(send(.timerFired(attempt)) == [.effect(.cancel(attempt)), .needToken(fresh: false)])
  }

  @Test mutating func pausesGrowToACapAndAreFullyRandom() {
    var longest: [Int] = []
    _ = send(.started)
    for _ in 0..<8 {
      // The largest pause that the entropy can choose at this attempt.
      let pauses = (0..<30_001).compactMap { value -> Int? in
        guard value % 500 == 0 else { return nil }
        var copy = machine
        guard case .effect(.startTimer(let pause, _))? = copy.receive(.tokenFailed, entropy: UInt64(value)).last
        else { return nil }
        return pause
      }
      #expect(pauses.min() == 0)
      longest.append(pauses.max() ?? 0)
      _ = send(.tokenFailed)
      _ = send(.timerFired(attempt))
    }
    #expect(longest == [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  }

  @Test mutating func comingBackEndsThePause() {
    connect()
    _ = send(.socketClosed)
    #expect(send(.cameBack) == [.effect(.cancel(attempt)), .needToken(fresh: false)])
    #expect(send(.cameBack) == [])
  }

  @Test mutating func anExpiredTokenIsRenewedOnceAndAtOnce() {
    _ = send(.started)
    _ = send(.tokenArrived("old"))
    _ = send(.socketOpened)
    _ = send(.socketReceived(greeting))
    #expect(
      send(.socketReceived(expired)) == [
        .effect(.closeSocket), .effect(.cancel(ping)), .effect(.cancel(attempt)), .needToken(fresh: true),
      ])
    _ = send(.tokenArrived("new"))
    _ = send(.socketOpened)
    _ = send(.socketReceived(greeting))
    #expect(
      send(.socketReceived(expired)) == [
        .effect(.closeSocket), .effect(.cancel(ping)), .effect(.startTimer(milliseconds: 0, attempt)),
      ])
  }

  @Test mutating func aRefusalOfAnotherKindWaits() {
    _ = send(.started)
    _ = send(.tokenArrived("t1"))
    _ = send(.socketOpened)
    _ = send(.socketReceived(greeting))
    #expect(
      send(.socketReceived(#"44/me,{"message":"Forbidden"}"#), entropy: 9) == [
        .effect(.closeSocket), .effect(.cancel(ping)), .effect(.startTimer(milliseconds: 9, attempt)),
      ])
  }

  @Test mutating func aSessionThatTheServerEndedAsksForAFreshToken() {
    connect()
    #expect(
      send(.socketReceived("41/me,")) == [
        .effect(.closeSocket), .effect(.cancel(ping)), .left, .effect(.cancel(attempt)), .needToken(fresh: true),
      ])
  }

  @Test mutating func aSocketThatNeverOpensIsGivenUp() {
    _ = send(.started)
    _ = send(.tokenArrived("t1"))
    #expect(
      send(.timerFired(attempt)) == [
        .effect(.closeSocket), .effect(.cancel(ping)), .effect(.startTimer(milliseconds: 0, attempt)),
      ])
  }

  @Test mutating func aSilentServerIsGivenUp() {
    connect()
    #expect(
      send(.timerFired(ping)) == [
        .effect(.closeSocket), .effect(.cancel(ping)), .effect(.cancel(ping)), .left,
        .effect(.startTimer(milliseconds: 0, attempt)),
      ])
    #expect(send(.socketClosed) == [])
  }

  @Test mutating func garbageFromTheServerEndsTheConnection() {
    connect()
    #expect(send(.socketReceived("?")).contains(.left))
    #expect(machine.status == .reconnecting)
  }

  @Test mutating func stoppingClosesAndForgets() {
    connect()
    #expect(
      send(.stopped) == [.effect(.cancel(attempt)), .effect(.cancel(ping)), .effect(.closeSocket)])
    #expect(machine.status == .off)
    #expect(send(.stopped) == [])
    #expect(send(.timerFired(attempt)) == [])
    #expect(send(.timerFired(ping)) == [])
    #expect(send(.cameBack) == [])
    #expect(send(.socketReceived(joined)) == [])
    #expect(send(.tokenArrived("late")) == [])
    _ = send(.started)
    #expect(machine.status == .connecting)
  }

  @Test mutating func stoppingDuringAPauseForgetsThePause() {
    _ = send(.started)
    _ = send(.tokenFailed)
    #expect(send(.stopped) == [.effect(.cancel(attempt))])
  }
}
