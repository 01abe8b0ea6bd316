import AccountContract
import Accounts
import Contract
import Domain
import JSON
import Storage
import Synchronization
import Testing
import Wire

private let number = "010-1234-5678"

struct PhoneTests {
  @Test func anUnknownNumberSignsUpWithTheSameCode() async throws {
    let house = try await House.make()
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    let code = try house.outbox.code
    var form = PhoneLogin(phone: number, code: code)
    #expect(await refusal { try await house.accounts.login(form, app: .eyemon) } == .phoneUnknown)
    form.nick = "바다"
    let joined = try await house.accounts.login(form, app: .eyemon)
    #expect(joined.email == "")
    #expect(joined.person.nick == "바다")
    #expect(await refusal { try await house.accounts.login(form, app: .eyemon) } == .wrongCode, "it is spent")
    house.clock.advance(milliseconds: 60_000)
    _ = try await house.accounts.sendCode(toPhone: "+82 10 1234 5678", app: .eyemon)
    let again = try await house.accounts.login(
      PhoneLogin(phone: "01012345678", code: house.outbox.code), app: .eyemon)
    #expect(again.person == joined.person)
    #expect(house.outbox.recipients == ["+821012345678", "+821012345678"])
  }

  /// What could not be sent goes with its person.
  @Test func lettersNameWhomTheyAreAbout() async throws {
    let house = try await House.make()
    let caller = try await house.caller(house.join())
    let person = caller.person
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    try await house.accounts.linkPhone(number, code: house.outbox.code, password: password, by: caller)
    house.clock.advance(milliseconds: 31_000)
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    _ = try await house.accounts.requestReset(email: "a@example.com", app: .eyemon)
    _ = try await house.accounts.requestReset(email: "nobody@example.com", app: .eyemon)
    let letters = house.outbox.letters.withLock { $0 }
    #expect(letters.map { $0?.person } == [nil, person, person, person, nil])
  }

  @Test func aResendNeverKillsAValidCode() async throws {
    let house = try await House.make()
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    let first = try house.outbox.code
    house.clock.advance(milliseconds: 31_000)
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    #expect(try house.outbox.code == first, "whichever message arrives first is right")
    let form = PhoneLogin(phone: number, code: first, nick: "바다")
    _ = try await house.accounts.login(form, app: .eyemon)
  }

  @Test func noCodeIsRightForMoreThanTenMinutesHoweverOftenItIsSent() async throws {
    let house = try await House.make()
    func send() async throws -> String {
      _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
      return try house.outbox.code
    }
    /// A right code of a number that nobody has stays right.
    func isRight(_ code: String) async -> Bool {
      let form = PhoneLogin(phone: number, code: code)
      return await refusal { try await house.accounts.login(form, app: .eyemon) } == .phoneUnknown
    }
    let first = try await send()
    house.clock.advance(milliseconds: 300_000 - 1)
    #expect(try await send() == first)
    house.clock.advance(milliseconds: 200_000)
    let second = try await send()
    #expect(second != first)
    #expect(await isRight(first), "a resend takes nothing away")
    house.clock.advance(milliseconds: 100_001)
    #expect(await !isRight(first))
    #expect(await isRight(second))
  }

  @Test func aCodeRunsOut() async throws {
    let house = try await House.make()
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    let form = PhoneLogin(phone: number, code: try house.outbox.code, nick: "바다")
    house.clock.advance(milliseconds: 300_000)
    #expect(await refusal { try await house.accounts.login(form, app: .eyemon) } == .wrongCode)
  }

  @Test func aNumberHasABudgetOfMessagesThatSurvivesARestart() async throws {
    let house = try await House.make()
    for _ in 0..<5 {
      _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
      house.clock.advance(milliseconds: 31_000)
    }
    let accounts = try await house.restarted()
    let refused = await refusal { try await accounts.sendCode(toPhone: number, app: .eyemon) }
    #expect(refused?.status == 429)
    let seconds = try #require(refused?.retryAfterSeconds)
    #expect((3_300...3_600).contains(seconds))
    _ = try await accounts.sendCode(toPhone: "01000000000", app: .eyemon)
    house.clock.advance(milliseconds: Int64(seconds) * 1_000)
    _ = try await accounts.sendCode(toPhone: number, app: .eyemon)
  }

