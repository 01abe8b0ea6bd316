import Crypto
import Foundation
import Testing

struct P256KeyTests {
  // RFC 8291, appendix A.
  private let ours = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
  private let oursOpen = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
  private let theirs = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
  private let theirsOpen = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
  private let shared = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"

  private func key(_ text: String) throws -> P256Key {
    let bytes = try #require(Base64URL.decode(text))
    return try #require(P256Key(privateKey: bytes))
  }

  @Test func aPublicKeyFollowsFromThePrivateOne() throws {
    #expect(Base64URL.encode(try key(ours).publicKey) == oursOpen)
    #expect(Base64URL.encode(try key(theirs).publicKey) == theirsOpen)
  }

  @Test func bothSidesAgreeOnOneSecret() throws {
    let (one, other) = (try key(ours), try key(theirs))
    #expect(one.secret(with: other.publicKey).map(Base64URL.encode) == shared)
    #expect(other.secret(with: one.publicKey).map(Base64URL.encode) == shared)
  }

  @Test func whatIsNoPointOfTheCurveIsRefused() throws {
    let one = try key(ours)
    var point = try key(theirs).publicKey
    point[64] ^= 1
    #expect(one.secret(with: point) == nil)
    #expect(one.secret(with: []) == nil)
    #expect(one.secret(with: [UInt8](repeating: 0, count: 65)) == nil)
    #expect(one.secret(with: [4] + [UInt8](repeating: 0, count: 64)) == nil)
    #expect(one.secret(with: [4] + [UInt8](repeating: 0xFF, count: 64)) == nil)
  }

  @Test func noNumberOutsideOfTheOrderIsAKey() {
    #expect(P256Key(privateKey: [UInt8](repeating: 0, count: 32)) == nil)
    #expect(P256Key(privateKey: [UInt8](repeating: 0xFF, count: 32)) == nil)
    #expect(P256Key(privateKey: [1, 2, 3]) == nil)
    #expect(P256Key.random() != nil)
  }
}

struct SigningKeyTests {
  @Test func aSignatureOnP256HasTwoNumbers() throws {
    let key = try #require(P256Key.random()).signing
    #expect(key.algorithm == .es256)
    for _ in 0..<50 { #expect(key.sign(Array("x".utf8))?.count == 64) }
  }

  @Test func aTokenHasThreeParts() throws {
    let key = try #require(P256Key.random()).signing
    let token = try #require(SignedToken.make(header: Array("{}".utf8), claims: Array("[]".utf8), key: key))
    let parts = token.split(separator: ".")
    #expect(parts.count == 3 && parts[0] == "e30" && parts[1] == "W10" && parts[2].count == 86)
  }

  @Test func whatIsNoPrivateKeyIsRefused() {
    for text in ["", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "x"] {
      #expect(SigningKey(pem: text) == nil)
    }
  }

  @Test(arguments: ["ec -pkeyopt ec_paramgen_curve:P-256", "rsa -pkeyopt rsa_keygen_bits:2048"])
  func keysOfOpenSSLAreReadAndTheirSignaturesHold(kind: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try openssl("genpkey -algorithm \(kind) -out \(folder)/key.pem")
    let key = try #require(SigningKey(pem: try String(contentsOfFile: folder + "/key.pem", encoding: .utf8)))
    let text = Array("어느 글".utf8)
    try Data(text).write(to: URL(filePath: folder + "/text"))
    let signature = try #require(key.sign(text))
    // OpenSSL's command takes the numbers of ES256 as ASN.1.
    let encoded = key.algorithm == .es256 ? asn1(signature) : signature
    try Data(encoded).write(to: URL(filePath: folder + "/signature"))
    try openssl("pkey -in \(folder)/key.pem -pubout -out \(folder)/open.pem")
    try openssl("dgst -sha256 -verify \(folder)/open.pem -signature \(folder)/signature \(folder)/text")
  }

  @Test(arguments: ["ec -pkeyopt ec_paramgen_curve:P-384", "rsa -pkeyopt rsa_keygen_bits:1024", "ed25519"])
  func otherKeysAreRefused(kind: String) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try openssl("genpkey -algorithm \(kind) -out \(path)")
    #expect(SigningKey(pem: try String(contentsOfFile: path, encoding: .utf8)) == nil)
  }

  private func openssl(_ arguments: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/openssl")
    process.arguments = arguments.split(separator: " ").map(String.init)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "openssl \(arguments)")
  }

  private func asn1(_ signature: [UInt8]) -> [UInt8] {
    let numbers = [signature.prefix(32), signature.suffix(32)].flatMap { half -> [UInt8] in
      var number = Array(half.drop { $0 == 0 })
      if number.first ?? 0x80 >= 0x80 { number.insert(0, at: 0) }
      return [2, UInt8(number.count)] + number
    }
    return [0x30, UInt8(numbers.count)] + numbers
  }
}

struct HKDFTests {
  /// RFC 5869, appendix A.1.
  @Test func keysAreDerivedAsTheRFCSays() throws {
    let salt = try #require(Hex.decode("000102030405060708090a0b0c"))
    let info = try #require(Hex.decode("f0f1f2f3f4f5f6f7f8f9"))
    let key = HKDF.derive(secret: [UInt8](repeating: 0x0b, count: 22), salt: salt, info: info, count: 42)
    #expect(
      Hex.encode(key)
        == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    #expect(HKDF.expand([1], info: [], count: 9_000).count == 8_160)
  }
}
