import Domain
import SQL
import Storage
import Testing

struct PeopleStoreTests {
  @Test(arguments: Kind.allCases)
  func anAddressIsTakenOncePerRealm(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      var person = NewPerson(realm: .eyemon, email: "a@example.com", nick: "x", role: .patient, passwordHash: "h")
      #expect(try tables.people.insert(person, at: start) == nil)
      #expect(try tables.people.isTaken(email: "a@example.com", realm: .eyemon))
      #expect(try !tables.people.isTaken(email: "a@example.com", realm: .flatbread))
      person.realm = .flatbread
      #expect(try tables.people.insert(person, at: start) != nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func credentialsAreFoundByAddressAndRealm(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.read { (tables) throws in
      let found = try tables.people.credentials(email: "d@example.com", realm: .eyemon)
      #expect(found?.person.id == world.doctor)
      #expect(found?.person.role == .doctor)
      #expect(found?.passwordHash == "hash")
      #expect(try tables.people.credentials(email: "d@example.com", realm: .ssacsu) == nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func onlyApprovedDoctorsAreListed(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let waiting = try insert("w@example.com", .doctor, tables)
      try tables.people.insertDoctor(waiting, realm: .eyemon, state: .waiting, clinic: "c", specialty: "s")
      let doctors = try tables.people.doctors(realm: .eyemon)
      #expect(doctors.map(\.person.id) == [world.doctor])
      #expect(doctors.first?.clinic == "밝은안과")
      #expect(doctors.first?.specialty == "망막")
      #expect(try tables.people.doctors(realm: .flatbread).isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func idsAreNeverUsedTwice(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let gone = try insert("gone@example.com", .patient, tables)
      try tables.connection.execute("DELETE FROM people WHERE id = ?1", [.integer(gone.value)])
      #expect(try insert("next@example.com", .patient, tables) > gone)
    }
  }
}