  @Test func guessesHaveABudgetThatSurvivesARestart() async throws {
    let house = try await House.make()
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    let code = try house.outbox.code
    for guess in 0..<10 {
      let form = PhoneLogin(phone: number, code: wrong(code, guess), nick: "바다")
      #expect(await refusal { try await house.accounts.login(form, app: .eyemon) } == .wrongCode)
    }
    let accounts = try await house.restarted()
    let right = PhoneLogin(phone: number, code: code, nick: "바다")
    #expect(await refusal { try await accounts.login(right, app: .eyemon) }?.status == 429)
    #expect(await refusal { try await accounts.sendCode(toPhone: number, app: .eyemon) }?.status == 429)
  }

  @Test func parallelGuessesNeverExceedTheBudget() async throws {
    let house = try await House.make()
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    let code = try house.outbox.code
    let statuses = await withTaskGroup(of: Int.self) { group in
      for guess in 0..<100 {
        group.addTask {
          let form = PhoneLogin(phone: number, code: wrong(code, guess), nick: "바다")
          return await refusal { try await house.accounts.login(form, app: .eyemon) }?.status ?? 200
        }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(statuses == [400: 10, 429: 90])
  }

  @Test func parallelRightGuessesMakeOneAccount() async throws {
    let house = try await House.make()
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    let form = PhoneLogin(phone: number, code: try house.outbox.code, nick: "바다")
    let signedIn = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<30 { group.addTask { (try? await house.accounts.login(form, app: .eyemon)) != nil } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(signedIn == 1)
  }

  @Test func onlyNumbersOfTheOperatorsCountriesGetMessages() async throws {
    let house = try await House.make()
    for text in ["+1 202 555 0123", "02-123-4567", "", "abc"] {
      #expect(await refusal { try await house.accounts.sendCode(toPhone: text, app: .eyemon) } == .invalidPhone)
    }
    let open = try await House.make { $0.phoneCountries = [] }
    _ = try await open.accounts.sendCode(toPhone: "+1 202 555 0123", app: .eyemon)
    let closed = try await House.make { $0.isPhoneOpen = false }
    #expect(await refusal { try await closed.accounts.sendCode(toPhone: number, app: .eyemon) } == .wayClosed)
  }

  @Test func allMessagesTogetherHaveABudget() async throws {
    let house = try await House.make { $0.messagesPerHour = 3 }
    let statuses = await withTaskGroup(of: Int?.self) { group in
      for digit in 0..<9 {
        group.addTask {
          await refusal { try await house.accounts.sendCode(toPhone: "0101234567\(digit)", app: .eyemon) }?.status
        }
      }
      return await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == nil }.count == 3)
    #expect(statuses.filter { $0 == 429 }.count == 6)
  }

  /// Whoever asks for one number again and again is sent nothing, and takes nothing from the others.
  @Test func whatIsNotSentCostsNobodyElseTheirMessage() async throws {
    let house = try await House.make { $0.messagesPerHour = 2 }
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    for _ in 0..<5 {
      #expect(await refusal { try await house.accounts.sendCode(toPhone: number, app: .eyemon) }?.status == 429)
    }
    _ = try await house.accounts.sendCode(toPhone: "01000000000", app: .eyemon)
    let third = await refusal { try await house.accounts.sendCode(toPhone: "01000000001", app: .eyemon) }
    #expect(try #require(third?.retryAfterSeconds) > 1_700, "the budget is that of an hour")
  }

  @Test func eachRoleHasItsApp() async throws {
    let house = try await House.make()
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    _ = try await house.accounts.login(
      PhoneLogin(phone: number, code: house.outbox.code, nick: "바다"), app: .eyemon)
    house.clock.advance(milliseconds: 60_000)
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemonDoctor)
    let form = PhoneLogin(phone: number, code: try house.outbox.code)
    #expect(await refusal { try await house.accounts.login(form, app: .eyemonDoctor) }?.code == .wrongApp)
    _ = try await house.accounts.login(form, app: .eyemon)
  }
}

struct LinkTests {
  @Test func aNumberBelongsToOneAccount() async throws {
    let house = try await House.make()
    let one = try await house.caller(try await house.join("a@example.com"))
    let two = try await house.caller(try await house.join("b@example.com"))
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    try await house.accounts.linkPhone(number, code: house.outbox.code, password: password, by: one)
    house.clock.advance(milliseconds: 60_000)
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    let code = try house.outbox.code
    let taken = await refusal {
      try await house.accounts.linkPhone(number, code: code, password: password, by: two)
    }
    #expect(taken == .identityTaken)
    let signedIn = try await house.accounts.login(PhoneLogin(phone: number, code: code), app: .eyemon)
    #expect(try await house.caller(signedIn).person == one.person)
    let ways = try await house.accounts.identities(of: one.person)
    #expect(ways.map(\.kind) == [.email, .phone])
    #expect(ways.last?.label == "+82******5678")
  }

