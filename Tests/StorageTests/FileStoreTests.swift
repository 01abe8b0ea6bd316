import Domain
import Storage
import Testing
import Wire

extension World {
  /// A file of the patient that no message has yet.
  @discardableResult
  fileprivate func file(_ name: String, of person: RowID<Person>? = nil, at now: Timestamp = start) async throws
    -> FileRow
  {
    let file = NewFile(
      name: name, realm: .eyemon, roomID: room, uploaderID: person ?? patient, kind: .image, mediaType: "image/png",
      title: "눈 \"\n🙂.png", size: 1 << 40, width: 3, height: 2, key: "k-\(name)")
    return try await store.write { tables in
      try #require(try tables.files.find(try tables.files.insert(file, at: now)))
    }
  }

  /// Says something with files.
  fileprivate func send(_ names: [String]) async throws -> MessageRow {
    let new = NewMessage(roomID: room, senderID: patient, content: "", files: names.map { "/data/chats/" + $0 })
    return try await store.write { tables in
      let files = try #require(try tables.files.waiting(new.files, of: patient, in: room))
      let row = try put(new, tables)
      #expect(try tables.files.attach(files, to: row.id))
      return row
    }
  }

  fileprivate func sees(_ person: RowID<Person>, _ name: String) async throws -> Bool {
    try await store.read { try $0.files.find(name, visibleTo: person) != nil }
  }
}

struct FileStoreTests {
  @Test(arguments: Kind.allCases)
  func whatIsStoredReadsBack(kind: Kind) async throws {
    let world = try await World.make(kind)
    let row = try await world.file("a.png")
    #expect(row.path == "/data/chats/a.png" && row.messageID == nil && row.createdAt == start)
    #expect(
      row.attachment
        == Attachment(
          path: "/data/chats/a.png", kind: .image, name: "눈 \"\n🙂.png", size: 1 << 40, width: 3, height: 2))
  }

  @Test(arguments: Kind.allCases)
  func aFileIsItsUploadersUntilAMessageHasIt(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.file("a.png")
    let stranger = try await world.store.write { try insert("s@example.com", .patient, $0) }
    #expect(try await world.sees(world.patient, "a.png"))
    #expect(try await !world.sees(world.doctor, "a.png"))
    let message = try await world.send(["a.png"])
    #expect(try await world.sees(world.patient, "a.png"))
    #expect(try await world.sees(world.doctor, "a.png"))
    #expect(try await !world.sees(stranger, "a.png"))
    try await world.store.write { try $0.messages.hide(seq: message.seq, in: world.room, from: [world.doctor]) }
    #expect(try await !world.sees(world.doctor, "a.png"))
    #expect(try await world.sees(world.patient, "a.png"))
  }

  @Test(arguments: Kind.allCases)
  func onlyOwnUnsentFilesOfTheRoomCanBeSent(kind: Kind) async throws {
    let world = try await World.make(kind)
    for name in ["a.png", "b.png", "c.png"] { try await world.file(name) }
    _ = try await world.send(["c.png"])
    try await world.store.read { (tables) throws in
      func names(_ paths: [String], _ person: RowID<Person>, _ room: RowID<Room>) throws -> [String]? {
        try tables.files.waiting(paths.map { "/data/chats/" + $0 }, of: person, in: room)?.map(\.name)
      }
      #expect(try names([], world.patient, world.room) == [])
      #expect(try names(["b.png", "a.png"], world.patient, world.room) == ["b.png", "a.png"])
      #expect(try names(["a.png"], world.doctor, world.room) == nil)
      #expect(try names(["a.png"], world.patient, RowID(999)) == nil)
      #expect(try names(["a.png", "a.png"], world.patient, world.room) == nil)
      #expect(try names(["a.png", "c.png"], world.patient, world.room) == nil)
      #expect(try names(["x.png"], world.patient, world.room) == nil)
      #expect(try tables.files.waiting(["a.png"], of: world.patient, in: world.room) == nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func whatCameIntoNoMessageIsSwept(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.file("old.png", at: start.adding(milliseconds: -10))
    try await world.file("sent.png", at: start.adding(milliseconds: -10))
    try await world.file("new.png")
    _ = try await world.send(["sent.png"])
    let gone = try await world.store.write { try $0.files.deleteWaiting(before: start, limit: 10) }
    #expect(gone.map(\.name) == ["old.png"])
    let left = try await world.store.read { tables in
      try ["old.png", "sent.png", "new.png"].map { try tables.files.exists($0) }
    }
    #expect(left == [false, true, true])
  }

  @Test(arguments: Kind.allCases)
  func openingsAreKeptInOrder(kind: Kind) async throws {
    let world = try await World.make(kind)
    let (first, second) = (try await world.file("a.png"), try await world.file("b.png"))
    try await world.store.write { tables in
      for (file, variant) in [(first, "original"), (second, "width=320"), (first, "page=1")] {
        try tables.files.insertOpening(of: file.id, by: world.doctor, variant: variant, address: "::1", at: start)
      }
    }
    let all = try await world.store.read { try $0.files.openings() }
    #expect(all.map(\.variant) == ["page=1", "width=320", "original"])
    #expect(
      all.first
        == FileOpening(
          fileName: "a.png", person: world.doctor, variant: "page=1", address: "::1", openedAt: start))
    #expect(try await world.store.read { try $0.files.openings(of: "b.png").count } == 1)
  }
}

