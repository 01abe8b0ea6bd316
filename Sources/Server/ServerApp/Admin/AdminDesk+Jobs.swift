import JSON
import Mail
import Storage
import Wire

/// Work that waits, runs or has failed.
extension AdminDesk {
  static let jobMaximum = 1_000

  func jobs(_ which: String?) async throws -> JSONValue {
    let states: [JobRow.State] =
      switch which {
      case "dead": [.dead]
      case "all": [.open, .dead, .done, .cancelled]
      default: [.open, .dead]
      }
    let rows = try await store.read { try $0.jobs.list(states, limit: Self.jobMaximum) }
    return .array(rows.map(json))
  }

  func retryJob(_ question: JSONValue) async throws -> JSONValue {
    guard let id = question["id"]?.int64 else { throw Refusal(text: "retry_job needs an id") }
    let now = clock()
    try await store.write { [self] tables in
      guard try tables.jobs.retry(RowID(id), at: now) else {
        throw Refusal(text: "there is no job \(id) that could be tried again")
      }
      try note(question, tables)
    }
    return ["retried": .integer(id)]
  }

  func cancelJob(_ question: JSONValue) async throws -> JSONValue {
    guard let id = question["id"]?.int64 else { throw Refusal(text: "cancel_job needs an id") }
    let now = clock()
    try await store.write { [self] tables in
      guard try tables.jobs.cancel(RowID(id), at: now) else {
        throw Refusal(text: "there is no job \(id) that is not over")
      }
      try note(question, tables)
    }
    return ["cancelled": .integer(id)]
  }

  /// A letter as any other: what becomes of it is among the jobs.
  func tryMail(_ question: JSONValue) async throws -> JSONValue {
    let letter = Letter(
      to: question["to"]?.string ?? "", subject: "Maru", text: "이 서버에서 편지가 도착합니다.\nLetters of this server arrive.\n",
      language: "ko")
    let now = clock()
    let id = try await store.write { [self] tables in
      try note(question, tables)
      return try tables.jobs.add(kind: .mail, payload: letter.json, runAt: now)
    }
    return ["job": .integer(id?.value ?? 0)]
  }

  /// Without the payload: it may hold a code or an address.
  private func json(_ row: JobRow) -> JSONValue {
    let isRunning = row.isRunning(at: clock())
    var object: JSONObject = [
      "id": .integer(row.id.value), "kind": .string(row.kind.rawValue),
      "state": .string(isRunning ? "running" : row.state == .open ? "waiting" : row.state.rawValue),
      "attempts": .integer(row.attempts), "created_at": .string(row.createdAt.iso8601), "fault": .string(row.fault),
    ]
    if let key = row.key { object["key"] = .string(key) }
    if let due = row.dueAt { object["due_at"] = .string(due.iso8601) }
    if let ended = row.endedAt { object["ended_at"] = .string(ended.iso8601) }
    return .object(object)
  }
}
