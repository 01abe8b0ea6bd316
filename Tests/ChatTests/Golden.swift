import Domain

@testable import Chat

/// Rows as text, one line each: what a person would see.
func golden(_ rows: [ConversationRow]) -> String {
  rows.map(line).joined(separator: "\n")
}

private func line(_ row: ConversationRow) -> String {
  switch row {
  case .line(.day, _, let text): return "--- " + text
  case .line(.gap, _, let text): return "... " + text
  case .line(let line, _, let text): return "(\(line.rawValue)) " + text
  case .bubble(let bubble):
    var parts = [bubble.isMine ? ">" : "<"]
    if let author = bubble.author { parts.append("(\(author.avatar.letter)) \(author.name):") }
    if let quote = bubble.quote { parts.append("{\(quote.name): \(quote.text)}") }
    for file in bubble.files { parts.append(golden(file)) }
    parts.append(bubble.isDeleted ? "†" + bubble.text.joined : bubble.text.map(mark).joined())
    if let edited = bubble.edited { parts.append("(" + edited + ")") }
    for reaction in bubble.reactions { parts.append(reaction.emoji + reaction.count + (reaction.isMine ? "*" : "")) }
    if let unread = bubble.unread { parts.append("[\(unread)]") }
    if let time = bubble.time { parts.append("@ " + time) }
    switch bubble.delivery {
    case nil: break
    case .pending(let text, _, let remove): parts.append("~ " + text + (remove.map { " /" + $0 } ?? ""))
    case .failed(let text, _, let retry, let remove): parts.append("! \(text) /\(retry) /\(remove)")
    }
    return (bubble.startsGroup ? "" : "  ") + parts.joined(separator: " ")
  }
}

/// `[image eye.jpg 200×150 42%]`
func golden(_ tile: FileTile) -> String {
  var parts = [tile.kind.rawValue, tile.name, "\(tile.width)×\(tile.height)"]
  if let progress = tile.progress { parts.append("\(progress / 10)%") }
  if tile.isPlaying { parts.append("playing") }
  return "[" + parts.joined(separator: " ") + "]"
}

func mark(_ part: TextPart) -> String {
  switch part {
  case .plain(let text): text
  case .link(let text, let address): text == address ? "<\(text)>" : "<\(text)|\(address)>"
  case .mention(let text): "«\(text)»"
  case .match(let text): "[\(text)]"
  }
}

func golden(_ model: RoomListModel) -> String {
  model.rows.map { row in
    let text = (row.draftLabel.map { "[\($0)] " } ?? "") + row.text
    return (row.isOpen ? "* " : "- ") + row.title + " | " + text + " | " + row.time
      + (row.badge.map { " (\($0))" } ?? "")
  }.joined(separator: "\n")
}
