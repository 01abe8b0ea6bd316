import Accounts
import Domain
import JSON
import Storage

extension AdminDesk {
  /// Doctors, those who wait first; or these alone.
  func doctors(waiting: Bool) async throws -> JSONValue {
    let states: [DoctorRow.State] = waiting ? [.waiting] : [.waiting, .approved, .refused]
    let rows = try await store.read { tables in
      try states.flatMap { state in
        try Realm.allCases.flatMap { try tables.doctors.list(realm: $0, state: state) }
      }
    }
    return .array(
      rows.map { row in
        [
          "user_id": .string(identifiers.id(row.person.id).text), "nick": .string(row.person.nick),
          "email": .string(row.person.email), "license_number": .string(row.licenseNumber),
          "clinic": .string(row.clinic), "state": .string(row.state.rawValue), "reason": .string(row.reason),
        ]
      })
  }

  /// nil where there is no such doctor.
  func decide(_ state: DoctorRow.State, on id: String, reason: String, _ question: JSONValue) async throws -> JSONValue?
  {
    guard let person = identifiers.row(ID<Person>(id)) else { return nil }
    let now = clock()
    let isDone = try await store.write { [self] tables in
      guard try tables.doctors.decide(state, reason: reason, on: person, at: now) else { return false }
      try note(question, tables)
      try tables.audit.record(
        AuditEntry(
          person: person, actor: .operating, kind: state == .approved ? .doctorApproved : .doctorRefused,
          detail: reason, at: now))
      if let email = try tables.people.find(person)?.email, !email.isEmpty {
        let letter = Delivery.doctorDecided(isApproved: state == .approved, reason: reason, to: email)
        try deliver(letter.about(person), tables)
      }
      return true
    }
    return isDone ? ["user_id": .string(id), "state": .string(state.rawValue)] : nil
  }
}
