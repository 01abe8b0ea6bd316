import Domain
import SQL
import SearchText
import Wire

/// A message, by what the index knows of it.
public struct SearchPlace: Equatable, Sendable {
  public var room: RowID<Room>
  public var at: Timestamp

  public init(room: RowID<Room>, at: Timestamp) {
    self.room = room
    self.at = at
  }
}

/// Which places to look at.
public struct SearchScope: Sendable {
  public enum Grams: Sendable {
    /// Places that have all of them; the first is the one to begin with.
    case all([Int64])
    /// Places that have one of them.
    case any(ClosedRange<Int64>)
  }

  public var grams: Grams
  /// What the text has of `SearchText.signature`; 0 lets every message through that is not indexed yet.
  public var signature: Int64
  /// nil: all rooms of the person.
  public var room: RowID<Room>?
  /// Only what is older.
  public var before: SearchPlace?
  public var limit: Int

  public init(
    grams: Grams, signature: Int64 = 0, room: RowID<Room>?, before: SearchPlace?, limit: Int
  ) {
    self.grams = grams
    self.signature = signature
    self.room = room
    self.before = before
    self.limit = limit
  }
}

/// The index of what was said: it knows which messages may contain a text; only the text itself can tell.
///
/// Messages come into it many at a time, when a room has so many new ones (`tail`); until then they are looked at one
/// by one. Both in the transaction that stores a message, so that a search misses none.
public struct SearchStore {
  let connection: any SQLConnection

  /// Messages of a room that are not indexed, at most.
  private static let tail: Int64 = 64
  /// Longer texts come into the index at once, so that the turn of a room never takes long.
  private static let shortBytes = 600
  /// Grams in one statement: powers of two, so that a few statements serve all.
  private static let batches = [64, 32, 16, 8, 4, 2, 1]

  private struct Entry {
    var gram: Int64
    var at: Timestamp
  }

  /// Takes a new message, which is stored, into account.
  func note(_ text: String, _ place: RoomPlace, in room: RowID<Room>) throws(SQLError) {
    // Not all rooms at the same seq: those of one age would all have their turn at once.
    let turn = (place.seq &+ room.value &* 37) % Self.tail == 0
    if turn || text.utf8.count > Self.shortBytes { try index(room) }
  }

  /// Brings all messages of a room into the index.
  private func index(_ room: RowID<Room>) throws(SQLError) {
    var entries: [Entry] = []
    try connection.rows(Self.newTexts, [.id(room)]) { (row) throws(SQLError) in
      let at = try row.timestamp(0)
      for gram in SearchText(try row.text(1)).grams { entries.append(Entry(gram: gram, at: at)) }
    }
    // In the order of the key: neighbours share a page.
    entries.sort { $0.gram != $1.gram ? $0.gram < $1.gram : $0.at < $1.at }
    try insert(entries, in: room)
    try connection.enqueue("UPDATE rooms SET indexed_at = last_message_at WHERE id = ?1", [.id(room)])
  }

  private static let newTexts = """
    SELECT x.created_at, x.content FROM messages x
    WHERE x.room_id = ?1 AND x.created_at > (SELECT r.indexed_at FROM rooms r WHERE r.id = ?1) AND x.deleted_at IS NULL
    ORDER BY x.created_at
    """

  /// For a schema without `indexed_at`.
  func insert(_ text: String, at place: SearchPlace) throws(SQLError) {
    try insert(SearchText(text).grams.map { Entry(gram: $0, at: place.at) }, in: place.room)
  }

  /// Follows a change of a text, which is stored; an empty one has no keys.
  func replace(_ old: String, with new: String, at place: SearchPlace) throws(SQLError) {
    let isIndexed = try connection.first(
      "SELECT 1 FROM rooms WHERE id = ?1 AND indexed_at >= ?2", [.id(place.room), .timestamp(place.at)]
    ) { (_) throws(SQLError) in true }
    guard isIndexed == true else {
      if new.utf8.count > Self.shortBytes { try index(place.room) }
      return
    }
    let before = old.isEmpty ? [] : SearchText(old).grams
    let after = new.isEmpty ? [] : SearchText(new).grams
    try delete(without(before, after), at: place)
    try insert(without(after, before).map { Entry(gram: $0, at: place.at) }, in: place.room)
  }

  private func without(_ grams: [Int64], _ others: [Int64]) -> [Int64] {
    if grams.isEmpty || others.isEmpty { return grams }
    let others = Set(others)
    return grams.filter { !others.contains($0) }
  }

  private func insert(_ entries: [Entry], in room: RowID<Room>) throws(SQLError) {
    try inBatches(entries, Self.inserts, [.id(room)]) { [.integer($0.gram), .timestamp($0.at)] }
  }

  private func delete(_ grams: [Int64], at place: SearchPlace) throws(SQLError) {
    try inBatches(grams, Self.deletes, [.id(place.room), .timestamp(place.at)]) { [.integer($0)] }
  }

  private func inBatches<Item>(
    _ items: [Item], _ statements: [String], _ first: [SQLValue], _ values: (Item) -> [SQLValue]
  ) throws(SQLError) {
    var rest = items[...]
    for (count, statement) in zip(Self.batches, statements) {
      while rest.count >= count {
        var all = first
        for item in rest.prefix(count) { all += values(item) }
        try connection.enqueue(statement, all)
        rest = rest.dropFirst(count)
      }
    }
  }

  private static let inserts = batches.map { count in
    let rows = (0..<count).map { "(?1, ?\(2 * $0 + 2), ?\(2 * $0 + 3))" }.joined(separator: ", ")
    return "INSERT INTO search_grams (room_id, gram, sent_at) VALUES \(rows) ON CONFLICT DO NOTHING"
  }

  private static let deletes = batches.map { count in
    let grams = (0..<count).map { "?\($0 + 3)" }.joined(separator: ", ")
    return "DELETE FROM search_grams WHERE room_id = ?1 AND sent_at = ?2 AND gram IN (\(grams))"
  }

  /// How many indexed places of a person's rooms, or of one of them, have a gram; counts no further than asked.
  public func count(
    _ gram: Int64, in room: RowID<Room>?, of person: RowID<Person>, atMost limit: Int
  ) throws(SQLError) -> Int {
    var query = PlaceQuery(SearchScope(grams: .all([gram]), room: room, before: nil, limit: limit), of: person)
    let sql = query.indexed(isOrdered: false)
    let count = try connection.first("SELECT COUNT(*) FROM (\(sql)) place", query.values) { (row) throws(SQLError) in
      try row.int64(0)
    }
    return Int(count ?? 0)
  }
}
