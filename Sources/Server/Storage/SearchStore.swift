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
  /// nil: all rooms of the person.
  public var room: RowID<Room>?
  /// Only what is older.
  public var before: SearchPlace?
  public var limit: Int

  public init(grams: Grams, room: RowID<Room>?, before: SearchPlace?, limit: Int) {
    self.grams = grams
    self.room = room
    self.before = before
    self.limit = limit
  }
}

/// The index of what was said: it knows which messages may contain a text; only the text itself can tell.
public struct SearchStore {
  let connection: any SQLConnection

  /// Grams in one statement.
  private static let batch = 32

  public func insert(_ text: String, at place: SearchPlace) throws(SQLError) {
    try replace("", with: text, at: place)
  }

  /// Follows a change of a text; an empty one has no keys.
  public func replace(_ old: String, with new: String, at place: SearchPlace) throws(SQLError) {
    let before = old.isEmpty ? [] : SearchText(old).grams
    let after = new.isEmpty ? [] : SearchText(new).grams
    try inBatches(before.isEmpty || after.isEmpty ? before : without(before, after), at: place, Self.deletes)
    try inBatches(before.isEmpty || after.isEmpty ? after : without(after, before), at: place, Self.inserts)
  }

  /// Statements for 1, 2 … grams; each send uses one, so their texts are made once.
  private static let deletes = (1...batch).map { count in
    "DELETE FROM search_grams WHERE room_id = ?1 AND sent_at = ?2 AND gram IN (\(list(count) { "?\($0)" }))"
  }

  private static let inserts = (1...batch).map { count in
    """
    INSERT INTO search_grams (room_id, sent_at, gram) VALUES \(list(count) { "(?1, ?2, ?\($0))" })
    ON CONFLICT DO NOTHING
    """
  }

  private func without(_ grams: [Int64], _ others: [Int64]) -> [Int64] {
    let others = Set(others)
    return grams.filter { !others.contains($0) }
  }

  private func inBatches(_ grams: [Int64], at place: SearchPlace, _ statements: [String]) throws(SQLError) {
    var rest = grams[...]
    while !rest.isEmpty {
      let some = rest.prefix(Self.batch)
      rest = rest.dropFirst(Self.batch)
      try connection.enqueue(
        statements[some.count - 1], [.id(place.room), .timestamp(place.at)] + some.map { .integer($0) })
    }
  }

  /// Parameters from `?3` on.
  private static func list(_ count: Int, _ one: (Int) -> String) -> String {
    (3..<3 + count).map(one).joined(separator: ", ")
  }

  /// How many places of a person's rooms, or of one of them, have a gram; counts no further than asked.
  public func count(
    _ gram: Int64, in room: RowID<Room>?, of person: RowID<Person>, atMost limit: Int
  ) throws(SQLError) -> Int {
    let scope = SearchScope(grams: .all([gram]), room: room, before: nil, limit: limit)
    let (sql, values) = Self.places(scope, of: person, isOrdered: false)
    let count = try connection.first("SELECT COUNT(*) FROM (\(sql)) place", values) { (row) throws(SQLError) in
      try row.int64(0)
    }
    return Int(count ?? 0)
  }

  /// `room_id` and `sent_at` of what is in the scope, newest first; the person is parameter `?1`.
  static func places(
    _ scope: SearchScope, of person: RowID<Person>, isOrdered: Bool = true
  ) -> (sql: String, values: [SQLValue]) {
    var values: [SQLValue] = [.id(person)]
    func next(_ value: SQLValue) -> String {
      values.append(value)
      return "?\(values.count)"
    }
    var conditions = ["own.person_id = ?1", "g.room_id = own.room_id"]
    if let room = scope.room { conditions.append("own.room_id = \(next(.id(room)))") }
    switch scope.grams {
    case .all(let grams):
      for (index, gram) in grams.enumerated() {
        conditions.append(
          index == 0
            ? "g.gram = \(next(.integer(gram)))"
            : """
            EXISTS (
              SELECT 1 FROM search_grams f
              WHERE f.room_id = g.room_id AND f.gram = \(next(.integer(gram))) AND f.sent_at = g.sent_at)
            """)
      }
    case .any(let range):
      conditions.append("g.gram BETWEEN \(next(.integer(range.lowerBound))) AND \(next(.integer(range.upperBound)))")
    }
    if let place = scope.before {
      let at = next(.timestamp(place.at))
      conditions.append("g.sent_at <= \(at)")
      conditions.append("(g.sent_at < \(at) OR g.room_id < \(next(.id(place.room))))")
    }
    let order = isOrdered ? "ORDER BY g.sent_at DESC, g.room_id DESC " : ""
    // A cross join keeps the order of the tables: rooms of the person first.
    let sql = """
      SELECT DISTINCT g.room_id, g.sent_at FROM room_members own CROSS JOIN search_grams g
      WHERE \(conditions.joined(separator: " AND ")) \(order)LIMIT \(next(.integer(Int64(scope.limit))))
      """
    return (sql, values)
  }
}
