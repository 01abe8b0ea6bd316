import Crypto
import Foundation
import Testing
import Tokens
import Wire

struct TokenKeysTests {
  private let now = Timestamp(milliseconds: 1_750_000_000_000)

  private func path() -> String {
    FileManager.default.temporaryDirectory.appending(path: "token-keys-\(UUID().uuidString)").path
  }

  @Test func keysOutliveTheProcess() throws {
    let path = path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let keys = TokenKeys([TokenKey(bytes: Array(0..<32))], path: path)
    let until = now.adding(milliseconds: 1_000)
    try keys.rotate(until: until, at: now)
    try keys.rotate(until: until, at: now)
    #expect(keys.all.map(\.until) == [nil, until, until])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(TokenKeys.parse(text) == keys.all)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
  }

  @Test func aKeyWhoseTimeIsOverIsForgotten() throws {
    let keys = TokenKeys([TokenKey(bytes: Array(0..<32))], path: nil)
    let old = keys.all[0].id
    try keys.rotate(until: now, at: now)
    #expect(keys.all.contains { $0.id == old })
    try keys.rotate(until: now, at: now.adding(milliseconds: 1))
    #expect(!keys.all.contains { $0.id == old })
  }

  @Test func whereTheFileCannotBeWrittenTheOldKeySigns() {
    let keys = TokenKeys([TokenKey(bytes: Array(0..<32))], path: "/nonexistent/folder/token.key")
    #expect(throws: TokenKeysError.self) { try keys.rotate(until: now, at: now) }
    #expect(keys.all.map(\.bytes) == [Array(0..<32)])
  }

  @Test(arguments: [
    "", "\n", "abc", String(repeating: "0", count: 64) + " 5", String(repeating: "0", count: 62),
    String(repeating: "0", count: 64) + "\n" + String(repeating: "1", count: 64),
    String(repeating: "0", count: 64) + "\n" + String(repeating: "1", count: 64) + " soon",
    String(repeating: "0", count: 64) + "\n" + String(repeating: "1", count: 64) + " 5 6",
    String(repeating: "g", count: 64),
  ])
  func aDamagedFileIsNoFile(text: String) {
    #expect(TokenKeys.parse(text) == nil)
  }

  @Test func aFileOfAnEarlierVersionIsOneKey() {
    #expect(TokenKeys.parse(Hex.encode(Array(0..<32)) + "\n") == [TokenKey(bytes: Array(0..<32))])
  }
}
