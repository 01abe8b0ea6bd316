import Contract
import Domain
import Session
import Testing

@Suite struct SessionCallTests {
  @Test func callCarriesTheToken() {
    var machine = signedIn()
    #expect(machine.receive(.call("1", .rooms)) == [.send("1", .rooms, accessToken: "a1")])
    #expect(machine.receive(.answered("1", .success(.rooms([])))) == [.finish("1", .success(.rooms([])))])
  }

  @Test func callWithoutSessionEndsAtOnce() {
    var machine = SessionMachine(renewal: .cookie(.eyemon))
    #expect(machine.receive(.call("1", .rooms)) == [.finish("1", .signedOut)])
  }

  @Test func publicRoutesNeedNoSession() {
    var machine = SessionMachine(renewal: .cookie(.eyemon))
    let check = Endpoint.validateEmail("a@b.kr")
    #expect(machine.receive(.call("1", check)) == [.send("1", check, accessToken: nil)])
    #expect(machine.receive(.answered("1", .success(.note("ok")))) == [.finish("1", .success(.note("ok")))])
  }

  @Test func wrongPasswordIsNoReasonToRefresh() {
    var machine = SessionMachine(renewal: .cookie(.eyemon))
    let login = Endpoint.login(LoginForm(email: "a@b.kr", password: "x"))
    _ = machine.receive(.call("1", login))
    #expect(
      machine.receive(.answered("1", .refused(.wrongCredentials))) == [.finish("1", .refused(.wrongCredentials))])
  }

  @Test func expiredTokenIsRenewedAndTheCallReplayed() {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    #expect(
      machine.receive(.answered("1", .refused(.accessExpired)))
        == [.refresh(generation: 1, refreshEndpoint, accessToken: "a1")])
    let renewed = answer("mina", "a2")
    #expect(
      machine.receive(.refreshAnswered(generation: 1, .success(.session(renewed))))
        == [.sessionRenewed(renewed), .send("1", .rooms, accessToken: "a2")])
    #expect(machine.receive(.answered("1", .success(.rooms([])))) == [.finish("1", .success(.rooms([])))])
  }

  @Test func unverifiableTokenIsRenewedAsWell() {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    #expect(
      machine.receive(.answered("1", .refused(.accessInvalid)))
        == [.refresh(generation: 1, refreshEndpoint, accessToken: "a1")])
  }

  @Test func replayHappensOnce() {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    _ = machine.receive(.answered("1", .refused(.accessExpired)))
    _ = machine.receive(.refreshAnswered(generation: 1, .success(.session(answer("mina", "a2")))))
    #expect(
      machine.receive(.answered("1", .refused(.accessExpired))) == [.finish("1", .refused(.accessExpired))])
  }

  @Test func callsWaitWhileTheTokenIsRenewed() {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    _ = machine.receive(.answered("1", .refused(.accessExpired)))
    #expect(machine.receive(.call("2", .doctors)) == [])
    let commands = machine.receive(.refreshAnswered(generation: 1, .success(.session(answer("mina", "a2")))))
    #expect(
      commands.dropFirst() == [
        .send("1", .rooms, accessToken: "a2"), .send("2", .doctors, accessToken: "a2"),
      ])
  }

  @Test func manyExpiredCallsNeedOneRenewal() {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    _ = machine.receive(.call("2", .doctors))
    #expect(machine.receive(.answered("1", .refused(.accessExpired))).count == 1)
    #expect(machine.receive(.answered("2", .refused(.accessExpired))) == [])
  }

  @Test func lateExpiryIsReplayedWithTheTokenThatCameMeanwhile() {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    _ = machine.receive(.call("2", .doctors))
    _ = machine.receive(.answered("1", .refused(.accessExpired)))
    _ = machine.receive(.refreshAnswered(generation: 1, .success(.session(answer("mina", "a2")))))
    #expect(
      machine.receive(.answered("2", .refused(.accessExpired))) == [.send("2", .doctors, accessToken: "a2")])
  }

  @Test func serverTroubleEndsTheCallOnly() {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    #expect(machine.receive(.answered("1", .refused(.internalError))) == [.finish("1", .unreachable)])
    _ = machine.receive(.call("2", .rooms))
    #expect(machine.receive(.answered("2", .unreachable)) == [.finish("2", .unreachable)])
    #expect(machine.person == person("mina"))
  }

  @Test func refusalGoesToTheCaller() {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    #expect(
      machine.receive(.answered("1", .refused(.notParticipant))) == [.finish("1", .refused(.notParticipant))])
  }

  @Test func cancelledCallIsForgotten() {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    #expect(machine.receive(.cancelled("1")) == [])
    #expect(machine.receive(.answered("1", .success(.rooms([])))) == [])
  }

  @Test func unknownAnswersChangeNothing() {
    var machine = signedIn()
    let before = machine
    #expect(machine.receive(.answered("9", .refused(.accessExpired))) == [])
    #expect(machine.receive(.refreshAnswered(generation: 1, .success(.session(answer("mina", "zz"))))) == [])
    #expect(machine == before)
  }
}
