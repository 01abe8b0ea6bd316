import Accounts
import Chats
import Contract
import Domain
import Storage
import Wire

extension API {
  /// Routes around rooms and messages.
  func chatAnswer(_ endpoint: Endpoint, _ caller: RowID<Person>) async throws -> HTTPResponse {
    try limit(endpoint, caller)
    return switch endpoint {
    case .rooms: Answer.rooms(try await chats.rooms(of: caller)).response
    case .openRoom(let opponent): Answer.room(try await chats.openRoom(with: opponent, by: caller)).response
    case .pin(let room, let message): Answer.room(try await chats.pin(message, in: room, by: caller)).response
    case .mute(let room, let isMuted): Answer.room(try await chats.mute(isMuted, in: room, by: caller)).response
    case .block(let person, let isBlocked):
      try await empty {
        guard let other = try await chats.block(person, isBlocked: isBlocked, by: caller) else { return }
        liveness.blockChanged(caller, other, isBlocked: isBlocked)
      }
    case .blocks: Answer.people(try await chats.blocks(of: caller)).response
    case .history, .changes, .search, .markRead, .markAllRead: try await readAnswer(endpoint, caller)
    case .send, .edit, .delete, .react, .report: try await writeAnswer(endpoint, caller)
    default: throw APIError.unknownRoute
    }
  }

  /// People never come near these; programs that do are told when to go on.
  private func limit(_ endpoint: Endpoint, _ caller: RowID<Person>) throws(APIError) {
    switch endpoint {
    case .send, .edit, .delete, .react, .pin, .report, .block: try limits.changes.take("\(caller.value)", at: clock())
    case .search: try limits.searches.take("\(caller.value)", at: clock())
    default: break
    }
  }

  private func readAnswer(_ endpoint: Endpoint, _ caller: RowID<Person>) async throws -> HTTPResponse {
    switch endpoint {
    case .history(let room, let seq, let limit):
      Answer.history(try await chats.history(in: room, before: seq, limit: limit, for: caller)).response
    case .changes(let room, let version, let limit):
      Answer.changes(try await chats.changes(in: room, after: version, limit: limit, for: caller)).response
    case .search(let search): Answer.found(try await chats.search(search, by: caller)).response
    case .markRead(let room, let seq):
      try await empty { try await chats.markRead(in: room, to: seq, by: caller) }
    case .markAllRead(let reads): try await empty { try await chats.markAllRead(reads, by: caller) }
    default: throw APIError.unknownRoute
    }
  }

  private func writeAnswer(_ endpoint: Endpoint, _ caller: RowID<Person>) async throws -> HTTPResponse {
    switch endpoint {
    case .send(let room, let draft):
      let sent = try await chats.send(draft, in: room, by: caller)
      var response = Answer.message(sent.message).response
      if sent.differs { response.headers["X-Maru-Original"] = "1" }
      return response
    case .edit(let room, let message, let edit):
      return Answer.message(try await chats.edit(message, edit, in: room, by: caller)).response
    case .delete(let room, let message):
      return Answer.message(try await chats.delete(message, in: room, by: caller)).response
    case .react(let room, let message, let emoji, let isOn):
      let changed = try await chats.react(with: emoji, isOn: isOn, to: message, in: room, by: caller)
      return Answer.message(changed).response
    case .report(let message, let report):
      return try await empty { try await chats.report(message, report, by: caller) }
    default: throw APIError.unknownRoute
    }
  }

  private func empty(_ call: () async throws -> Void) async throws -> HTTPResponse {
    try await call()
    return Answer.empty.response
  }
}
