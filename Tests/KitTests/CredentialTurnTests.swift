import Foundation
import Testing

@testable import Kit

/// What is kept in a keychain has no file beside which a lock could lie.
struct CredentialTurnTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

  @Test func processesWithOneNameHaveOneTurn() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = CredentialTurn.path(of: "kr.maru.eyemon", in: folder + "/group")
    #expect(path == CredentialTurn.path(of: "kr.maru.eyemon", in: folder + "/group"))
    var first = await CredentialTurn.take(path)
    #expect(first != nil)
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(await CredentialTurn.take(path, patience: .milliseconds(50)) == nil)
    first = nil
    #expect(await CredentialTurn.take(path, patience: .milliseconds(50)) != nil)
  }

  @Test func eachNameHasAFileOfItsOwnInTheFolder() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let names = ["a.b", "a/b", "a_b", "../b", "a46b", "마루", ""]
    let paths = names.map { CredentialTurn.path(of: $0, in: folder) }
    #expect(Set(paths).count == names.count)
    for path in paths { #expect((path as NSString).deletingLastPathComponent == folder) }
  }
}
