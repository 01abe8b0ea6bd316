import AccountContract
import Contract
import Domain
import JSON
import Storage
import Wire

/// The notification inbox.
extension Pushes {
  private static let usualPage = 30
  private static let longestPage: Int64 = 100
  private static let namesLimit = 500
  private static let peopleLimit = 100

  /// - Throws: 400 for a cursor that is none.
  public func notices(
    _ query: NoticeQuery, of person: RowID<Person>, language: String
  ) async throws -> NoticePage {
    let limit = query.limit.map { Int(max(1, min($0, Self.longestPage))) } ?? Self.usualPage
    let place = try Self.place(query.cursor)
    let (rows, unread) = try await store.read { tables in
      (
        try tables.notices.list(of: person, below: place, limit: limit + 1),
        try tables.notices.unreadCount(of: person)
      )
    }
    let shown = rows.prefix(limit)
    let next = rows.count > limit ? shown.last.map { "\($0.toldAt.milliseconds).\($0.id.value)" } ?? "" : ""
    return NoticePage(
      notices: shown.map { $0.notice(identifiers, language: language) }, next: next, unread: unread)
  }

  /// - Returns: what is unread now.
  public func markRead(_ read: ReadNotices, of person: RowID<Person>) async throws -> Int64 {
    var names: [String]?
    if case .some(let some) = read {
      guard some.count <= Self.namesLimit else { throw APIError.badRequest }
      names = some
    }
    let now = clock()
    return try await store.write { [names] tables in
      try tables.notices.markRead(names, of: person, at: now)
      return try tables.notices.unreadCount(of: person)
    }
  }

  /// Lets something appear on the screens of people whom the caller shares a room with. Whoever has blocked the caller,
  /// or is blocked, gets nothing, and nobody is told so.
  /// What cannot be said in a room cannot be said here either: where a patient may not write to a doctor now, nobody
  /// gets anything.
  /// - Throws: 400 for texts that are too long, 404 where one of the people is in no room of the caller's, 445 where
  ///   the caller may not write there now.
  public func send(_ push: DirectPush, by caller: RowID<Person>) async throws {
    guard push.people.count <= Self.peopleLimit, push.title.utf8.count <= 300, push.subtitle.utf8.count <= 300,
      push.body.utf8.count <= 3_000, !(push.title + push.subtitle + push.body).utf8.contains(0)
    else { throw APIError.badRequest }
    let people = try push.people.map { id in
      guard let row = identifiers.row(id) else { throw APIError.personNotFound }
      return row
    }
    let now = clock()
    let reached = try await store.write { [self] tables in
      var reached: [RowID<NoticeRow>] = []
      for person in Set(people).sorted() {
        guard let mayReach = try tables.push.mayReach(person, from: caller) else { throw APIError.personNotFound }
        try checkMayReach(person, caller, tables, now)
        guard mayReach else { continue }
        let id = try tables.notices.put(
          NewNotice(
            name: Self.newName(), personID: person, kind: Notice.Kind.push.rawValue, senderID: caller,
            title: push.title, subtitle: push.subtitle, body: push.body), at: now)
        guard let id else { continue }
        _ = try addJobs(for: person, ["notice": .integer(id.value)], tables, at: now)
        reached.append(id)
      }
      return reached
    }
    wake()
    for id in reached { try await tellNew(id) }
  }

  func tellNew(_ id: RowID<NoticeRow>) async throws {
    let found = try await store.read { tables in
      try tables.notices.find(id).map { ($0, try tables.notices.unreadCount(of: $0.personID)) }
    }
    guard let (notice, unread) = found else { return }
    tell(notice.personID, notice.notice(identifiers, language: "ko"), unread)
  }

  private static func place(_ cursor: String) throws(APIError) -> NoticePlace? {
    if cursor.isEmpty { return nil }
    let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let at = Int64(parts[0]), let id = Int64(parts[1]) else { throw .badRequest }
    return NoticePlace(toldAt: Timestamp(milliseconds: at), id: id)
  }
}

extension NoticeRow {
  /// As its person sees it.
  func notice(_ identifiers: Identifiers, language: String) -> Notice {
    let kind = Notice.Kind(rawValue: kind) ?? .system
    var notice = Notice(
      id: name, kind: kind, title: title, body: body, target: "", createdAt: toldAt, isRead: isRead)
    if let (words, target) = told(language) {
      (notice.title, notice.body) = words
      notice.target = target
    } else if notice.kind == .push {
      notice.title = PushWords.named(title, by: sender ?? "")
    }
    if let roomID {
      notice.title = sender ?? ""
      notice.body = PushWords.text(
        PushWords.Said(sender: sender ?? "", text: content, hasFiles: hasFiles), language)
      notice.target = "/chats/" + identifiers.id(roomID).text
    }
    return notice
  }
}
