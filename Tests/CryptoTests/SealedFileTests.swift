import Crypto
import Foundation
import Testing

/// A folder that goes with the test.
private final class Folder {
  let path = NSTemporaryDirectory() + "maru-sealed-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))) }
  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }
}

@Suite struct SealedFileTests {
  private static let chunk = 64 << 10
  private static let sealedChunk = chunk + 16
  private let folder: Folder
  private let key: FileKey

  init() throws {
    folder = try Folder()
    let master = try #require(SealingKey([UInt8](repeating: 7, count: 32)))
    key = try #require(master.makeFileKey(name: "a")).key
  }

  private func text(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

  private func seal(_ text: [UInt8], _ name: String = "f", piece: Int = 10_000) throws {
    let writer = try SealedWriter(path: folder.path + "/" + name, key: key)
    var start = 0
    while start < text.count {
      try writer.write(text[start..<min(start + piece, text.count)])
      start += piece
    }
    try writer.finish()
  }

  private func open(_ name: String = "f", count: Int64? = nil) throws -> SealedFile {
    try SealedFile(path: folder.path + "/" + name, key: key, count: count)
  }

  @Test(arguments: [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 5])
  func whatIsSealedReadsBackFromAnyPlace(_ count: Int) throws {
    let text = text(count)
    try seal(text)
    let file = try open(count: Int64(count))
    #expect(try file.read(at: 0, count: count + 10) == text)
    for offset in [0, 1, Self.chunk - 1, Self.chunk, count] where offset <= count {
      #expect(try file.read(at: Int64(offset), count: 7) == Array(text[offset..<min(offset + 7, count)]))
    }
    #expect(throws: SealingError.outside) { try file.read(at: Int64(count) + 1, count: 1) }
  }

  @Test func nothingOfTheTextIsOnTheDiskAndEqualTextsDiffer() throws {
    let text = [UInt8](repeating: 0x41, count: 200_000)
    try seal(text)
    try seal(text, "g")
    let (first, second) = (try folder.read("f"), try folder.read("g"))
    #expect(first != second)
    #expect(!first.contains(subsequence: [UInt8](repeating: 0x41, count: 16)))
  }

  @Test func aChangedBitIsFoundWhereverItIs() throws {
    try seal(text(Self.chunk + 100))
    let sealed = try folder.read("f")
    for place in [0, 9, 13, 20, 31, 32, 5_000, 32 + Self.chunk, 32 + Self.sealedChunk, sealed.count - 1] {
      var harmed = sealed
      harmed[place] ^= 1
      try folder.write(harmed, "h")
      #expect(throws: SealingError.damaged) { try open("h").read(at: 0, count: Self.chunk + 100) }
    }
  }

  @Test func chunksThatAreCutOffReorderedRepeatedOrMixedDoNotOpen() throws {
    try seal(text(3 * Self.chunk))
    try seal(text(3 * Self.chunk), "g")
    let (sealed, other) = (try folder.read("f"), try folder.read("g"))
    func part(_ number: Int, of bytes: [UInt8]) -> [UInt8] {
      Array(bytes[(32 + number * Self.sealedChunk)..<(32 + (number + 1) * Self.sealedChunk)])
    }
    let head = Array(sealed[..<32])
    let harms: [[UInt8]] = [
      head + part(0, of: sealed) + part(1, of: sealed),
      head + part(1, of: sealed) + part(0, of: sealed) + part(2, of: sealed),
      head + part(0, of: sealed) + part(0, of: sealed) + part(2, of: sealed),
      head + part(0, of: sealed) + part(1, of: other) + part(2, of: sealed),
      head + part(2, of: sealed), sealed + part(2, of: sealed), Array(sealed.dropLast(1)), head, [],
      Array(other[..<32]) + Array(sealed[32...]),
    ]
    for harm in harms {
      try folder.write(harm, "h")
      #expect(throws: SealingError.damaged) { try open("h").read(at: 0, count: 4 * Self.chunk) }
    }
  }

  @Test func aFileCutOffBetweenChunksIsFoundBeforeItIsRead() throws {
    try seal(text(3 * Self.chunk))
    try folder.write(Array(try folder.read("f")[..<(32 + Self.sealedChunk)]), "h")
    #expect(throws: SealingError.damaged) { try open("h", count: Int64(3 * Self.chunk)) }
  }

  @Test func whatIsNotFinishedLeavesNothing() throws {
    do {
      let writer = try SealedWriter(path: folder.path + "/x", key: key)
      try writer.write(text(100_000))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aWrittenFileIsNeverOverwritten() throws {
    try seal(text(5))
    #expect(throws: SealingError.self) { try seal(text(6)) }
    #expect(try open().read(at: 0, count: 9) == text(5))
  }
}

@Suite struct SealingKeyTests {
  private let master = SealingKey([UInt8](repeating: 1, count: 32))
  private let other = SealingKey([UInt8](repeating: 2, count: 32))

  @Test func aWrappedKeyOpensWithItsMasterAndNameOnly() throws {
    let master = try #require(master)
    let made = try #require(master.makeFileKey(name: "a"))
    #expect(master.unwrap(made.wrapped, name: "a") != nil)
    #expect(master.unwrap(made.wrapped, name: "b") == nil)
    #expect(other?.unwrap(made.wrapped, name: "a") == nil)
    for text in ["", "AAAA", String(made.wrapped.dropLast()), made.wrapped + "A", "!"] {
      #expect(master.unwrap(text, name: "a") == nil)
    }
  }

  @Test func fingerprintsTellKeysApartAndKeysHave32Bytes() {
    #expect(master?.fingerprint != other?.fingerprint)
    #expect(SealingKey([]) == nil && SealingKey([UInt8](repeating: 0, count: 31)) == nil)
  }

  /// NIST GCM test vectors (AES-256): test cases 14 and 16 of the submission of McGrew and Viega.
  @Test func vectors() throws {
    let zero = try #require(AESGCM(key: [UInt8](repeating: 0, count: 32)))
    let sealed = zero.seal([UInt8](repeating: 0, count: 16), nonce: [UInt8](repeating: 0, count: 12))
    #expect(sealed.map { Hex.encode($0) } == "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919")
    func bytes(_ text: String) throws -> [UInt8] { try #require(Hex.decode(text)) }
    let cipher = try #require(
      AESGCM(key: bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")))
    let text = try bytes(
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c9595680953"
        + "2fcf0e2449a6b525b16aedf5aa0de657ba637b39"
    )
    let data = try bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")
    let nonce = try bytes("cafebabefacedbaddecaf888")
    let made = try #require(cipher.seal(text, nonce: nonce, data: data))
    #expect(Hex.encode(made.suffix(16)) == "76fc6ece0f4e1768cddf8853bb2d551b")
    #expect(cipher.open(made, nonce: nonce, data: data) == text)
    #expect(cipher.open(made, nonce: nonce) == nil)
  }
}

extension [UInt8] {
  fileprivate func contains(subsequence: [UInt8]) -> Bool {
    guard count >= subsequence.count else { return false }
    return (0...(count - subsequence.count)).contains {
      self[$0] == subsequence[0] && self[$0...].starts(with: subsequence)
    }
  }
}
