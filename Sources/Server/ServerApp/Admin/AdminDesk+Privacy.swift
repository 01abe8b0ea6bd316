import Accounts
import Contract
import Domain
import JSON
import Privacy
import Storage
import Wire

extension AdminDesk {
  /// What changes something writes its line itself, in the transaction of the change: both are there, or neither.
  private static let acts: Set<String> = [
    "close_report", "approve_doctor", "refuse_doctor", "retry_job", "cancel_job", "try_mail", "put_clinic",
    "assign_doctor", "end_sessions", "add_guardian", "remove_guardian",
  ]

  /// Whatever the operator sees of people is on the record, before they see it.
  func record(_ question: JSONValue) async throws {
    guard let command = question["command"]?.string, command != "status", command.utf8.count <= 40,
      !Self.acts.contains(command)
    else { return }
    try await store.write { try note(question, $0) }
  }

  /// A line of the record: the command, and what it was about.
  func note(_ question: JSONValue, _ tables: Tables) throws {
    let names = ["person", "doctor", "id"]
    let person = names.lazy.compactMap { question[$0]?.string }.compactMap { identifiers.row(ID<Person>($0)) }.first
    try tables.audit.record(
      AuditEntry(
        person: person, actor: .operating, kind: .operatorActed, detail: Self.detail(question), at: clock()))
  }

  /// Nothing that somebody typed freely: ids, choices, and which fields were changed.
  private static func detail(_ question: JSONValue) -> String {
    var words = [question["command"]?.string ?? ""]
    for name in ["id", "person", "doctor", "file", "code", "as", "which", "all", "waiting", "leaked"] {
      switch question[name] {
      case .string(let text): words.append("\(name)=\(text.prefix(80))")
      case .number(let number): words.append("\(name)=\(number.text)")
      case .bool(true): words.append(name)
      default: break
      }
    }
    let fields = question["fields"]?.object?.members.map(\.name) ?? []
    if !fields.isEmpty { words.append("fields=" + fields.joined(separator: ",").prefix(80)) }
    return words.joined(separator: " ")
  }

  /// Signs somebody out everywhere, at once.
  func endSessions(_ question: JSONValue) async throws -> JSONValue {
    let text = question["person"]?.string ?? ""
    let person = try known(text)
    let now = clock()
    let over = try await store.write { [self] tables in
      guard try tables.people.find(person) != nil else { throw Refusal(text: "there is no person \(text)") }
      try note(question, tables)
      return try Accounts.endSessions(of: person, .byOperator, in: tables, at: now)
    }
    sessionsEnded(over)
    return ["user_id": .string(text), "sessions": .integer(Int64(over.count))]
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
