import Contract
import Domain
import Session
import Testing

@Suite struct SessionRefreshTests {
  @Test func nativeClientsSendTheirRefreshToken() {
    var machine = SessionMachine(renewal: .token)
    #expect(
      machine.receive(.restore(person: nil, refreshToken: "r1", isLeaving: false))
        == [.refresh(generation: 0, .refresh(refreshToken: "r1"), accessToken: nil)])
    let first = answer("mina", "a1", refresh: "r2")
    #expect(
      machine.receive(.refreshAnswered(generation: 0, .success(.session(first)))) == [.sessionStarted(first)])
    #expect(
      machine.receive(.tokenWanted(fresh: false)) == [.token("a1")])
    #expect(
      machine.receive(.tokenWanted(fresh: true))
        == [.refresh(generation: 1, .refresh(refreshToken: "r2"), accessToken: "a1")])
  }

  @Test func restoredSessionStarts() {
    var machine = restoring()
    #expect(machine.status == .restoring)
    #expect(machine.receive(.call("1", .rooms)) == [])
    let session = answer()
    #expect(
      machine.receive(.refreshAnswered(generation: 0, .success(.session(session))))
        == [.sessionStarted(session), .send("1", .rooms, accessToken: "a1")])
    #expect(machine.status == .signedIn(session))
  }

  @Test func unknownCookieSignsOutOnce() {
    var machine = restoring()
    _ = machine.receive(.call("1", .rooms))
    #expect(
      machine.receive(.refreshAnswered(generation: 0, .refused(.refreshExpired)))
        == [.finish("1", .signedOut), .sessionEnded(.expired)])
    #expect(machine.receive(.refreshAnswered(generation: 0, .refused(.refreshExpired))) == [])
    #expect(machine.status == .signedOut)
  }

  @Test(arguments: [
    SessionMachine.Outcome.unreachable, .refused(.internalError), .refused(.shuttingDown),
    .refused(.tooManyCalls(retryAfterSeconds: 3)), .refused(.wrongKey), .success(.empty),
  ])
  func troubleKeepsTheSession(_ outcome: SessionMachine.Outcome) {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    _ = machine.receive(.answered("1", .refused(.accessExpired)))
    #expect(machine.receive(.refreshAnswered(generation: 1, outcome)) == [.finish("1", .unreachable)])
    #expect(machine.person == person("mina"))
    #expect(machine.receive(.call("2", .rooms)) == [.send("2", .rooms, accessToken: "a1")])
  }

  @Test func restoringGoesOnAfterAPause() {
    var machine = restoring()
    #expect(
      machine.receive(.refreshAnswered(generation: 0, .unreachable)) == [.startTimer(milliseconds: 1_000)])
    #expect(machine.status == .restoring)
    #expect(
      machine.receive(.timerFired) == [.refresh(generation: 0, refreshEndpoint, accessToken: nil)])
    #expect(
      machine.receive(.refreshAnswered(generation: 0, .unreachable)) == [.startTimer(milliseconds: 2_000)])
    #expect(
      machine.receive(.cameBack) == [.refresh(generation: 0, refreshEndpoint, accessToken: nil)])
    #expect(machine.receive(.cameBack) == [])
  }

  @Test func restoringRestsAsLongAsTheServerAsks() {
    var machine = restoring()
    let busy = SessionMachine.Outcome.refused(.overloaded(retryAfterSeconds: 20))
    #expect(machine.receive(.refreshAnswered(generation: 0, busy)) == [.startTimer(milliseconds: 21_000)])
  }

  @Test func callDuringThePauseTriesAtOnce() {
    var machine = restoring()
    _ = machine.receive(.refreshAnswered(generation: 0, .unreachable))
    #expect(
      machine.receive(.call("1", .rooms)) == [.refresh(generation: 0, refreshEndpoint, accessToken: nil)])
    #expect(
      machine.receive(.refreshAnswered(generation: 0, .unreachable))
        == [.finish("1", .unreachable), .startTimer(milliseconds: 2_000)])
  }

  @Test func failureOfAnOlderGenerationChangesNothing() {
    var machine = signedIn()
    _ = machine.receive(.tokenWanted(fresh: false))
    _ = machine.receive(.tokenWanted(fresh: true))
    let newer = answer("mina", "a9")
    _ = machine.receive(.signedIn(newer))
    #expect(machine.receive(.refreshAnswered(generation: 1, .refused(.refreshExpired))) == [])
    #expect(machine.status == .signedIn(newer))
  }

  @Test func anEndOnPurposeIsToldApart() {
    var machine = restoring()
    #expect(machine.receive(.refreshAnswered(generation: 0, .refused(.sessionEnded))) == [.sessionEnded(.revoked)])
    #expect(machine.status == .signedOut)
  }

  @Test func goneWhileRenewingSignsOut() {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    _ = machine.receive(.answered("1", .refused(.accessInvalid)))
    #expect(
      machine.receive(.refreshAnswered(generation: 1, .refused(.personGone)))
        == [.finish("1", .signedOut), .sessionEnded(.personGone)])
  }

  @Test func socketGetsTheTokenOfTheMoment() {
    var machine = signedIn()
    #expect(machine.receive(.tokenWanted(fresh: false)) == [.token("a1")])
    _ = machine.receive(.call("1", .rooms))
    _ = machine.receive(.answered("1", .refused(.accessExpired)))
    #expect(machine.receive(.tokenWanted(fresh: false)) == [])
    let renewed = answer("mina", "a2")
    #expect(
      machine.receive(.refreshAnswered(generation: 1, .success(.session(renewed))))
        == [.sessionRenewed(renewed), .token("a2"), .send("1", .rooms, accessToken: "a2")])
  }

  @Test func refusedSocketTokenThatWasRenewedMeanwhileNeedsNoRenewal() {
    var machine = signedIn()
    _ = machine.receive(.tokenWanted(fresh: false))
    _ = machine.receive(.signedIn(answer("mina", "a2")))
    #expect(machine.receive(.tokenWanted(fresh: true)) == [.token("a2")])
  }

  @Test func socketLearnsThatThereIsNoToken() {
    var machine = restoring()
    #expect(machine.receive(.tokenWanted(fresh: false)) == [])
    #expect(
      machine.receive(.refreshAnswered(generation: 0, .unreachable))
        == [.tokenUnavailable, .startTimer(milliseconds: 1_000)])
    var nobody = SessionMachine(renewal: .cookie(.eyemon))
    #expect(nobody.receive(.tokenWanted(fresh: false)) == [.tokenUnavailable])
  }

  @Test func somebodyElseInTheCookieReplacesTheSession() {
    var machine = signedIn("mina")
    _ = machine.receive(.call("1", .rooms))
    _ = machine.receive(.answered("1", .refused(.accessExpired)))
    let other = answer("jun", "b1")
    #expect(
      machine.receive(.refreshAnswered(generation: 1, .success(.session(other))))
        == [.finish("1", .signedOut), .sessionEnded(.replaced), .sessionStarted(other)])
  }

  @Test func callsForTheRememberedPersonDoNotRunForAnother() {
    var machine = restoring("mina")
    _ = machine.receive(.call("1", .rooms))
    let other = answer("jun", "b1")
    #expect(
      machine.receive(.refreshAnswered(generation: 0, .success(.session(other))))
        == [.finish("1", .signedOut), .sessionEnded(.replaced), .sessionStarted(other)])
  }
}
