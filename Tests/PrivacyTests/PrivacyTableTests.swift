import Foundation
import Privacy
import SQL
import Storage
import StorageTesting
import Testing

struct PrivacyTableTests {
  /// A new table or column needs a rule: what is in it, what erasing does to it, whether its owner gets it.
  @Test func everyTableAndColumnHasARule() async throws {
    let store = try await DataStore.open(.ofTest(), durability: .off)
    let schema = try await store.read { try SchemaReader.columns($0.connection) }
    var ruled: [String: [String]] = [:]
    for rule in PrivacyTable.all {
      #expect(ruled[rule.table] == nil, "two rules for \(rule.table)")
      ruled[rule.table] = rule.columns.map(\.name)
    }
    for (table, columns) in schema {
      let rules = ruled[table]
      #expect(rules != nil, "no rule for the table \(table): Sources/Server/Privacy/PrivacyTable.swift")
      for column in columns {
        #expect(rules?.contains(column) != false, "no rule for \(table).\(column)")
      }
      for name in rules ?? [] { #expect(columns.contains(name), "a rule for \(table).\(name), which is not there") }
    }
    for table in ruled.keys { #expect(schema[table] != nil, "a rule for \(table), which is not there") }
  }

  @Test func noSecretIsExported() {
    for rule in PrivacyTable.all {
      for column in rule.columns where ["key", "hash", "seed", "token", "secret"].contains(where: column.name.contains)
      {
        let isTold = ![ColumnRule.Exported.secret, .bookkeeping, .ofOthers].contains(column.exported)
        #expect(!isTold || column.name == "hash_tags", "\(rule.table).\(column.name)")
      }
    }
  }

  /// What is kept has a date, and what stays names nobody.
  @Test func whatStaysOfAnErasedPersonIsNoText() {
    let harmless = ["realm", "role", "actor", "name"]
    for rule in PrivacyTable.all where rule.owner != .nobody {
      for column in rule.columns where column.erased == .stays && column.exported == .text {
        #expect(harmless.contains(column.name) || column.name == "client_id", "\(rule.table).\(column.name)")
      }
    }
  }

  @Test func eachPartOfTheArchiveHasItsOwnName() {
    let names = PrivacyTable.all.compactMap(\.exported)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) } })
  }

  /// `MARU_WRITE_DOCS=1 swift test --filter thePageIsPrintedFromTheTable` writes it anew.
  @Test func thePageIsPrintedFromTheTable() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/privacy.md")
    if ProcessInfo.processInfo.environment["MARU_WRITE_DOCS"] == "1" {
      try Data(PrivacyTable.document.utf8).write(to: page)
    }
    #expect(try String(contentsOf: page, encoding: .utf8) == PrivacyTable.document)
  }
}
