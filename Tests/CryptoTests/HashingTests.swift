import Crypto
import Testing

struct HashingTests {
  @Test func sha256AgreesWithTheStandard() {
    #expect(
      Hex.encode(Hashing.sha256(Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      Hex.encode(Hashing.sha256([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test func hmacAgreesWithRFC4231() {
    let code = Hashing.hmacSHA256(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
    #expect(Hex.encode(code) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }

  @Test func hmacTakesKeysLongerThanABlock() {
    let code = Hashing.hmacSHA256(
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8), key: [UInt8](repeating: 0xAA, count: 131))
    #expect(Hex.encode(code) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test func comparisonSeesEveryDifference() {
    #expect(Hashing.constantTimeEqual([1, 2, 3], [1, 2, 3]))
    #expect(!Hashing.constantTimeEqual([1, 2, 3], [1, 2, 4]))
    #expect(!Hashing.constantTimeEqual([1, 2, 3], [1, 2]))
    #expect(Hashing.constantTimeEqual([], []))
  }

  @Test func randomBytesDiffer() {
    #expect(SecureRandom.bytes(32).count == 32)
    #expect(SecureRandom.bytes(32) != SecureRandom.bytes(32))
    #expect(SecureRandom.uint64() != SecureRandom.uint64())
  }
}

struct TextFormTests {
  @Test(arguments: [0, 1, 2, 3, 4, 5, 31, 32, 33])
  func base64URLComesBack(count: Int) {
    let bytes = SecureRandom.bytes(count)
    #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
  }

  @Test func base64URLAgreesWithRFC4648() {
    #expect(Base64URL.encode(Array("foobar".utf8)) == "Zm9vYmFy")
    #expect(Base64URL.encode(Array("fooba".utf8)) == "Zm9vYmE")
    #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
  }

  @Test(arguments: ["A", "AAAAA", "AA=", "A+A", "AB", "é"])
  func base64URLRefuses(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test func hexHasOneTextPerValue() {
    #expect(Hex.decode("00ff10") == [0, 255, 16])
    #expect(Hex.decode("00FF10") == nil)
    #expect(Hex.decode("0") == nil)
    #expect(Hex.decode("zz") == nil)
  }
}
