import Accounts
import Contract
import Domain
import JSON
import Payments
import Privacy
import Storage
import Wire

/// Answers the operator's commands: one JSON object per line, `{"command": …}` in and `{"ok": …}` or `{"error": text}`
/// out.
struct AdminDesk: Sendable {
  let store: DataStore
  let identifiers: Identifiers
  let privacy: Privacy
  let clock: @Sendable () -> Timestamp
  /// Writes to somebody, once the transaction is durable.
  let deliver: @Sendable (Delivery?, Tables) throws -> Void
  /// Name and value of what can be said of the running server.
  let figures: @Sendable () async -> [(name: String, value: JSONValue)]

  /// Sessions that ended in a transaction of the desk.
  let sessionsEnded: @Sendable ([EndedSession]) -> Void

  var payments: Payments?
  /// Keeps a picture of a clinic, and says its path.
  var takePicture: (@Sendable ([UInt8], RowID<ClinicRow>) async throws -> String)?

  /// Makes a new key that signs tokens; true forgets the older ones. How many count from then on.
  var rotateKeys: @Sendable (_ isLeak: Bool) async throws -> Int = { _ in 0 }

  static let reportMaximum = 1_000

  func answer(_ line: [UInt8]) async -> [UInt8] {
    guard let question = try? JSONValue(parsing: line) else { return Self.refuse("no JSON") }
    do {
      try await record(question)
      return ok(try await answer(question))
    } catch let refusal as Refusal {
      return Self.refuse(refusal.text)
    } catch {
      return Self.refuse("the data cannot be read or written: \(error)")
    }
  }

  struct Refusal: Error {
    var text: String
  }

  private func ok(_ value: JSONValue) -> [UInt8] { JSONValue.object(["ok": value]).bytes }
  private static func refuse(_ text: String) -> [UInt8] { JSONValue.object(["error": .string(text)]).bytes }

  private func answer(_ question: JSONValue) async throws -> JSONValue {
    switch question["command"]?.string {
    case "status": return try await status()
    case "reports": return try await reports(all: question["all"]?.bool == true)
    case "close_report":
      guard let id = question["id"]?.int64 else { throw Refusal(text: "close_report needs an id") }
      return try await close(id, question)
    case "doctors": return try await doctors(waiting: question["waiting"]?.bool == true)
    case "approve_doctor", "refuse_doctor":
      let isApproval = question["command"]?.string == "approve_doctor"
      let (id, reason) = (question["id"]?.string ?? "", question["reason"]?.string ?? "")
      guard let done = try await decide(isApproval ? .approved : .refused, on: id, reason: reason, question) else {
        throw Refusal(text: "there is no doctor \(id)")
      }
      return done
    case "audit": return try await audit(of: question["person"]?.string)
    case "erase": return try await erase(question["person"]?.string ?? "")
    case "openings": return try await openings(of: question["file"]?.string)
    case "jobs": return try await jobs(question["which"]?.string)
    case "end_sessions": return try await endSessions(question)
    case "try_mail": return try await tryMail(question)
    case "retry_job": return try await retryJob(question)
    case "clinics": return try await clinics()
    case "put_clinic": return try await putClinic(question)
    case "assign_doctor": return try await assign(question)
    case "cancel_job": return try await cancelJob(question)
    case "rotate_keys":
      let isLeak = question["leaked"]?.bool == true
      return ["keys": .integer(Int64(try await rotateKeys(isLeak))), "leaked": .bool(isLeak)]
    case let name:
      if let answer = try await paymentAnswer(question) { return answer }
      if let answer = try await guardianAnswer(question) { return answer }
      throw Refusal(text: "the server does not know \(name ?? "that command")")
    }
  }

  private func status() async throws -> JSONValue {
    var object = JSONObject()
    for figure in await figures() { object[figure.name] = figure.value }
    let (reports, open, dead) = try await store.read {
      (try $0.reports.openCount(), try $0.jobs.count(.open), try $0.jobs.count(.dead))
    }
    object["open_reports"] = .integer(reports)
    object["open_jobs"] = .integer(open)
    object["dead_jobs"] = .integer(dead)
    return .object(object)
  }

  private func reports(all: Bool) async throws -> JSONValue {
    let rows = try await store.read { try $0.reports.list(isOpen: !all, limit: Self.reportMaximum) }
    return .array(rows.map(json))
  }

  private func openings(of path: String?) async throws -> JSONValue {
    let name = path.map { String($0.split(separator: "/").last ?? "") }
    return try await store.read { [identifiers] tables in
      let rows = try tables.files.openings(of: name, limit: Self.reportMaximum)
      return .array(
        try rows.map { row in
          let person = try tables.people.known(row.person)
          return [
            "opened_at": .string(row.openedAt.iso8601), "file": .string("/data/chats/" + row.fileName),
            "variant": .string(row.variant), "address": .string(row.address),
            "person": person.map { Self.person($0, identifiers) } ?? .null,
          ]
        })
    }
  }

  private func close(_ id: Int64, _ question: JSONValue) async throws -> JSONValue {
    let now = clock()
    try await store.write { [self] tables in
      guard try tables.reports.close(id, at: now) else { throw Refusal(text: "there is no open report \(id)") }
      try note(question, tables)
    }
    return ["closed": .integer(id)]
  }

  private func json(_ row: ReportRow) -> JSONValue {
    var object: JSONObject = [
      "id": .integer(row.id), "created_at": .string(row.createdAt.iso8601), "reason": .string(row.reason.rawValue),
      "note": .string(row.note), "content": .string(row.content), "reporter": person(row.reporter),
      "sender": person(row.sender), "room_id": .string(identifiers.id(row.roomID).text),
      "chat_id": .string(identifiers.id(row.messageID).text), "files": .array(row.attachments.map { $0.json }),
    ]
    if let closedAt = row.closedAt { object["closed_at"] = .string(closedAt.iso8601) }
    return .object(object)
  }

  private func person(_ row: PersonRow) -> JSONValue { Self.person(row, identifiers) }

  private static func person(_ row: PersonRow, _ identifiers: Identifiers) -> JSONValue {
    [
      "user_id": .string(identifiers.id(row.id).text), "nick": .string(row.nick), "email": .string(row.email),
      "realm": .string(row.realm.rawValue),
    ]
  }
}
