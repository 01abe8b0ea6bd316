import Accounts
import Contract
import Domain
import Storage
import Synchronization
import Testing
import Tokens
import Wire

private let minute: Int64 = 60_000

struct SessionListTests {
  private func begin(_ house: House, _ name: String, as person: SessionAnswer) async throws -> SessionAnswer {
    let row = try #require(house.secrets.identifiers.row(person.person.id))
    return try await house.accounts.begin(row, app: .eyemon, device: SessionDevice(name: name, platform: "ios"))
  }

  private func caller(_ house: House, _ answer: SessionAnswer) async throws -> Principal {
    try await house.accounts.authorize(answer.accessToken, app: .eyemon)
  }

  @Test func theListNamesDevicesAndTheirLastUse() async throws {
    let house = try await House.make()
    let first = try await house.join()
    house.clock.advance(milliseconds: minute)
    let phone = try await begin(house, "하늘의 iPhone", as: first)
    let caller = try await caller(house, phone)
    var list = try await house.accounts.sessions(of: caller.person)
    #expect(list.map(\.device.name) == ["하늘의 iPhone", ""])
    house.clock.advance(milliseconds: minute)
    _ = try await self.caller(house, first)
    list = try await house.accounts.sessions(of: caller.person)
    #expect(list.first { $0.device.name.isEmpty }?.lastUsedAt == house.clock.time)
    #expect(list.first { !$0.device.name.isEmpty }?.lastUsedAt == house.clock.time.adding(milliseconds: -minute))
  }

  @Test func anotherDeviceIsSignedOutAtOnce() async throws {
    let house = try await House.make()
    let first = try await house.join()
    let other = try await begin(house, "태블릿", as: first)
    let caller = try await caller(house, first)
    let session = try await self.caller(house, other).session
    try await house.accounts.endSession(house.secrets.identifiers.id(session), by: caller)
    #expect(await refusal { try await house.accounts.authorize(other.accessToken, app: .eyemon) } == .accessExpired)
    #expect(await refusal { try await house.accounts.refresh(other.refreshToken, app: .eyemon) } == .sessionEnded)
    #expect(house.ended.sessions.withLock { $0 } == [EndedSession(session: session, reason: .remote)])
    #expect(try await house.accounts.sessions(of: caller.person).map(\.id) == [caller.session])
    let id = house.secrets.identifiers.id(session)
    #expect(await refusal { try await house.accounts.endSession(id, by: caller) } == .notFound)
  }

  @Test func nobodyEndsTheSessionOfAnother() async throws {
    let house = try await House.make()
    let (mine, theirs) = (try await house.join(), try await house.join("b@example.com"))
    let (caller, other) = (try await caller(house, mine), try await caller(house, theirs))
    let id = house.secrets.identifiers.id(other.session)
    #expect(await refusal { try await house.accounts.endSession(id, by: caller) } == .notFound)
    #expect(await refusal { try await house.accounts.endSession(ID("nonsense"), by: caller) } == .notFound)
    _ = try await self.caller(house, theirs)
  }

  @Test func signingOutEverywhereLeavesTheOneThatAsked() async throws {
    let house = try await House.make()
    let first = try await house.join()
    let others = [try await begin(house, "1", as: first), try await begin(house, "2", as: first)]
    let caller = try await caller(house, first)
    #expect(try await house.accounts.endSessions(of: caller.person, except: caller.session, .remote) == 2)
    for other in others {
      #expect(await refusal { try await house.accounts.refresh(other.refreshToken, app: .eyemon) } == .sessionEnded)
    }
    _ = try await house.accounts.refresh(first.refreshToken, app: .eyemon)
    #expect(try await house.accounts.endSessions(of: caller.person, .remote) == 1)
    #expect(await refusal { try await house.accounts.refresh(first.refreshToken, app: .eyemon) } == .sessionEnded)
  }

  /// What somebody wanted out erases what it has kept: the device that did so itself has seen to that, and the others
  /// only run out.
  @Test(
    arguments: [
      (.remote, .sessionEnded), (.credentialsChanged, .sessionEnded), (.personGone, .sessionEnded),
      (.byOperator, .sessionEnded), (.signedOut, .refreshExpired), (.crowdedOut, .refreshExpired),
      (.reused, .refreshExpired),
    ] as [(SessionEnd, APIError)])
  func theRefusalSaysWhetherTheEndWasWished(reason: SessionEnd, error: APIError) async throws {
    let house = try await House.make()
    let first = try await house.join()
    let caller = try await caller(house, first)
    #expect(try await house.accounts.endSessions(of: caller.person, reason) == 1)
    for accounts in [house.accounts, try await house.restarted()] {
      #expect(await refusal { try await accounts.refresh(first.refreshToken, app: .eyemon) } == error)
    }
  }