  @Test func theLastWayInStays() async throws {
    let house = try await House.make()
    let caller = try await house.caller(try await house.join())
    #expect(await refusal { try await house.accounts.unlink(.email, password: password, by: caller) } == .lastWayIn)
    #expect(await refusal { try await house.accounts.unlink(.kakao, password: password, by: caller) } == .notFound)
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    try await house.accounts.linkPhone(number, code: house.outbox.code, password: password, by: caller)
    try await house.accounts.unlink(.email, password: password, by: caller)
    #expect(await refusal { try await house.accounts.unlink(.phone, password: password, by: caller) } == .lastWayIn)
    let form = LoginForm(email: "a@example.com", password: password)
    #expect(await refusal { try await house.accounts.login(form, app: .eyemon) } == .wrongCredentials)
    try await house.accounts.check(email: "a@example.com", realm: .eyemon)
  }

  /// There is no order in which two calls close both ways.
  @Test func twoAtOnceLeaveOneWayIn() async throws {
    let house = try await House.make()
    let caller = try await house.caller(try await house.join())
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    try await house.accounts.linkPhone(number, code: house.outbox.code, password: password, by: caller)
    await withTaskGroup(of: Void.self) { group in
      for kind in [IdentityKind.email, .phone] {
        group.addTask { try? await house.accounts.unlink(kind, password: password, by: caller) }
      }
    }
    #expect(try await house.accounts.identities(of: caller.person).count == 1)
  }

  @Test func whoCameByNumberGetsAPasswordByWayOfAnAddress() async throws {
    let house = try await House.make()
    _ = try await house.accounts.sendCode(toPhone: number, app: .eyemon)
    let joined = try await house.accounts.login(
      PhoneLogin(phone: number, code: house.outbox.code, nick: "바다"), app: .eyemon)
    let caller = try await house.caller(joined)
    #expect(
      await refusal { try await house.accounts.changePassword("", to: "floor&7open", by: caller) } == .noPassword)
    _ = try await house.accounts.sendCode(to: "sea@example.com", password: "", by: caller)
    try await house.accounts.setEmail("sea@example.com", code: house.outbox.code, by: caller)
    _ = try await house.accounts.requestReset(email: "sea@example.com", app: .eyemon)
    try await house.accounts.reset(
      email: "sea@example.com", code: house.outbox.code, to: "floor&7open", app: .eyemon)
    let form = LoginForm(email: "sea@example.com", password: "floor&7open")
    #expect(try await house.accounts.login(form, app: .eyemon).person == joined.person)
    #expect(
      try await house.accounts.identities(of: caller.person).count == 2, "the number stays: the address was shown")
  }
}

/// A code that is not the right one.
private func wrong(_ code: String, _ guess: Int) -> String {
  let number = (Int(code) ?? 0) + 1 + guess
  return String("\(1_000_000 + number % 1_000_000)".dropFirst())
}
