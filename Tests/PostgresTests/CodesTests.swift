import SQL
import Testing

@testable import Postgres

struct CodesTests {
  @Test(arguments: [
    ("53100", SQLError.full), ("40001", .busy), ("40P01", .busy), ("55P03", .busy), ("XX001", .corrupt),
    ("23502", .constraint("m")), ("23503", .constraint("m")), ("57P01", .unavailable("m")),
    ("08006", .unavailable("m")), ("53300", .unavailable("m")), ("25006", .unavailable("m")), ("42601", .mistake("m")),
    ("08P01", .mistake("m")), ("", .mistake("m")),
  ])
  func statesAreSortedByWhatACallerCanDo(state: String, error: SQLError) {
    #expect(SQLError(sqlState: state, message: "m", detail: "", table: "") == error)
  }

  @Test(arguments: [
    ("Key (realm, email)=(eyemon, a@(b)) already exists.", "people.realm, people.email"),
    ("Schlüssel »(id)=(1)« existiert bereits.", "people.id"), ("", "people"), ("(", "people"),
  ])
  func aRepeatedKeyNamesItsColumns(detail: String, columns: String) {
    #expect(SQLError(sqlState: "23505", message: "m", detail: detail, table: "people") == .unique(columns))
  }
}
