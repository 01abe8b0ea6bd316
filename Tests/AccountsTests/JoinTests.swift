import Accounts
import Contract
import Crypto
import Domain
import SQL
import Storage
import StorageTesting
import Testing
import Wire

struct JoinTests {
  @Test func joiningSignsIn() async throws {
    let house = try await House.make()
    let answer = try await house.accounts.join(
      JoinForm(email: "A@Example.com", password: password, nick: "하늘", introduction: "안녕하세요"), app: .eyemon)
    #expect(answer.email == "a@example.com")
    #expect(answer.person.nick == "하늘")
    #expect(answer.person.introduction == "안녕하세요")
    #expect(answer.role == .patient)
    let principal = try await house.accounts.authorize(answer.accessToken, app: .eyemon)
    #expect(house.secrets.identifiers.id(principal.person) == answer.person.id)
  }

  @Test func anAddressCanBeTakenOncePerRealmWhateverItsCase() async throws {
    let house = try await House.make()
    _ = try await house.join("a@example.com")
    #expect(await refusal { try await house.join("A@EXAMPLE.COM") } == .emailTaken)
    #expect(await refusal { try await house.accounts.check(email: "a@Example.com", realm: .eyemon) } == .emailTaken)
    #expect(await refusal { try await house.join("a@example.com", app: .eyemonDoctor) } == .emailTaken)
    _ = try await house.join("a@example.com", app: .flatbread)
    try await house.accounts.check(email: "b@example.com", realm: .eyemon)
  }

  @Test func manyAtOnceGetOneAccount() async throws {
    let house = try await House.make()
    let joined = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<50 { group.addTask { (try? await house.join()) != nil } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(joined == 1)
  }

  @Test(arguments: ["", "a", "a@b", "a b@c.de", "a@b..c"])
  func aMalformedAddressIsRefused(email: String) async throws {
    let house = try await House.make()
    #expect(await refusal { try await house.join(email) } == .invalidEmail)
    #expect(await refusal { try await house.accounts.check(email: email, realm: .eyemon) } == .invalidEmail)
  }

  @Test func weakPasswordsAndBadNicknamesAreRefused() async throws {
    let house = try await House.make()
    let weak = JoinForm(email: "a@example.com", password: "maru2345", nick: "하늘")
    #expect(await refusal { try await house.accounts.join(weak, app: .eyemon) } == .weakPassword)
    #expect(await refusal { try await house.join(nick: "하 늘") } == .badNickname)
    let nul = JoinForm(email: "a@example.com", password: password, nick: "하늘", introduction: "a\0b")
    #expect(await refusal { try await house.accounts.join(nul, app: .eyemon) } == .badRequest)
  }

  @Test func aLongPasswordCountsToItsLastCharacter() async throws {
    let house = try await House.make()
    let long = "a1!" + String(repeating: "가", count: 125)
    _ = try await house.accounts.join(JoinForm(email: "a@example.com", password: long, nick: "하늘"), app: .eyemon)
    let cut = LoginForm(email: "a@example.com", password: String(long.dropLast()))
    #expect(await refusal { try await house.accounts.login(cut, app: .eyemon) } == .wrongCredentials)
    _ = try await house.accounts.login(LoginForm(email: "a@example.com", password: long), app: .eyemon)
    let longer = JoinForm(email: "b@example.com", password: long + "가", nick: "하늘")
    #expect(await refusal { try await house.accounts.join(longer, app: .eyemon) } == .weakPassword)
  }

  @Test func theDoctorsAppMakesDoctors() async throws {
    let house = try await House.make()
    _ = try await house.join("p@example.com")
    let doctor = try await house.join("d@example.com", app: .eyemonDoctor, nick: "김안과")
    #expect(doctor.role == .doctor)
    let listed = try await house.accounts.doctors(realm: .eyemon)
    #expect(listed.map(\.person) == [doctor.person])
    // Nobody has said either of them.
    #expect(listed.first?.clinic == "" && listed.first?.specialty == "")
  }
}

struct LoginTests {
  @Test func theRightPasswordSignsIn() async throws {
    let house = try await House.make()
    let joined = try await house.join("a@example.com")
    let answer = try await house.accounts.login(LoginForm(email: "A@example.com", password: password), app: .eyemon)
    #expect(answer.person == joined.person)
    #expect(answer.accessToken != joined.accessToken)
  }

  @Test func signingUpAndInAreOnTheRecord() async throws {
    let house = try await House.make()
    let caller = try await house.caller(try await house.join("a@example.com"))
    _ = try await house.accounts.login(
      LoginForm(email: "a@example.com", password: password), app: .eyemon, from: Caller(address: "192.0.2.7"))
    let record = try await house.store.read { try $0.audit.list(of: caller.person, limit: 10) }.map(\.entry)
    #expect(record.map(\.kind) == [.signedIn, .signedIn, .joined])
    #expect(record.first?.address == "192.0.2.7")
    #expect(record.last?.detail == "email")
  }

  @Test func wrongPasswordAndUnknownAddressLookTheSame() async throws {
    let house = try await House.make()
    _ = try await house.join("a@example.com")
    for (email, secret) in [("a@example.com", "maru!2346"), ("x@example.com", password), ("", ""), ("a\0b", "\0")] {
      let form = LoginForm(email: email, password: secret)
      #expect(await refusal { try await house.accounts.login(form, app: .eyemon) } == .wrongCredentials)
    }
  }

  @Test func anAccountOfAnotherRealmIsUnknown() async throws {
    let house = try await House.make()
    _ = try await house.join("a@example.com")
    let form = LoginForm(email: "a@example.com", password: password)
    #expect(await refusal { try await house.accounts.login(form, app: .flatbread) } == .wrongCredentials)
  }

  @Test func eachRoleHasItsApp() async throws {
    let house = try await House.make()
    _ = try await house.join("p@example.com")
    _ = try await house.join("d@example.com", app: .eyemonDoctor)
    let patient = LoginForm(email: "p@example.com", password: password)
    let refused = await refusal { try await house.accounts.login(patient, app: .eyemonDoctor) }
    #expect(refused?.status == 401)
    #expect(refused?.code == .wrongApp)
    #expect(refused?.message.contains("의사 계정만") == true)
    let doctor = LoginForm(email: "d@example.com", password: password)
    #expect(await refusal { try await house.accounts.login(doctor, app: .eyemon) }?.message.contains("환자 계정만") == true)
  }

  /// Each hash takes a while on the one worker; two hundred at once are more than may wait.
  @Test func aFloodOfSignInsIsTurnedAway() async throws {
    var settings = AccountSettings()
    settings.passwordCost = PasswordHash.Cost(passes: 3, memoryBytes: 4 << 20)
    settings.passwordWorkers = 1
    let accounts = try await Accounts(
      store: DataStore.open(.ofTest()), secrets: ServerSecrets.ephemeral(), settings: settings,
      clock: { Timestamp(milliseconds: 0) })
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<200 {
        group.addTask {
          let form = LoginForm(email: "x@example.com", password: password)
          return await refusal { try await accounts.login(form, app: .eyemon) }?.status ?? 200
        }
      }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(statuses == [401, 429])
  }
}
