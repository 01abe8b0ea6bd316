import Crypto
import Testing

struct PasswordHashTests {
  @Test func theRightPasswordIsRecognised() throws {
    let hash = try PasswordHash.hash("비밀번호1!", cost: .lowest)
    #expect(hash.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
    #expect(PasswordHash.verify("비밀번호1!", against: hash))
    #expect(!PasswordHash.verify("비밀번호1?", against: hash))
    #expect(!PasswordHash.verify("", against: hash))
  }

  @Test func equalPasswordsHaveDifferentHashes() throws {
    #expect(try PasswordHash.hash("a", cost: .lowest) != PasswordHash.hash("a", cost: .lowest))
  }

  @Test func aHashOfAnotherCostIsStillVerified() throws {
    let hash = try PasswordHash.hash("pw", cost: PasswordHash.Cost(passes: 2, memoryBytes: 1 << 20))
    #expect(PasswordHash.verify("pw", against: hash))
  }

  @Test(arguments: ["", "x", "$argon2id$v=19$m=8,t=1,p=1$", String(repeating: "a", count: 500)])
  func aBrokenHashVerifiesNothing(hash: String) {
    #expect(!PasswordHash.verify("pw", against: hash))
  }
}
