/// What an operator may choose.
public struct MailSettings: Sendable {
  /// `smtp://host:587` or `smtps://host:465`; nil: letters become files in the outbox.
  public var server: String?
  /// The name that the mail server knows us by; nil: it asks for none.
  public var login: String?
  /// The file that holds its password.
  public var passwordPath: String?
  /// Where letters come from.
  public var from = "maru@localhost"
  /// Whether nothing is said before the connection is encrypted. Only a mail server on this machine does without.
  public var needsTLS = true

  public init() {}
}
