import Contract
import Domain
import Wire

extension ModelStore {
  func view(_ stored: Stored, in room: Int, for person: Int, isLive: Bool = false) -> Message {
    var message = stored.message
    if stored.hiddenFrom.contains(person) && !(isLive && mutant == .blockedIsTold) {
      message.clientID = nil
      message.isDeleted = false
      message.isHidden = true
      message.updatedAt = message.createdAt
      erase(&message)
    } else if message.isDeleted {
      erase(&message)
    } else if let number = stored.quoted {
      let quoted = content.rooms[room].messages[number]
      message.replyTo = quoted.hiddenFrom.contains(person) ? nil : quote(quoted)
    }
    for hidden in stored.hiddenReactions where hidden.viewer == person && mutant != .blockedReactionIsShown {
      guard let index = message.reactions.firstIndex(where: { $0.emoji == hidden.emoji }) else { continue }
      message.reactions[index].personIDs.removeAll { $0 == people[hidden.person].id }
    }
    message.reactions.removeAll { $0.personIDs.isEmpty }
    return message
  }

  private func erase(_ message: inout Message) {
    message.content = ""
    message.files = []
    message.attachments = []
    message.editedAt = nil
    message.replyTo = nil
    message.mentions = []
    message.reactions = []
  }

  private func quote(_ quoted: Stored) -> Quote {
    let message = quoted.message
    return Quote(
      id: message.id, seq: message.seq, senderID: message.sender.id,
      excerpt: message.isDeleted ? "" : String(message.content.prefix(120)),
      fileKind: message.isDeleted || message.files.isEmpty ? nil : .file, isDeleted: message.isDeleted)
  }

  func view(_ room: Int, for person: Int) -> Room {
    let stored = content.rooms[room]
    let mine = stored.reads[person] ?? 0
    let unread = stored.messages.filter {
      $0.message.seq > mine && $0.sender != person
        && (!$0.hiddenFrom.contains(person) || mutant == .hiddenIsUnread)
    }
    let last = stored.messages.last { !$0.hiddenFrom.contains(person) }
    // What is hidden moves the room for nobody.
    let isNewest = last?.message.seq ?? 0 == Int64(stored.messages.count)
    return Room(
      id: rooms[room].id, participants: rooms[room].members.map { people[$0] }, createdAt: stored.createdAt,
      updatedAt: isNewest ? stored.updatedAt : last?.message.createdAt ?? stored.createdAt,
      lastMessage: last.map { view($0, in: room, for: person) },
      lastSeq: Int64(stored.messages.count), unreadCount: unread.count,
      reads: rooms[room].members.map { ReadPosition(personID: people[$0].id, seq: stored.reads[$0] ?? 0) },
      version: stored.version, isMuted: stored.muted.contains(person), pinned: pinned(room, for: person))
  }

  func history(_ room: Int, _ before: Int64?, _ limit: Int, _ person: Int) throws(APIError) -> MessagePage {
    let stored = content.rooms[room]
    let below = stored.messages.filter { $0.message.seq < before ?? .max }.suffix(limit)
    var page = below.map { view($0, in: room, for: person) }
    if mutant == .hiddenLeavesAHole { page.removeAll { $0.isHidden } }
    return MessagePage(messages: page, version: stored.version, lastSeq: Int64(stored.messages.count))
  }

  func changes(_ room: Int, _ after: Int64, _ limit: Int, _ person: Int) throws(APIError) -> ChangePage {
    let stored = content.rooms[room]
    let changed = stored.messages.filter { $0.message.version > after }.sorted {
      $0.message.version < $1.message.version
    }
    let page = changed.prefix(limit).map { view($0, in: room, for: person) }
    let hasMore = changed.count > limit
    return ChangePage(
      messages: page, version: hasMore ? page.last?.version ?? after : stored.version,
      lastSeq: Int64(stored.messages.count), hasMore: hasMore)
  }
}
