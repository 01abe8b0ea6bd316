import ChatSync
import Foundation
import Testing

@testable import Kit

private func folder() -> String {
  FileManager.default.temporaryDirectory.appendingPathComponent("maru-kit-\(UUID().uuidString)").path
}

@Suite struct RecordStoreTests {
  @Test func recordsAreReadByPrefixAndRangeInTheOrderOfBytes() async throws {
    let store = try await RecordStore(path: nil)
    try await store.write(["a/2", "a/1", "a/10", "b/1", "a"].map { RecordWrite(key: $0, value: "v" + $0) })
    #expect(try await store.read(prefix: "a/").map(\.key) == ["a/1", "a/10", "a/2"])
    #expect(try await store.read(RecordRange(from: "a/10", through: "b/1")).map(\.key) == ["a/10", "a/2", "b/1"])
    try await store.write([RecordWrite(key: "a/", value: nil), RecordWrite(key: "b/1", value: "new")])
    #expect(try await store.read(prefix: "").map(\.value) == ["va", "new"])
  }

  @Test func whatWasWrittenIsThereInTheNextProcess() async throws {
    let path = folder()
    defer { RecordStore.erase(path: path) }
    let first = try await RecordStore(path: path)
    try await first.write([RecordWrite(key: "k", value: "하늘 🌤")])
    // Not closed: the process was killed.
    let second = try await RecordStore(path: path)
    #expect(try await second.read(prefix: "k").map(\.value) == ["하늘 🌤"])
    first.close()
    second.close()
  }

  @Test func aFileThatIsNoStoreIsRefused() async throws {
    let path = folder()
    defer { RecordStore.erase(path: path) }
    try Data(repeating: 65, count: 4096).write(to: URL(fileURLWithPath: path))
    await #expect(throws: (any Error).self) { _ = try await RecordStore(path: path) }
  }

  @Test func aJournalWritesInOrder() async throws {
    let store = try await RecordStore(path: nil)
    let journal = RecordJournal(store)
    for number in 0..<500 { journal.add([RecordWrite(key: "k", value: "\(number)")]) }
    await journal.flush()
    #expect(try await store.read(prefix: "k").map(\.value) == ["499"])
    #expect(!journal.hasFailed)
  }

  @Test func aStoreThatCannotBeWrittenIsSaid() async throws {
    let store = try await RecordStore(path: nil)
    let journal = RecordJournal(store)
    store.close()
    journal.add([RecordWrite(key: "k", value: "v")])
    await journal.flush()
    #expect(journal.hasFailed)
  }

  @Test func aFolderBelongsToOneAtATime() throws {
    let path = folder()
    #expect(PrivateFile.makeFolder(path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var first = FolderLock(path)
    #expect(first != nil)
    #expect(FolderLock(path) == nil)
    first = nil
    #expect(FolderLock(path) != nil)
  }
}
