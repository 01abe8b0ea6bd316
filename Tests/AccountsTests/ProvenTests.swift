import AccountContract
import Accounts
import Contract
import Domain
import Storage
import Synchronization
import Testing
import Wire

struct ProvenTests {
  private let kakao = ProvenIdentity(kind: .kakao, subject: "77", label: "정민지", email: "M@example.com", name: "정 민지")

  @Test func aNewIdentityMakesAnAccountOfItsOwn() async throws {
    let house = try await House.make()
    let first = try await house.accounts.enter(kakao, app: .eyemon)
    #expect(first.email == "m@example.com")
    #expect(first.person.nick == "정민지")
    #expect(try await house.accounts.enter(kakao, app: .eyemon).person == first.person)
    let ways = try await house.accounts.identities(of: house.caller(first).person)
    #expect(ways.map(\.kind) == [.email, .kakao])
    #expect(ways.map(\.isVerified) == [true, true])
    let elsewhere = try await house.accounts.enter(kakao, app: .flatbread)
    #expect(elsewhere.person.id != first.person.id)
  }

  /// The provider is told by whoever listens: its consent is of no more use.
  @Test func aWayInThatClosesIsHeardOf() async throws {
    let house = try await House.make()
    let person = try await house.join("m@example.com")
    let caller = try await house.caller(person)
    let other = ProvenIdentity(kind: .kakao, subject: "78", label: "", email: "")
    let apple = ProvenIdentity(kind: .apple, subject: "a", label: "", email: "")
    func heard() -> [String] { house.ended.ways.withLock { $0 } }
    try await house.accounts.link(kakao, by: caller)
    try await house.accounts.link(kakao, by: caller)
    #expect(heard().isEmpty)
    try await house.accounts.link(other, by: caller)
    #expect(heard() == ["77"], "another one took its place")
    try await house.accounts.link(apple, by: caller)
    try await house.accounts.unlink(.kakao, password: password, by: caller)
    #expect(heard() == ["77", "78"])
    _ = try await house.accounts.requestReset(email: "m@example.com", app: .eyemon)
    try await house.accounts.reset(
      email: "m@example.com", code: house.outbox.code, to: "other!2345", app: .eyemon)
    #expect(heard() == ["77", "78", "a"], "who proves the address has the account alone")
  }

  /// Neither swallows the other, whichever came first.
  @Test func anAddressIsNoProofOfAnAccount() async throws {
    let house = try await House.make()
    let mailed = try await house.join("m@example.com")
    #expect(await refusal { try await house.accounts.enter(kakao, app: .eyemon) } == .emailTaken)
    let other = ProvenIdentity(kind: .apple, subject: "a", label: "", email: "")
    let apple = try await house.accounts.enter(other, nick: "사과", app: .eyemon)
    #expect(apple.person.id != mailed.person.id)
    try await house.accounts.link(kakao, by: house.caller(mailed))
    #expect(try await house.accounts.enter(kakao, app: .eyemon).person == mailed.person)
    #expect(
      await refusal { try await house.accounts.link(kakao, by: house.caller(apple)) } == .identityTaken)
    #expect(await refusal { try await house.join("M@EXAMPLE.com") } == .emailTaken)
  }

  @Test func oneAccountPerIdentityHoweverManyComeAtOnce() async throws {
    let house = try await House.make()
    let people = await withTaskGroup(of: ID<Person>?.self) { group in
      for _ in 0..<30 { group.addTask { try? await house.accounts.enter(kakao, app: .eyemon).person.id } }
      return await group.reduce(into: Set<ID<Person>?>()) { $0.insert($1) }
    }
    #expect(people.count == 1)
    #expect(!people.contains(nil))
  }

  @Test(arguments: ["", "@@@", "\u{200B}", "***"])
  func aNameThatIsNoNickGetsANeutralOne(name: String) async throws {
    let house = try await House.make()
    let proven = ProvenIdentity(kind: .apple, subject: "x", label: "", name: name)
    #expect(try await house.accounts.enter(proven, app: .eyemon).person.nick == "손님")
  }

  @Test func whatElseBelongsToItIsThereOrNeither() async throws {
    struct Broken: Error {}
    let house = try await House.make()
    await #expect(throws: Broken.self) {
      try await house.accounts.enter(kakao, app: .eyemon) { _, _ in throw Broken() }
    }
    #expect(try await house.store.read { try $0.identities.find(.kakao, "77", realm: .eyemon) } == nil)
  }
}
