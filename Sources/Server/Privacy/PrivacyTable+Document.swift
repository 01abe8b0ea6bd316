import Storage

extension PrivacyTable {
  /// docs/privacy.md.
  public static var document: String {
    """
    # Privacy

    What the server keeps of people, table by table, and what becomes of it when somebody is erased. This page is
    printed from `Sources/Server/Privacy`, which drives the archive (`POST /v1/me/export`) and the erasure
    (`POST /v1/me/erase`, `GET /v1/users/withdraw`, `maru admin erase`). A test reads the schema of both databases and
    fails where a table or a column is missing.

    Somebody who is erased keeps a row without a name, "\(erasedNick)", because others still have what they said to each
    other. What they said outside of consults is taken back from everybody. In consults it is kept as the record of a
    treatment, without the name, until its date; a message that was deleted there is readable to nobody until then.

    Beside the tables: where no server for mail or sender of messages is named, letters and short messages lie as
    files in `outbox` of the data folder, each for a week, also those to somebody who was erased.

    | table | holds | when its person is erased | in the archive |
    |---|---|---|---|

    """ + all.map(\.line).joined(separator: "\n") + "\n\n" + all.map(\.section).joined(separator: "\n")
  }
}

extension TableRule {
  fileprivate var line: String {
    "| `\(table)` | \(holds) | \(erasing.words) | \(exported.map { "`\($0).json`" } ?? "–") |"
  }

  fileprivate var section: String {
    let lines = columns.map { column in
      "| `\(column.name)` | \(column.words(in: self)) | \(column.exported.words) |"
    }
    return "## \(table)\n\n| column | when erased | in the archive |\n|---|---|---|\n"
      + lines.joined(separator: "\n") + "\n"
  }
}

extension TableRule.Erasing {
  fileprivate var words: String {
    switch self {
    case .nothing: "stays; it names nobody"
    case .rows: "goes"
    case .rowsAndBytes: "goes, with what lies on the disk"
    case .columns: "stays without what is personal"
    case .messages(let retention): "taken back from everybody; in consults kept (\(retention.name))"
    case .reduced(let retention): "stays without what names somebody (\(retention.name)), then goes"
    case .withRow(let table): "with its row of `\(table)`"
    case .kept(let retention): "kept (\(retention.name)), then goes"
    case .byDate(let column, let retention): "goes at the date in `\(column)` (\(retention.name)), for everybody"
    }
  }
}

extension ColumnRule {
  fileprivate func words(in rule: TableRule) -> String {
    switch erased {
    case .withRow: rule.owner == .nobody ? "with its row" : "as the table"
    case .becomes(let sql): "becomes `\(sql)`"
    case .stays: "stays"
    }
  }
}

extension ColumnRule.Exported {
  fileprivate var words: String {
    switch self {
    case .text, .number, .flag, .time, .json, .person, .room, .message, .session, .reservation: "yes"
    case .secret: "no: it would help only a thief"
    case .bookkeeping: "no: only the server needs it"
    case .ofOthers: "no: it is about somebody else"
    }
  }
}
