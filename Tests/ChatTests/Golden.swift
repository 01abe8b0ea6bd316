@testable import Chat

/// Rows as text, one line each: what a person would see.
func golden(_ rows: [ConversationRow]) -> String {
  rows.map(line).joined(separator: "\n")
}

private func line(_ row: ConversationRow) -> String {
  switch row {
  case .day(_, let text): return "--- " + text
  case .gap(_, let text): return "... " + text
  case .bubble(let bubble):
    var parts = [bubble.isMine ? ">" : "<"]
    if let author = bubble.author { parts.append("(\(author.avatar.letter)) \(author.name):") }
    parts.append(bubble.text)
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

func golden(_ model: RoomListModel) -> String {
  model.rows.map { row in
    let text = (row.draftLabel.map { "[\($0)] " } ?? "") + row.text
    return (row.isOpen ? "* " : "- ") + row.title + " | " + text + " | " + row.time
      + (row.badge.map { " (\($0))" } ?? "")
  }.joined(separator: "\n")
}
