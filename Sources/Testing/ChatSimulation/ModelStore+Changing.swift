import Contract
import Domain
import Wire

extension ModelStore {
  mutating func send(
    _ draft: MessageDraft, _ room: Int, _ person: Int, _ now: Timestamp
  ) throws(APIError) -> Handled {
    guard !draft.content.isEmpty || !draft.files.isEmpty else { throw .missingValue }
    guard draft.content.utf8.count <= Self.longestContent else { throw .tooLarge }
    let known = content.rooms[room].messages.first { $0.sender == person && $0.message.clientID == draft.clientID }
    if let known, mutant != .noDeduplication { return Handled(.success(.message(view(known, in: room, for: person)))) }
    try checkMayWrite(person)
    var quoted: Int?
    if let replyTo = draft.replyTo { quoted = try find(replyTo, room, person) }
    content.rooms[room].version += 1
    let instant = time(in: room, now)
    content.rooms[room].updatedAt = instant
    let seq = content.rooms[room].messages.count + 1
    let message = Message(
      id: ID("\(rooms[room].id.text)m\(seq)"), roomID: rooms[room].id, seq: Int64(seq),
      version: content.rooms[room].version, clientID: draft.clientID, content: draft.content, files: draft.files,
      sender: people[person], createdAt: instant, updatedAt: instant, mentions: draft.mentions)
    let hidden = blockers(of: person, in: room)
    content.rooms[room].messages.append(Stored(message: message, hiddenFrom: hidden, quoted: quoted, sender: person))
    // Whoever has never been shown the room sees it now.
    return Handled(
      .success(.message(view(content.rooms[room].messages[seq - 1], in: room, for: person))),
      told: (seq == 1 ? shown(room) : []) + tell(seq, in: room))
  }

  /// Later than what was said before, also where the clock stepped back.
  private func time(in room: Int, _ now: Timestamp) -> Timestamp {
    guard mutant != .clockBelieved, let last = content.rooms[room].messages.last?.message.createdAt else { return now }
    return max(now, Timestamp(milliseconds: last.milliseconds + 1))
  }

  func shown(_ room: Int) -> [Told] {
    rooms[room].members.map { Told(person: $0, event: .room(view(room, for: $0))) }
  }

  func checkMayWrite(_ person: Int) throws(APIError) {
    if patients.contains(person), !isConsultOpen, mutant != .closedConsultTakes { throw .consultClosed }
  }

  static let longestContent = 64 << 10

  func find(_ id: ID<Message>, _ room: Int, _ person: Int) throws(APIError) -> Int {
    guard let number = content.rooms[room].messages.firstIndex(where: { $0.message.id == id }),
      !content.rooms[room].messages[number].hiddenFrom.contains(person)
    else { throw .messageNotFound }
    return number
  }

  /// What only the sender may do: an edit, or a delete (nil).
  mutating func change(
    _ id: ID<Message>, to edit: MessageEdit?, _ room: Int, _ person: Int, _ now: Timestamp
  ) throws(APIError) -> Handled {
    let number = try find(id, room, person)
    var stored = content.rooms[room].messages[number]
    guard stored.sender == person else { throw .notSender }
    let isChange = if let edit { try self.edit(edit, &stored, person, now) } else { delete(&stored, now) }
    guard isChange else { return Handled(.success(.message(view(stored, in: room, for: person)))) }
    if !stored.message.isDeleted { stored.hiddenFrom.formUnion(blockers(of: person, in: room)) }
    var handled = take(stored, number, room, person, isEdit: !stored.message.isDeleted)
    if stored.message.isDeleted, content.rooms[room].pinned == number, mutant != .pinOutlivesDelete {
      content.rooms[room].pinned = nil
      handled.told += shown(room)
    }
    return handled
  }

  private mutating func take(
    _ changed: Stored, _ number: Int, _ room: Int, _ person: Int, isEdit: Bool
  ) -> Handled {
    var stored = changed
    if !(isEdit && mutant == .editWithoutVersion) {
      content.rooms[room].version += 1
      stored.message.version = content.rooms[room].version
    }
    content.rooms[room].messages[number] = stored
    return Handled(.success(.message(view(stored, in: room, for: person))), told: tell(number + 1, in: room))
  }

  func edit(_ edit: MessageEdit, _ stored: inout Stored, _ person: Int, _ now: Timestamp) throws(APIError) -> Bool {
    guard !edit.content.isEmpty else { throw .missingValue }
    guard edit.content.utf8.count <= Self.longestContent else { throw .tooLarge }
    guard !stored.message.isDeleted || mutant == .editBeatsDelete else { throw .messageDeleted }
    guard stored.message.content != edit.content || stored.message.mentions != edit.mentions else { return false }
    try checkMayWrite(person)
    stored.message.isDeleted = false
    stored.message.content = edit.content
    stored.message.mentions = edit.mentions
    stored.message.updatedAt = max(now, stored.message.updatedAt)
    stored.message.editedAt = stored.message.updatedAt
    return true
  }

  func delete(_ stored: inout Stored, _ now: Timestamp) -> Bool {
    guard !stored.message.isDeleted else { return false }
    stored.message.isDeleted = true
    stored.message.updatedAt = max(now, stored.message.updatedAt)
    return true
  }

  mutating func react(
    _ emoji: String, _ isOn: Bool, _ id: ID<Message>, _ room: Int, _ person: Int
  ) throws(APIError) -> Handled {
    let number = try find(id, room, person)
    var stored = content.rooms[room].messages[number]
    guard !stored.message.isDeleted else { throw .messageDeleted }
    let old = stored.message.reactions
    let own = people[person].id
    if let index = old.firstIndex(where: { $0.emoji == emoji }) {
      if !isOn {
        stored.message.reactions[index].personIDs.removeAll { $0 == own }
      } else if !old[index].personIDs.contains(own) {
        stored.message.reactions[index].personIDs.append(own)
      }
      stored.message.reactions.removeAll { $0.personIDs.isEmpty }
    } else if isOn {
      stored.message.reactions.append(Reaction(emoji: emoji, personIDs: [own]))
    }
    guard stored.message.reactions != old else {
      return Handled(.success(.message(view(stored, in: room, for: person))))
    }
    if isOn { try checkMayWrite(person) }
    stored.hiddenReactions = stored.hiddenReactions.filter { $0.emoji != emoji || $0.person != person }
    if isOn {
      for viewer in blockers(of: person, in: room) {
        stored.hiddenReactions.insert(HiddenReaction(emoji: emoji, person: person, viewer: viewer))
      }
    }
    return take(stored, number, room, person, isEdit: false)
  }

  mutating func markRead(_ room: Int, _ seq: Int64, _ person: Int) -> Handled {
    let wanted = min(seq, Int64(content.rooms[room].messages.count))
    let old = content.rooms[room].reads[person] ?? 0
    guard wanted > old || (mutant == .readGoesBack && wanted != old) else { return Handled(.success(.empty)) }
    content.rooms[room].reads[person] = wanted
    let position = ReadPosition(personID: people[person].id, seq: wanted)
    return Handled(
      .success(.empty), told: rooms[room].members.map { Told(person: $0, event: .read(rooms[room].id, position)) })
  }
}
