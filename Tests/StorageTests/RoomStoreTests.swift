import Domain
import SQL
import Seeded
import Storage
import Testing
import Wire

struct RoomStoreTests {
  @Test(arguments: Kind.allCases)
  func twoPeopleHaveOneRoom(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let again = try tables.rooms.findOrInsert(realm: .eyemon, world.doctor, world.patient, at: start)
      #expect(again.id == world.room)
      #expect(!again.isNew)
      let members = try tables.rooms.members(of: world.room, for: world.patient)
      #expect(members.map(\.person.id) == [world.patient, world.doctor])
    }
  }

  @Test(arguments: Kind.allCases)
  func seqAndTimeOnlyGrow(kind: Kind) async throws {
    let world = try await World.make(kind)
    let first = try await world.say("1", at: start.adding(milliseconds: 100))
    let second = try await world.say("2", at: start.adding(milliseconds: 100))
    let third = try await world.say("3", at: start.adding(milliseconds: -5_000))
    #expect([first, second, third].map(\.seq) == [1, 2, 3])
    #expect(second.createdAt == first.createdAt.adding(milliseconds: 1))
    #expect(third.createdAt == second.createdAt.adding(milliseconds: 1))
    let room = try await world.store.read { try $0.rooms.find(world.room) }
    #expect(room?.lastSeq == 3)
    #expect(room?.updatedAt == third.createdAt)
  }

  @Test(arguments: Kind.allCases)
  func unreadAreTheOthersAboveOnesPosition(kind: Kind) async throws {
    let world = try await World.make(kind)
    for text in ["1", "2", "3"] { try await world.say(text) }
    try await world.say("4", by: world.doctor)
    try await world.store.write { (tables) throws in
      #expect(try tables.rooms.list(of: world.doctor).map(\.unreadCount) == [3])
      #expect(try tables.rooms.list(of: world.patient).map(\.unreadCount) == [1])
      #expect(try tables.rooms.moveRead(of: world.doctor, in: world.room, to: 2))
      #expect(try tables.rooms.list(of: world.doctor, only: world.room).map(\.unreadCount) == [1])
    }
  }

  /// They are computed from where one stands; here they are counted one by one.
  @Test(arguments: Kind.allCases)
  func unreadAreWhatCountingGives(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      var random = SeededRandom(seed: 7)
      var said: [(sender: RowID<Person>, isHidden: Bool)] = []
      var read = 0
      for _ in 0..<300 {
        if random.chance(20), read < said.count {
          let seq = read + 1 + random.below(said.count - read)
          if try tables.rooms.moveRead(of: world.doctor, in: world.room, to: Int64(seq)) { read = seq }
        } else {
          let sender = random.chance(50) ? world.doctor : world.patient
          let row = try put(NewMessage(roomID: world.room, senderID: sender, content: "x"), tables)
          let isHidden = sender == world.patient && random.chance(20)
          if isHidden { try tables.messages.hide(seq: row.seq, in: world.room, from: [world.doctor]) }
          said.append((sender, isHidden))
        }
        let counted = said.dropFirst(read).count { $0.sender == world.patient && !$0.isHidden }
        #expect(try tables.rooms.list(of: world.doctor).map(\.unreadCount) == [Int64(counted)])
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func aReadPositionNeverGoesBack(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      #expect(try tables.rooms.moveRead(of: world.doctor, in: world.room, to: 2))
      #expect(try !tables.rooms.moveRead(of: world.doctor, in: world.room, to: 2))
      #expect(try !tables.rooms.moveRead(of: world.doctor, in: world.room, to: 1))
      #expect(try tables.rooms.members(of: world.room, for: world.patient).map(\.readSeq) == [0, 2])
    }
  }

  @Test(arguments: Kind.allCases)
  func theRoomThatChangedLastComesFirst(kind: Kind) async throws {
    let world = try await World.make(kind)
    let other = try await world.store.write { (tables) throws in
      let doctor = try insert("d2@example.com", .doctor, tables)
      return try tables.rooms.findOrInsert(realm: .eyemon, world.patient, doctor, at: start).id
    }
    #expect(try await world.store.read { try $0.rooms.list(of: world.patient).map(\.room.id) } == [other, world.room])
    try await world.say("1", at: start.adding(milliseconds: 1))
    #expect(try await world.store.read { try $0.rooms.list(of: world.patient).map(\.room.id) } == [world.room, other])
    let members = try await world.store.read { try $0.rooms.members(ofRoomsOf: world.patient) }
    #expect(members.map(\.roomID) == [world.room, world.room, other, other])
  }
}

struct MessageStoreTests {
  @Test(arguments: Kind.allCases)
  func everythingComesBack(kind: Kind) async throws {
    let world = try await World.make(kind)
    let message = NewMessage(
      roomID: world.room, senderID: world.patient, clientID: "c1", content: "눈이 \"침침\"해요\n🙂", files: ["/data/a.jpg"])
    let stored = try await world.store.write { (tables) throws in
      try put(message, tables)
    }
    let listed = try await world.store.read {
      try $0.messages.list(in: world.room, after: nil, limit: 100, for: world.patient)
    }
    #expect(listed == [stored])
    #expect(stored.files == ["/data/a.jpg"])
  }

  @Test(arguments: Kind.allCases)
  func aCursorGivesWhatIsNewer(kind: Kind) async throws {
    let world = try await World.make(kind)
    let first = try await world.say("1")
    let second = try await world.say("2")
    try await world.store.read { (tables) throws in
      #expect(
        try tables.messages.list(in: world.room, after: nil, limit: 100, for: world.patient).map(\.content) == [
          "1", "2",
        ])
      #expect(
        try tables.messages.list(in: world.room, after: first.createdAt, limit: 100, for: world.patient) == [second])
      #expect(try tables.messages.list(in: world.room, after: second.createdAt, limit: 100, for: world.patient).isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func aClientIDIsUniquePerSenderAndRoom(kind: Kind) async throws {
    let world = try await World.make(kind)
    let first = try await world.say("1", clientID: "c")
    await #expect(throws: Missing.self) { try await world.say("again", clientID: "c") }
    try await world.say("2", by: world.doctor, clientID: "c")
    try await world.say("3")
    try await world.say("4")
    try await world.store.read { (tables) throws in
      #expect(try tables.messages.find(clientID: "c", of: world.patient, in: world.room) == first)
      #expect(try tables.messages.find(clientID: "d", of: world.patient, in: world.room) == nil)
      // A refused one takes no number.
      #expect(
        try tables.messages.list(in: world.room, after: nil, limit: 100, for: world.patient).map(\.seq) == [1, 2, 3, 4])
    }
  }

  @Test(arguments: Kind.allCases)
  func theNewestOfEachRoomIsFound(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.read { (tables) throws in
      #expect(try tables.messages.newest(ofRoomsOf: world.patient).isEmpty)
    }
    try await world.say("1")
    let second = try await world.say("2")
    try await world.store.read { (tables) throws in
      #expect(try tables.messages.newest(ofRoomsOf: world.patient) == [second])
      #expect(try tables.messages.newest(ofRoomsOf: world.doctor, only: world.room) == [second])
    }
  }
}
