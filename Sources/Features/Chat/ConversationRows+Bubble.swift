import ChatSync
import Domain
import FeatureCore
import Wire

extension ConversationRows {
  mutating func bubble(_ message: Message, _ civil: CivilTime, startsGroup: Bool) -> ConversationRow.Bubble {
    let isMine = message.sender.id == machine.me
    var bubble = ConversationRow.Bubble(
      key: key(message, isMine: isMine), target: .message(message.seq), isMine: isMine, text: text(message),
      isDeleted: message.isDeleted, time: dates.time(civil), unread: unreadText(message), startsGroup: startsGroup,
      spoken: "")
    if !isMine && startsGroup {
      bubble.author = ConversationRow.Author(name: message.sender.nick, avatar: Avatar(message.sender))
    }
    if !message.isDeleted {
      bubble.quote = message.replyTo.map { quoted($0) }
      bubble.files = message.shownAttachments.map { FileTile($0, words, playing: files.playing) }
      bubble.reactions = message.reactions.compactMap { reacted($0) }
      if message.editedAt != nil { bubble.edited = words.edited }
      bubble.menuLabel = words.menu
    }
    bubble.failedChange = machine.operations.first { $0.messageID == message.id && $0.isFailed }.map { failed($0) }
    bubble.isFound = found == message.seq
    bubble.spoken = spoken(bubble, name: isMine ? words.me : message.sender.nick)
    return bubble
  }

  func bubble(_ item: OutboxItem, startsGroup: Bool) -> ConversationRow.Bubble {
    let delivery = delivery(item)
    let state =
      switch delivery {
      case .pending(let text, _, _), .failed(let text, _, _, _): text
      }
    return ConversationRow.Bubble(
      key: "c/" + item.clientID, target: .item(clientID: item.clientID), isMine: true,
      text: MessageText.parts(item.shownContent), quote: item.replyTo.map { quoted($0) },
      files: item.files.map { FileTile($0, words, progress: files.progress[$0.id]) }, delivery: delivery,
      startsGroup: startsGroup, menuLabel: words.menu,
      spoken: words.me + ", " + item.shownContent + ", " + state)
  }

  private func text(_ message: Message) -> [TextPart] {
    if message.isDeleted { return [.plain(words.deleted)] }
    var names: [String] = []
    for person in participants where message.mentions.contains(person.id) { names.append(person.nick) }
    return MessageText.parts(message.content, mentioning: names)
  }

  private func spoken(_ bubble: ConversationRow.Bubble, name: String) -> String {
    var spoken = name + ", "
    if let quote = bubble.quote { spoken += quote.label + ", " }
    for file in bubble.files { spoken += file.spoken + ", " }
    spoken += bubble.text.joined
    if let edited = bubble.edited { spoken += ", " + edited }
    if let time = bubble.time { spoken += ", " + time }
    for reaction in bubble.reactions { spoken += ", " + reaction.label }
    if let unread = bubble.unread { spoken += ", " + words.notRead(unread) }
    return spoken
  }

  /// A message keeps the key that it had in the outbox.
  private mutating func key(_ message: Message, isMine: Bool) -> String {
    if isMine, let clientID = message.clientID, usedClientIDs.insert(clientID).inserted { return "c/" + clientID }
    return "m/\(message.seq)"
  }

  /// How many of those who were there when it was sent, and still are, have not read it.
  private func unreadText(_ message: Message) -> String? {
    let count = machine.unreadCount(of: message)
    return count == 0 ? nil : "\(count)"
  }

  /// As the quoted message is by now, where it is known.
  private func quoted(_ kept: Quote) -> ConversationRow.Quoted {
    let quote = machine.log.message(at: kept.seq).map { Quote(machine.shown($0)) } ?? kept
    let name = quote.senderID == machine.me ? words.me : participants.first { $0.id == quote.senderID }?.nick ?? ""
    let text =
      quote.isDeleted
      ? words.deleted
      : quote.excerpt.isEmpty && quote.fileKind != nil
        ? words.sent(quote.fileKind, count: 1) : ChatText.oneLine(quote.excerpt)
    return ConversationRow.Quoted(
      name: name, text: text, seq: quote.isDeleted ? nil : quote.seq, label: words.replyTo(name) + ": " + text)
  }

  private func reacted(_ reaction: Reaction) -> ConversationRow.Reacted? {
    guard !reaction.personIDs.isEmpty else { return nil }
    let count = "\(reaction.personIDs.count)"
    return ConversationRow.Reacted(
      emoji: reaction.emoji, count: count, isMine: reaction.personIDs.contains(machine.me),
      label: words.reacted(reaction.emoji, count))
  }

  private func failed(_ operation: MessageOperation) -> ConversationRow.FailedChange {
    let text =
      switch operation.kind {
      case .edit: words.editFailed
      case .delete: words.deleteFailed
      case .react: words.reactFailed
      }
    return ConversationRow.FailedChange(
      text: text, id: operation.id, retryLabel: words.retry, dropLabel: words.cancel)
  }

  private func delivery(_ item: OutboxItem) -> ConversationRow.Delivery {
    if let code = item.uploadFailure {
      return .failed(
        text: words.failedToUpload(code), clientID: item.clientID, retryLabel: words.retryUpload,
        removeLabel: words.remove)
    }
    if item.isUploading && item.state == .waiting {
      let text = machine.isUploadResting ? words.uploadWaits : words.uploading
      return .pending(text: text, clientID: item.clientID, removeLabel: words.cancelUpload)
    }
    return sending(item)
  }

  private func sending(_ item: OutboxItem) -> ConversationRow.Delivery {
    switch item.state {
    case .failed(let code):
      .failed(
        text: words.failedToSend(code), clientID: item.clientID, retryLabel: words.retrySend,
        removeLabel: words.remove)
    case .sending: .pending(text: words.sending, clientID: item.clientID, removeLabel: nil)
    case .unconfirmed: .pending(text: words.waiting, clientID: item.clientID, removeLabel: nil)
    case .waiting:
      .pending(
        text: machine.isSendResting ? words.waiting : words.sending, clientID: item.clientID,
        removeLabel: words.remove)
    }
  }
}
