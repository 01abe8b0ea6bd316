import Storage

/// What one table holds of people, and what becomes of it. `PrivacyTable` has one for every table of the database, with
/// every column; export and erasure do what stands here and nothing else.
public struct TableRule: Sendable {
  /// Which rows are a person's. The person is parameter `?1`.
  public enum Owner: Equatable, Sendable {
    case nobody
    /// Any of these columns names the person.
    case columns([String])
    /// The rows that this column names in another table are the person's.
    case through(String, table: String)

    public static func column(_ name: String) -> Owner { .columns([name]) }
  }

  /// What erasing a person does.
  public enum Erasing: Equatable, Sendable {
    /// Nothing: there are only numbers, which say nothing once the name behind them is gone.
    case nothing
    case rows
    /// The rows, and what lies on the disk under their names.
    case rowsAndBytes
    /// The rows stay, because others refer to them; columns say which of their values go.
    case columns
    /// Taken back from everybody at once; in consults kept, without a name, so long after it was said.
    case messages(Retention)
    /// The rows lose what is personal, stay so long after the erasure, and then go.
    case reduced(Retention)
    /// With the row of another table that it belongs to.
    case withRow(of: String)
    /// Kept so long after the erasure, then the rows go.
    case kept(Retention)
    /// Removed when the date in that column has come, whether the person is still there or not.
    case byDate(String, Retention)
  }

  public let table: String
  /// A few words: what is in it.
  public let holds: String
  public let owner: Owner
  public let erasing: Erasing
  /// The name of its part of the archive; nil: nothing of it is exported.
  public let exported: String?
  /// Which rows are exported, where that is not the owner's.
  let exportCondition: String?
  public let columns: [ColumnRule]

  init(
    _ table: String, _ holds: String, of owner: Owner, erased: Erasing, exported: String? = nil,
    where exportCondition: String? = nil, _ columns: [ColumnRule]
  ) {
    self.table = table
    self.holds = holds
    self.owner = owner
    erasing = erased
    self.exported = exported
    self.exportCondition = exportCondition
    self.columns = columns
  }
}

/// What becomes of one column, and how it is exported.
public struct ColumnRule: Sendable {
  public enum Erased: Equatable, Sendable {
    /// As the table says.
    case withRow
    /// This SQL takes its place.
    case becomes(String)
    /// It stays as long as the row; it names nobody.
    case stays
  }

  public enum Exported: Equatable, Sendable {
    case text, number, flag, time, json
    case person, room, message, session, reservation
    /// Keys, hashes and tokens: they would help only a thief.
    case secret
    /// What only the server's own bookkeeping needs.
    case bookkeeping
    /// What is said about the person by somebody else, or about somebody else.
    case ofOthers
  }

  public let name: String
  public let erased: Erased
  public let exported: Exported

  static func goes(_ name: String, _ exported: Exported) -> ColumnRule {
    ColumnRule(name: name, erased: .withRow, exported: exported)
  }
  static func stays(_ name: String, _ exported: Exported) -> ColumnRule {
    ColumnRule(name: name, erased: .stays, exported: exported)
  }
  static func becomes(_ sql: String, _ name: String, _ exported: Exported) -> ColumnRule {
    ColumnRule(name: name, erased: .becomes(sql), exported: exported)
  }
}

extension TableRule {
  /// SQL that is true for the rows of person `?1`.
  var condition: String {
    switch owner {
    case .nobody: "1 = 0"
    case .columns(let names): names.map { "\($0) = ?1" }.joined(separator: " OR ")
    case .through(let column, let table):
      "\(column) IN (SELECT id FROM \(table) WHERE \(PrivacyTable.rule(of: table)?.condition ?? "1 = 0"))"
    }
  }

  /// The columns that the archive shows, in the order of the rules.
  var exportedColumns: [ColumnRule] {
    columns.filter { ![.secret, .bookkeeping, .ofOthers].contains($0.exported) }
  }
}
