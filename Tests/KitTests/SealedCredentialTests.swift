import Contract
import Domain
import Foundation
import Kit
import Testing

/// The file of a session: sealed, whole or nothing.
struct SealedCredentialTests {
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("kit-\(UUID().uuidString)").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var file: String { path + "/session" }
    func bytes(_ name: String = "/session") -> Data { FileManager.default.contents(atPath: path + name) ?? Data() }
  }

  private let credentials = Credentials(
    person: Person(id: ID("p"), nick: "하늘"), email: "p@example.com", role: .patient, refreshToken: "secret-token",
    generation: 7)

  @Test func whatIsKeptIsSealedAndComesBack() throws {
    let folder = try Folder()
    let store = CredentialStore.file(folder.file)
    #expect(store.save(credentials))
    #expect(store.load() == credentials)
    let bytes = folder.bytes()
    for word in ["secret-token", "p@example.com", "하늘"] { #expect(bytes.range(of: Data(word.utf8)) == nil) }
    for name in ["/session", "/session.key"] {
      let mode = try FileManager.default.attributesOfItem(atPath: folder.path + name)[.posixPermissions] as? NSNumber
      #expect(mode?.intValue == 0o600)
    }
    // Equal contents are never sealed alike.
    #expect(store.save(credentials))
    #expect(folder.bytes() != bytes)
  }

  @Test func everyTornFileIsNoSession() throws {
    let folder = try Folder()
    let store = CredentialStore.file(folder.file)
    #expect(store.save(credentials))
    let whole = folder.bytes()
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: URL(fileURLWithPath: folder.file))
      #expect(store.load() == nil)
    }
    for index in stride(from: 0, to: whole.count, by: 3) {
      var changed = whole
      changed[changed.startIndex + index] ^= 1
      try changed.write(to: URL(fileURLWithPath: folder.file))
      #expect(store.load() == nil)
    }
    try whole.write(to: URL(fileURLWithPath: folder.file))
    #expect(store.load() == credentials)
  }

  @Test func withoutItsKeyItIsNoSessionAndTheNextOneIsKeptAgain() throws {
    let folder = try Folder()
    let store = CredentialStore.file(folder.file, keyPath: folder.path + "/elsewhere")
    #expect(store.save(credentials))
    for damaged in [Data(), Data(repeating: 0, count: 32), Data(repeating: 1, count: 5)] {
      try damaged.write(to: URL(fileURLWithPath: folder.path + "/elsewhere"))
      #expect(store.load() == nil)
    }
    try FileManager.default.removeItem(atPath: folder.path + "/elsewhere")
    #expect(store.load() == nil)
    #expect(store.save(credentials))
    #expect(store.load() == credentials)
  }

  /// Nothing there, something that is no session, and something that does not open now are three things: only the first
  /// says that somebody has ended the session.
  @Test func whyNothingIsThereIsToldApart() throws {
    let folder = try Folder()
    let store = CredentialStore.file(folder.file)
    #expect(try store.read() == nil)
    try Data("torn".utf8).write(to: URL(fileURLWithPath: folder.file))
    #expect(throws: CredentialFault.damaged) { try store.read() }
    #expect(store.save(credentials))
    let key = folder.file + ".key"
    let kept = folder.bytes("/session.key")
    try FileManager.default.removeItem(atPath: key)
    #expect(throws: CredentialFault.damaged) { try store.read() }
    // A folder in the place of a file is there and gives no bytes, whoever asks.
    try FileManager.default.createDirectory(atPath: key, withIntermediateDirectories: false)
    #expect(throws: CredentialFault.unreadable) { try store.read() }
    try FileManager.default.removeItem(atPath: key)
    try kept.write(to: URL(fileURLWithPath: key))
    #expect(try store.read() == credentials)
  }

  @Test func whatAnEarlierVersionKeptIsReadAndThenSealed() throws {
    let folder = try Folder()
    let old = #"{"person":{"user_id":"p","nick":"하늘"},"email":"","role":"patient","refresh_token":"r","leaving":false}"#
    try Data(old.utf8).write(to: URL(fileURLWithPath: folder.file))
    let store = CredentialStore.file(folder.file)
    let kept = try #require(store.load())
    #expect(kept.refreshToken == "r" && kept.generation == 0)
    #expect(store.save(kept))
    #expect(folder.bytes().first != UInt8(ascii: "{"))
    #expect(store.load() == kept)
  }

  @Test func aFolderThatCannotBeWrittenIsSaid() {
    let store = CredentialStore.file("/nonexistent/session")
    #expect(!store.save(credentials))
    #expect(store.load() == nil)
  }

  @Test func oneTurnAtATime() async throws {
    let folder = try Folder()
    let (first, second) = (CredentialStore.file(folder.file), CredentialStore.file(folder.file))
    var turn = await first.turn()
    #expect(turn != nil)
    let waiting = Task { await second.turn() != nil }
    turn = nil
    #expect(await waiting.value)
  }
}
