import Session
import Testing

struct KeptTokenTests {
  private func token(_ generation: Int64, of beginning: Int64 = 7, isLeaving: Bool = false) -> KeptToken {
    KeptToken(refreshToken: "r\(generation)", generation: generation, beginning: beginning, isLeaving: isLeaving)
  }

  private func plan(_ own: KeptToken, _ shared: KeptToken?, isKept: Bool = true) -> KeptToken.Plan {
    KeptToken.plan(own: own, isKept: isKept, shared: shared)
  }

  @Test func theNewerOfTwoIsUsed() {
    #expect(plan(token(3), token(4)) == .renew(with: token(4)))
    #expect(plan(token(3), token(3)) == .renew(with: token(3)))
    // Counting began anew with another sign-in.
    #expect(plan(token(9), token(1, of: 8)) == .renew(with: token(1, of: 8)))
    // This process could not write its last one down.
    #expect(plan(token(3), token(2), isKept: false) == .renew(with: token(3)))
  }

  @Test func whatAnotherProcessHasEndedIsOver() {
    #expect(plan(token(3), nil) == .over)
    #expect(plan(token(3), token(3, isLeaving: true)) == .over)
    #expect(plan(token(3), token(4, isLeaving: true)) == .over)
  }

  @Test func withNothingWrittenDownTheOwnTokenCounts() {
    #expect(plan(token(3), nil, isKept: false) == .renew(with: token(3)))
  }

  @Test func aFarewellIsSaidToTheSessionThatWasLeft() {
    let own = token(3, isLeaving: true)
    #expect(plan(own, own) == .renew(with: own))
    #expect(plan(own, token(4)) == .renew(with: token(4)))
    #expect(plan(own, token(4, of: 8)) == .renew(with: own))
    #expect(plan(own, nil) == .renew(with: own))
  }
}
