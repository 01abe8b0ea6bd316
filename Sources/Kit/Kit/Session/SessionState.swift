import Contract
import Domain
import Session

/// Who is signed in.
public enum SessionState: Equatable, Sendable {
  /// Nobody. `reason`: how the last session of this process ended.
  case signedOut(reason: SessionMachine.EndReason?)
  /// Somebody was when the device was last used; the server has not been asked yet or cannot be reached. What the
  /// device kept of them may be shown.
  case restoring(Credentials)
  case signedIn(Person, Role)

  public var person: Person? {
    switch self {
    case .signedOut: nil
    case .restoring(let credentials): credentials.person
    case .signedIn(let person, _): person
    }
  }
}
