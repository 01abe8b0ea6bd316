import ChatSync
import Foundation
import Synchronization
import Testing

@testable import Kit

private func folder() -> String {
  FileManager.default.temporaryDirectory.appendingPathComponent("maru-kit-\(UUID().uuidString)").path
}

/// A disk without room as long as the test wants.
private final class FullDisk: Sendable {
  private let full = Atomic(false)

  var isFull: Bool {
    get { full.load(ordering: .relaxed) }
    set { full.store(newValue, ordering: .relaxed) }
  }

  var mayWrite: Bool { !isFull }
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

  @Test func aStoreThatCannotBeWrittenIsSaidOfEachTicket() async throws {
    let disk = FullDisk()
    let journal = RecordJournal(try await RecordStore(path: nil, mayWrite: { disk.mayWrite }))
    journal.add([RecordWrite(key: "k", value: "v")])
    #expect(await journal.flush())
    disk.isFull = true
    journal.add([RecordWrite(key: "k", value: "w")])
    #expect(!(await journal.flush()))
    #expect(journal.hasFailed)
    #expect(await journal.wait(for: 1), "what was durable stays so")
    await journal.close()
  }

  /// An edit that is refused, and a later write that is not: after a restart the deleted text would be shown.
  @Test func whatTheDiskRefusesStaysBeforeWhatComesLater() async throws {
    let disk = FullDisk()
    let store = try await RecordStore(path: nil, mayWrite: { disk.mayWrite })
    let journal = RecordJournal(store)
    let (turns, turned) = AsyncStream.makeStream(of: Void.self)
    journal.watch { turned.yield() }
    disk.isFull = true
    journal.add([RecordWrite(key: "m", value: "deleted")])
    #expect(!(await journal.flush()))
    disk.isFull = false
    journal.add([RecordWrite(key: "k", value: "version 2")])
    #expect(!(await journal.flush()), "it waits behind what was refused")
    let left = [RecordWrite(key: "m", value: "deleted"), RecordWrite(key: "k", value: "version 2")]
    #expect(journal.pending == left)
    #expect(try await store.read(prefix: "").isEmpty)
    var turning = turns.makeAsyncIterator()
    _ = await turning.next()
    _ = await turning.next()
    #expect(!journal.hasFailed)
    #expect(try await store.read(prefix: "").map(\.value) == ["version 2", "deleted"])
    #expect(await journal.flush())
  }

  @Test func theLastAttemptIsAtTheEnd() async throws {
    let disk = FullDisk()
    let store = try await RecordStore(path: nil, mayWrite: { disk.mayWrite })
    let journal = RecordJournal(store)
    disk.isFull = true
    journal.add([RecordWrite(key: "k", value: "v")])
    #expect(!(await journal.flush()))
    disk.isFull = false
    await journal.close()
    #expect(try await store.read(prefix: "k").map(\.value) == ["v"])
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
