import AccountContract
import Accounts
import Contract
import Domain
import JSON
import Storage
import Testing
import Wire

struct GuardianTests {
  private let guardian = Consent(kind: "guardian", version: "2026-12-01")

  private func open() async throws -> House { try await House.make { $0.isOpenToChildren = true } }

  private func consent(_ address: String, _ house: House) async throws -> Bool {
    let row = GuardianRow(address: address, realm: .eyemon, note: "어머니, 방문", createdAt: house.clock.time)
    return try await house.store.write { try $0.guardians.put(row) }
  }

  private func join(_ house: House, _ email: String = "a@example.com", birthDay: String = "") async throws
    -> SessionAnswer
  {
    let consents = Terms.current(.eyemon).map { Consent(kind: $0.kind.rawValue, version: $0.version) } + [guardian]
    let more: JSONObject = [
      "consents": .array(consents.map { $0.json }), "over14": false, "birthDay": .string(birthDay),
    ]
    return try await house.accounts.join(
      JoinForm(email: email, password: password, nick: "하늘", more: more), app: .eyemon)
  }

  @Test func aChildJoinsWhereTheGuardianHasConsented() async throws {
    let house = try await open()
    #expect(await refusal { try await join(house) } == .guardianMissing)
    #expect(try await consent("a@example.com", house))
    let caller = try await house.caller(try await join(house, "A@Example.com", birthDay: "2015-01-01"))
    let state = try await house.accounts.consents(of: caller.person, app: .eyemon)
    #expect(state.missing.isEmpty)
    #expect(state.given.last?.consent == guardian)
    let kept = try await house.store.read { try $0.guardians.list(limit: 10) }
    #expect(kept.map(\.person) == [caller.person])
    // One consent, one account; and it cannot be rewritten once it counts.
    #expect(await refusal { try await join(house, "b@example.com") } == .guardianMissing)
    #expect(try await !consent("a@example.com", house))
    #expect(try await house.store.write { try !$0.guardians.remove("a@example.com", realm: .eyemon) })
  }

  @Test func nobodyIsBothAChildAndNone() async throws {
    let house = try await open()
    _ = try await consent("a@example.com", house)
    let all = Terms.current(.eyemon).map { Consent(kind: $0.kind.rawValue, version: $0.version) } + [guardian]
    let more: JSONObject = ["consents": .array(all.map { $0.json }), "over14": true]
    let form = JoinForm(email: "a@example.com", password: password, nick: "하늘", more: more)
    #expect(await refusal { try await house.accounts.join(form, app: .eyemon) } == .badRequest)
    let doctor = JoinForm(
      email: "a@example.com", password: password, nick: "하늘",
      more: ["consents": .array(all.map { $0.json }), "over14": false])
    #expect(await refusal { try await house.accounts.join(doctor, app: .eyemonDoctor) } == .badRequest)
  }

  @Test func nothingIsLeftOfARefusedChild() async throws {
    let house = try await open()
    _ = await refusal { try await join(house) }
    try await house.accounts.check(email: "a@example.com", realm: .eyemon)
  }

  @Test func childrenStayOutsideWhereTheOperatorHasNotOpened() async throws {
    let house = try await House.make()
    _ = try await consent("a@example.com", house)
    #expect(await refusal { try await join(house) } == .badRequest)
    #expect(house.accounts.terms(of: .eyemon).allSatisfy { $0.kind != .guardian })
  }

  @Test func anOlderAccountIsAskedLater() async throws {
    let house = try await open()
    let caller = try await house.caller(try await house.join())
    let all = Terms.current(.eyemon).map { Consent(kind: $0.kind.rawValue, version: $0.version) } + [guardian]
    func answer() async throws -> ConsentAnswer {
      try await house.accounts.consent(all, isOver14: false, by: caller)
    }
    #expect(await refusal { try await answer() } == .guardianMissing)
    #expect(try await house.accounts.consents(of: caller.person, app: .eyemon).given.isEmpty)
    _ = try await consent("a@example.com", house)
    #expect(try await answer().missing.isEmpty)
    #expect(try await answer().missing.isEmpty)
    let no = Consent(kind: "guardian", version: "", isAgreed: false)
    #expect(await refusal { try await house.accounts.consent([no], isOver14: nil, by: caller) } == .consentMissing)
  }

  @Test func whatNobodyUsesIsForgotten() async throws {
    let house = try await open()
    for name in ["a", "b"] { _ = try await consent("\(name)@example.com", house) }
    _ = try await join(house)
    house.clock.advance(milliseconds: 91 * 86_400_000)
    let now = house.clock.time
    #expect(try await house.store.write { try $0.guardians.deleteUnused(at: now) } == 1)
    #expect(try await house.store.read { try $0.guardians.list(limit: 10).map(\.address) } == ["a@example.com"])
  }

  @Test func addressesAreKnownHoweverTheyAreWritten() {
    #expect(Accounts.signUpAddress("010-1234-5678") == "+821012345678")
    #expect(Accounts.signUpAddress("Ａ@Example.com") == "a@example.com")
    for text in ["", "02-123-4567", "a@", "하늘"] { #expect(Accounts.signUpAddress(text) == nil) }
  }
}
