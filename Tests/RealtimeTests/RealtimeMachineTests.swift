import JSON
import Realtime
import SocketIO
import Testing

let greeting = #"0{"sid":"s","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}"#
let joined = #"40/me,{"sid":"n"}"#
let expired = #"44/me,{"message":"액세스 토큰이 만료되었습니다."}"#

func joining(_ token: String) -> String { #"40/me,{"SeSACKey":"eyemon","Authorization":"\#(token)"}"# }

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
    #expect(send(.started) == [.cancelTimer(.attempt), .needToken(fresh: false)])
    #expect(machine.status == .connecting)
    #expect(
      send(.tokenArrived("t1")) == [
        .startTimer(.attempt, milliseconds: 15_000), .openSocket(path: ClientSessionMachine.path),
      ])
    #expect(send(.socketOpened) == [.startTimer(.ping, milliseconds: 20_000)])
    #expect(
      send(.socketReceived(greeting)) == [
        .startTimer(.ping, milliseconds: 45_000), .sendSocket(joining("t1")),
      ])
    #expect(
      send(.socketReceived(joined)) == [
        .cancelTimer(.attempt), .startTimer(.stable, milliseconds: 30_000), .joined,
        .sendSocket(#"42/me,["active",{"on":true}]"#), .startTimer(.active, milliseconds: 25_000),
      ])
    #expect(machine.status == .connected)
  }

  @Test mutating func itAnswersPingsAndHandsEventsOn() {
    connect()
    #expect(
      send(.socketReceived("2")) == [.sendSocket("3"), .startTimer(.ping, milliseconds: 45_000)])
    #expect(
      send(.socketReceived(#"42/me,["read",{"seq":4}]"#)) == [.received(name: "read", ["seq": 4])])
    #expect(send(.socketReceived(#"42/me,["room"]"#)) == [.received(name: "room", .null)])
  }

  @Test mutating func aLostConnectionIsTriedAgainAfterAPause() {
    connect()
    #expect(
      send(.socketClosed, entropy: 700) == [
        .cancelTimer(.ping), .left, .startTimer(.attempt, milliseconds: 700),
      ])
    #expect(machine.status == .reconnecting)
    #expect(send(.timerFired(.attempt)) == [.cancelTimer(.attempt), .needToken(fresh: false)])
  }

  @Test mutating func pausesGrowToACapAndAreFullyRandom() {
    var longest: [Int64] = []
    _ = send(.started)
    for _ in 0..<8 {
      // The largest pause that the entropy can choose at this attempt.
      let pauses = (0..<30_001).compactMap { value -> Int64? in
        guard value % 500 == 0 else { return nil }
        var copy = machine
        guard case .startTimer(_, let pause)? = copy.receive(.tokenFailed, entropy: UInt64(value)).last
        else { return nil }
        return pause
      }
      #expect(pauses.min() == 0)
      longest.append(pauses.max() ?? 0)
      _ = send(.tokenFailed)
      _ = send(.timerFired(.attempt))
    }
    #expect(longest == [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  }

  @Test mutating func comingBackEndsThePause() {
    connect()
    _ = send(.socketClosed)
    #expect(send(.cameBack) == [.cancelTimer(.attempt), .needToken(fresh: false)])
    #expect(send(.cameBack) == [])
  }

  @Test mutating func anExpiredTokenIsRenewedOnceAndAtOnce() {
    _ = send(.started)
    _ = send(.tokenArrived("old"))
    _ = send(.socketOpened)
    _ = send(.socketReceived(greeting))
    #expect(
      send(.socketReceived(expired)) == [
        .closeSocket, .cancelTimer(.ping), .cancelTimer(.attempt), .needToken(fresh: true),
      ])
    _ = send(.tokenArrived("new"))
    _ = send(.socketOpened)
    _ = send(.socketReceived(greeting))
    #expect(
      send(.socketReceived(expired)) == [
        .closeSocket, .cancelTimer(.ping), .startTimer(.attempt, milliseconds: 0),
      ])
  }

  @Test mutating func aRefusalOfAnotherKindWaits() {
    _ = send(.started)
    _ = send(.tokenArrived("t1"))
    _ = send(.socketOpened)
    _ = send(.socketReceived(greeting))
    #expect(
      send(.socketReceived(#"44/me,{"message":"Forbidden"}"#), entropy: 9) == [
        .closeSocket, .cancelTimer(.ping), .startTimer(.attempt, milliseconds: 9),
      ])
  }

  @Test mutating func aSessionThatTheServerEndedAsksForAFreshToken() {
    connect()
    #expect(
      send(.socketReceived("41/me,")) == [
        .closeSocket, .cancelTimer(.ping), .left, .cancelTimer(.attempt), .needToken(fresh: true),
      ])
  }

  @Test mutating func aSocketThatNeverOpensIsGivenUp() {
    _ = send(.started)
    _ = send(.tokenArrived("t1"))
    #expect(
      send(.timerFired(.attempt)) == [
        .closeSocket, .cancelTimer(.ping), .startTimer(.attempt, milliseconds: 0),
      ])
  }

  @Test mutating func aSilentServerIsGivenUp() {
    connect()
    #expect(
      send(.timerFired(.ping)) == [
        .closeSocket, .cancelTimer(.ping), .cancelTimer(.ping), .left,
        .startTimer(.attempt, milliseconds: 0),
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
      send(.stopped) == [.cancelTimer(.attempt), .cancelTimer(.ping), .sendSocket("1"), .closeSocket])
    #expect(machine.status == .off)
    #expect(send(.stopped) == [])
    #expect(send(.timerFired(.attempt)) == [])
    #expect(send(.timerFired(.ping)) == [])
    #expect(send(.cameBack) == [])
    #expect(send(.socketReceived(joined)) == [])
    #expect(send(.tokenArrived("late")) == [])
    _ = send(.started)
    #expect(machine.status == .connecting)
  }

  @Test mutating func stoppingDuringAPauseForgetsThePause() {
    _ = send(.started)
    _ = send(.tokenFailed)
    #expect(send(.stopped) == [.cancelTimer(.attempt)])
  }

  @Test mutating func anUnstableConnectionDoesNotResetTheBackOff() {
    for pause: Int64 in [1_000, 2_000, 4_000, 8_000] {
      connect()
      #expect(send(.socketClosed, entropy: UInt64(pause)).last == .startTimer(.attempt, milliseconds: pause))
      _ = send(.timerFired(.attempt))
      #expect(machine.status == .reconnecting)
    }
    _ = send(.tokenFailed)
    _ = send(.timerFired(.attempt))
    _ = send(.tokenArrived("t"))
    _ = send(.socketOpened)
    _ = send(.socketReceived(greeting))
    _ = send(.socketReceived(joined))
    #expect(send(.timerFired(.stable)) == [])
    #expect(send(.socketClosed, entropy: 1_000).last == .startTimer(.attempt, milliseconds: 1_000))
  }

  @Test mutating func stoppingDoesNotResetTheBackOffEither() {
    connect()
    _ = send(.socketClosed)
    _ = send(.stopped)
    connect()
    #expect(send(.socketClosed, entropy: 2_000).last == .startTimer(.attempt, milliseconds: 2_000))
  }

  @Test mutating func aStableTimerOfAnEarlierConnectionProvesNothing() {
    connect()
    _ = send(.socketClosed)
    #expect(send(.timerFired(.stable)) == [])
    #expect(machine.status == .reconnecting)
  }

  @Test mutating func aHintOfTheServerIsWaitedForBeforeTheJitter() {
    _ = send(.started)
    _ = send(.tokenArrived("t1"))
    #expect(send(.retryAfter(milliseconds: 7_000)) == [])
    #expect(send(.socketClosed, entropy: 500).last == .startTimer(.attempt, milliseconds: 7_500))
    #expect(send(.cameBack) == [])
    _ = send(.timerFired(.attempt))
    // It holds for one pause only.
    #expect(send(.tokenFailed, entropy: 500).last == .startTimer(.attempt, milliseconds: 500))
    #expect(send(.cameBack) == [.cancelTimer(.attempt), .needToken(fresh: false)])
  }

  @Test mutating func aRefusalMayCarryTheHint() {
    _ = send(.started)
    _ = send(.tokenArrived("t1"))
    _ = send(.socketOpened)
    _ = send(.socketReceived(greeting))
    let refusal = #"44/me,{"message":"overloaded","data":{"retry_after":3}}"#
    #expect(send(.socketReceived(refusal), entropy: 10).last == .startTimer(.attempt, milliseconds: 3_010))
  }

  @Test(arguments: [Int64.min, -1, 300_001, .max])
  mutating func anAbsurdHintIsBounded(milliseconds: Int64) {
    _ = send(.started)
    _ = send(.retryAfter(milliseconds: milliseconds))
    let pause: Int64 = milliseconds < 0 ? 0 : 300_000
    #expect(send(.tokenFailed) == [.startTimer(.attempt, milliseconds: pause)])
  }

  @Test mutating func visibilityIsToldAndRenewed() {
    connect()
    #expect(
      send(.timerFired(.active)) == [
        .sendSocket(#"42/me,["active",{"on":true}]"#), .startTimer(.active, milliseconds: 25_000),
      ])
    #expect(
      send(.visibilityChanged(false)) == [
        .sendSocket(#"42/me,["active",{"on":false}]"#), .cancelTimer(.active),
      ])
    #expect(send(.visibilityChanged(false)) == [])
    #expect(send(.timerFired(.active)) == [])
    _ = send(.socketClosed)
    _ = send(.visibilityChanged(true))
    _ = send(.visibilityChanged(false))
    _ = send(.timerFired(.attempt))
    _ = send(.tokenArrived("t"))
    _ = send(.socketOpened)
    _ = send(.socketReceived(greeting))
    #expect(send(.socketReceived(joined)).last == .joined)
  }

  private func typing(_ room: String, _ on: Bool) -> RealtimeMachine.Command {
    .sendSocket(#"42/me,["typing",{"room_id":"\#(room)","on":\#(on)}]"#)
  }

  @Test mutating func typingIsToldAtMostEveryThreeSeconds() {
    connect()
    let timer = RealtimeMachine.Command.startTimer(.typing, milliseconds: 3_000)
    #expect(send(.typing(room: "r", isTyping: true)) == [typing("r", true), timer])
    #expect(send(.typing(room: "r", isTyping: true)) == [])
    #expect(send(.timerFired(.typing)) == [typing("r", true), timer])
    // Nothing was typed since: the lease runs out.
    #expect(send(.timerFired(.typing)) == [])
    #expect(send(.typing(room: "r", isTyping: true)) == [typing("r", true), timer])
    #expect(send(.typing(room: "r", isTyping: false)) == [typing("r", false), .cancelTimer(.typing)])
    #expect(send(.typing(room: "r", isTyping: false)) == [])
  }

  @Test mutating func typingElsewhereEndsTheFirst() {
    connect()
    _ = send(.typing(room: "r", isTyping: true))
    #expect(
      send(.typing(room: "s", isTyping: true)) == [
        typing("r", false), typing("s", true), .startTimer(.typing, milliseconds: 3_000),
      ])
  }

  @Test mutating func whatCannotBeToldIsForgotten() {
    #expect(send(.typing(room: "r", isTyping: true)) == [])
    #expect(send(.emit(name: "x", .null)) == [])
    connect()
    #expect(send(.timerFired(.typing)) == [])
    #expect(send(.emit(name: "x", 1)) == [.sendSocket(#"42/me,["x",1]"#)])
  }

  @Test mutating func aHintIsForTheAttemptThatIsUnderWay() {
    connect()
    _ = send(.retryAfter(milliseconds: 7_000))
    #expect(send(.socketClosed) == [.cancelTimer(.ping), .left, .startTimer(.attempt, milliseconds: 0)])
    _ = send(.timerFired(.attempt))
    _ = send(.retryAfter(milliseconds: 7_000))
    #expect(send(.tokenFailed) == [.startTimer(.attempt, milliseconds: 7_000)])
  }
}
