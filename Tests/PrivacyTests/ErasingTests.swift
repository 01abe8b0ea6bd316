import Contract
import Domain
import SQL
import Storage
import Synchronization
import Testing
import Wire

@testable import Privacy

struct ErasingTests {
  /// So that no table is only erased on paper.
  @Test func theSpecimenIsInEveryTableOfPeople() async throws {
    let scene = try await Scene(.eyemon)
    try await scene.fill()
    let tables = Set(try await scene.marks().map { String($0.prefix { $0 != "." }) })
    let numbersOnly: Set = [
      "rooms", "room_members", "hidden_messages", "blocks", "session_generations", "erasures",
      "liked_doctors", "waiting_offers", "calendar_links",
    ]
    for rule in PrivacyTable.all where rule.owner != .nobody && !numbersOnly.contains(rule.table) {
      #expect(tables.contains(rule.table), "add the table \(rule.table) to Specimens.swift")
    }
  }

  @Test func anErasedMemberLeavesNoTextBehind() async throws {
    let scene = try await Scene(.flatbread)
    try await scene.fill()
    #expect(try await scene.privacy.erase(scene.person, by: .person, address: "192.0.2.1") == [])
    try await scene.privacy.sweep()
    let kept: Set = ["audit_entries.detail", "audit_entries.address", "consents.version", "reports.note"]
    let left = try await scene.marks().subtracting(kept.union(paymentRecord))
    #expect(left == ["reports.content", "messages.client_id", "reservations.symptoms", "reservations.note"])
    #expect(try await scene.store.read { try $0.files.exists("\(mark).png") } == false)
    #expect(scene.lost.withLock { $0.contains { $0.files.contains("\(mark).png") } })
  }

  /// The code that signed somebody up names no account. Nobody else's number goes with it.
  @Test func codesForANumberOfThePersonGoAsWell() async throws {
    let scene = try await Scene(.flatbread)
    let places = ["+821000000001", "+821000000002"].map {
      CodePlace(realm: .flatbread, purpose: .phone, subject: $0)
    }
    try await scene.store.write { tables in
      let row = IdentityRow(
        kind: .phone, subject: places[0].subject, person: scene.person, label: "", isVerified: true, createdAt: start)
      #expect(try tables.identities.insert(row, realm: .flatbread))
      for place in places {
        try tables.codes.insert(CodeRow(person: nil, seed: "", createdAt: start, expiresAt: start), at: place)
      }
    }
    func counts() async throws -> [Int] {
      try await scene.store.read { tables in try places.map { try tables.codes.list(at: $0, since: start).count } }
    }
    #expect(try await scene.privacy.erase(scene.person, by: .person, address: "") == [])
    #expect(try await counts() == [0, 1])
    scene.now.withLock { $0 = start.adding(milliseconds: 2 * 24 * 3_600_000 + 1) }
    try await scene.privacy.sweep()
    #expect(try await counts() == [0, 0])
  }

  /// As the law wants records of treatment: until their date, and without the name.
  @Test func whatAnErasedPatientSaidStaysUntilItsDate() async throws {
    let scene = try await Scene(.eyemon)
    try await scene.fill()
    #expect(try await scene.privacy.erase(scene.person, by: .person, address: "") == [])
    try await scene.privacy.sweep()
    let record: Set = ["messages.content", "messages.files", "messages.client_id", "files.name", "files.title"]
    #expect(try await scene.marks().isSuperset(of: record))
    #expect(try await scene.store.read { try $0.people.known(scene.person) }?.nick == "(알 수 없음)")
    scene.now.withLock { $0 = start.adding(milliseconds: Retention.consultRecord.milliseconds - 1) }
    _ = try await scene.store.write { try $0.connection.execute("DELETE FROM audit_entries WHERE keep_until < 0") }
    await #expect(throws: Never.self) { try await scene.privacy.sweepMessages() }
    #expect(try await scene.marks().isSuperset(of: record))
    scene.now.withLock { $0 = start.adding(milliseconds: Retention.consultRecord.milliseconds + 9) }
    try await scene.privacy.sweepMessages()
    #expect(try await scene.marks().isDisjoint(with: record.subtracting(["messages.client_id"])))
    #expect(try await scene.store.read { try $0.files.exists("others.png") })
  }

