import Domain
import SQL
import SQLite
import Storage
import Testing
import Wire

struct FilePlanTests {
  /// A few hundred files and uploads, every query of them, and no walk through a whole table.
  @Test func queriesOfFilesUseIndexes() async throws {
    let world = try await World.make()
    let slow = try await world.store.write { tables in
      let message = try put(NewMessage(roomID: world.room, senderID: world.patient, content: "x"), tables)
      for number in 0..<200 { try Self.add("f\(number)", world, tables) }
      guard let file = try tables.files.find("f0", visibleTo: world.patient) else { throw Missing() }
      try Self.ask(about: file, message.id, world, tables)
      return (tables.connection as? SQLiteConnection)?.slowStatements
    }
    #expect(slow == [])
  }

  private static func add(_ name: String, _ world: World, _ tables: Tables) throws {
    let file = NewFile(
      name: name, realm: .eyemon, roomID: world.room, uploaderID: world.patient, kind: .image, mediaType: "image/png",
      title: name, size: 1, key: "k")
    _ = try tables.files.insert(file, at: start)
    let upload = NewUpload(
      name: name, roomID: world.room, uploaderID: world.patient, title: name, metadata: "", size: 9, key: "k")
    try tables.uploads.insert(upload, at: start, expires: start.adding(milliseconds: 9))
  }

  private static func ask(
    about file: FileRow, _ message: RowID<Message>, _ world: World, _ tables: Tables
  ) throws {
    _ = try tables.files.waiting(["/data/chats/f0"], of: world.patient, in: world.room)
    _ = try tables.files.attach([file], to: message)
    _ = try tables.files.byteCount(of: world.patient)
    _ = try tables.files.exists("f1")
    try tables.files.insertOpening(of: file.id, by: world.doctor, variant: "", address: "::1", at: start)
    _ = try tables.files.openings(of: "f0")
    _ = try tables.files.deleteWaiting(before: start.adding(milliseconds: 1), limit: 5)
    guard let upload = try tables.uploads.find("f7", of: world.patient) else { throw Missing() }
    _ = try tables.uploads.openCount(of: world.patient)
    _ = try tables.uploads.advance(upload, by: 1, expires: start)
    _ = try tables.uploads.complete(upload.id, with: file.id)
    _ = try tables.uploads.exists("f8")
    _ = try tables.uploads.deleteExpired(at: start.adding(milliseconds: 10), limit: 5)
  }
}
