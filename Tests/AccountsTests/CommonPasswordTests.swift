import Testing

@testable import Accounts

struct CommonPasswordTests {
  @Test(arguments: [
    "password1!", "Password123!", "P@ssw0rd!", "p@$$w0rd1", "!password1", "qwer1234!", "Qwer1234!@", "1q2w3e4r!",
    "1q2w3e4r5t!", "qwe123!@#", "asdf1234!", "abcd1234!", "abc123!@#", "1qaz2wsx!", "1qaz@WSX", "!qaz2wsx", "zaq12wsx!",
    "admin123!", "Admin1234!", "welcome1!", "letmein1!", "iloveyou1!", "test1234!", "testtest1!", "aaaa1111!",
    "aaaaaaa1!", "dkssud12!", "tkfkdgo1004!", "qlalfqjsgh1!", "korea2024!", "samsung7!", "$unshine1!", "hell0hello!2",
    "hello123!", "dragon88!", "Chelsea1!", "Ashley1!", "Liverpool2024!", "@rsenal12!", "michelle7!",
    "alswl1004!", "Autumn2025!", "lottegiants1!", "q1w2e3r4!", "zxcv1234!", "a1s2d3f4!", "doctor1234!", "login2580!",
  ])
  func whatEverybodyTriesIsKnown(password: String) {
    #expect(CommonPasswords.contains(password))
  }

  @Test(arguments: [
    "maru!2345", "open-floor-1", "wj8!xQ2m", "correct-horse-7", "초록우산 7!abc", "tr33house&Lamp", "Zebra!Canoe42",
    "n0t-so-easy", "gk7$mzq1p", "password-of-my-dog-8391", "bluewhale!58213",
  ])
  func otherPasswordsAreLeftAlone(password: String) {
    #expect(!CommonPasswords.contains(password))
  }

  @Test func aThousandWordsAreKnown() {
    #expect(CommonPasswords.words.count > 1_500)
    #expect(CommonPasswords.words.allSatisfy { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } })
  }

  @Test func theNameInTheAddressIsNoSecret() {
    #expect(CommonPasswords.contains("Skywalker7!xq", personal: ["skywalker", "하늘"]))
    #expect(!CommonPasswords.contains("sky7!xq-owl", personal: ["sky"]))
  }

  @Test func anyBytesAreJudged() {
    var seed: UInt64 = 7
    for length in 0..<300 {
      let scalars = (0..<length % 40).map { _ in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1
        return Character(Unicode.Scalar(UInt8(seed >> 33 & 0x7F)))
      }
      _ = CommonPasswords.contains(String(scalars) + "가\u{0}")
    }
  }
}