  @Test func aDeletedMessageOfAConsultGoesOnItsDate() async throws {
    let scene = try await Scene(.eyemon)
    let id = try await scene.say("\(mark) 지운 말", by: scene.person, file: "\(mark).png")
    let date = start.adding(milliseconds: Retention.consultRecord.milliseconds)
    try await scene.store.write { tables in
      let row = try #require(try tables.messages.find(id))
      try tables.messages.delete(row, keepingUntil: date, version: 9, at: start)
    }
    scene.now.withLock { $0 = date.adding(milliseconds: -1) }
    #expect(try await scene.privacy.sweepMessages() == 0)
    #expect(try await scene.marks().contains("messages.content"))
    scene.now.withLock { $0 = date }
    #expect(try await scene.privacy.sweepMessages() == 1)
    #expect(
      try await scene.marks().subtracting(["messages.client_id", "people.nick"]).filter {
        !$0.hasPrefix("people") && !$0.hasPrefix("identities")
      } == [])
    #expect(scene.lost.withLock { $0.last?.files } == ["\(mark).png"])
    #expect(try await scene.privacy.sweepMessages() == 0)
  }

  @Test func anErasedPersonIsNobody() async throws {
    let scene = try await Scene(.flatbread)
    try await scene.fill()
    _ = try await scene.privacy.erase(scene.person, by: .operating, address: "")
    let (found, credentials, taken) = try await scene.store.read { tables in
      (
        try tables.people.find(scene.person),
        try tables.people.credentials(email: "\(mark)@example.com", realm: .flatbread),
        try tables.people.isTaken(email: "\(mark)@example.com", realm: .flatbread)
      )
    }
    #expect(found == nil && credentials == nil && !taken)
    #expect(scene.ended.withLock { $0.count } == 1)
    await #expect(throws: APIError.personGone) {
      try await scene.privacy.erase(scene.person, by: .person, address: "")
    }
    let others = try await scene.texts().filter { $0.value.contains { $0.contains("others") } }.keys
    #expect(others.contains("people.nick") && others.contains("messages.content") && others.contains("files.name"))
  }

  @Test func nobodyGoesWhileSomethingIsOpen() async throws {
    let scene = try await Scene(.eyemon)
    try await scene.fill()
    let before = try await scene.marks()
    let open = [
      Obligation(kind: .reservation, id: "r1", title: "밝은마루안과", at: start.adding(milliseconds: year)),
      Obligation(kind: .order, id: "o1", title: "검진", at: start),
    ]
    scene.obligations.withLock { $0 = open }
    #expect(try await scene.privacy.erase(scene.person, by: .person, address: "192.0.2.1") == open)
    #expect(try await scene.marks() == before)
    #expect(try await scene.store.read { try $0.audit.list(limit: 1) }.first?.entry.kind == .eraseRefused)
    scene.obligations.withLock { $0 = [] }
    #expect(try await scene.privacy.erase(scene.person, by: .person, address: "") == [])
  }

  /// What somebody was treated for stays, without the name, as long as the law wants it.
  @Test func aReservationStaysWithoutTheNameUntilItsDate() async throws {
    let scene = try await Scene(.eyemon)
    try await scene.fill()
    _ = try await scene.privacy.erase(scene.person, by: .person, address: "")
    let marks = try await scene.marks()
    #expect(marks.isSuperset(of: ["reservations.symptoms", "reservations.note"]))
    #expect(marks.isDisjoint(with: ["reservations.person_name", "reservations.person_birth_date"]))
    scene.now.withLock { $0 = start.adding(milliseconds: Retention.consultRecord.milliseconds) }
    try await scene.privacy.removeKept()
    #expect(try await scene.marks().filter { $0.hasPrefix("reservations.") } == [])
  }

  /// A process that was killed in between goes on where it stood.
  @Test func anErasureThatBrokeOffIsFinishedLater() async throws {
    let scene = try await Scene(.flatbread)
    for number in 0..<450 { try await scene.say("\(mark) \(number)", by: scene.person) }
    _ = try await scene.privacy.erase(scene.person, by: .person, address: "")
    #expect(try await scene.marks().contains("messages.content"))
    #expect(try await scene.privacy.finishErasures() == 450)
    #expect(try await scene.marks().contains("messages.content") == false)
    #expect(try await scene.privacy.finishErasures() == 0)
  }

  @Test func whatIsKeptOfErasedPeopleGoesOnItsDate() async throws {
    let scene = try await Scene(.flatbread)
    try await scene.fill()
    _ = try await scene.privacy.erase(scene.person, by: .person, address: "")
    let later = start.adding(milliseconds: Retention.report.milliseconds)
    #expect(try await scene.marks().isSuperset(of: ["reports.note", "consents.version"]))
    // The record of accounts has a date of its own that the database watches over.
    scene.now.withLock { $0 = later.adding(milliseconds: -1) }
    try await scene.privacy.removeKept()
    #expect(try await scene.marks().isSuperset(of: ["reports.note", "consents.version"]))
    scene.now.withLock { $0 = later }
    try await scene.privacy.removeKept()
    #expect(try await scene.marks().isDisjoint(with: ["reports.note", "consents.version"]))
  }

  /// What was paid stays as long as the law wants it, then goes with all that hangs on it.
  @Test func paymentsStayUntilTheirDate() async throws {
    let scene = try await Scene(.flatbread)
    try await scene.fill()
    _ = try await scene.privacy.erase(scene.person, by: .person, address: "")
    #expect(try await scene.marks().isDisjoint(with: ["idempotency_keys.answer"]))
    scene.now.withLock { $0 = start.adding(milliseconds: Retention.payment.milliseconds - 1) }
    try await scene.privacy.removeKept()
    #expect(try await scene.marks().isSuperset(of: paymentRecord))
    scene.now.withLock { $0 = start.adding(milliseconds: Retention.payment.milliseconds) }
    try await scene.privacy.removeKept()
    #expect(try await scene.marks().isDisjoint(with: paymentRecord))
  }

  /// Also where nobody orders anything.
  @Test func firstAnswersToRepeatsGoAfterAWeek() async throws {
    let scene = try await Scene(.eyemon)
    let person = scene.person
    try await scene.store.write {
      try $0.idempotency.keep("a", for: "k", of: person, scope: "decide", digest: "d", at: start)
    }
    func found() async throws -> IdempotencyStore.Found {
      try await scene.store.read { try $0.idempotency.find("k", of: person, scope: "decide", digest: "d") }
    }
    scene.now.withLock { $0 = start.adding(milliseconds: IdempotencyStore.keepMilliseconds - 1) }
    try await scene.privacy.sweep()
    #expect(try await found() == .answer("a"))
    scene.now.withLock { $0 = start.adding(milliseconds: IdempotencyStore.keepMilliseconds) }
    try await scene.privacy.sweep()
    #expect(try await found() == .nothing)
  }
}

private let paymentRecord: Set = [
  "orders.code", "orders.title", "payments.payment_key", "payments.deposit", "payments.receipt",
  "ledger_entries.payment_key", "order_notes.detail", "refund_accounts.sealed",
]
