import Domain
import SQL
import SQLite
import Storage
import Testing
import Wire

struct PrivacyPlanTests {
  /// Some hundred people, pictures and archives, every query about them, and no walk through a whole table.
  @Test func queriesAboutPeopleUseIndexes() async throws {
    let world = try await World.make()
    let slow = try await world.store.write { tables in
      for number in 0..<200 {
        let person = try insert("p\(number)@example.com", .patient, tables)
        try tables.pictures.insert(
          PictureRow(name: "p\(number)", owner: person, mediaType: "image/png", size: 1, key: "k", createdAt: start))
        try tables.exports.insert(
          ExportRow(name: "e\(number)", person: person, state: .ready, key: "k", createdAt: start, expiresAt: start))
      }
      try Self.askAboutProfiles(world, tables)
      try Self.askAboutData(world, tables)
      return (tables.connection as? SQLiteConnection)?.slowStatements
    }
    #expect(slow == [])
  }

  private static func askAboutProfiles(_ world: World, _ tables: Tables) throws {
    for id in [world.patient, world.doctor] {
      guard let viewer = try tables.people.find(id) else { throw Missing() }
      _ = try tables.profiles.find(world.doctor, visibleTo: viewer)
      _ = try tables.profiles.find(world.patient, visibleTo: viewer)
      _ = try tables.profiles.search(nick: "하", visibleTo: viewer, limit: 5)
    }
    var change = ProfileEdit()
    change.info[0] = "하나"
    try tables.profiles.update(world.patient, change)
    _ = try tables.people.known(world.patient)
    _ = try tables.pictures.find("p1")
    _ = try tables.pictures.list(of: world.patient)
    _ = try tables.pictures.delete(of: world.patient, except: nil)
    _ = try tables.pictures.deleteUnused(before: start.adding(milliseconds: 1), limit: 5)
  }

  private static func askAboutData(_ world: World, _ tables: Tables) throws {
    let message = try put(NewMessage(roomID: world.room, senderID: world.patient, content: "x"), tables)
    _ = try tables.exports.find("e1")
    _ = try tables.exports.newest(of: world.patient)
    _ = try tables.exports.finish("e1", as: .ready, size: 1)
    _ = try tables.exports.delete(of: world.patient)
    _ = try tables.exports.deleteExpired(at: start, limit: 5)
    _ = try tables.erasures.insert(world.patient, by: .person, at: start)
    _ = try tables.erasures.open(limit: 5)
    try tables.erasures.finish(world.patient, at: start)
    try tables.erasures.markErased(world.patient, at: start)
    _ = try tables.messages.find(message.id)
    _ = try tables.messages.standing(of: world.patient, limit: 5)
    try tables.messages.limitKeeping(of: world.patient, in: .eyemon, to: 1)
    _ = try tables.messages.due(at: start, limit: 5)
    _ = try tables.messages.erase(message.id)
    _ = try tables.files.openings(ofFilesOf: world.patient, before: .max, limit: 5)
    _ = try tables.files.deleteWaiting(of: world.patient)
    _ = try tables.uploads.delete(of: world.patient)
  }
}
