import Domain
import SQL
import Storage
import Testing
import Wire

struct IdentityStoreTests {
  private func phone(_ number: String, of person: RowID<Person>) -> IdentityRow {
    IdentityRow(
      kind: .phone, subject: number, person: person, label: number, isVerified: true, createdAt: start)
  }

  @Test(arguments: Kind.allCases)
  func anAddressIsTheFirstWayIn(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let row = try tables.identities.find(.email, "a@example.com", realm: .eyemon)
      #expect(row?.person == world.patient)
      #expect(row?.isVerified == false)
      #expect(try tables.identities.find(.email, "a@example.com", realm: .flatbread) == nil)
      try tables.identities.markVerified(.email, of: world.patient)
      #expect(try tables.identities.list(of: world.patient).map(\.isVerified) == [true])
    }
  }

  @Test(arguments: Kind.allCases)
  func aSubjectHasOneOwnerPerRealmAndAPersonOneOfAKind(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      #expect(try tables.identities.insert(phone("+821012345678", of: world.patient), realm: .eyemon))
      #expect(try !tables.identities.insert(phone("+821012345678", of: world.doctor), realm: .eyemon))
      #expect(try !tables.identities.insert(phone("+821087654321", of: world.patient), realm: .eyemon))
      #expect(try tables.identities.delete(.phone, of: world.patient))
      #expect(try !tables.identities.delete(.phone, of: world.patient))
      #expect(try tables.identities.insert(phone("+821012345678", of: world.doctor), realm: .eyemon))
    }
  }

  @Test(arguments: Kind.allCases)
  func manyPeopleHaveNoAddress(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      for _ in 0..<3 {
        let id = try insert("", .patient, tables)
        #expect(try tables.people.find(id)?.email == "")
        #expect(try tables.identities.list(of: id).isEmpty)
      }
      #expect(try tables.people.credentials(email: "", realm: .eyemon) == nil)
    }
  }

  @Test(arguments: Kind.allCases)
  func anAddressMovesOnlyWhereItIsFree(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let patient = try #require(try tables.people.find(world.patient))
      #expect(try !tables.people.setEmail("d@example.com", of: patient, at: start))
      #expect(try tables.people.find(world.patient)?.email == "a@example.com")
      #expect(try tables.people.setEmail("new@example.com", of: patient, at: start))
      #expect(try tables.people.credentials(email: "new@example.com", realm: .eyemon)?.person.id == world.patient)
      #expect(try tables.identities.find(.email, "a@example.com", realm: .eyemon) == nil)
      #expect(try tables.identities.find(.email, "new@example.com", realm: .eyemon)?.isVerified == true)
      #expect(try tables.people.setEmail("", of: patient, at: start))
      #expect(try tables.people.find(world.patient)?.email == "")
      #expect(try tables.identities.list(of: world.patient).isEmpty)
    }
  }

  @Test(arguments: Kind.allCases)
  func detailsAreKeptAsTheyWereGiven(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      #expect(try tables.people.details(of: world.patient) == PersonDetails())
      var person = NewPerson(realm: .flatbread, email: "b@example.com", nick: "x", role: .member, passwordHash: "h")
      person.details.name = "김\"하늘\""
      person.details.hashTags = ["#빵", ""]
      person.details.birthDay = "2000-02-29"
      person.details.info = ["1", "", "3", "", "5"]
      let id = try #require(try tables.people.insert(person, at: start))
      #expect(try tables.people.details(of: id) == person.details)
    }
  }

  @Test(arguments: Kind.allCases)
  func consentsAreAHistory(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      for isAgreed in [true, false, true] {
        let row = ConsentRow(kind: "marketing", version: "1", isAgreed: isAgreed, createdAt: start)
        try tables.consents.insert(row, of: world.patient)
      }
      #expect(try tables.consents.history(of: world.patient).map(\.isAgreed) == [true, false, true])
      #expect(try tables.consents.history(of: world.doctor).isEmpty)
    }
  }
}

struct CodeStoreTests {
  private let place = CodePlace(realm: .eyemon, purpose: .phone, subject: "+821012345678")

  @Test(arguments: Kind.allCases)
  func codesOfAPlaceAreListedNewestFirst(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      for minute: Int64 in 0..<3 {
        let at = start.adding(milliseconds: minute * 60_000)
        let row = CodeRow(
          person: nil, seed: "\(minute)", createdAt: at, expiresAt: at.adding(milliseconds: 300_000))
        try tables.codes.insert(row, at: place)
      }
      let elsewhere = CodePlace(realm: .flatbread, purpose: .phone, subject: place.subject)
      #expect(try tables.codes.list(at: elsewhere, since: start).isEmpty)
      let rows = try tables.codes.list(at: place, since: start.adding(milliseconds: 60_000))
      #expect(rows.map(\.seed) == ["2", "1"])
      try tables.codes.countFailure(of: try #require(rows.first).id)
      #expect(try tables.codes.list(at: place, since: start).map(\.failures) == [1, 0, 0])
      try tables.codes.markUsed(at: place, start)
      #expect(try tables.codes.list(at: place, since: start).allSatisfy(\.isUsed))
      try tables.codes.deleteOld(at: start.adding(milliseconds: 2 * 24 * 3_600_000 + 60_000))
      #expect(try tables.codes.list(at: place, since: start).count == 2)
      try tables.codes.delete(for: place.subject, realm: .flatbread)
      #expect(try tables.codes.list(at: place, since: start).count == 2)
      try tables.codes.delete(for: place.subject, realm: place.realm)
      #expect(try tables.codes.list(at: place, since: start).isEmpty)
    }
  }
}

struct DoctorStoreTests {
  @Test(arguments: Kind.allCases)
  func aDoctorIsApprovedOrRefusedWithAReason(kind: Kind) async throws {
    let world = try await World.make(kind)
    try await world.store.write { (tables) throws in
      let doctor = try insert("w@example.com", .doctor, tables)
      try tables.people.insertDoctor(doctor, realm: .eyemon, state: .waiting, clinic: "c", specialty: "s")
      try tables.doctors.setLicense("12345", of: doctor)
      #expect(try !tables.doctors.isApproved(doctor))
      #expect(try tables.doctors.list(realm: .eyemon, state: .waiting).map(\.licenseNumber) == ["12345"])
      #expect(try tables.doctors.decide(.refused, reason: "면허 번호가 다릅니다", on: doctor, at: start))
      #expect(try tables.doctors.find(doctor)?.reason == "면허 번호가 다릅니다")
      #expect(try tables.doctors.find(doctor)?.state == .refused)
      #expect(try tables.doctors.apply(licenseNumber: "6789", clinic: "c2", by: doctor))
      #expect(try tables.doctors.find(doctor)?.state == .waiting)
      #expect(try tables.doctors.find(doctor)?.clinic == "c2")
      #expect(try tables.doctors.decide(.approved, reason: "", on: doctor, at: start))
      #expect(try tables.doctors.isApproved(doctor))
      #expect(try !tables.doctors.apply(licenseNumber: "1", clinic: "c3", by: doctor))
      #expect(try !tables.doctors.decide(.approved, reason: "", on: world.patient, at: start))
      #expect(try tables.doctors.find(world.patient) == nil)
    }
  }
}
