import Domain
import Storage
import Wire

/// Who makes a request.
public struct Principal: Hashable, Sendable {
  public let person: RowID<Person>
  public let session: RowID<SessionRow>
  public let app: App
  /// When the access token stops working.
  public let expiresAt: Timestamp

  public init(person: RowID<Person>, session: RowID<SessionRow>, app: App, expiresAt: Timestamp) {
    self.person = person
    self.session = session
    self.app = app
    self.expiresAt = expiresAt
  }
}
