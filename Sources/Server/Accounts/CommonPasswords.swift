/// Passwords that everybody tries first, although the rules allow them: a known word or a walk over the keyboard, with
/// digits and signs around it that add nothing. Written as what they are made of, not as a list of millions.
enum CommonPasswords {
  /// - Parameter personal: what others know of the owner, such as the name in the e-mail address.
  static func contains(_ password: String, personal: [String] = []) -> Bool {
    let bytes = Array(password.utf8).map(lowercase)
    for text in personal {
      let known = Array(text.utf8).map(lowercase)
      if known.count >= 5, has(known, in: bytes) { return true }
    }
    return isWord(bytes) || isWalk(bytes)
  }

  /// A common word, also written with look-alike signs or twice, between weak digits and signs. Such a sign may also
  /// stand where the word begins or ends: `$unshine1!`, `hell0!23`.
  private static func isWord(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.firstIndex(where: isLetter), let last = bytes.lastIndex(where: isLetter) else {
      return true
    }
    for start in max(0, first - 1)...first {
      for end in last...min(bytes.count - 1, last + 2) {
        let core = bytes[start...end].map(asLetter)
        let around = Array(bytes[..<start] + bytes[(end + 1)...])
        if core.allSatisfy(isLetter), areWeak(around), isCommon(core) { return true }
      }
    }
    return false
  }

  private static func isCommon(_ letters: [UInt8]) -> Bool {
    guard letters.count >= 2 else { return true }
    if Set(letters).count <= 2 { return true }
    if words.contains(String(decoding: letters, as: UTF8.self)) { return true }
    let half = letters.count / 2
    return letters.count % 2 == 0 && letters[..<half] == letters[half...] && isCommon(Array(letters[..<half]))
  }

  /// Rows and columns of the keyboard, also with the shift key held: what is left beside them is weak.
  private static func isWalk(_ bytes: [UInt8]) -> Bool {
    let plain = bytes.map(unshifted)
    for walk in walks {
      guard let start = place(of: walk, in: plain) else { continue }
      let rest = Array(plain[..<start] + plain[(start + walk.count)...])
      if rest.count <= 2 || rest.allSatisfy({ !isLetter($0) }) && areWeak(rest) { return true }
      if rest.count >= 3, has(rest, in: walk) { return true }
    }
    return false
  }

  /// Digits that anybody would try, and few or usual signs.
  private static func areWeak(_ bytes: [UInt8]) -> Bool {
    let digits = bytes.filter(isDigit).map { Int($0) - 0x30 }
    return digits.count <= 2 || isSequence(digits) || isYear(digits) || isRepeated(digits)
      || habits.contains(String(decoding: digits.map { UInt8($0 + 0x30) }, as: UTF8.self))
  }

  private static func isSequence(_ digits: [Int]) -> Bool {
    let steps = Set(zip(digits, digits.dropFirst()).map { ($1 - $0 + 10) % 10 })
    return steps.count == 1 && [0, 1, 9].contains(steps.first)
  }

  private static func isYear(_ digits: [Int]) -> Bool {
    digits.count == 4 && (digits.starts(with: [1, 9]) || digits.starts(with: [2, 0]))
  }

  /// `1212`, `123123`, `112233`.
  private static func isRepeated(_ digits: [Int]) -> Bool {
    let half = digits.count / 2
    if digits.count % 2 == 0, digits[..<half] == digits[half...] { return true }
    let pairs = stride(from: 0, to: digits.count - 1, by: 2).allSatisfy { digits[$0] == digits[$0 + 1] }
    return digits.count % 2 == 0 && pairs
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || byte >= 0x80 }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func asLetter(_ byte: UInt8) -> UInt8 {
    guard let place = lookAlikes.signs.firstIndex(of: byte) else { return byte }
    return lookAlikes.letters[place]
  }

  private static let lookAlikes = (signs: Array("@4831!|05$7+".utf8), letters: Array("aabeiiiosstt".utf8))

  private static func unshifted(_ byte: UInt8) -> UInt8 {
    guard let place = Array("!@#$%^&*()".utf8).firstIndex(of: byte) else { return byte }
    return Array("1234567890".utf8)[place]
  }

  private static func has(_ part: [UInt8], in whole: [UInt8]) -> Bool { place(of: part, in: whole) != nil }

  private static func place(of part: [UInt8], in whole: [UInt8]) -> Int? {
    guard !part.isEmpty, part.count <= whole.count else { return nil }
    return (0...(whole.count - part.count)).first { whole[$0...].starts(with: part) }
  }

  private static let habits: Set<String> = [
    "1004", "486", "8282", "007", "0070", "911", "5252", "7942", "2580", "1470",
  ]

  private static let walks: [[UInt8]] = [
    "1q2w3e4r5t", "1q2w3e4r", "q1w2e3r4", "1q2w3e", "q1w2e3", "1qaz2wsx", "2wsx3edc", "zaq12wsx", "zaq1xsw2",
    "1qazxsw2",
    "qazwsx", "a1s2d3f4", "1a2s3d4f", "z1x2c3v4", "1a2b3c4d", "a1b2c3d4", "a1b2c3", "1a2b3c", "qwertyuiop",
    "asdfghjkl", "zxcvbnm", "qweasdzxc", "qweasd", "asdzxc", "poiuytrewq", "1qaz", "qwer", "asdf", "zxcv", "abcd",
  ].map { Array($0.utf8) }
}
