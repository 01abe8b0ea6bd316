import Contract
import Domain
import JSON
import Payment
import Privacy
import SQL
import Storage
import Wire

extension Scene {
  /// Puts at least one row of the person into every table that can hold one.
  func fill() async throws {
    let message = try await say("\(mark) 안녕하세요", by: person, file: "\(mark).png")
    try await say("others 네, 안녕하세요", by: other, file: "others.png")
    try await store.write { [person, other, room] tables in
      try Self.fillAccount(person, tables)
      try Self.fillFiles(person, room, tables)
      try Self.fillBookings(person, other, tables)
      try Self.fillPayments(person, other, tables)
      try tables.blocks.insert(other, by: person, at: start)
      try tables.messages.hide(seq: 2, in: room, from: [person])
      guard let said = try tables.messages.find(message) else { throw Missing() }
      try tables.reports.insert(Report(reason: .other, note: mark), of: said, by: person, at: start)
    }
  }

  private static func fillAccount(_ person: RowID<Person>, _ tables: Tables) throws {
    try tables.people.insertDoctor(person, realm: .eyemon, state: .waiting, clinic: mark, specialty: mark)
    let session = try tables.sessions.insert(
      personID: person, app: .eyemon, device: SessionDevice(name: mark, platform: mark), at: start)
    try tables.sessions.insert(
      GenerationRow(
        sessionID: session, generation: 1, issuedAt: start, accessExpiresAt: start, refreshExpiresAt: start))
    let owner: [SQLValue] = [.integer(person.value), .text(mark), .integer(session.value)]
    try tables.connection.execute(
      """
      INSERT INTO devices (session_id, person_id, way, token, public_key, secret, language, created_at)
      VALUES (?3, ?1, 'web', ?2, ?2, ?2, 'ko', 0)
      """, owner)
    try tables.connection.execute(
      "INSERT INTO notification_settings (person_id, level) VALUES (?1, ?2)", Array(owner.prefix(2)))
    try tables.connection.execute(
      """
      INSERT INTO notices (name, person_id, kind, title, subtitle, body, told_at)
      VALUES (?2, ?1, 'direct', ?2, ?2, ?2, 0)
      """, Array(owner.prefix(2)))
    try tables.connection.execute(
      """
      INSERT INTO provider_flows
        (state_hash, binding_hash, provider, app, nonce, verifier, redirect, target, person_id, session_id, expires_at)
      VALUES (?2, ?2, 'apple', 'eyemon', ?2, ?2, ?2, ?2, ?1, ?3, 0)
      """, owner)
    try tables.connection.execute(
      """
      INSERT INTO provider_grants (person_id, provider, client, sealed, created_at) VALUES (?1, 'apple', ?2, ?2, 0)
      """, Array(owner.prefix(2)))
    try tables.audit.record(AuditEntry(person: person, kind: .signedIn, detail: mark, address: mark, at: start))
    try tables.pictures.insert(
      PictureRow(name: mark, owner: person, mediaType: "image/png", size: 1, key: mark, createdAt: start))
    var change = ProfileEdit()
    change.profileImage = Person.pictureFolder + mark
    try tables.profiles.update(person, change)
    try tables.exports.insert(
      ExportRow(name: mark, person: person, state: .ready, key: mark, createdAt: start, expiresAt: start))
    // One that could not be sent.
    let letter = try tables.jobs.add(kind: .mail, payload: ["text": .string(mark)], about: person, runAt: start)
    guard let letter else { throw Missing() }
    try tables.connection.execute(
      "UPDATE jobs SET state = 'dead', fault = ?2, due_at = NULL, ended_at = 0 WHERE id = ?1",
      [.integer(letter.value), .text(mark)])
    _ = try tables.attendances.add(mark, of: person, at: start)
    _ = try tables.guardians.put(GuardianRow(address: mark, realm: .eyemon, note: mark, createdAt: start))
    try tables.guardians.use(mark, realm: .eyemon, by: person)
    let values: [SQLValue] = [.integer(person.value), .text(mark)]
    try tables.connection.execute(
      "INSERT INTO consents (person_id, kind, version, agreed, created_at) VALUES (?1, 'terms', ?2, 1, 0)", values)
    try tables.connection.execute(
      """
      INSERT INTO codes (realm, purpose, subject, person_id, seed, failures, created_at, expires_at)
      VALUES ('eyemon', 'phone', ?2, ?1, ?2, 0, 0, 0)
      """, values)
  }

