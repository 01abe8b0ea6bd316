import JSON
import SQL

/// What the clients of one theme or another keep with a person, beyond what everybody has. Empty where it was never
/// set.
public struct PersonDetails: Equatable, Sendable {
  public var name = ""
  public var hashTags: [String] = []
  public var birthDay = ""
  public var gender = ""
  /// `info1` … `info5`.
  public var info: [String] = []

  public init() {}

  static let columns = "name, hash_tags, birth_day, gender, info"

  var values: [SQLValue] {
    [
      .text(name), .text(JSONValue.array(hashTags.map { .string($0) }).text), .text(birthDay), .text(gender),
      .text(JSONValue.array(info.map { .string($0) }).text),
    ]
  }

  /// Reads `columns` from a column on.
  init(_ row: SQLRow, from first: Int) throws(SQLError) {
    name = try row.text(first)
    hashTags = Self.texts(try row.text(first + 1))
    birthDay = try row.text(first + 2)
    gender = try row.text(first + 3)
    info = Self.texts(try row.text(first + 4))
  }

  private static func texts(_ json: String) -> [String] {
    (try? JSONValue(parsing: Array(json.utf8)))?.array?.compactMap { $0.string } ?? []
  }
}