struct UploadStoreTests {
  private func upload(_ world: World, _ name: String = "u", expires: Int64 = 1_000) async throws -> UploadRow {
    let new = NewUpload(
      name: name, roomID: world.room, uploaderID: world.patient, title: "t", metadata: "m", size: 10, key: "k")
    return try await world.store.write { tables in
      try tables.uploads.insert(new, at: start, expires: start.adding(milliseconds: expires))
      return try #require(try tables.uploads.find(name, of: world.patient))
    }
  }

  @Test(arguments: Kind.allCases)
  func anUploadMovesOnlyFromWhereItIs(kind: Kind) async throws {
    let world = try await World.make(kind)
    let row = try await upload(world)
    #expect(row.received == 0 && row.segments == 0 && row.fileID == nil)
    let later = start.adding(milliseconds: 5_000)
    #expect(try await world.store.write { try $0.uploads.advance(row, by: 4, expires: later) })
    #expect(try await !world.store.write { try $0.uploads.advance(row, by: 4, expires: later) })
    let moved = try #require(try await world.store.read { try $0.uploads.find("u", of: world.patient) })
    #expect(moved.received == 4 && moved.segments == 1 && moved.expiresAt == later)
    #expect(try await world.store.read { try $0.uploads.find("u", of: world.doctor) } == nil)
  }

  @Test(arguments: Kind.allCases)
  func anUploadBecomesOneFile(kind: Kind) async throws {
    let world = try await World.make(kind)
    let row = try await upload(world)
    #expect(try await world.store.read { try $0.uploads.openCount(of: world.patient) } == 1)
    #expect(try await world.store.read { try $0.files.byteCount(of: world.patient) } == 10)
    let file = try await world.file("a.png")
    #expect(try await world.store.write { try $0.uploads.complete(row.id, with: file.id) })
    #expect(try await !world.store.write { try $0.uploads.complete(row.id, with: file.id) })
    #expect(try await world.store.read { try $0.uploads.openCount(of: world.patient) } == 0)
    #expect(try await world.store.read { try $0.files.byteCount(of: world.patient) } == 1 << 40)
  }

  @Test(arguments: Kind.allCases)
  func whatHasExpiredGoes(kind: Kind) async throws {
    let world = try await World.make(kind)
    _ = try await upload(world, "old", expires: 10)
    _ = try await upload(world, "new", expires: 11)
    let now = start.adding(milliseconds: 10)
    let gone = try await world.store.write { try $0.uploads.deleteExpired(at: now, limit: 5) }
    #expect(gone.map(\.name) == ["old"])
    #expect(
      try await world.store.read { tables in try ["old", "new"].map { try tables.uploads.exists($0) } }
        == [false, true])
  }
}
