import Contract
import Session
import Testing
import Wire

@testable import SessionSimulation

/// What the full figures found by seed, told without one.
struct SessionStoryTests {
  private let minute: Int64 = 60_000

  /// One tab signs in, a second one starts and renews; then both hold a token of the same time, the first its own.
  private func twoTabs(_ mutant: SessionMutant?) -> SessionSimulation {
    let simulation = SessionSimulation(seed: 1, server: ModelServer(), mutant: mutant)
    simulation.isCalm = true
    simulation.kill(1)
    simulation.signIn(0)
    simulation.quiet()
    simulation.start(1)
    simulation.quiet()
    return simulation
  }

  @Test(arguments: [nil, .wallClockAlone] as [SessionMutant?])
  func aClockThatGoesBackMakesNoOldTokenYoung(mutant: SessionMutant?) {
    let simulation = twoTabs(mutant)
    let before = simulation.successes
    simulation.pass(16 * minute)
    simulation.devices[0].skew = -16 * minute
    simulation.call(0, .anything)
    simulation.quiet()
    #expect(simulation.faults.isEmpty == (mutant == nil))
    #expect(simulation.successes - before == (mutant == nil ? 1 : 0))
  }

  @Test(arguments: [nil, .steadyClockAlone] as [SessionMutant?])
  func aClockThatStoodStillMakesNoOldTokenYoung(mutant: SessionMutant?) {
    let simulation = twoTabs(mutant)
    simulation.devices[0].slept = 60 * minute
    simulation.pass(60 * minute)
    simulation.call(0, .anything)
    simulation.quiet()
    #expect(simulation.faults.isEmpty == (mutant == nil))
  }

  /// An answer that lay in wait while the device slept is old when the other tab hears of it.
  @Test(arguments: [nil, .hearingIsBirth] as [SessionMutant?])
  func anAnswerThatTookLongIsNoYoungToken(mutant: SessionMutant?) {
    let simulation = twoTabs(mutant)
    simulation.pass(16 * minute)
    simulation.call(1, .anything)
    while simulation.requests.first?.generation == nil {
      if simulation.requests.isEmpty { simulation.deliver() } else { simulation.carry() }
    }
    simulation.carry()
    simulation.pass(60 * minute)
    simulation.devices[0].slept = 60 * minute
    simulation.deliver()
    simulation.call(0, .anything)
    simulation.quiet()
    #expect(simulation.faults.isEmpty == (mutant == nil))
  }

  /// Another tab's sign-in of before the own one is no way back into that session: the cookie is another one's by now.
  @Test(arguments: [nil, .hearsayOutlives] as [SessionMutant?])
  func whatWasHeardBeforeTheOwnSignInIsForgotten(mutant: SessionMutant?) throws {
    let simulation = SessionSimulation(seed: 1, server: ModelServer(), mutant: mutant)
    simulation.isCalm = true
    for tab in 0..<2 {
      simulation.signIn(tab)
      simulation.quiet()
    }
    let access = try #require(simulation.clients[1].access)
    let session = try #require(simulation.clients[1].session)
    #expect(simulation.server.logout(access, at: simulation.now) == nil)
    simulation.ledger.ended(session)
    simulation.call(1, .anything)
    simulation.quiet()
    #expect((simulation.clients[1].machine.status == .signedOut) == (mutant == nil))
  }

  /// A farewell that nobody takes any more ends, also where another tab has told of a token that is as dead.
  @Test(arguments: [nil, .adoptsAgain] as [SessionMutant?])
  func aFarewellToAnEndedSessionEnds(mutant: SessionMutant?) throws {
    let simulation = twoTabs(mutant)
    let access = try #require(simulation.clients[1].access)
    let session = try #require(simulation.clients[1].session)
    #expect(simulation.server.logout(access, at: simulation.now) == nil)
    simulation.ledger.ended(session)
    simulation.signOut(0)
    simulation.quiet()
    #expect(simulation.faults.isEmpty == (mutant == nil))
  }

  /// A tab renews while another one signs out, and is started again; then somebody tries to sign in, and cannot.
  @Test func aSignOutIsNotForgottenForASignInThatFails() throws {
    let simulation = twoTabs(nil)
    let access = try #require(simulation.clients[1].access)
    simulation.kill(1)
    simulation.start(1)
    // The renewal is on its way.
    simulation.carry()
    simulation.signOut(0)
    simulation.deliver()
    #expect(simulation.devices[0].member != nil)
    // The sign-out gets lost.
    simulation.pass(minute)
    simulation.devices[0].isOffline = true
    for client in [0, 1] { simulation.kill(client) }
    simulation.start(1)
    #expect(simulation.devices[0].member == nil)
    #expect(simulation.clients[1].machine.status == .signedOut)
    simulation.deliver()
    simulation.signIn(1)
    simulation.deliver()
    #expect(simulation.devices[0].isLeaving)
    simulation.heal()
    simulation.judge()
    #expect(simulation.faults == [])
    #expect(simulation.server.call(access, at: simulation.now) != nil)
    #expect(!simulation.devices[0].isLeaving)
  }

  /// A late repeat makes the pair's access token anew; whoever still gets the first answer has one that has run out.
  @Test func thePairOfALateAnswerHasAnAccessTokenThatCountsNoMore() throws {
    var (server, ledger) = (ModelServer(), SessionLedger())
    let begin = Timestamp(milliseconds: 1_767_571_200_000)
    let later = begin.adding(milliseconds: 16 * minute)
    let first = server.begin(0, at: begin)
    let old = try #require(server.place(of: first.refreshToken))
    ledger.begun(old, first.accessToken, person: 0, at: begin)
    var tokens: [String] = []
    for now in [begin, later] {
      let answer = try server.refresh(first.refreshToken, at: now).get()
      let new = try #require(server.place(of: answer.accessToken))
      #expect(new.generation == 2)
      #expect(ledger.refreshed(old, to: new, answer.accessToken, at: now) == nil)
      tokens.append(answer.accessToken)
    }
    for (token, counts) in zip(tokens, [false, true]) {
      #expect((server.call(token, at: later) == nil) == counts)
      #expect(ledger.mayCall(try #require(server.place(of: token)), token, at: later) == counts)
    }
  }
}
