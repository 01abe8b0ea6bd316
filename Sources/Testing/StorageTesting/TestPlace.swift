import Foundation
import Storage

extension DataPlace {
  /// The PostgreSQL server that the tests were given; they then run on it instead of SQLite.
  public static let serverUnderTest = ProcessInfo.processInfo.environment["MARU_TEST_POSTGRES"]

  /// A place of the test's own for its data: memory, or a new schema of the server under test.
  public static func ofTest() -> DataPlace {
    guard let url = serverUnderTest else { return .memory }
    return .postgres(url: url, schema: "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))")
  }
}
