import AccountContract
import Accounts
import Contract
import Domain
import Storage
import Synchronization
import Testing
import Wire

private let number = "010-1234-5678"
private let kakao = ProvenIdentity(kind: .kakao, subject: "77", label: "정민지")

/// Whoever has found an access token does not make the account theirs with it.
struct WayProofTests {
  @Test func aWayInChangesOnlyWithThePassword() async throws {
    let house = try await House.make()
    let accounts = house.accounts
    let caller = try await house.caller(house.join())
    try await accounts.link(kakao, by: caller)
    _ = try await accounts.sendCode(toPhone: number, app: .eyemon)
    let code = try house.outbox.code
    for (word, error) in [("", APIError.proofNeeded), ("wrong!2345", .wrongPassword)] {
      #expect(await refusal { try await accounts.unlink(.email, password: word, by: caller) } == error)
      #expect(await refusal { try await accounts.unlink(.kakao, password: word, by: caller) } == error)
      #expect(await refusal { try await accounts.linkPhone(number, code: code, password: word, by: caller) } == error)
      #expect(await refusal { try await accounts.sendCode(to: "b@example.com", password: word, by: caller) } == error)
      #expect(await refusal { try await accounts.proveAnew(word, of: caller) } == error)
    }
    try await accounts.linkPhone(number, code: code, password: password, by: caller)
    try await accounts.unlink(.email, password: password, by: caller)
  }

  /// As fresh as the sign-in of an account that has nothing else to show.
  @Test func withoutAPasswordTheSignInMustBeFresh() async throws {
    let house = try await House.make()
    let accounts = house.accounts
    let caller = try await house.caller(accounts.enter(kakao, app: .eyemon))
    try await accounts.proveAnew("", of: caller)
    house.clock.advance(milliseconds: 600_000)
    _ = try await accounts.sendCode(toPhone: number, app: .eyemon)
    let code = try house.outbox.code
    let late = await refusal { try await accounts.linkPhone(number, code: code, password: "", by: caller) }
    #expect(late == .proofNeeded)
    let other = await refusal { try await accounts.sendCode(to: "b@example.com", password: "", by: caller) }
    #expect(other == .proofNeeded)
    let again = try await house.caller(accounts.enter(kakao, app: .eyemon))
    try await accounts.linkPhone(number, code: code, password: "", by: again)
    try await accounts.unlink(.kakao, password: "", by: again)
  }

  @Test func aFreshSignInDoesNotStandForAPassword() async throws {
    let house = try await House.make()
    let caller = try await house.caller(house.join())
    #expect(try await house.accounts.proof(of: caller) == (hasPassword: true, isFresh: true))
    #expect(await refusal { try await house.accounts.proveAnew("", of: caller) } == .proofNeeded)
  }

  /// To the address that the account had when it changed.
  @Test func everyChangeOfAWayInIsTold() async throws {
    let house = try await House.make()
    let caller = try await house.caller(house.join())
    func told(_ change: () async throws -> Void) async throws -> [String] {
      house.outbox.letters.withLock { $0 = [] }
      try await change()
      return house.outbox.letters.withLock { $0.compactMap { $0 } }.map { "\($0.recipient): \($0.subject)" }
    }
    let accounts = house.accounts
    #expect(try await told { try await accounts.link(kakao, by: caller) } == ["a@example.com: 로그인 방법이 추가되었습니다"])
    #expect(try await told { try await accounts.link(kakao, by: caller) } == [], "nothing changed")
    for text in [number, "010-0000-0000"] {
      house.clock.advance(milliseconds: 60_000)
      _ = try await accounts.sendCode(toPhone: text, app: .eyemon)
      let code = try house.outbox.code
      let letters = try await told { try await accounts.linkPhone(text, code: code, password: password, by: caller) }
      #expect(letters == ["a@example.com: 로그인 방법이 추가되었습니다"])
    }
    _ = try await accounts.sendCode(to: "b@example.com", password: password, by: caller)
    let code = try house.outbox.code
    #expect(
      try await told { try await accounts.setEmail("b@example.com", code: code, by: caller) }
        == ["a@example.com: 이메일 주소가 변경되었습니다"])
    #expect(
      try await told { try await accounts.unlink(.kakao, password: password, by: caller) }
        == ["b@example.com: 로그인 방법이 해제되었습니다"])
    #expect(
      try await told { try await accounts.unlink(.email, password: password, by: caller) }
        == ["b@example.com: 로그인 방법이 해제되었습니다"])
  }
}
