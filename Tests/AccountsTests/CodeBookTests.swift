import Domain
import Storage
import StorageTesting
import Testing
import Wire

@testable import Accounts

struct CodeBookTests {
  /// Whoever reads the database has the seed, and not the key: of a hundred codes they guess as many as by chance.
  @Test func theDatabaseAloneTellsNoCode() async throws {
    let store = try await DataStore.open(.ofTest())
    let now = Timestamp(milliseconds: 1_750_000_000_000)
    let books = [UInt8(1), 2].map { CodeBook(settings: CodeSettings(), key: [UInt8](repeating: $0, count: 32)) }
    let right = try await store.write { tables in
      var right = 0
      for number in 0..<100 {
        let place = CodePlace(realm: .eyemon, purpose: .reset, subject: "p\(number)@example.com")
        guard case .code(let code) = try books[0].issue(at: place, for: nil, tables, now) else { return Int.max }
        #expect(try books[0].check(code, at: place, for: nil, tables, now) == .right)
        if try books[1].check(code, at: place, for: nil, tables, now) == .right { right += 1 }
      }
      return right
    }
    #expect(right < 2)
  }
}
