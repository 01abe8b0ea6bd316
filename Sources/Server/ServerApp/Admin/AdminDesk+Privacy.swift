import Contract
import Domain
import JSON
import Privacy
import Storage
import Wire

extension AdminDesk {
  /// Whatever the operator sees or does of people is on the record.
  func record(_ question: JSONValue) async throws {
    guard let command = question["command"]?.string, command != "status", command.utf8.count <= 40 else { return }
    let id = question["person"]?.string ?? question["id"]?.string ?? ""
    let person = identifiers.row(ID<Person>(id))
    let now = clock()
    try await store.write {
      try $0.audit.record(
        AuditEntry(person: person, actor: .operating, kind: .operatorActed, detail: command, at: now))
    }
  }

  /// The record of accounts, of one person or of all, the last first.
  func audit(of text: String?) async throws -> JSONValue {
    let person = try text.map(known)
    return try await store.read { [identifiers] tables in
      let rows =
        try person.map { try tables.audit.list(of: $0, limit: Self.reportMaximum) }
        ?? tables.audit.list(limit: Self.reportMaximum)
      return .array(
        try rows.map { row in
          let entry = row.entry
          let found = try entry.person.flatMap { try tables.people.known($0) }
          return [
            "at": .string(entry.at.iso8601), "kind": .string(entry.kind.rawValue),
            "actor": .string(entry.actor.rawValue), "detail": .string(entry.detail),
            "address": .string(entry.address),
            "user_id": .string(entry.person.map { identifiers.id($0).text } ?? ""),
            "nick": .string(found?.nick ?? ""),
          ]
        })
    }
  }

  /// Erases a person as they could by themselves.
  func erase(_ text: String) async throws -> JSONValue {
    let person = try known(text)
    do {
      let open = try await privacy.erase(person, by: .operating, address: "")
      guard open.isEmpty else {
        let list = open.map { "\($0.kind.rawValue) \($0.id) at \($0.at.iso8601)" }.joined(separator: ", ")
        throw Refusal(text: "something is open: \(list)")
      }
    } catch let error as APIError where error == .personGone {
      throw Refusal(text: "there is no person \(text)")
    }
    let count = try await privacy.finishErasures()
    return ["user_id": .string(text), "messages": .integer(Int64(count))]
  }

  private func known(_ text: String) throws -> RowID<Person> {
    guard let person = identifiers.row(ID<Person>(text)) else { throw Refusal(text: "there is no person \(text)") }
    return person
  }
}