  private static func fillFiles(_ person: RowID<Person>, _ room: RowID<Room>, _ tables: Tables) throws {
    let waiting = NewFile(
      name: "waiting-\(mark)", realm: .eyemon, roomID: room, uploaderID: person, kind: .image, mediaType: "image/png",
      title: mark, size: 1, key: mark)
    try tables.files.insertOpening(
      of: try tables.files.insert(waiting, at: start), by: person, variant: mark, address: mark, at: start)
    let upload = NewUpload(
      name: mark, roomID: room, uploaderID: person, title: mark, metadata: mark, size: 9, key: mark)
    try tables.uploads.insert(upload, at: start, expires: start)
  }

  private static func fillBookings(_ person: RowID<Person>, _ other: RowID<Person>, _ tables: Tables) throws {
    var schedule = ScheduleRow(doctor: person)
    schedule.introduction = mark
    schedule.answerTime = mark
    schedule.exceptions = [ScheduleRow.Exception(date: "2026-01-01", kind: "closed", note: mark)]
    _ = try tables.schedules.put(schedule, at: start)
    try tables.schedules.setLiked(true, other, by: person, at: start)
    var reservation = ReservationRow(
      realm: .eyemon, doctor: other, patient: person, clinic: nil, state: "done", startsAt: start,
      endsAt: start.adding(milliseconds: 1), dueAt: nil, personName: mark, personBirthDate: mark, symptoms: mark,
      schedule: ScheduleRow(doctor: other), at: start)
    reservation.isTimeByDoctor = true
    _ = try tables.calendarLinks.renew(of: person, at: start)
    try tables.reservations.setNote(mark, of: try tables.reservations.insert(reservation), at: start)
    let entry = try tables.waiting.insert(
      WaitingRow(realm: .eyemon, doctor: other, patient: person, from: mark, to: mark, createdAt: start))
    _ = try tables.waiting.insert(
      WaitingOfferRow(entry: entry, doctor: other, startsAt: start, endsAt: start, until: start, createdAt: start))
  }

  private static func fillPayments(_ person: RowID<Person>, _ other: RowID<Person>, _ tables: Tables) throws {
    var record = OrderRecord(code: mark, price: Money(50_000, .won), createdAt: start, expiresAt: start)
    record.payments = [
      OrderPayment(
        id: mark, status: .paid, currency: .won, method: .virtualAccount, captured: 50_000, capturedAt: start,
        deposit: DepositAccount(bank: mark, account: mark, holder: mark))
    ]
    var order = OrderRow(
      realm: .eyemon, buyer: person, doctor: other, reservation: nil, provider: "sandbox", title: mark, record: record,
      updatedAt: start)
    guard let id = try tables.orders.insert(order) else { throw Missing() }
    order.id = id
    try tables.orders.save(order, at: start)
    try tables.payments.setReceipt(["buyer_name": .string(mark)], of: mark, provider: "sandbox")
    try tables.ledger.enter(
      LedgerEntry(payment: mark, kind: .captured, amount: 50_000, currency: .won, total: 50_000), of: id, at: start)
    try tables.ledger.note(OrderNote(.paid, detail: mark), of: id, at: start)
    try tables.ledger.keepAccount(sealed: mark, of: id, at: start)
    try tables.idempotency.keep(mark, for: mark, of: person, scope: "orders", digest: mark, at: start)
  }
}
