import Domain
import SQL
import Storage
import Wire

/// Erases one person inside one transaction, as `PrivacyTable` says. What has to be taken back from others message by
/// message comes afterwards (`Privacy.finishErasures`).
struct PersonEraser {
  let tables: Tables
  let person: RowID<Person>

  /// What lies on the disk for nothing once it is committed; nil where the person is gone already.
  func erase(by actor: AuditActor, address: String, at now: Timestamp) throws -> LostBytes? {
    guard let found = try tables.people.find(person), try tables.erasures.insert(person, by: actor, at: now) else {
      return nil
    }
    let lost = try removeBytes()
    // A code that signs somebody up names no account yet. Of what is not proved to be theirs the limits stay.
    for identity in try tables.identities.list(of: person) where identity.isVerified {
      try tables.codes.delete(for: identity.subject, realm: found.realm)
    }
    for rule in PrivacyTable.all { try apply(rule, found.realm) }
    try tables.erasures.markErased(person, at: now)
    try tables.audit.record(
      AuditEntry(person: person, actor: actor, kind: .erased, address: address, at: now))
    return lost
  }

  private func removeBytes() throws -> LostBytes {
    var lost = LostBytes()
    lost.pictures = try tables.pictures.delete(of: person, except: nil).map(\.name)
    lost.exports = try tables.exports.delete(of: person).map(\.name)
    lost.uploads = try tables.uploads.delete(of: person).map { ($0.name, $0.segments) }
    lost.files = try tables.files.deleteWaiting(of: person).map(\.name)
    return lost
  }

  private func apply(_ rule: TableRule, _ realm: Realm) throws {
    switch rule.erasing {
    case .rows:
      try tables.connection.execute("DELETE FROM \(rule.table) WHERE \(rule.condition)", [.integer(person.value)])
    case .columns, .reduced:
      let changes = rule.columns.compactMap { column -> String? in
        guard case .becomes(let sql) = column.erased else { return nil }
        return "\(column.name) = \(sql)"
      }
      guard !changes.isEmpty else { return }
      try tables.connection.execute(
        "UPDATE \(rule.table) SET \(changes.joined(separator: ", ")) WHERE \(rule.condition)",
        [.integer(person.value)])
    case .messages(let retention) where realm == .eyemon:
      try tables.messages.limitKeeping(of: person, in: realm, to: retention.milliseconds)
    case .nothing, .rowsAndBytes, .messages, .withRow, .kept, .byDate: break
    }
  }
}

extension TableRule {
  /// Removes what was kept of people who were erased long enough ago, and says how many rows that was.
  func removeKept(_ tables: Tables, at now: Timestamp) throws -> Int {
    guard let retention = keptFor, case .columns(let names) = owner, let owner = names.first else { return 0 }
    return try tables.connection.execute(
      "DELETE FROM \(table) WHERE \(owner) IN (SELECT e.person_id FROM erasures e WHERE e.asked_at <= ?1)",
      [.integer(now.adding(milliseconds: -retention.milliseconds).milliseconds)])
  }
}

extension TableRule {
  /// How long after the erasure of their person rows stay.
  private var keptFor: Retention? {
    switch erasing {
    case .kept(let retention), .reduced(let retention): retention
    default: nil
    }
  }
}
