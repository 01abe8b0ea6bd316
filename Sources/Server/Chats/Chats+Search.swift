import Contract
import Domain
import SearchText
import Storage

extension Chats {
  private static let searchLimit = 30
  private static let searchMaximum = 100
  private static let queryCharacters = 200
  /// Candidates that one request looks at; the cursor goes on from there.
  private static let candidateBatch = 128
  private static let candidateMaximum = 2_048
  /// Grams of a long text that are counted, how far, and how many of the rarest are asked for.
  private static let countedGrams = 8
  private static let countLimit = 300
  private static let askedGrams = 2

  /// Messages that contain a text, in one of the caller's rooms or in all, newest first. A page may be short, even
  /// empty, before the end: the end is where there is no cursor.
  /// - Throws: 400 for a text that is too long and for a cursor that is none; 404 and 445 as `messages`.
  public func search(_ search: MessageSearch, by caller: RowID<Person>) async throws -> SearchPage {
    let limit = try Self.checked(search.limit, Self.searchLimit, Self.searchMaximum)
    guard search.text.utf8.count <= 4 * Self.queryCharacters, search.text.count <= Self.queryCharacters else {
      throw APIError.badRequest
    }
    let text = SearchText(search.text)
    let now = clock()
    return try await store.read { [identifiers] tables in
      let room = try search.room.map { try Entered($0, caller, identifiers, tables, at: now).room.id }
      let before = try search.cursor.map { try Self.place($0, caller, identifiers, tables) }
      guard let grams = try Self.grams(of: text, in: room, caller, tables) else { return SearchPage(messages: []) }
      let scope = SearchScope(
        grams: grams, signature: text.signature, room: room, before: before, limit: Self.candidateBatch)
      let (rows, isMore) = try Self.find(text, scope, limit: limit, caller, tables)
      let views = RoomViews(tables: tables, identifiers: identifiers, now: now)
      let messages = try views.messages(rows.found, members: [], for: caller)
      return SearchPage(messages: messages, nextCursor: isMore ? rows.last.map { identifiers.id($0.id).text } : nil)
    }
  }

  /// A cursor is the last message that was looked at.
  private static func place(
    _ cursor: String, _ caller: RowID<Person>, _ identifiers: Identifiers, _ tables: Tables
  ) throws -> SearchPlace {
    guard let row = identifiers.row(ID<Message>(cursor)),
      let place = try tables.messages.place(of: row, inRoomsOf: caller)
    else { throw APIError.badRequest }
    return place
  }

  /// The keys by which candidates are found; nil for nothing at all.
  private static func grams(
    of text: SearchText, in room: RowID<Room>?, _ caller: RowID<Person>, _ tables: Tables
  ) throws -> SearchScope.Grams? {
    let needed = text.neededGrams
    if needed.isEmpty { return text.gramsOfFirst.map { .any($0) } }
    if needed.count == 1 { return .all(needed) }
    // Spread over the text: what stands side by side is often equally rare.
    let step = max(1, needed.count / countedGrams)
    let counted = try stride(from: 0, to: needed.count, by: step).prefix(countedGrams).map { index in
      (gram: needed[index], count: try tables.search.count(needed[index], in: room, of: caller, atMost: countLimit))
    }
    let rarest = counted.sorted { $0.count < $1.count }.prefix(askedGrams)
    return .all(rarest.map { $0.gram })
  }

  private static func find(
    _ text: SearchText, _ scope: SearchScope, limit: Int, _ caller: RowID<Person>, _ tables: Tables
  ) throws -> (rows: (found: [MessageRow], last: MessageRow?), isMore: Bool) {
    var scope = scope
    var found: [MessageRow] = []
    var last: MessageRow?
    var looked = 0
    while looked < candidateMaximum {
      let candidates = try tables.messages.found(scope, for: caller)
      for row in candidates {
        guard !row.isHidden, row.deletedAt == nil, SearchText(row.content).contains(text) else {
          last = row
          continue
        }
        // There is one more: the page ends before it.
        if found.count == limit { return ((found, last), true) }
        found.append(row)
        last = row
      }
      guard candidates.count == scope.limit, let oldest = candidates.last else { return ((found, last), false) }
      looked += candidates.count
      scope.before = SearchPlace(room: oldest.roomID, at: oldest.createdAt)
    }
    return ((found, last), true)
  }
}