  @Test func theOneUsedLongestAgoMakesRoom() async throws {
    let house = try await House.make { $0.sessionsPerPerson = 3 }
    let first = try await house.join()
    var answers = [first]
    for number in 2...3 {
      house.clock.advance(milliseconds: minute)
      answers.append(try await begin(house, "\(number)", as: first))
    }
    house.clock.advance(milliseconds: 6 * minute)
    answers[0] = try await house.accounts.refresh(first.refreshToken, app: .eyemon)
    let crowdedOut = try await caller(house, answers[1]).session
    // The first was used after that, so the second has been silent for longest: its token is only read, not used.
    house.clock.advance(milliseconds: minute)
    answers[0] = try await house.accounts.refresh(answers[0].refreshToken, app: .eyemon)
    house.clock.advance(milliseconds: minute)
    answers[2] = try await house.accounts.refresh(answers[2].refreshToken, app: .eyemon)
    _ = try await begin(house, "4", as: first)
    #expect(
      house.ended.sessions.withLock { $0 } == [EndedSession(session: crowdedOut, reason: .crowdedOut)])
    #expect(
      await refusal { try await house.accounts.refresh(answers[1].refreshToken, app: .eyemon) } == .refreshExpired)
    _ = try await house.accounts.refresh(answers[0].refreshToken, app: .eyemon)
  }

  @Test func aDoctorBeginsNoSessionOfAPatientsApp() async throws {
    let house = try await House.make()
    let doctor = try await house.join("d@example.com", app: .eyemonDoctor)
    let row = try #require(house.secrets.identifiers.row(doctor.person.id))
    let refused = await refusal {
      try await house.accounts.begin(row, app: .eyemon, device: SessionDevice())
    }
    #expect(refused == .wrongApp(.eyemon))
  }

  @Test(arguments: [
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari · iPhone", "web"
    ),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0",
      "Edge · Windows", "web"
    ),
    (
      "Mozilla/5.0 (Linux; Android 14; SM-S921N) AppleWebKit/537.36 SamsungBrowser/26.0 Chrome/122.0 Safari/537.36",
      "Samsung Internet · Android", "web"
    ),
    ("EyeMon/3 CFNetwork/1568.100.1 Darwin/24.0.0", "EyeMon", "ios"), ("okhttp/4.12.0", "okhttp", "android"),
    ("curl/8.5", "curl", ""), ("", "", ""),
  ])
  func theUserAgentNamesADevice(agent: String, name: String, platform: String) {
    let device = SessionDevice(headers: ["User-Agent": agent])
    #expect(device.name == name)
    #expect(device.platform == platform)
  }

  @Test func aNameOfADeviceIsCutAndCannotSteerATerminal() {
    let headers: HTTPHeaders = [
      "User-Agent": "x", "X-Device-Name": "%ED%95%98%EB%8A%98%1B%5B31m" + String(repeating: "a", count: 500),
      "X-Platform": "iOS",
    ]
    let device = SessionDevice(headers: headers)
    #expect(device.name.hasPrefix("하늘[31ma"))
    #expect(device.name.count <= SessionDevice.nameLimit)
    #expect(device.platform == "ios")
    #expect(SessionDevice(headers: ["X-Device-Name": "%zz"]).name == "%zz")
  }
}

struct KeyRotationTests {
  @Test func aNewKeySignsNobodyOut() async throws {
    let house = try await House.make()
    let first = try await house.join()
    let lost = try await house.accounts.refresh(first.refreshToken, app: .eyemon)
    let keys = try await house.accounts.rotateKeys()
    #expect(keys.count == 2)
    for accounts in [house.accounts, try await house.restarted()] {
      _ = try await accounts.authorize(lost.accessToken, app: .eyemon)
      let again = try await accounts.refresh(first.refreshToken, app: .eyemon)
      // The same pair, signed anew.
      #expect(again.refreshToken != lost.refreshToken)
      _ = try await accounts.refresh(again.refreshToken, app: .eyemon)
    }
  }

  @Test func theOldKeyGoesWithItsLastToken() async throws {
    let house = try await House.make()
    _ = try await house.join()
    let old = try #require(try await house.accounts.rotateKeys().last)
    house.clock.advance(milliseconds: 60 * 24 * 60 * minute)
    #expect(try await house.accounts.rotateKeys().contains { $0.id == old.id })
    house.clock.advance(milliseconds: 60 * minute + 1)
    #expect(try await !house.accounts.rotateKeys().contains { $0.id == old.id })
  }

  /// A reset ends the session of whoever knew the password, while a change of theirs is under way.
  @Test func aSessionThatEndedMeanwhileChangesNothing() async throws {
    let house = try await House.make()
    let thief = try await house.caller(try await house.join())
    try await house.accounts.endSessions(of: thief.person, .credentialsChanged)
    let accounts = house.accounts
    let kakao = ProvenIdentity(kind: .kakao, subject: "77", label: "정민지")
    let number = "01012345678"
    let refusals = [
      await refusal { try await accounts.changePassword(password, to: "maru!9876", by: thief) },
      await refusal { try await accounts.unlink(.email, password: password, by: thief) },
      await refusal { try await accounts.link(kakao, by: thief) },
      await refusal { try await accounts.linkPhone(number, code: "123456", password: password, by: thief) },
      await refusal { try await accounts.setEmail("n@example.com", code: "123456", by: thief) },
    ]
    #expect(refusals.allSatisfy { $0 == .accessExpired }, "\(refusals)")
  }

  @Test func keysThatLeakedCountNoMore() async throws {
    let house = try await House.make()
    let first = try await house.join()
    #expect(try await house.accounts.rotateKeys(isLeak: true).count == 1)
    #expect(await refusal { try await house.accounts.authorize(first.accessToken, app: .eyemon) } == .accessInvalid)
    #expect(await refusal { try await house.accounts.refresh(first.refreshToken, app: .eyemon) } == .accessInvalid)
    // A socket was let in by a token of the old key.
    #expect(house.ended.sessions.withLock { $0.map(\.reason) } == [.byOperator])
    #expect(try await house.store.read { try $0.sessions.peopleWithOpen() }.isEmpty)
  }
}
