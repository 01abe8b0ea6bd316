import Contract
import Domain
import Storage
import Wire

extension Accounts {
  /// Those whom the operator approved.
  public func doctors(realm: Realm) async throws -> [Doctor] {
    let rows = try await store.read { try $0.people.doctors(realm: realm) }
    return rows.map { Doctor(person: identifiers.person($0.person), clinic: $0.clinic, specialty: $0.specialty) }
  }

  /// What the operator made of the caller's sign-up.
  /// - Throws: 404 for somebody who is no doctor.
  public func approval(of person: RowID<Person>) async throws -> DoctorRow {
    guard let row = try await store.read({ try $0.doctors.find(person) }) else { throw APIError.notFound }
    return row
  }

  /// Asks the operator again, with a corrected number or clinic. An approved doctor stays one and changes nothing.
  /// - Throws: 404 for somebody who is no doctor, 400 for a bad form.
  public func apply(licenseNumber: String, clinic: String, by person: RowID<Person>) async throws -> DoctorRow {
    let fields = [licenseNumber, clinic]
    guard !licenseNumber.isEmpty, licenseNumber.count <= 40, clinic.count <= 100,
      fields.allSatisfy({ $0.utf8.count <= 400 && !$0.utf8.contains(0) })
    else { throw APIError.badRequest }
    return try await store.write { tables in
      guard let row = try tables.doctors.find(person) else { throw APIError.notFound }
      let place = clinic.isEmpty ? row.clinic : clinic
      guard try tables.doctors.apply(licenseNumber: licenseNumber, clinic: place, by: person) else { return row }
      guard let changed = try tables.doctors.find(person) else { throw APIError.notFound }
      return changed
    }
  }
}

extension Accounts {
  /// Everything that a new person is, in the caller's transaction.
  /// - Parameter identity: the way in, where it is no e-mail address. - Throws: 409 where it, or the address, is taken.
  func insert(
    _ new: NewPerson, _ details: JoinDetails, identity: (kind: IdentityKind, subject: String, label: String)?,
    _ tables: Tables, _ caller: Caller, _ now: Timestamp
  ) throws -> RowID<Person> {
    var new = new
    new.details = details.person
    let number = identity.flatMap { $0.kind == .phone ? $0.subject : nil }
    let guarded =
      details.hasGuardian ? try guardedAddress(of: [new.email, number ?? ""], new.realm, tables) : nil
    guard let id = try tables.people.insert(new, at: now) else { throw APIError.emailTaken }
    if let identity {
      let row = IdentityRow(
        kind: identity.kind, subject: identity.subject, person: id, label: identity.label, isVerified: true,
        createdAt: now)
      guard try tables.identities.insert(row, realm: new.realm) else { throw APIError.identityTaken }
    }
    if let guarded { try tables.guardians.use(guarded, realm: new.realm, by: id) }
    if new.role == .doctor {
      try tables.people.insertDoctor(
        id, realm: new.realm, state: settings.doctorsWait ? .waiting : .approved,
        clinic: details.clinic, specialty: "")
      if !details.licenseNumber.isEmpty { try tables.doctors.setLicense(details.licenseNumber, of: id) }
    }
    try tables.audit.record(
      AuditEntry(
        person: id, kind: .joined, detail: identity?.kind.rawValue ?? IdentityKind.email.rawValue,
        address: caller.address, at: now))
    try Self.note(details.consents, details.isOver14, before: [], of: id, tables, caller, now)
    return id
  }
}
