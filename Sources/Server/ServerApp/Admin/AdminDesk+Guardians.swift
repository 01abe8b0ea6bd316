import AccountContract
import Accounts
import Contract
import Domain
import JSON
import Storage
import Wire

/// What is asked of `maru admin guardian`.
public enum GuardianQuestion: Equatable, Sendable {
  case list
  /// A guardian has consented that whoever has this e-mail address or number signs up.
  case add(String, note: String, Realm)
  /// Takes back what nobody has used yet.
  case remove(String, Realm)

  var json: JSONValue {
    switch self {
    case .list: ["command": "guardians"]
    case .add(let address, let note, let realm):
      [
        "command": "add_guardian", "address": .string(address), "note": .string(note),
        "realm": .string(realm.rawValue),
      ]
    case .remove(let address, let realm):
      ["command": "remove_guardian", "address": .string(address), "realm": .string(realm.rawValue)]
    }
  }

  init(_ rest: inout ArraySlice<String>) throws(UsageError) {
    switch rest.popFirst() {
    case nil, "list": self = .list
    case "add":
      guard let address = rest.popFirst(), let note = rest.popFirst(), !note.allSatisfy(\.isWhitespace) else {
        throw .missingValue("guardian add ADDRESS")
      }
      self = .add(address, note: note, try Self.realm(&rest))
    case "remove":
      guard let address = rest.popFirst() else { throw .missingValue("guardian remove") }
      self = .remove(address, try Self.realm(&rest))
    case let word?: throw word.hasPrefix("-") ? .unknownFlag(word) : .unknownCommand("admin guardian \(word)")
    }
  }

  private static func realm(_ rest: inout ArraySlice<String>) throws(UsageError) -> Realm {
    guard rest.first == "--realm" else { return .eyemon }
    rest.removeFirst()
    guard let text = rest.popFirst() else { throw .missingValue("--realm") }
    guard let realm = Realm(rawValue: text) else {
      throw .badValue("--realm", text, Realm.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return realm
  }
}

/// Guardians' consents to accounts of children.
extension AdminDesk {
  private static let noteMaximum = 500

  /// nil where it is no question about guardians.
  func guardianAnswer(_ question: JSONValue) async throws -> JSONValue? {
    switch question["command"]?.string {
    case "guardians": return try await guardians()
    case "add_guardian":
      let row = try guardian(question)
      try await store.write { [self] tables in
        guard try tables.guardians.put(row) else {
          throw Refusal(text: "somebody has signed up as \(row.address); erase the account to take the consent back")
        }
        try note(question, tables)
      }
      return ["address": .string(row.address)]
    case "remove_guardian":
      let row = try guardian(question)
      try await store.write { [self] tables in
        guard try tables.guardians.remove(row.address, realm: row.realm) else {
          throw Refusal(text: "there is no unused consent for \(row.address)")
        }
        try note(question, tables)
      }
      return ["address": .string(row.address)]
    default: return nil
    }
  }

  /// The address as sign-ups know it: one sign, whatever was typed.
  private func guardian(_ question: JSONValue) throws -> GuardianRow {
    let (written, note) = (question["address"]?.string ?? "", question["note"]?.string ?? "")
    guard note.count <= Self.noteMaximum, note.utf8.count <= 4 * Self.noteMaximum, !note.utf8.contains(0) else {
      throw Refusal(text: "a note has \(Self.noteMaximum) letters at most")
    }
    guard let realm = Realm(rawValue: question["realm"]?.string ?? "") else { throw Refusal(text: "no such realm") }
    guard let address = Accounts.signUpAddress(written) else {
      throw Refusal(text: "\(written) is neither an e-mail address nor a mobile number")
    }
    return GuardianRow(address: address, realm: realm, note: note, createdAt: clock())
  }

  private func guardians() async throws -> JSONValue {
    try await store.read { [identifiers] tables in
      .array(
        try tables.guardians.list(limit: Self.reportMaximum).map { row in
          [
            "address": .string(row.address), "realm": .string(row.realm.rawValue), "note": .string(row.note),
            "at": .string(row.createdAt.iso8601),
            "user_id": row.person.map { .string(identifiers.id($0).text) } ?? .null,
          ]
        })
    }
  }
}
