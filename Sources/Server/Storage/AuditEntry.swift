import Domain
import Wire

/// What the record of accounts can say. Stored by name: a name is never given another meaning.
public enum AuditKind: String, CaseIterable, Sendable {
  case joined = "joined"
  case signedIn = "signed_in"
  case signInFailed = "sign_in_failed"
  case signedOut = "signed_out"
  /// A session was ended from elsewhere; `detail` says why.
  case sessionEnded = "session_ended"
  /// A refresh token came back after it was used up: somebody else had it.
  case refreshReused = "refresh_reused"
  case passwordChanged = "password_changed"
  case passwordReset = "password_reset"
  case codeSent = "code_sent"
  case emailChanged = "email_changed"
  case emailVerified = "email_verified"
  case phoneChanged = "phone_changed"
  case identityLinked = "identity_linked"
  case identityUnlinked = "identity_unlinked"
  /// A provider told us something about the account.
  case providerNotice = "provider_notice"
  case consented = "consented"
  case consentWithdrawn = "consent_withdrawn"
  case doctorApproved = "doctor_approved"
  case doctorRefused = "doctor_refused"
  case profileChanged = "profile_changed"
  case exportAsked = "export_asked"
  case exportFetched = "export_fetched"
  case erased = "erased"
  case eraseRefused = "erase_refused"
  /// The operator looked at or did something; `detail` names the command.
  case operatorActed = "operator_acted"
}

/// Who did it.
public enum AuditActor: String, Sendable {
  case person
  case operating = "operator"
  case provider, server
}

/// One line of the record. It says what happened, never with what secret: no password, code or token, and no text that
/// somebody typed where one of these belongs.
public struct AuditEntry: Equatable, Sendable {
  /// Whose account it is about; nil where nobody's is known.
  public var person: RowID<Person>?
  public var session: RowID<SessionRow>?
  public var actor: AuditActor
  public var kind: AuditKind
  /// A few words for people: a device, a kind of identity, a reason.
  public var detail: String
  /// Where it came from; empty for what the server does by itself.
  public var address: String
  public var at: Timestamp

  public init(
    person: RowID<Person>?, session: RowID<SessionRow>? = nil, actor: AuditActor = .person, kind: AuditKind,
    detail: String = "", address: String = "", at: Timestamp
  ) {
    self.person = person
    self.session = session
    self.actor = actor
    self.kind = kind
    self.detail = detail
    self.address = address
    self.at = at
  }
}

/// An entry with its number, by which the record is paged through.
public struct AuditRow: Equatable, Sendable {
  public var id: Int64
  public var entry: AuditEntry
}
