import Contract
import Domain
import Session
import Testing
import Wire

@Suite struct SessionEndTests {
  private let login = Endpoint.login(LoginForm(email: "a@b.kr", password: "x"))

  @Test func loginThroughTheMachineStartsTheSession() {
    var machine = SessionMachine(renewal: .cookie(.eyemon))
    #expect(machine.receive(.call("1", login)) == [.send("1", login, accessToken: nil)])
    let session = answer()
    #expect(
      machine.receive(.answered("1", .success(.session(session))))
        == [.finish("1", .success(.session(session))), .sessionStarted(session)])
    #expect(machine.receive(.signedIn(session)) == [])
  }

  @Test func signingOutEndsHereAtOnceAndTellsTheServer() {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    #expect(
      machine.receive(.signOut) == [
        .leaving(true), .cancel("1"), .finish("1", .signedOut), .sessionEnded(.left),
        .send(SessionMachine.logoutID, .logout, accessToken: "a1"),
      ])
    #expect(machine.receive(.answered("1", .success(.rooms([])))) == [])
    #expect(machine.receive(.signOut) == [])
    #expect(machine.receive(.answered(SessionMachine.logoutID, .success(.empty))) == [.leaving(false)])
  }

  @Test func farewellIsRepeatedUntilTheServerHeardIt() {
    var machine = signedIn()
    _ = machine.receive(.signOut)
    #expect(
      machine.receive(.answered(SessionMachine.logoutID, .unreachable)) == [.startTimer(milliseconds: 1_000)])
    #expect(machine.receive(.timerFired) == [.send(SessionMachine.logoutID, .logout, accessToken: "a1")])
    #expect(machine.receive(.answered(SessionMachine.logoutID, .refused(.shuttingDown))).count == 1)
    #expect(machine.receive(.cameBack) == [.send(SessionMachine.logoutID, .logout, accessToken: "a1")])
  }

  /// The server has not heard of the sign-out where somebody else has answered in its place.
  @Test(
    arguments: [400, 401, 403, 404, 418, 419],
    ["<html>", #"{"message":"Forbidden"}"#, #"{"message":"no","code":"not_found"}"#])
  func farewellGoesOnWhereAStrangerRefusedIt(status: Int, body: String) {
    var machine = signedIn()
    _ = machine.receive(.signOut)
    let stranger = APIError(parsing: HTTPResponse(status, body: Array(body.utf8)))
    #expect(
      machine.receive(.answered(SessionMachine.logoutID, .refused(stranger))) == [.startTimer(milliseconds: 1_000)])
    #expect(machine.receive(.timerFired) == [.send(SessionMachine.logoutID, .logout, accessToken: "a1")])
  }

  @Test func farewellEndsWhereThePersonIsGone() {
    var machine = signedIn()
    _ = machine.receive(.signOut)
    #expect(machine.receive(.answered(SessionMachine.logoutID, .refused(.personGone))) == [.leaving(false)])
  }

  @Test func farewellWithAnExpiredTokenRenewsFirst() {
    var machine = signedIn()
    _ = machine.receive(.signOut)
    #expect(
      machine.receive(.answered(SessionMachine.logoutID, .refused(.accessExpired)))
        == [.refresh(generation: 1, refreshEndpoint, accessToken: nil)])
    #expect(
      machine.receive(.refreshAnswered(generation: 1, .success(.session(answer("mina", "a2")))))
        == [.send(SessionMachine.logoutID, .logout, accessToken: "a2")])
    #expect(machine.status == .signedOut)
  }

  @Test func farewellSurvivesAReload() {
    var machine = SessionMachine(renewal: .cookie(.eyemon))
    #expect(
      machine.receive(.restore(person: nil, refreshToken: nil, isLeaving: true))
        == [.refresh(generation: 0, refreshEndpoint, accessToken: nil)])
    #expect(machine.status == .signedOut)
    #expect(
      machine.receive(.refreshAnswered(generation: 0, .success(.session(answer()))))
        == [.send(SessionMachine.logoutID, .logout, accessToken: "a1")])
    #expect(machine.receive(.answered(SessionMachine.logoutID, .success(.empty))) == [.leaving(false)])
  }

  @Test func farewellEndsWhereTheCookieIsUnknown() {
    var machine = SessionMachine(renewal: .cookie(.eyemon))
    _ = machine.receive(.restore(person: nil, refreshToken: nil, isLeaving: true))
    #expect(machine.receive(.refreshAnswered(generation: 0, .refused(.refreshExpired))) == [.leaving(false)])
  }

  @Test func signInWaitsForTheFarewellOnItsWay() {
    var machine = signedIn()
    _ = machine.receive(.signOut)
    #expect(machine.receive(.call("1", login)) == [])
    #expect(
      machine.receive(.answered(SessionMachine.logoutID, .success(.empty)))
        == [.leaving(false), .send("1", login, accessToken: nil)])
  }

  @Test func signInReplacesAFarewellThatNobodyHeard() {
    var machine = signedIn()
    _ = machine.receive(.signOut)
    _ = machine.receive(.answered(SessionMachine.logoutID, .unreachable))
    #expect(machine.receive(.call("1", login)) == [.send("1", login, accessToken: nil)])
    for event in [SessionMachine.Event.timerFired, .cameBack] { #expect(machine.receive(event) == []) }
    let session = answer("jun", "b1")
    #expect(
      machine.receive(.answered("1", .success(.session(session))))
        == [.finish("1", .success(.session(session))), .leaving(false), .sessionStarted(session)])
    #expect(machine.receive(.timerFired) == [])
  }

  /// Of two sign-ins at once the second is under way when the first one's session is left, and then its own.
  @Test func theAnswerToAnOldFarewellIsNotTakenForThatOfANewOne() {
    var machine = signedIn()
    _ = machine.receive(.call("1", login))
    #expect(machine.receive(.signOut) == [.leaving(true), .sessionEnded(.left)])
    let session = answer("jun", "b1")
    #expect(
      machine.receive(.answered("1", .success(.session(session))))
        == [.finish("1", .success(.session(session))), .leaving(false), .sessionStarted(session)])
    #expect(machine.receive(.signOut).last == .send(SessionMachine.logoutID, .logout, accessToken: "b1"))
  }

  /// The same where the session was being renewed as well.
  @Test func aFarewellAfterARenewalWaitsForTheSignIn() {
    var machine = signedIn()
    _ = machine.receive(.call("1", login))
    _ = machine.receive(.tokenWanted(fresh: false))
    _ = machine.receive(.tokenWanted(fresh: true))
    _ = machine.receive(.signOut)
    #expect(machine.receive(.refreshAnswered(generation: 1, .success(.session(answer("mina", "a2"))))) == [])
    #expect(machine.receive(.answered("1", .refused(.wrongCredentials))).last == .startTimer(milliseconds: 1_000))
    #expect(machine.receive(.timerFired) == [.send(SessionMachine.logoutID, .logout, accessToken: "a2")])
  }

  /// Who tried to sign in and could not has still signed out before.
  @Test(arguments: [SessionMachine.Outcome.unreachable, .refused(.wrongCredentials), .refused(.internalError)])
  func aSignInThatFailsForgetsNoFarewell(outcome: SessionMachine.Outcome) {
    var machine = signedIn()
    _ = machine.receive(.signOut)
    _ = machine.receive(.answered(SessionMachine.logoutID, .unreachable))
    // What begins no session does not put it off.
    let check = Endpoint.validateEmail("a@b.kr")
    _ = machine.receive(.call("0", check))
    #expect(machine.receive(.answered("0", .success(.note("")))) == [.finish("0", .success(.note("")))])
    _ = machine.receive(.call("1", login))
    #expect(machine.receive(.answered("1", outcome)).last == .startTimer(milliseconds: 1_000))
    #expect(machine.receive(.timerFired) == [.send(SessionMachine.logoutID, .logout, accessToken: "a1")])
    _ = machine.receive(.answered(SessionMachine.logoutID, .unreachable))
    _ = machine.receive(.call("2", login))
    #expect(machine.receive(.cancelled("2")) == [.startTimer(milliseconds: 2_000)])
    #expect(machine.receive(.signInWanted) == [.signInMayStart])
    #expect(machine.receive(.cameBack) == [])
    #expect(machine.receive(.signInFailed) == [.startTimer(milliseconds: 2_000)])
    #expect(machine.receive(.cameBack) == [.send(SessionMachine.logoutID, .logout, accessToken: "a1")])
    #expect(machine.receive(.answered(SessionMachine.logoutID, .success(.empty))) == [.leaving(false)])
  }

  @Test func aSignInBesideTheMachineStartsAtOnceWhereNothingIsUnderWay() {
    var machine = SessionMachine(renewal: .cookie(.eyemon))
    #expect(machine.receive(.signInWanted) == [.signInMayStart])
    let session = answer()
    #expect(machine.receive(.signedIn(session)) == [.sessionStarted(session)])
    #expect(machine.receive(.call("1", .rooms)) == [.send("1", .rooms, accessToken: "a1")])
  }

  @Test func aSignInBesideTheMachineWaitsForTheFarewellOnItsWay() {
    var machine = signedIn()
    _ = machine.receive(.signOut)
    #expect(machine.receive(.signInWanted) == [])
    #expect(
      machine.receive(.answered(SessionMachine.logoutID, .unreachable))
        == [.startTimer(milliseconds: 1_000), .signInMayStart])
    #expect(machine.receive(.timerFired) == [])
    #expect(machine.receive(.signedIn(answer("jun", "b1"))).first == .leaving(false))
  }

  /// Another person's session in the cookie is found while somebody waits to sign in.
  @Test func aSignInBesideTheMachineIsAdmittedAfterARenewalThatFoundSomebodyElse() {
    var machine = restoring("mina")
    #expect(machine.receive(.signInWanted) == [])
    let other = answer("jun", "b1")
    #expect(
      machine.receive(.refreshAnswered(generation: 0, .success(.session(other))))
        == [.sessionEnded(.replaced), .sessionStarted(other), .signInMayStart])
  }

  @Test func aSignInThatFailedMayBeTriedAgain() {
    var machine = SessionMachine(renewal: .cookie(.eyemon))
    _ = machine.receive(.signInWanted)
    #expect(machine.receive(.signInFailed) == [])
    #expect(machine.receive(.signInWanted) == [.signInMayStart])
  }

  @Test func signingOutDuringARenewalUsesItsAnswer() {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    _ = machine.receive(.answered("1", .refused(.accessExpired)))
    #expect(
      machine.receive(.signOut) == [.leaving(true), .finish("1", .signedOut), .sessionEnded(.left)])
    #expect(
      machine.receive(.refreshAnswered(generation: 1, .success(.session(answer("mina", "a2")))))
        == [.send(SessionMachine.logoutID, .logout, accessToken: "a2")])
    #expect(machine.status == .signedOut)
  }

  @Test func signInDuringARenewalWaitsForItsEnd() {
    var machine = restoring()
    #expect(machine.receive(.call("1", login)) == [])
    #expect(
      machine.receive(.refreshAnswered(generation: 0, .refused(.refreshExpired)))
        == [.sessionEnded(.expired), .send("1", login, accessToken: nil)])
  }

  @Test func goneEndsTheSessionOnceForAllCalls() {
    var machine = signedIn()
    _ = machine.receive(.call("1", .rooms))
    _ = machine.receive(.call("2", .doctors))
    #expect(
      machine.receive(.answered("1", .refused(.personGone))) == [
        .cancel("1"), .finish("1", .signedOut), .cancel("2"), .finish("2", .signedOut), .sessionEnded(.personGone),
      ])
    #expect(machine.receive(.answered("2", .refused(.personGone))) == [])
  }

  @Test func anotherPersonEndsTheCallsOfTheFirst() {
    var machine = signedIn("mina")
    _ = machine.receive(.call("1", .rooms))
    let other = answer("jun", "b1")
    #expect(
      machine.receive(.signedIn(other))
        == [.cancel("1"), .finish("1", .signedOut), .sessionEnded(.replaced), .sessionStarted(other)])
    #expect(machine.receive(.answered("1", .refused(.personGone))) == [])
    #expect(machine.person == person("jun"))
  }
}
