import AccountContract
import Accounts
import Contract
import Crypto
import Domain
import Storage
import Synchronization
import Testing
import Wire

private let another = "floor&7open"

struct PasswordTests {
  @Test func aChangedPasswordEndsTheOtherSessions() async throws {
    let house = try await House.make()
    let here = try await house.caller(try await house.join())
    let form = LoginForm(email: "a@example.com", password: password)
    let there = try await house.accounts.login(form, app: .eyemon)
    try await house.accounts.changePassword(password, to: another, by: here)
    #expect(await refusal { try await house.caller(there) } == .accessExpired)
    #expect(house.accounts.isLive(here.session))
    #expect(house.ended.sessions.withLock { $0.count } == 1)
    #expect(await refusal { try await house.accounts.login(form, app: .eyemon) } == .wrongCredentials)
    let new = LoginForm(email: "a@example.com", password: another)
    _ = try await house.accounts.login(new, app: .eyemon)
    #expect(house.outbox.recipients == ["a@example.com"])
  }

  @Test func thePresentPasswordIsNeeded() async throws {
    let house = try await House.make()
    let caller = try await house.caller(try await house.join())
    for wrong in ["", "maru!2346", another] {
      #expect(
        await refusal { try await house.accounts.changePassword(wrong, to: another, by: caller) } == .wrongPassword)
    }
    #expect(
      await refusal { try await house.accounts.changePassword(password, to: "short", by: caller) } == .weakPassword)
  }

  @Test func commonPasswordsAreRefusedWhereverOneIsSet() async throws {
    let house = try await House.make()
    let form = JoinForm(email: "b@example.com", password: "qwer1234!", nick: "하늘")
    #expect(await refusal { try await house.accounts.join(form, app: .eyemon) } == .commonPassword)
    let own = JoinForm(email: "skywalker@example.com", password: "Skywalker!9x", nick: "하늘")
    #expect(await refusal { try await house.accounts.join(own, app: .eyemon) } == .commonPassword)
    let caller = try await house.caller(try await house.join())
    #expect(
      await refusal { try await house.accounts.changePassword(password, to: "Passw0rd!", by: caller) }
        == .commonPassword)
  }

  @Test func aHashOfAnotherCostIsMadeAgainAtTheNextSignIn() async throws {
    let house = try await House.make()
    _ = try await house.join()
    func hash() async throws -> String? {
      try await house.store.read { try $0.people.credentials(email: "a@example.com", realm: .eyemon)?.passwordHash }
    }
    let old = try await hash()
    let dearer = try await House(store: house.store, secrets: house.secrets) { settings in
      settings.passwordCost.memoryBytes = 64 << 10
    }
    let form = LoginForm(email: "a@example.com", password: password)
    _ = try await dearer.accounts.login(form, app: .eyemon)
    let new = try await hash()
    #expect(new != old)
    _ = try await dearer.accounts.login(form, app: .eyemon)
    #expect(try await hash() == new)
  }
}

struct ResetTests {
  @Test func theMailedCodeMakesANewPasswordAndEndsEverySession() async throws {
    let house = try await House.make()
    let session = try await house.join()
    let sent = try await house.accounts.requestReset(email: "A@Example.com", app: .eyemon)
    #expect(sent.expiresInSeconds == 300)
    let code = try house.outbox.code
    try await house.accounts.reset(email: "a@example.com", code: code, to: another, app: .eyemon)
    #expect(await refusal { try await house.caller(session) } == .accessExpired)
    // The code, and the letter that says what became of it.
    #expect(house.outbox.recipients == ["a@example.com", "a@example.com"])
    _ = try await house.accounts.login(LoginForm(email: "a@example.com", password: another), app: .eyemon)
    let again = await refusal {
      try await house.accounts.reset(email: "a@example.com", code: code, to: another, app: .eyemon)
    }
    #expect(again == .wrongCode)
  }

  @Test func anUnknownAddressGetsTheSameAnswerAndNoMail() async throws {
    let house = try await House.make()
    _ = try await house.join()
    let known = try await house.accounts.requestReset(email: "a@example.com", app: .eyemon)
    let unknown = try await house.accounts.requestReset(email: "x@example.com", app: .eyemon)
    #expect(known == unknown)
    #expect(house.outbox.recipients == ["a@example.com", nil])
    var limits: [APIError?] = []
    for email in ["a@example.com", "x@example.com"] {
      limits.append(await refusal { try await house.accounts.requestReset(email: email, app: .eyemon) })
    }
    #expect(limits[0] == limits[1])
    #expect(limits[0]?.status == 429)
    let guess = await refusal {
      try await house.accounts.reset(email: "x@example.com", code: "000000", to: another, app: .eyemon)
    }
    #expect(guess == .wrongCode)
  }

  @Test func ofManyResetsAtOnceOneCounts() async throws {
    let house = try await House.make()
    _ = try await house.join()
    _ = try await house.accounts.requestReset(email: "a@example.com", app: .eyemon)
    let code = try house.outbox.code
    let winners = await withTaskGroup(of: Int?.self) { group in
      for number in 0..<20 {
        group.addTask {
          let new = "floor&\(number)open"
          let refused = await refusal {
            try await house.accounts.reset(email: "a@example.com", code: code, to: new, app: .eyemon)
          }
          return refused == nil ? number : nil
        }
      }
      return await group.reduce(into: [Int]()) { if let number = $1 { $0.append(number) } }
    }
    #expect(winners.count == 1)
    let form = LoginForm(email: "a@example.com", password: "floor&\(winners.first ?? 0)open")
    _ = try await house.accounts.login(form, app: .eyemon)
  }

