/// The rules of sign-up, the same for live validation in the apps and for the server.
public enum AccountRules {
  public enum EmailFault: Equatable, Sendable { case empty, malformed, tooLong }
  public enum PasswordFault: Equatable, Sendable { case tooShort, tooLong, noLetter, noDigit, noSpecial }
  public enum NicknameFault: Equatable, Sendable { case empty, forbiddenCharacter, tooLong }

  /// Pragmatic: one `@` between a name and a domain with a dot, no blanks, at most 254 bytes (RFC 5321 section
  /// 4.5.3.1). Whether mail arrives there, only mail can tell.
  public static func fault(email: String) -> EmailFault? {
    let bytes = Array(email.utf8)
    if bytes.isEmpty { return .empty }
    if bytes.count > 254 { return .tooLong }
    let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !containsBlank(email) else { return .malformed }
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.count < 2 || labels.contains { $0.isEmpty } ? .malformed : nil
  }

  /// All that is missing, in the order of the cases, so that a form can tick them off. Special is every printable
  /// ASCII character that is no letter, digit or blank.
  public static func faults(password: String) -> [PasswordFault] {
    var (letter, digit, special) = (false, false, false)
    for byte in password.utf8 {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A: letter = true
      case 0x30...0x39: digit = true
      case 0x21...0x7E: special = true
      default: break
      }
    }
    var faults: [PasswordFault] = []
    let count = password.unicodeScalars.count
    if count < 8 { faults.append(.tooShort) }
    if count > 128 { faults.append(.tooLong) }
    if !letter { faults.append(.noLetter) }
    if !digit { faults.append(.noDigit) }
    if !special { faults.append(.noSpecial) }
    return faults
  }

  /// At most 30 characters, none of the signs that older clients refuse, no blanks.
  public static func fault(nickname: String) -> NicknameFault? {
    if nickname.isEmpty { return .empty }
    if nickname.utf8.contains(where: isForbiddenInNickname) || containsBlank(nickname) { return .forbiddenCharacter }
    if !nickname.unicodeScalars.contains(where: isVisible) { return .forbiddenCharacter }
    return nickname.count > 30 || nickname.utf8.count > 400 ? .tooLong : nil
  }

  private static func isForbiddenInNickname(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case ".", ",", "?", "*", "-", "@", "+", "^", "$", "{", "}", "(", ")", "|", "[", "]", "\\": true
    default: false
    }
  }

  /// false for what only changes its neighbours: joiners, variation selectors, the letters of flags.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200D, 0xFE00...0xFE0F, 0xE0020...0xE01EF: false
    default: true
    }
  }

  /// White space, control characters and characters that show as nothing, without the Unicode tables.
  private static func containsBlank(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0...0x20, 0x7F...0xA0, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x1680, 0x17B4...0x17B5, 0x180B...0x180F,
        0x2000...0x200B, 0x200E...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x2800, 0x3000, 0x3164, 0xFEFF, 0xFFA0,
        0xFFF0...0xFFFB, 0x1D173...0x1D17A, 0xE0000...0xE001F:
        true
      default: false
      }
    }
  }
}
