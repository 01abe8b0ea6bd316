import AccountContract
import Contract
import Domain
import Profiles
import SQL
import Storage
import StorageTesting
import Testing
import Wire

private let start = Timestamp(milliseconds: 1_750_000_000_000)

private struct Missing: Error {}

/// People of two realms: a patient with a doctor's room, a doctor and a patient without one, two members.
private struct Town: Sendable {
  let store: DataStore
  let identifiers: Identifiers
  let profiles: Profiles
  var people: [String: RowID<Person>] = [:]

  init() async throws {
    let store = try await DataStore.open(.ofTest(), durability: .off)
    self.store = store
    identifiers = try ServerSecrets.ephemeral().identifiers
    profiles = Profiles(store: store, identifiers: identifiers, clock: { start })
    let names: [(String, Realm, Role)] = [
      ("patient", .eyemon, .patient), ("doctor", .eyemon, .doctor), ("waiting", .eyemon, .doctor),
      ("stranger", .eyemon, .patient), ("member", .flatbread, .member), ("neighbour", .flatbread, .member),
    ]
    people = try await store.write { tables in
      var people: [String: RowID<Person>] = [:]
      for (name, realm, role) in names {
        let new = NewPerson(
          realm: realm, email: "\(name)@example.com", nick: "하늘\(name)", phoneNumber: "0101234", role: role,
          passwordHash: "h")
        guard let id = try tables.people.insert(new, at: start) else { throw Missing() }
        people[name] = id
        guard role == .doctor else { continue }
        try tables.people.insertDoctor(
          id, realm: .eyemon, state: name == "waiting" ? .waiting : .approved, clinic: "c", specialty: "s")
      }
      guard let patient = people["patient"], let doctor = people["doctor"] else { throw Missing() }
      _ = try tables.rooms.findOrInsert(realm: .eyemon, patient, doctor, at: start)
      return people
    }
  }

