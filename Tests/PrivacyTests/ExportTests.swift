import Contract
import Domain
import JSON
import SQL
import Storage
import Synchronization
import Testing
import Wire

@testable import Privacy

struct ExportTests {
  private func archive(_ scene: Scene, of person: RowID<Person>, _ name: String = "n") async throws -> [String:
    JSONValue]
  {
    // The archive of the specimen is too old to be given again.
    scene.now.withLock { $0 = start.adding(milliseconds: 11 * 60_000) }
    _ = try await scene.privacy.startExport(of: person, session: nil, address: "", name: name, key: "k")
    try await scene.privacy.makeExport(name)
    var parts: [String: JSONValue] = [:]
    for entry in scene.archives.withLock({ $0[name] ?? [] }) {
      guard case .bytes(let bytes) = entry.content else {
        parts[entry.name] = .null
        continue
      }
      parts[entry.name] = try? JSONValue(parsing: bytes)
    }
    return parts
  }

  @Test func everyExportedTableIsInTheArchive() async throws {
    let scene = try await Scene(.eyemon)
    try await scene.fill()
    let parts = try await archive(scene, of: scene.person)
    for rule in PrivacyTable.all {
      guard let name = rule.exported else { continue }
      let rows = try #require(parts["data/\(name).json"]?.array, "\(name)")
      #expect(!rows.isEmpty, "the specimen has nothing for \(name)")
      let columns = Set(rule.exportedColumns.map(\.name))
      for row in rows {
        let names = row.object?.members.map { $0.name } ?? []
        #expect(columns.isSuperset(of: names))
      }
    }
    #expect(parts["files/\(mark).png"] != nil && parts["pictures/\(mark)"] != nil)
    // Its message is hidden from the person.
    #expect(parts["files/others.png"] == nil)
  }

  /// No key, hash or seed, and no number of a row.
  @Test func noSecretIsInTheArchive() async throws {
    let scene = try await Scene(.eyemon)
    try await scene.fill()
    let parts = try await archive(scene, of: scene.person)
    let text = parts.values.map(\.text).joined()
    #expect(!text.contains("hash-\(mark)") && !text.contains("k-\(mark)") && !text.contains("argon2"))
    let profile = try #require(parts["data/profile.json"]?.array?.first)
    #expect(profile["id"] == .string(Scene.identifiers.id(scene.person).text))
    #expect(profile["hash_tags"] == [.string(mark)] && profile["password_hash"] == nil)
    #expect(profile["created_at"] == .string(start.iso8601))
  }

  @Test func whatIsDeletedOrHiddenOrOfOthersIsNotInIt() async throws {
    let scene = try await Scene(.eyemon)
    try await scene.fill()
    let gone = try await scene.say("\(mark) 지운 말", by: scene.person, file: "gone.png")
    try await scene.store.write { tables in
      let row = try #require(try tables.messages.find(gone))
      try tables.messages.delete(row, keepingUntil: start.adding(milliseconds: year), version: 9, at: start)
    }
    let parts = try await archive(scene, of: scene.person)
    let messages = parts["data/messages.json"]?.array ?? []
    // The second message is hidden from the person, the third deleted.
    #expect(messages.map { $0["content"] } == [.string("\(mark) 안녕하세요")])
    #expect(parts["files/gone.png"] == nil)
    let others = try await archive(scene, of: scene.other, "o")
    let theirs = others["data/messages.json"]?.array ?? []
    #expect(theirs.count == 2)
    #expect(others["data/profile.json"]?.array?.first?["nick"] == "others")
    #expect(others["data/reports.json"] == [] && others["data/blocks.json"] == [])
  }

  @Test func manyRowsComeInSeveralParts() async throws {
    let scene = try await Scene(.flatbread)
    let count = ExportEntries.pageRows + 3
    try await scene.store.write { [room = scene.room, person = scene.person] tables in
      for number in 0..<count {
        guard let place = try tables.rooms.advance(room, at: start) else { throw Missing() }
        try tables.connection.execute(
          """
          INSERT INTO messages (room_id, seq, version, sender_id, content, files, created_at, updated_at)
          VALUES (?1, ?2, ?3, ?4, ?5, '[]', ?6, ?6)
          """,
          [
            .integer(room.value), .integer(place.seq), .integer(place.version), .integer(person.value),
            .text("\(number)"), .integer(place.at.milliseconds),
          ])
      }
    }
    let parts = try await archive(scene, of: scene.person)
    let all = (parts["data/messages.json"]?.array ?? []) + (parts["data/messages-2.json"]?.array ?? [])
    #expect(all.compactMap { $0["content"]?.string } == (0..<count).map { "\($0)" })
    #expect(parts["data/messages-3.json"] == nil)
  }

  @Test func oneArchiveAtATimeAndAFailedOneIsNoObstacle() async throws {
    let scene = try await Scene(.eyemon)
    func start(_ name: String) async throws -> String {
      try await scene.privacy.startExport(of: scene.person, session: nil, address: "", name: name, key: "k").name
    }
    #expect(try await start("a") == "a")
    #expect(try await start("b") == "a")
    #expect(try await scene.store.read { try $0.jobs.count(.open) } == 1)
    _ = try await scene.store.write { try $0.exports.finish("a", as: .failed, size: 0) }
    #expect(try await start("c") == "c")
    try await scene.privacy.makeExport("a")
    try await scene.privacy.makeExport("c")
    #expect(try await scene.privacy.export(of: scene.person)?.state == .ready)
    // Once it is there, a second making does nothing.
    try await scene.privacy.makeExport("c")
    scene.now.withLock { $0 = $0.adding(milliseconds: 24 * 3_600_000) }
    try await scene.privacy.sweep()
    #expect(try await scene.privacy.export(of: scene.person) == nil)
    #expect(scene.lost.withLock { $0.last?.exports } == ["c"])
  }
}
