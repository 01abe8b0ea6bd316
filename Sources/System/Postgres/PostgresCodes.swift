import CPostgres
import SQL

extension SQLError {
  /// What a SQLSTATE means (PostgreSQL documentation, appendix A).
  /// - Parameters:
  ///   - detail: `Key (realm, email)=(…) already exists.`
  ///   - table: where a constraint was broken.
  init(sqlState: String, message: String, detail: String, table: String) {
    switch (sqlState.prefix(2), sqlState) {
    case (_, "23505"): self = .unique(Self.columns(of: detail, in: table))
    case ("23", _): self = .constraint(message)
    // Ours, not the network's.
    case (_, "08P01"): self = .mistake(message)
    case (_, "53100"): self = .full
    case (_, "40001"), (_, "40P01"), (_, "55P03"): self = .busy
    case (_, "XX001"), (_, "XX002"): self = .corrupt
    // Connection, resources, an operator at work, the system; a server that only reads; somebody who may not.
    case ("08", _), ("53", _), ("57", _), ("58", _), ("28", _), (_, "25006"), (_, "42501"), (_, "3D000"):
      self = .unavailable(message)
    default: self = .mistake(message)
    }
  }

  init(_ result: PostgresResult) {
    self.init(
      sqlState: result.errorField("C"), message: result.errorField("M"), detail: result.errorField("D"),
      table: result.errorField("t"))
  }

  private static func columns(of detail: String, in table: String) -> String {
    guard let open = detail.firstIndex(of: "("), let close = detail[open...].firstIndex(of: ")") else { return table }
    return detail[detail.index(after: open)..<close].split(separator: ",")
      .map { "\(table).\($0.drop { $0 == " " })" }.joined(separator: ", ")
  }
}