  @Test func aCodeIsForOneAddressOnePurposeAndOneRealm() async throws {
    let house = try await House.make()
    _ = try await house.join("a@example.com")
    _ = try await house.join("b@example.com")
    _ = try await house.join("a@example.com", app: .flatbread)
    _ = try await house.accounts.requestReset(email: "a@example.com", app: .eyemon)
    let code = try house.outbox.code
    for (email, app) in [("b@example.com", App.eyemon), ("a@example.com", .flatbread)] {
      let refused = await refusal { try await house.accounts.reset(email: email, code: code, to: another, app: app) }
      #expect(refused == .wrongCode)
    }
    try await house.accounts.reset(email: "a@example.com", code: code, to: another, app: .eyemon)
  }

  /// Somebody else made the account with an address that is not theirs, and a way in of their own.
  @Test func whoProvesTheAddressFirstGetsTheAccountAlone() async throws {
    let house = try await House.make()
    let squatter = try await house.caller(try await house.join("victim@example.com"))
    _ = try await house.accounts.sendCode(toPhone: "01099998888", app: .eyemon)
    try await house.accounts.linkPhone("01099998888", code: house.outbox.code, password: password, by: squatter)
    _ = try await house.accounts.requestReset(email: "victim@example.com", app: .eyemon)
    try await house.accounts.reset(
      email: "victim@example.com", code: house.outbox.code, to: another, app: .eyemon)
    let ways = try await house.accounts.identities(of: squatter.person)
    #expect(ways.map(\.kind) == [.email])
    #expect(ways.first?.isVerified == true)
    #expect(!house.accounts.isLive(squatter.session))
  }

  /// What came later stays: the address had been shown to be the person's.
  @Test func aResetOfAConfirmedAddressKeepsTheOtherWaysIn() async throws {
    let house = try await House.make()
    let caller = try await house.caller(try await house.join())
    _ = try await house.accounts.sendCode(to: "a@example.com", password: "", by: caller)
    try await house.accounts.setEmail("a@example.com", code: house.outbox.code, by: caller)
    _ = try await house.accounts.sendCode(toPhone: "01012345678", app: .eyemon)
    try await house.accounts.linkPhone("01012345678", code: house.outbox.code, password: password, by: caller)
    _ = try await house.accounts.requestReset(email: "a@example.com", app: .eyemon)
    try await house.accounts.reset(email: "a@example.com", code: house.outbox.code, to: another, app: .eyemon)
    #expect(try await house.accounts.identities(of: caller.person).map(\.kind) == [.email, .phone])
  }
}

struct EmailTests {
  @Test func anotherAddressIsTheirsOnceTheCodeIsRight() async throws {
    let house = try await House.make()
    let caller = try await house.caller(try await house.join())
    #expect(
      await refusal { try await house.accounts.sendCode(to: "n@example.com", password: "x", by: caller) }
        == .wrongPassword)
    _ = try await house.accounts.sendCode(to: "N@example.com", password: password, by: caller)
    let code = try house.outbox.code
    #expect(
      await refusal { try await house.accounts.setEmail("n@example.com", code: "12345", by: caller) } == .wrongCode)
    try await house.accounts.setEmail("n@example.com", code: code, by: caller)
    #expect(house.outbox.recipients == ["n@example.com", "a@example.com"], "the former address hears of it")
    _ = try await house.accounts.login(LoginForm(email: "n@example.com", password: password), app: .eyemon)
    try await house.accounts.check(email: "a@example.com", realm: .eyemon)
  }

  @Test func anAddressOfSomebodyElseShowsOnlyToWhoReadsItsMail() async throws {
    let house = try await House.make()
    _ = try await house.join("taken@example.com")
    let caller = try await house.caller(try await house.join())
    _ = try await house.accounts.sendCode(to: "taken@example.com", password: password, by: caller)
    let code = try house.outbox.code
    #expect(
      await refusal { try await house.accounts.setEmail("taken@example.com", code: code, by: caller) } == .emailTaken)
  }

  @Test func aCodeIsForWhoAskedForIt() async throws {
    let house = try await House.make()
    let one = try await house.caller(try await house.join("a@example.com"))
    let two = try await house.caller(try await house.join("b@example.com"))
    _ = try await house.accounts.sendCode(to: "n@example.com", password: password, by: one)
    let code = try house.outbox.code
    #expect(await refusal { try await house.accounts.setEmail("n@example.com", code: code, by: two) } == .wrongCode)
    try await house.accounts.setEmail("n@example.com", code: code, by: one)
  }

  @Test(arguments: [
    ("ＡＢＣ@example.com", "abc@example.com"), ("ﬁ@example.com", "fi@example.com"),
    ("e\u{301}@example.com", "\u{E9}@example.com"), ("É@EXAMPLE.com", "\u{E9}@example.com"),
    ("한글@예시.한국", "한글@예시.한국"), ("\u{1112}\u{1161}\u{11AB}@a.kr", "한@a.kr"),
  ])
  func alikeAddressesAreOne(written: String, kept: String) async throws {
    let house = try await House.make()
    #expect(try await house.join(written).email == kept)
    #expect(await refusal { try await house.join(kept) } == .emailTaken)
    _ = try await house.accounts.login(LoginForm(email: written, password: password), app: .eyemon)
  }

  @Test(arguments: [
    "a\u{200B}@example.com", "a@exa\u{202E}mple.com", "a\u{0}@b.co", "a@b.co\r\nBcc: x@y.z", "a@b@c.de", "a＠b.co＠c.de",
    String(repeating: "가", count: 90) + "@b.co",
  ])
  func addressesThatWouldDeceiveAreRefused(email: String) async throws {
    let house = try await House.make()
    #expect(await refusal { try await house.join(email) } == .invalidEmail)
    #expect(await refusal { try await house.accounts.requestReset(email: email, app: .eyemon) } == .invalidEmail)
  }
}
