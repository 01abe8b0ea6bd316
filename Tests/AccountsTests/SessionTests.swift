import Accounts
import Contract
import Domain
import SQL
import Storage
import Synchronization
import Testing
import Wire

private let minute: Int64 = 60_000

struct AccessTests {
  @Test func anAccessTokenWorksForItsLifetime() async throws {
    let house = try await House.make()
    let answer = try await house.join()
    house.clock.advance(milliseconds: 15 * minute - 1)
    _ = try await house.accounts.authorize(answer.accessToken, app: .eyemon)
    house.clock.advance(milliseconds: 1)
    #expect(await refusal { try await house.accounts.authorize(answer.accessToken, app: .eyemon) } == .accessExpired)
  }

  @Test func whatCannotBeVerifiedIsInvalid() async throws {
    let house = try await House.make()
    let answer = try await house.join()
    let stranger = try await House.make()
    let foreign = try await stranger.join().accessToken
    for token in [nil, "", "a.b.c", answer.accessToken + "x", foreign, answer.refreshToken] {
      #expect(await refusal { try await house.accounts.authorize(token, app: .eyemon) } == .accessInvalid)
    }
  }

  @Test func aTokenOfOneAppIsWorthNothingInAnother() async throws {
    let house = try await House.make()
    let answer = try await house.join()
    for app in [App.eyemonDoctor, .flatbread] {
      #expect(await refusal { try await house.accounts.authorize(answer.accessToken, app: app) } == .accessInvalid)
      #expect(await refusal { try await house.accounts.refresh(answer.refreshToken, app: app) } == .accessInvalid)
    }
  }

  @Test func aPersonWhoIsGoneIsForbidden() async throws {
    let house = try await House.make()
    let answer = try await house.join()
    _ = try await house.store.write { (tables) throws in
      try tables.connection.execute("DELETE FROM people")
    }
    let accounts = try await house.restarted()
    #expect(await refusal { try await accounts.authorize(answer.accessToken, app: .eyemon) } == .personGone)
  }

  @Test func logoutEndsBothTokensAtOnceAndOverARestart() async throws {
    let house = try await House.make()
    let answer = try await house.join()
    let principal = try await house.accounts.authorize(answer.accessToken, app: .eyemon)
    try await house.accounts.logout(principal)
    #expect(
      house.ended.sessions.withLock { $0 } == [EndedSession(session: principal.session, reason: .signedOut)])
    for accounts in [house.accounts, try await house.restarted()] {
      #expect(await refusal { try await accounts.authorize(answer.accessToken, app: .eyemon) } == .accessExpired)
      #expect(await refusal { try await accounts.refresh(answer.refreshToken, app: .eyemon) } == .refreshExpired)
    }
  }
}

struct RefreshTests {
  @Test func bothTokensRotate() async throws {
    let house = try await House.make()
    let first = try await house.join()
    house.clock.advance(milliseconds: 20 * minute)
    let second = try await house.accounts.refresh(first.refreshToken, app: .eyemon)
    #expect(second.accessToken != first.accessToken)
    #expect(second.refreshToken != first.refreshToken)
    #expect(second.person == first.person)
    _ = try await house.accounts.authorize(second.accessToken, app: .eyemon)
  }

  @Test func aLostAnswerIsGivenAgainHoweverLate() async throws {
    let house = try await House.make()
    let first = try await house.join()
    let lost = try await house.accounts.refresh(first.refreshToken, app: .eyemon)
    house.clock.advance(milliseconds: 30 * 24 * 60 * minute)
    let again = try await house.accounts.refresh(first.refreshToken, app: .eyemon)
    #expect(again.refreshToken == lost.refreshToken)
    let accounts = try await house.restarted()
    #expect(try await accounts.refresh(first.refreshToken, app: .eyemon) == again)
    // The lost access token has run out meanwhile: the repeat brings one that counts.
    #expect(await refusal { try await accounts.authorize(lost.accessToken, app: .eyemon) } == .accessExpired)
    _ = try await accounts.authorize(again.accessToken, app: .eyemon)
  }

