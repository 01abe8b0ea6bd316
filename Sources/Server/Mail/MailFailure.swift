/// Why a letter or a short message was not handed over.
public enum MailFailure: Error, Equatable, Sendable {
  /// A later try may go well.
  case unavailable(String)
  /// It will never be taken: an address that is none.
  case refused(String)
}
