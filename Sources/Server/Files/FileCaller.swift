import Domain
import Storage

/// Who asks for a file, as far as the server has found out.
public struct FileCaller: Hashable, Sendable {
  public var person: RowID<Person>
  public var session: RowID<SessionRow>
  /// For the record of openings.
  public var address: String

  public init(person: RowID<Person>, session: RowID<SessionRow>, address: String) {
    self.person = person
    self.session = session
    self.address = address
  }
}
