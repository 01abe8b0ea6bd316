import Domain
import JSON
import Storage
import Wire

/// The files of one archive, made one after the other while it is written: what stands in memory is a page of rows.
actor ExportEntries {
  private enum Stage {
    case readMe
    case table(Int, page: Int)
    case companions
    case files(after: Int64, waiting: [FileRow])
    case pictures([PictureRow<Person>])
    case end
  }

  static let pageRows = 5_000
  private let store: DataStore
  private let identifiers: Identifiers
  private let person: RowID<Person>
  private let now: Timestamp
  private var stage = Stage.readMe

  init(store: DataStore, identifiers: Identifiers, person: RowID<Person>, now: Timestamp) {
    self.store = store
    self.identifiers = identifiers
    self.person = person
    self.now = now
  }

  func next() async throws -> ArchiveEntry? {
    while true {
      if let entry = try await step() { return entry }
      if case .end = stage { return nil }
    }
  }

  private func step() async throws -> ArchiveEntry? {
    switch stage {
    case .readMe:
      stage = .table(0, page: 0)
      return ArchiveEntry(name: "README.txt", content: .bytes(Array(ExportText.readMe(at: now).utf8)))
    case .table(let index, let page): return try await table(index, page)
    case .companions:
      stage = .files(after: 0, waiting: [])
      return json("people", try await look { try $0.companions() })
    case .files(let last, let waiting): return try await file(after: last, waiting)
    case .pictures(let rows):
      guard let row = rows.first else {
        stage = .end
        return nil
      }
      stage = .pictures(Array(rows.dropFirst()))
      return ArchiveEntry(name: "pictures/" + row.name, content: .picture(row))
    case .end: return nil
    }
  }

  private func table(_ index: Int, _ page: Int) async throws -> ArchiveEntry? {
    guard index < PrivacyTable.all.count else {
      stage = .companions
      return nil
    }
    let rule = PrivacyTable.all[index]
    stage = .table(index + 1, page: 0)
    guard let name = rule.exported else { return nil }
    let rows = try await look { try $0.rows(of: rule, from: page * Self.pageRows, limit: Self.pageRows) }
    if rows.count == Self.pageRows { stage = .table(index, page: page + 1) }
    if rows.isEmpty && page > 0 { return nil }
    return json(page == 0 ? name : "\(name)-\(page + 1)", rows)
  }

  private func file(after last: Int64, _ waiting: [FileRow]) async throws -> ArchiveEntry? {
    if let row = waiting.first {
      stage = .files(after: row.id.value, waiting: Array(waiting.dropFirst()))
      return ArchiveEntry(name: "files/" + row.name, content: .file(row))
    }
    let rows = try await look { try $0.files(after: last, limit: 200) }
    if rows.isEmpty {
      stage = .pictures(try await store.read { [person] in try $0.pictures.list(of: person) })
    } else {
      stage = .files(after: last, waiting: rows)
    }
    return nil
  }

  private func look<T: Sendable>(_ body: @escaping @Sendable (PersonExport) throws -> T) async throws -> T {
    try await store.read { [identifiers, person] in
      try body(PersonExport(tables: $0, identifiers: identifiers, person: person))
    }
  }

  private func json(_ name: String, _ rows: [JSONValue]) -> ArchiveEntry {
    ArchiveEntry(name: "data/\(name).json", content: .bytes(JSONValue.array(rows).bytes))
  }
}
