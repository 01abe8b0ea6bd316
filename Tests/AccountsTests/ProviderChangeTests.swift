import Accounts
import Contract
import Domain
import Storage
import Synchronization
import Testing
import Wire

struct ProviderChangeTests {
  private let apple = ProvenIdentity(kind: .apple, subject: "a1", label: "", name: "사과")

  @Test func revokedConsentEndsEverySessionAndKeepsTheWayIn() async throws {
    let house = try await House.make()
    let answer = try await house.accounts.enter(apple, app: .eyemon)
    let elsewhere = try await house.accounts.enter(apple, app: .flatbread)
    let caller = try await house.caller(answer)
    try await house.accounts.heed(.revoked, .apple, subject: "a1", at: house.clock.time)
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
    try await house.accounts.heed(.deleted, .apple, subject: "a1", at: house.clock.time)
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
      try await house.accounts.heed(change, .apple, subject: "a1", at: before)
    }
    try await house.accounts.heed(.deleted, .apple, subject: "somebody else", at: house.clock.time)
    try await house.accounts.heed(.mailStopped, .apple, subject: "a1", at: house.clock.time)
    #expect(house.accounts.isLive(caller.session))
    #expect(try await house.accounts.identities(of: caller.person).map(\.kind) == [.apple])
  }
}
