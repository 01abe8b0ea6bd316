import Domain
import SQL
import Wire

/// Writes the SQL that finds the messages of a search scope. The person is parameter `?1`.
struct PlaceQuery {
  private let scope: SearchScope
  private(set) var values: [SQLValue]

  init(_ scope: SearchScope, of person: RowID<Person>) {
    self.scope = scope
    values = [.id(person)]
  }

  /// `room_id` and `sent_at` of what is in the scope, the newest first: of the index, and of what is not in it yet.
  mutating func places() -> String {
    let limit = next(.integer(Int64(scope.limit)))
    return """
      SELECT room_id, sent_at FROM (\(indexed())) known
      UNION ALL SELECT room_id, sent_at FROM (\(tail())) fresh
      ORDER BY sent_at DESC, room_id DESC LIMIT \(limit)
      """
  }

  /// What the index knows. A cross join keeps the order of the tables: rooms of the person first.
  mutating func indexed(isOrdered: Bool = true) -> String {
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
    conditions += older(than: "g.sent_at", "g.room_id")
    let order = isOrdered ? "ORDER BY g.sent_at DESC, g.room_id DESC " : ""
    return """
      SELECT DISTINCT g.room_id, g.sent_at FROM room_members own CROSS JOIN search_grams g
      WHERE \(conditions.joined(separator: " AND ")) \(order)LIMIT \(next(.integer(Int64(scope.limit))))
      """
  }

  /// What is newer than the index.
  private mutating func tail() -> String {
    var conditions = [
      "own.person_id = ?1", "r.id = own.room_id", "x.room_id = own.room_id", "x.created_at > r.indexed_at",
      "x.deleted_at IS NULL",
    ]
    if let room = scope.room { conditions.append("own.room_id = \(next(.id(room)))") }
    if scope.signature != 0 {
      let bits = next(.integer(scope.signature))
      conditions.append("(x.gram_bits & \(bits)) = \(bits)")
    }
    conditions += older(than: "x.created_at", "x.room_id")
    return """
      SELECT x.room_id, x.created_at AS sent_at
      FROM room_members own CROSS JOIN rooms r CROSS JOIN messages x
      WHERE \(conditions.joined(separator: " AND "))
      ORDER BY x.created_at DESC, x.room_id DESC LIMIT \(next(.integer(Int64(scope.limit))))
      """
  }

  private mutating func older(than at: String, _ room: String) -> [String] {
    guard let place = scope.before else { return [] }
    let instant = next(.timestamp(place.at))
    return ["\(at) <= \(instant)", "(\(at) < \(instant) OR \(room) < \(next(.id(place.room))))"]
  }

  private mutating func next(_ value: SQLValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }
}
