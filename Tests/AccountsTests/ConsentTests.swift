import AccountContract
import Accounts
import Contract
import Domain
import JSON
import Storage
import Testing
import Wire

private func all(_ realm: Realm = .eyemon) -> [Consent] {
  Terms.current(realm).map { Consent(kind: $0.kind.rawValue, version: $0.version) }
}

private func json(_ consents: [Consent]) -> JSONValue {
  .array(consents.map { ["kind": .string($0.kind), "version": .string($0.version)] })
}

struct ConsentTests {
  private func join(_ more: JSONObject, _ house: House, _ email: String = "a@example.com") async throws -> SessionAnswer
  {
    try await house.accounts.join(JoinForm(email: email, password: password, nick: "하늘", more: more), app: .eyemon)
  }

  @Test func olderClientsJoinWithoutConsentAndAreAskedLater() async throws {
    let house = try await House.make()
    let caller = try await house.caller(try await house.join())
    let before = try await house.accounts.consents(of: caller.person, app: .eyemon)
    #expect(before.missing == ["terms", "privacy", "medical", "over14"])
    let after = try await house.accounts.consent(all(), isOver14: true, by: caller)
    #expect(after.missing.isEmpty)
    #expect(after.given.map(\.consent.kind) == ["terms", "privacy", "medical", "marketing", "over14"])
  }

  @Test func ourAppsSayAllOfItAtSignUp() async throws {
    let house = try await House.make()
    let answer = try await join(["consents": json(all()), "over14": true], house)
    let caller = try await house.caller(answer)
    #expect(try await house.accounts.consents(of: caller.person, app: .eyemon).missing.isEmpty)
    let audit = try await house.store.read { try $0.audit.list(of: caller.person, limit: 20) }
    #expect(audit.filter { $0.entry.kind == .consented }.count == 5)
  }