  func row(_ name: String) throws -> RowID<Person> { try #require(people[name]) }

  func sees(_ viewer: String, _ other: String) async throws -> Bool {
    do {
      let profile = try await profiles.profile(of: identifiers.id(row(other)), for: row(viewer))
      if viewer != other { #expect(profile.email == "" && profile.phoneNumber == "") }
      return true
    } catch let error as APIError where error == .personNotFound { return false }
  }

  func finds(_ viewer: String, _ nick: String) async throws -> Set<String> {
    Set(try await profiles.search(nick, for: row(viewer)).map { String($0.nick.dropFirst(2)) })
  }
}

struct ProfilesTests {
  @Test func patientsSeeDoctorsOnly() async throws {
    let town = try await Town()
    #expect(try await town.sees("patient", "doctor"))
    #expect(try await town.sees("stranger", "doctor"))
    for other in ["waiting", "stranger", "member"] { #expect(try await !town.sees("patient", other), "\(other)") }
    #expect(try await town.finds("patient", "하늘") == ["doctor"])
  }

  @Test func doctorsSeeTheirOwnPatientsOnly() async throws {
    let town = try await Town()
    #expect(try await town.sees("doctor", "patient"))
    for other in ["stranger", "waiting", "member"] { #expect(try await !town.sees("doctor", other), "\(other)") }
    #expect(try await town.finds("doctor", "하늘") == ["patient"])
    #expect(try await town.finds("waiting", "하늘") == [])
  }

  /// They have talked: the patient knows of the doctor, whatever the operator thinks now.
  @Test func aRefusedDoctorStaysKnownToThePatientsOfOld() async throws {
    let town = try await Town()
    let doctor = try town.row("doctor")
    _ = try await town.store.write { try $0.doctors.decide(.refused, reason: "", on: doctor, at: start) }
    #expect(try await town.sees("patient", "doctor"))
    #expect(try await !town.sees("stranger", "doctor"))
    #expect(try await town.finds("patient", "하늘") == [])
  }

  @Test func membersFindEachOther() async throws {
    let town = try await Town()
    #expect(try await town.sees("member", "neighbour"))
    #expect(try await !town.sees("member", "patient"))
    #expect(try await town.finds("member", "하늘") == ["neighbour"])
    #expect(try await town.finds("member", "NEIGH") == ["neighbour"])
    for pattern in ["%", "_", "\\", "하%", "nobody"] { #expect(try await town.finds("member", pattern) == []) }
  }

  @Test func anErasedPersonIsFoundByNobody() async throws {
    let town = try await Town()
    let neighbour = try town.row("neighbour")
    try await town.store.write { try $0.erasures.markErased(neighbour, at: start) }
    #expect(try await !town.sees("member", "neighbour"))
    #expect(try await town.finds("member", "하늘") == [])
    await #expect(throws: APIError.personGone) { try await town.profiles.own(neighbour) }
  }

  @Test func onlyWhatIsNamedChanges() async throws {
    let town = try await Town()
    let person = try town.row("patient")
    var edit = ProfileEdit()
    edit.introduction = "안녕하세요"
    edit.info[1] = "둘"
    edit.hashTags = ["#눈", "#건강"]
    _ = try await town.profiles.change(edit, by: person, address: "192.0.2.1")
    var second = ProfileEdit()
    second.info[4] = "다섯"
    let (profile, _) = try await town.profiles.change(second, by: person, address: "")
    #expect(profile.person.nick == "하늘patient" && profile.person.introduction == "안녕하세요")
    #expect(profile.info == ["", "둘", "", "", "다섯"] && profile.hashTags == ["#눈", "#건강"])
    #expect(profile.email == "patient@example.com" && profile.phoneNumber == "0101234")
    #expect(try await town.profiles.own(person) == profile)
    // An edit that changes nothing leaves no line.
    _ = try await town.profiles.change(second, by: person, address: "")
    let kinds = try await town.store.read { try $0.audit.list(of: person, limit: 9) }.map(\.entry.kind)
    #expect(kinds == [.profileChanged, .profileChanged])
  }

  @Test func aPictureMustBeOnesOwn() async throws {
    let town = try await Town()
    let (person, other) = (try town.row("patient"), try town.row("doctor"))
    try await town.store.write { tables in
      for (name, owner) in [("a.png", person), ("b.png", person), ("c.png", other)] {
        try tables.pictures.insert(
          PictureRow(name: name, owner: owner, mediaType: "image/png", size: 1, key: "k", createdAt: start))
      }
    }
    var edit = ProfileEdit()
    for path in ["/data/profiles/c.png", "/data/profiles/none.png", "/data/chats/a.png", "a.png", "/"] {
      edit.profileImage = path
      await #expect(throws: APIError.badRequest) { try await town.profiles.change(edit, by: person, address: "") }
    }
    edit.profileImage = "/data/profiles/a.png"
    let (profile, lost) = try await town.profiles.change(edit, by: person, address: "")
    #expect(profile.person.profileImage == "/data/profiles/a.png" && lost.pictures == ["b.png"])
    edit.profileImage = ""
    let (bare, rest) = try await town.profiles.change(edit, by: person, address: "")
    #expect(bare.person.profileImage == nil && rest.pictures == ["a.png"])
    #expect(try await town.store.read { try $0.pictures.list(of: other) }.count == 1)
  }

  /// Nobody becomes too young afterwards.
  @Test func aBirthdayUnderFourteenIsRefusedAsAtSignUp() async throws {
    let town = try await Town()
    let person = try town.row("patient")
    let year = Int64(start.iso8601.prefix(4)) ?? 0
    var edit = ProfileEdit()
    edit.birthDay = "\(year - 13)-01-01"
    await #expect(throws: APIError.underAge) { try await town.profiles.change(edit, by: person, address: "") }
    edit.birthDay = "\(year - 15)-01-01"
    #expect(try await town.profiles.change(edit, by: person, address: "").0.birthDay == "\(year - 15)-01-01")
  }

  @Test func whatCannotBeIsRefused() throws {
    func edit(_ change: (inout ProfileEdit) -> Void) -> ProfileEdit {
      var edit = ProfileEdit()
      change(&edit)
      return edit
    }
    for nick in ["", "가 나", "가@나", String(repeating: "가", count: 31)] {
      #expect(throws: APIError.badNickname) { try ProfileRules.check(edit { $0.nick = nick }) }
    }
    let long = String(repeating: "가", count: 501)
    for bad in [
      edit { $0.introduction = long }, edit { $0.info[0] = long }, edit { $0.name = "\u{0}" },
      edit { $0.hashTags = (0..<31).map { "#\($0)" } }, edit { $0.hashTags = [long] }, edit { $0.phoneNumber = long },
    ] {
      #expect(throws: APIError.badRequest) { try ProfileRules.check(bad) }
    }
    try ProfileRules.check(edit { $0.introduction = String(repeating: "가", count: 500) })
  }
}
