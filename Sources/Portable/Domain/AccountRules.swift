/// The rules of sign-up, the same for live validation in the apps and for the server.
public enum AccountRules {
  public enum EmailFault: Equatable, Sendable { case empty, malformed, tooLong }
  public enum PasswordFault: Equatable, Sendable { case tooShort, tooLong, noLetter, noDigit, noSpecial }
  public enum NicknameFault: Equatable, Sendable { case empty, forbiddenCharacter, tooLong }

  public static func fault(email: String) -> EmailFault? { nil }

  /// All that is missing, in the order of the cases, so that a form can tick them off.
  public static func faults(password: String) -> [PasswordFault] { [] }

  public static func fault(nickname: String) -> NicknameFault? { nil }
}
