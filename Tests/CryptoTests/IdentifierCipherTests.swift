import Crypto
import Testing

struct IdentifierCipherTests {
  let cipher = IdentifierCipher(key: Array(0..<16))

  @Test(arguments: [0, 1, 2, -1, 1 << 47, 1 << 48, .max, .min] as [Int64])
  func numbersComeBack(number: Int64) throws {
    let cipher = try #require(cipher)
    let text = cipher.encode(number, kind: 7)
    #expect(text.utf8.count == 24)
    #expect(cipher.decode(text, kind: 7) == number)
  }

  @Test func idsAreStable() throws {
    let cipher = try #require(cipher)
    #expect(cipher.encode(1, kind: 1) == "b594f8e7fca7a1caf6ec4796")
    #expect(cipher.encode(-1, kind: 3) == "8582d4e8e3f82a93c8e7c241")
    #expect(cipher.encode(1, kind: 1) == cipher.encode(1, kind: 1))
  }

  @Test func anIdOfAnotherKindIsRefused() throws {
    let cipher = try #require(cipher)
    #expect(cipher.decode(cipher.encode(5, kind: 1), kind: 2) == nil)
  }

  @Test func anIdOfAnotherKeyIsRefused() throws {
    let other = try #require(IdentifierCipher(key: Array(1..<17)))
    #expect(other.decode(try #require(cipher).encode(5, kind: 1), kind: 1) == nil)
  }

  @Test func everyChangedDigitIsRefused() throws {
    let cipher = try #require(cipher)
    let text = Array(cipher.encode(42, kind: 3).utf8)
    for index in text.indices {
      var changed = text
      changed[index] = changed[index] == 0x30 ? 0x31 : 0x30
      #expect(cipher.decode(String(decoding: changed, as: UTF8.self), kind: 3) == nil)
    }
  }

  @Test(arguments: ["", "0", "00000000000000000000000g", "한글한글한글한글", "0000000000000000000000000"])
  func foreignTextIsRefused(text: String) throws {
    #expect(try #require(cipher).decode(text, kind: 1) == nil)
  }

  @Test func upperCaseIsNotTheSameId() throws {
    let cipher = try #require(cipher)
    #expect(cipher.decode(cipher.encode(77, kind: 1).uppercased(), kind: 1) == nil)
  }

  @Test func neighboursHaveNothingInCommon() throws {
    let cipher = try #require(cipher)
    let texts = (0..<1_000).map { cipher.encode($0, kind: 1) }
    #expect(Set(texts).count == 1_000)
    #expect(Set(texts.map { $0.prefix(6) }).count > 990)
  }

  @Test func aKeyOfAnotherLengthIsRefused() {
    #expect(IdentifierCipher(key: [1, 2, 3]) == nil)
  }
}
