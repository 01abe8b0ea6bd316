import Kit

/// What a new state of a room adds to the terminal, as lines.
struct RoomPrinter {
  let words: Words
  let me: ID<Person>
  private var shown: [ID<Message>: String] = [:]
  private var outbox: [String: String] = [:]
  private var typing: [ID<Person>] = []
  private var positions: [ID<Person>: Int64] = [:]
  private var hasBegun = false
  private var saysEarlier = false

  init(words: Words, me: ID<Person>) {
    self.words = words
    self.me = me
  }

  mutating func lines(_ state: RoomState) -> [String] {
    guard state.isEmpty || !state.messages.isEmpty || !state.outbox.isEmpty || state.refusal != nil else { return [] }
    var lines: [String] = []
    if let refusal = state.refusal, !hasBegun { lines.append("! \(refusal.message)") }
    if state.isEmpty && !hasBegun { lines.append(words.noMessages) }
    if state.hasEarlier && !saysEarlier { lines.append(words.earlier) }
    saysEarlier = state.hasEarlier
    for message in state.messages {
      let text = describe(message)
      guard shown[message.id] != text else { continue }
      let isNew = shown[message.id] == nil
      shown[message.id] = text
      lines.append((isNew ? "" : "~ ") + text)
    }
    lines += waiting(state)
    lines += people(state)
    hasBegun = true
    return lines
  }

  private func describe(_ message: Message) -> String {
    var text = "#\(message.seq) \(message.sender.nick): "
    if message.isDeleted { return text + "(\(words.deleted))" }
    if let quote = message.replyTo { text += "[> #\(quote.seq) \(quote.excerpt)] " }
    text += message.content
    for file in message.attachments { text += " <\(file.kind.rawValue) \(file.name) \(file.size) B>" }
    if message.editedAt != nil { text += " (\(words.edited))" }
    for reaction in message.reactions { text += " \(reaction.emoji)\(reaction.personIDs.count)" }
    return text
  }

  private mutating func waiting(_ state: RoomState) -> [String] {
    var lines: [String] = []
    var now: [String: String] = [:]
    for item in state.outbox where !item.isLeaving {
      let text = "… \(Self.name(item))\(Self.progress(item, state)) \(item.shownContent)"
      now[item.clientID] = text
      if outbox[item.clientID] != text { lines.append(text) }
    }
    outbox = now
    return lines
  }

  static func name(_ item: OutboxItem) -> String {
    if let code = item.uploadFailure { return "[upload failed: \(code.rawValue)]" }
    switch item.state {
    case .waiting: return item.isUploading ? "[uploading]" : "[waiting]"
    case .sending: return "[sending]"
    case .unconfirmed: return "[unconfirmed]"
    case .failed(let code): return "[failed: \(code.rawValue)]"
    }
  }

  /// In steps of a quarter: each is a line.
  private static func progress(_ item: OutboxItem, _ state: RoomState) -> String {
    let sent = item.files.compactMap { state.uploads[$0.id]?.fraction }
    guard let least = sent.min() else { return "" }
    return " \(Int(least * 4) * 25)%"
  }

  private mutating func people(_ state: RoomState) -> [String] {
    var lines: [String] = []
    for person in state.typing where !typing.contains(person) {
      lines.append(words.typing(state.name(of: person) ?? person.text))
    }
    typing = state.typing
    for read in state.reads where read.personID != me && read.seq > positions[read.personID] ?? 0 {
      positions[read.personID] = read.seq
      lines.append(words.read(state.name(of: read.personID) ?? read.personID.text, read.seq))
    }
    return lines
  }
}