  @Test func theOldTokenWorksForAMinuteAfterTheFirstUseOfTheNewPair() async throws {
    let house = try await House.make()
    let first = try await house.join()
    let second = try await house.accounts.refresh(first.refreshToken, app: .eyemon)
    let third = try await house.accounts.refresh(second.refreshToken, app: .eyemon)
    house.clock.advance(milliseconds: minute)
    #expect(try await house.accounts.refresh(first.refreshToken, app: .eyemon) == second)
    #expect(try await house.accounts.refresh(second.refreshToken, app: .eyemon) == third)
    house.clock.advance(milliseconds: 1)
    #expect(await refusal { try await house.accounts.refresh(first.refreshToken, app: .eyemon) } == .refreshExpired)
  }

  @Test func aStolenOldTokenEndsTheFamily() async throws {
    let house = try await House.make()
    let first = try await house.join()
    let second = try await house.accounts.refresh(first.refreshToken, app: .eyemon)
    let third = try await house.accounts.refresh(second.refreshToken, app: .eyemon)
    house.clock.advance(milliseconds: minute + 1)
    #expect(await refusal { try await house.accounts.refresh(first.refreshToken, app: .eyemon) } == .refreshExpired)
    #expect(await refusal { try await house.accounts.refresh(third.refreshToken, app: .eyemon) } == .refreshExpired)
    #expect(await refusal { try await house.accounts.authorize(third.accessToken, app: .eyemon) } == .accessExpired)
    #expect(house.ended.sessions.withLock { $0.count } == 1)
  }

  @Test func usingTheNewAccessTokenStartsTheMinute() async throws {
    let house = try await House.make()
    let first = try await house.join()
    let second = try await house.accounts.refresh(first.refreshToken, app: .eyemon)
    let principal = try await house.accounts.authorize(second.accessToken, app: .eyemon)
    // The note of the use is written behind the answer: wait for it, not for a time.
    while try await house.store.read({ try $0.sessions.generation(2, of: principal.session)?.usedAt }) == nil {
      await Task.yield()
    }
    house.clock.advance(milliseconds: minute)
    #expect(try await house.accounts.refresh(first.refreshToken, app: .eyemon) == second)
    house.clock.advance(milliseconds: 1)
    #expect(await refusal { try await house.accounts.refresh(first.refreshToken, app: .eyemon) } == .refreshExpired)
  }

  @Test func oldPairsDoNotPileUp() async throws {
    let house = try await House.make()
    var answer = try await house.join()
    let principal = try await house.accounts.authorize(answer.accessToken, app: .eyemon)
    for _ in 0..<10 {
      house.clock.advance(milliseconds: 10 * minute)
      answer = try await house.accounts.refresh(answer.refreshToken, app: .eyemon)
    }
    let kept = try await house.store.read { tables in
      try (1...11).filter { try tables.sessions.generation($0, of: principal.session) != nil }
    }
    #expect(kept.count <= 3)
    #expect(kept.contains(11))
  }

  @Test func parallelRefreshesGetThePairOfOneTurn() async throws {
    let house = try await House.make()
    let first = try await house.join()
    let tokens = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<10 {
        group.addTask { try? await house.accounts.refresh(first.refreshToken, app: .eyemon).refreshToken }
      }
      return await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(tokens.count == 1)
    #expect(!tokens.contains(nil))
  }

  @Test func anExpiredRefreshTokenIsExpired() async throws {
    let house = try await House.make()
    let first = try await house.join()
    house.clock.advance(milliseconds: 60 * 24 * 60 * minute)
    #expect(await refusal { try await house.accounts.refresh(first.refreshToken, app: .eyemon) } == .refreshExpired)
    for token in [first.accessToken, "x", first.refreshToken + "x"] {
      #expect(await refusal { try await house.accounts.refresh(token, app: .eyemon) } == .accessInvalid)
    }
  }
}
