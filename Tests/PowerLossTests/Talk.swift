import Chats
import Contract
import Domain
import PowerLoss
import SQL
import Seeded
import Storage
import Synchronization
import Wire

/// What a server has promised about one message, and what it may have done besides.
struct Promise: Sendable {
  var message: Message
  /// The text of an edit without an answer; nil text: a deletion.
  var unanswered: [String?] = []

  /// Whether a stored message keeps the promise.
  func holds(for stored: Message) -> Bool {
    guard stored.id == message.id, stored.seq == message.seq else { return false }
    let texts = (message.isDeleted ? [nil] : [message.content]) + unanswered
    return texts.contains(stored.isDeleted ? nil : stored.content)
  }
}

/// Somebody who sends, edits and deletes one after the other until the power goes.
final class Talker: Sendable {
  let name: String
  let person: RowID<Person>
  private let state: Mutex<State>

  struct State: Sendable {
    var random: SeededRandom
    var count = 0
    var promises: [String: Promise] = [:]
    /// Sent, and not answered.
    var open: String?
  }

  init(_ name: String, _ person: RowID<Person>, seed: UInt64) {
    self.name = name
    self.person = person
    state = Mutex(State(random: SeededRandom(seed: seed)))
  }

  var promises: [String: Promise] { state.withLock { $0.promises } }

  /// Returns at the first failure.
  func talk(_ chats: Chats, in room: ID<Room>) async -> any Error {
    while true {
      do { try await step(chats, in: room) } catch { return error }
    }
  }

  private func step(_ chats: Chats, in room: ID<Room>) async throws {
    let (open, choice, target) = state.withLock { state in
      let names = state.promises.filter { !$0.value.message.isDeleted }.keys.sorted()
      let target = names.isEmpty ? nil : names[state.random.below(names.count)]
      return (state.open, state.random.below(10), target)
    }
    switch (choice, target) {
    case (0, let target?) where open == nil: try await change(target, nil, chats, in: room)
    case (1...2, let target?) where open == nil: try await change(target, "edit \(choice)", chats, in: room)
    default: try await say(chats, in: room)
    }
  }

  /// What was not answered is said again first, under the same client id.
  private func say(_ chats: Chats, in room: ID<Room>) async throws {
    let id = state.withLock { state in
      if let open = state.open { return open }
      state.count += 1
      let id = "\(name)-\(state.count)"
      state.open = id
      return id
    }
    let draft = MessageDraft(clientID: id, content: "text of \(id)")
    let sent = try await chats.send(draft, in: room, by: person)
    state.withLock { state in
      state.open = nil
      state.promises[id] = Promise(message: sent.message)
    }
  }

  private func change(_ id: String, _ text: String?, _ chats: Chats, in room: ID<Room>) async throws {
    let message = state.withLock { state in
      state.promises[id]?.unanswered.append(text)
      return state.promises[id]?.message
    }
    guard let message else { return }
    let changed =
      if let text {
        try await chats.edit(message.id, MessageEdit(content: text), in: room, by: person)
      } else {
        try await chats.delete(message.id, in: room, by: person)
      }
    state.withLock { $0.promises[id] = Promise(message: changed) }
  }

  /// After a cut: what is stored is what counts from now on.
  func learn(_ stored: [String: Message]) {
    state.withLock { state in
      for (id, message) in stored where state.promises[id] != nil { state.promises[id] = Promise(message: message) }
    }
  }
}
