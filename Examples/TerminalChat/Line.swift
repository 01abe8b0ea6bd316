/// A line that the person typed.
enum Line: Equatable {
  case text(String)
  case help, rooms, doctors, read, typing, earlier, outbox, retry, wait, signOut, quit
  case logIn(email: String, password: String)
  case join(email: String, password: String, nick: String)
  case open(String)
  case doctor(Int)
  case reply(Int64, String)
  case edit(Int64, String)
  case delete(Int64)
  case react(Int64, String, isOn: Bool)
  case file(path: String, text: String)
  case save(Int64, folder: String?)
  case search(String)
  case unknown

  /// nil for an empty line. A line that begins with two slashes is text that begins with one.
  init?(_ source: String) {
    let line = source.trimmed
    if line.isEmpty { return nil }
    guard line.hasPrefix("/"), !line.hasPrefix("//") else {
      self = .text(line.hasPrefix("//") ? String(line.dropFirst()) : line)
      return
    }
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    let rest = parts.count > 1 ? String(parts[1]).trimmed : ""
    self = Self.plain[String(parts[0])] ?? Self.command(String(parts[0]), rest) ?? .unknown
  }

  private static let plain: [String: Line] = [
    "/help": .help, "/rooms": .rooms, "/doctors": .doctors, "/read": .read, "/typing": .typing,
    "/earlier": .earlier, "/outbox": .outbox, "/retry": .retry, "/wait": .wait, "/signout": .signOut, "/quit": .quit,
  ]

  private static func command(_ name: String, _ rest: String) -> Line? {
    let words = rest.split(separator: " ").map { String($0) }
    switch name {
    case "/login": return words.count == 2 ? .logIn(email: words[0], password: words[1]) : nil
    case "/join":
      return words.count == 3 ? .join(email: words[0], password: words[1], nick: words[2]) : nil
    case "/open": return words.count == 1 ? .open(words[0]) : nil
    case "/doctor": return words.count == 1 ? Int(words[0]).map { .doctor($0) } : nil
    case "/search": return rest.isEmpty ? nil : .search(rest)
    case "/file":
      guard let path = words.first else { return nil }
      return .file(path: path, text: String(rest.dropFirst(path.count)).trimmed)
    default: break
    }
    guard let first = words.first, let seq = Int64(first.hasPrefix("#") ? String(first.dropFirst()) : first) else {
      return nil
    }
    let more = String(rest.dropFirst(first.count)).trimmed
    switch name {
    case "/delete": return .delete(seq)
    case "/save": return .save(seq, folder: more.isEmpty ? nil : more)
    case "/reply": return more.isEmpty ? nil : .reply(seq, more)
    case "/edit": return more.isEmpty ? nil : .edit(seq, more)
    case "/react": return more.isEmpty ? nil : .react(seq, more, isOn: true)
    case "/unreact": return more.isEmpty ? nil : .react(seq, more, isOn: false)
    default: return nil
    }
  }
}

extension String {
  var trimmed: String {
    let from = drop { $0.isWhitespace }
    guard let last = from.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(from[...last])
  }
}
