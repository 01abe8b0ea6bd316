import Crypto
import Testing

@Suite struct MessageDigestTests {
  @Test(arguments: [
    (MessageDigest.Algorithm.md5, "900150983cd24fb0d6963f7d28e17f72"),
    (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func digestsOfPiecesAreThoseOfTheWhole(_ algorithm: MessageDigest.Algorithm, _ expected: String) {
    let digest = MessageDigest(algorithm)
    digest.update([0x61])
    digest.update([])
    digest.update([0x62, 0x63])
    #expect(Hex.encode(digest.finish()) == expected)
  }
}
