import Compression
import Seeded
import Testing

@Suite struct DeflateTests {
  @Test(arguments: 0..<60) func whatIsCompressedComesBack(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let count = random.below(200_000)
    let letters = 1 + random.below(256)
    let bytes = (0..<count).map { _ in UInt8(random.below(letters)) }
    let small = try Deflate.compress(bytes, level: 1 + random.below(9))
    #expect(try Deflate.expand(small, limit: count) == bytes)
  }

  /// RFC 7692 sections 7.2.3.1 to 7.2.3.3 and 7.2.3.6.
  @Test func theExamplesOfTheStandardExpand() throws {
    let hello = Array("Hello".utf8)
    #expect(try Deflate.expand([0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], limit: 5) == hello)
    let stored: [UInt8] = [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00]
    #expect(try Deflate.expand(stored, limit: 5) == hello)
    #expect(try Deflate.expand([0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00], limit: 5) == hello)
    #expect(try Deflate.expand([0x00], limit: 0) == [])
    #expect(try Deflate.compress([]) == [0x00])
  }

  @Test func aBombIsStoppedAtTheLimit() throws {
    let bomb = try Deflate.compress([UInt8](repeating: 0, count: 50_000_000))
    #expect(bomb.count < 300_000)
    #expect(throws: Deflate.Failure.tooLarge) { try Deflate.expand(bomb, limit: 1_000_000) }
  }

  @Test(arguments: 0..<500) func randomBytesAreRefusedOrExpandWithinTheLimit(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let bytes = (0..<random.below(300)).map { _ in UInt8(random.below(256)) }
    if let output = try? Deflate.expand(bytes, limit: 10_000) { #expect(output.count <= 10_000) }
  }
}
