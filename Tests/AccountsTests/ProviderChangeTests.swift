import Accounts
import Contract
import Crypto
import Domain
import Storage
import Synchronization
import Testing
import Wire

struct ProviderChangeTests {
  private let apple = ProvenIdentity(kind: .apple, subject: "a1", label: "", name: "사과")

  private func heed(
    _ change: ProviderChange, subject: String = "a1", at: Timestamp, name: String? = nil, email: String? = nil,
    _ house: House
  ) async throws {
    let name = name ?? Hex.encode(SecureRandom.bytes(8))
    try await house.accounts.heed(ProviderNotice(change, .apple, subject: subject, at: at, name: name, email: email))
  }

  @Test func revokedConsentEndsEverySessionAndKeepsTheWayIn() async throws {
    let house = try await House.make()
    let answer = try await house.accounts.enter(apple, app: .eyemon)
    let elsewhere = try await house.accounts.enter(apple, app: .flatbread)
    let caller = try await house.caller(answer)
    try await heed(.revoked, subject: "a1", at: house.clock.time, house)
    #expect(!house.accounts.isLive(caller.session))
    #expect(house.ended.sessions.withLock { $0.count } == 2)
    #expect(try await house.accounts.enter(apple, app: .eyemon).person == answer.person)
    #expect(try await house.accounts.enter(apple, app: .flatbread).person == elsewhere.person)
  }

  @Test func aDeletedAccountTakesItsWayInAlong() async throws {
    let house = try await House.make()
    let answer = try await house.accounts.enter(apple, app: .eyemon)
    let caller = try await house.caller(answer)
    try await house.store.write { (tables) throws in
      let grant = ProviderGrantRow(provider: "apple", client: "web", sealed: "x")
      try tables.providers.keep(grant, of: caller.person, at: house.clock.time)
    }
    try await heed(.deleted, subject: "a1", at: house.clock.time, house)
    #expect(!house.accounts.isLive(caller.session))
    #expect(try await house.accounts.identities(of: caller.person).isEmpty)
    #expect(try await house.store.read { try $0.providers.grants(of: caller.person) }.isEmpty)
    #expect(try await house.accounts.enter(apple, app: .eyemon).person != answer.person)
  }

  @Test func aNoticeFromBeforeTheLinkSaysNothingAboutIt() async throws {
    let house = try await House.make()
    let answer = try await house.accounts.enter(apple, app: .eyemon)
    let caller = try await house.caller(answer)
    for change in [ProviderChange.revoked, .deleted] {
      let before = house.clock.time.adding(milliseconds: -1)
      try await heed(change, subject: "a1", at: before, house)
    }
    try await heed(.deleted, subject: "somebody else", at: house.clock.time, house)
    try await heed(.mailStopped, subject: "a1", at: house.clock.time, house)
    #expect(house.accounts.isLive(caller.session))
    #expect(try await house.accounts.identities(of: caller.person).map(\.kind) == [.apple])
  }

  /// A notice comes again, or late: whoever has agreed anew since then stays signed in.
  @Test func aNoticeFromBeforeTheNewestConsentSaysNothingAboutIt() async throws {
    let house = try await House.make()
    let first = try await house.caller(house.accounts.enter(apple, app: .eyemon))
    house.clock.advance(milliseconds: 60_000)
    let revoked = house.clock.time
    try await heed(.revoked, at: revoked, name: "n1", house)
    #expect(!house.accounts.isLive(first.session))
    house.clock.advance(milliseconds: 60_000)
    let second = try await house.caller(house.accounts.enter(apple, app: .eyemon))
    try await heed(.revoked, at: revoked, name: "n1", house)
    try await heed(.revoked, at: revoked, name: "n2", house)
    #expect(house.accounts.isLive(second.session))
    try await heed(.revoked, at: house.clock.time, name: "n1", house)
    #expect(house.accounts.isLive(second.session), "heard before, whatever it says now")
    try await heed(.revoked, at: house.clock.time, name: "n3", house)
    #expect(!house.accounts.isLive(second.session))
  }

  /// A token that was made before the consent was taken back is no new consent.
  @Test func anOlderTokenIsNoNewConsent() async throws {
    let house = try await House.make()
    _ = try await house.accounts.enter(apple, app: .eyemon)
    let minted = house.clock.time
    house.clock.advance(milliseconds: 60_000)
    let revoked = house.clock.time
    house.clock.advance(milliseconds: 60_000)
    var late = apple
    late.provedAt = minted
    let caller = try await house.caller(house.accounts.enter(late, app: .eyemon))
    try await heed(.revoked, at: revoked, house)
    #expect(!house.accounts.isLive(caller.session))
  }

  @Test func anAddressThatIsOffGetsNoLettersUntilItIsOnAgain() async throws {
    let house = try await House.make()
    var relayed = apple
    relayed.email = "x1@privaterelay.appleid.com"
    let caller = try await house.caller(house.accounts.enter(relayed, app: .eyemon))
    func isStopped() async throws -> Bool {
      try await house.store.read { try $0.people.isMailStopped(caller.person) }
    }
    try await heed(.mailStopped, at: house.clock.time, email: "other@example.com", house)
    #expect(try await !isStopped(), "another address than the person's")
    try await heed(.mailStopped, at: house.clock.time, email: "X1@privaterelay.appleid.com", house)
    #expect(try await isStopped())
    try await heed(.mailResumed, at: house.clock.time, house)
    #expect(try await !isStopped())
    try await heed(.mailStopped, at: house.clock.time, house)
    _ = try await house.accounts.sendCode(to: "mine@example.com", password: "", by: caller)
    try await house.accounts.setEmail("mine@example.com", code: house.outbox.code, by: caller)
    #expect(try await !isStopped(), "that was the former one")
    try await heed(.mailStopped, at: house.clock.time, house)
    #expect(try await !isStopped(), "Apple passes nothing on to this one")
  }

  @Test func aWayInThatTheProviderClosesIsTold() async throws {
    let house = try await House.make()
    let caller = try await house.caller(house.join())
    try await house.accounts.link(apple, by: caller)
    try await heed(.deleted, at: house.clock.time, house)
    #expect(house.outbox.letters.withLock { $0.last??.subject } == "로그인 방법이 해제되었습니다")
  }
}