  @Test func aSignUpThatAsksMustAskForEverything() async throws {
    let house = try await House.make()
    let required = all().filter { $0.kind != "marketing" }
    let partial: [JSONObject] = [
      ["consents": json(required)], ["over14": true],
      ["consents": json(required.filter { $0.kind != "medical" }), "over14": true],
      ["consents": json(required.map { Consent(kind: $0.kind, version: "2001-01-01") }), "over14": true],
    ]
    for more in partial { #expect(await refusal { try await join(more, house) } == .consentMissing) }
    _ = try await join(["consents": json(required), "over14": true], house)
  }

  @Test func nobodyUnderFourteenJoins() async throws {
    let house = try await House.make()
    // The clock of the house stands at 2025-06-15 15:06:40 UTC, which is the 16th in Seoul.
    let young: [JSONObject] = [
      ["consents": json(all()), "over14": false], ["over14": false], ["birthDay": "2011-06-17"],
      ["birthDay": "20200229"], ["birthDay": "2011.06.17"],
    ]
    for more in young { #expect(await refusal { try await join(more, house) } == .underAge) }
    for (number, day) in ["2011-06-16", "1990-01-01", "unknown", "0630", "99999999"].enumerated() {
      _ = try await join(["birthDay": .string(day)], house, "\(number)@example.com")
    }
  }

  @Test func onlyWhatIsNotRequiredCanBeTakenBack() async throws {
    let house = try await House.make()
    let caller = try await house.caller(try await house.join())
    _ = try await house.accounts.consent(all(), isOver14: true, by: caller)
    let no = Consent(kind: "marketing", version: "\0\u{202E}", isAgreed: false)
    let state = try await house.accounts.consent([no], isOver14: nil, by: caller)
    #expect(state.given.last?.consent.kind == "marketing")
    #expect(state.given.last?.consent.version == Terms.current(.eyemon).last?.version)
    #expect(state.given.last?.consent.isAgreed == false)
    #expect(state.missing.isEmpty)
    let refused = Consent(kind: "medical", version: "", isAgreed: false)
    #expect(
      await refusal { try await house.accounts.consent([refused], isOver14: nil, by: caller) } == .consentMissing)
    let unknown = Consent(kind: "soul", version: "1")
    #expect(await refusal { try await house.accounts.consent([unknown], isOver14: nil, by: caller) } == .badRequest)
  }

  @Test func aYesToAnOlderVersionIsAskedForAgain() async throws {
    let house = try await House.make()
    let caller = try await house.caller(try await house.join())
    _ = try await house.accounts.consent(all(), isOver14: true, by: caller)
    try await house.store.write { tables in
      let old = ConsentRow(kind: "privacy", version: "2001-01-01", isAgreed: true, createdAt: start)
      try tables.consents.insert(old, of: caller.person)
    }
    #expect(try await house.accounts.consents(of: caller.person, app: .eyemon).missing == ["privacy"])
  }

  @Test func aRepeatIsNotNotedAgain() async throws {
    let house = try await House.make()
    let caller = try await house.caller(try await house.join())
    for _ in 0..<3 { _ = try await house.accounts.consent(all(), isOver14: true, by: caller) }
    #expect(try await house.store.read { try $0.consents.history(of: caller.person).count } == 5)
  }

  @Test func healthIsAskedAboutOnlyWhereThereAreDoctors() async throws {
    let house = try await House.make()
    let caller = try await house.caller(try await house.join(app: .flatbread), app: .flatbread)
    let state = try await house.accounts.consents(of: caller.person, app: .flatbread)
    #expect(state.missing == ["terms", "privacy", "over14"])
  }

  @Test func everyOptionalFieldIsKept() async throws {
    let house = try await House.make()
    let more: JSONObject = [
      "name": "김하늘", "hashTags": ["#눈", "#건강"], "birthDay": "1990-01-02", "gender": "여", "info1": "하나", "info5": 5,
      "deviceToken": "token",
    ]
    let caller = try await house.caller(try await join(more, house))
    let kept = try await house.store.read { try $0.people.details(of: caller.person) }
    #expect(kept?.name == "김하늘")
    #expect(kept?.hashTags == ["#눈", "#건강"])
    #expect(kept?.birthDay == "1990-01-02")
    #expect(kept?.gender == "여")
    #expect(kept?.info == ["하나", "", "", "", "5"])
  }

  @Test func whatIsTooLongOrNoTextIsRefused() async throws {
    let house = try await House.make()
    let bad: [JSONObject] = [
      ["name": .string(String(repeating: "가", count: 201))], ["info3": .string(String(repeating: "x", count: 5_000))],
      ["gender": "a\0b"], ["hashTags": .array((0..<51).map { _ in "#" })], ["consents": "all"],
      ["consents": [["kind": "terms"]]], ["consents": .array((0..<21).map { _ in ["kind": "a", "version": "b"] })],
    ]
    for more in bad { #expect(await refusal { try await join(more, house) } == .badRequest) }
    _ = try await join(["hashTags": "#하나", "over14": .null, "name": true], house)
  }
}

struct NewcomerTests {
  private let kakao = ProvenIdentity(kind: .kakao, subject: "77", label: "정민지")

  /// Over a restart as well.
  @Test func nothingIsOpenToANewcomerBeforeTheyAgree() async throws {
    let house = try await House.make()
    let joined = try await house.accounts.enter(kakao, owing: true, app: .eyemon)
    #expect(joined.owesConsent)
    for accounts in [house.accounts, try await house.restarted()] {
      #expect(await refusal { try await accounts.authorize(joined.accessToken, app: .eyemon) } == .consentOwed)
      let caller = try await accounts.authorize(joined.accessToken, app: .eyemon, owing: true)
      #expect(try await accounts.begin(caller.person, app: .eyemon, device: SessionDevice()).owesConsent)
    }
    let caller = try await house.accounts.authorize(joined.accessToken, app: .eyemon, owing: true)
    let some = all().filter { $0.kind != "medical" }
    _ = try await house.accounts.consent(some, isOver14: true, by: caller)
    #expect(await refusal { try await house.caller(joined) } == .consentOwed)
    _ = try await house.accounts.consent(all(), isOver14: nil, by: caller)
    _ = try await house.caller(joined)
    #expect(try await !house.accounts.refresh(joined.refreshToken, app: .eyemon).owesConsent)
    #expect(try await !house.accounts.enter(kakao, owing: true, app: .eyemon).owesConsent)
  }

  /// Whoever has agreed through another server need not wait for the next start of this one.
  @Test func agreeingElsewhereCounts() async throws {
    let house = try await House.make()
    let joined = try await house.accounts.enter(kakao, owing: true, app: .eyemon)
    let other = try await house.restarted()
    let caller = try await other.authorize(joined.accessToken, app: .eyemon, owing: true)
    _ = try await other.consent(all(), isOver14: true, by: caller)
    _ = try await house.caller(joined)
  }

  @Test func olderClientsGoOnAsBefore() async throws {
    let house = try await House.make()
    let joined = try await house.accounts.enter(kakao, app: .eyemon)
    #expect(!joined.owesConsent)
    let caller = try await house.caller(joined)
    let again = try await house.accounts.enter(kakao, owing: true, app: .eyemon)
    #expect(!again.owesConsent, "no newcomer")
    #expect(try await house.accounts.consents(of: caller.person, app: .eyemon).missing.count == 4)
  }
}

struct DoctorTests {
  @Test func aDoctorWaitsForTheOperator() async throws {
    let house = try await House.make { $0.doctorsWait = true }
    let more: JSONObject = ["license_number": "12345", "clinic": "새봄안과"]
    let answer = try await house.accounts.join(
      JoinForm(email: "d@example.com", password: password, nick: "박새봄", more: more), app: .eyemonDoctor)
    let caller = try await house.caller(answer, app: .eyemonDoctor)
    #expect(try await house.accounts.doctors(realm: .eyemon).isEmpty)
    let waiting = try await house.accounts.approval(of: caller.person)
    #expect(waiting.state == .waiting)
    #expect(waiting.licenseNumber == "12345")
    #expect(waiting.clinic == "새봄안과")
    _ = try await house.store.write { try $0.doctors.decide(.approved, reason: "", on: caller.person, at: start) }
    #expect(try await house.accounts.doctors(realm: .eyemon).map(\.clinic) == ["새봄안과"])
  }

  @Test func aRefusedDoctorAsksAgainAndAnApprovedOneStays() async throws {
    let house = try await House.make { $0.doctorsWait = true }
    let caller = try await house.caller(try await house.join(app: .eyemonDoctor), app: .eyemonDoctor)
    let id = caller.person
    _ = try await house.store.write { try $0.doctors.decide(.refused, reason: "번호", on: id, at: start) }
    #expect(await refusal { try await house.accounts.apply(licenseNumber: "", clinic: "", by: id) } == .badRequest)
    #expect(await refusal { try await house.accounts.apply(licenseNumber: "1\0", clinic: "", by: id) } == .badRequest)
    let waiting = try await house.accounts.apply(licenseNumber: "777", clinic: "", by: id)
    #expect(waiting.state == .waiting)
    #expect(waiting.reason == "")
    #expect(waiting.licenseNumber == "777")
    #expect(waiting.clinic == "", "nothing is said of a doctor who has not said it")
    _ = try await house.store.write { try $0.doctors.decide(.approved, reason: "", on: id, at: start) }
    let approved = try await house.accounts.apply(licenseNumber: "999", clinic: "다른 곳", by: id)
    #expect(approved.state == .approved)
    #expect(approved.licenseNumber == "777")
  }

  @Test func aPatientHasNothingToBeApproved() async throws {
    let house = try await House.make()
    let caller = try await house.caller(try await house.join())
    #expect(await refusal { try await house.accounts.approval(of: caller.person) } == .notFound)
  }
}

private let start = Timestamp(milliseconds: 1_750_000_000_000)
