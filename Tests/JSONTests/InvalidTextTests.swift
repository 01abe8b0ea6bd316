import JSON
import Testing

/// Texts that RFC 8259 does not allow, each with the reason and the first byte that cannot be right.
@Suite struct InvalidTextTests {
  static let structures: [(String, JSONError.Reason, Int)] = [
    ("", .unexpectedEnd, 0), (" ", .unexpectedEnd, 1), ("\u{FEFF}", .unexpectedByte, 0),
    ("\u{FEFF}1", .unexpectedByte, 0), ("[", .unexpectedEnd, 1), ("{", .unexpectedEnd, 1), ("]", .unexpectedByte, 0),
    ("}", .unexpectedByte, 0), (",", .unexpectedByte, 0), (":", .unexpectedByte, 0), ("[1", .unexpectedEnd, 2),
    ("[1,", .unexpectedEnd, 3), ("[1,]", .unexpectedByte, 3), ("[,1]", .unexpectedByte, 1),
    ("[1,,2]", .unexpectedByte, 3), ("[1 2]", .unexpectedByte, 3), ("[1}", .unexpectedByte, 2),
    ("[1;2]", .unexpectedByte, 2), ("[\"a\"", .unexpectedEnd, 4), ("[\"a\" \"b\"]", .unexpectedByte, 5),
    ("[:1]", .unexpectedByte, 1), ("[]]", .trailingBytes, 2), ("[][]", .trailingBytes, 2), ("{}}", .trailingBytes, 2),
    ("1 2", .trailingBytes, 2), ("nullx", .trailingBytes, 4), ("\"a\"b", .trailingBytes, 3),
    ("[] ,", .trailingBytes, 3), ("{]", .unexpectedByte, 1), ("{1:2}", .unexpectedByte, 1),
    ("{a:1}", .unexpectedByte, 1), ("{'a':1}", .unexpectedByte, 1), ("{\"a\"", .unexpectedEnd, 4),
    ("{\"a\"}", .unexpectedByte, 4), ("{\"a\":}", .unexpectedByte, 5), ("{\"a\":1", .unexpectedEnd, 6),
    ("{\"a\":1,", .unexpectedEnd, 7), ("{\"a\":1,}", .unexpectedByte, 7), ("{\"a\":1 \"b\":2}", .unexpectedByte, 7),
    ("{\"a\",1}", .unexpectedByte, 4), ("{\"a\"::1}", .unexpectedByte, 5), ("{,}", .unexpectedByte, 1),
    ("{\"a\":1]", .unexpectedByte, 6), ("{null:1}", .unexpectedByte, 1), ("{[]:1}", .unexpectedByte, 1),
    ("[1]//", .trailingBytes, 3), ("/**/1", .unexpectedByte, 0), ("[1,/* */2]", .unexpectedByte, 3),
    ("#1", .unexpectedByte, 0), ("'a'", .unexpectedByte, 0), ("\u{B}1", .unexpectedByte, 0),
    ("\u{C}1", .unexpectedByte, 0), ("[\u{A0}1]", .unexpectedByte, 1), ("\u{0}", .unexpectedByte, 0),
    ("1\u{0}", .trailingBytes, 1), ("<null>", .unexpectedByte, 0), ("a", .unexpectedByte, 0), ("é", .unexpectedByte, 0),
  ]

  static let words: [(String, JSONError.Reason, Int)] = [
    ("n", .unexpectedEnd, 1), ("nul", .unexpectedEnd, 3), ("nulL", .unexpectedByte, 3), ("Null", .unexpectedByte, 0),
    ("t", .unexpectedEnd, 1), ("tru", .unexpectedEnd, 3), ("trux", .unexpectedByte, 3), ("True", .unexpectedByte, 0),
    ("TRUE", .unexpectedByte, 0), ("fals", .unexpectedEnd, 4), ("falze", .unexpectedByte, 3),
    ("False", .unexpectedByte, 0), ("[tru]", .unexpectedByte, 4), ("[nul]", .unexpectedByte, 4),
    ("undefined", .unexpectedByte, 0), ("nil", .unexpectedByte, 1), ("truefalse", .trailingBytes, 4),
    ("NaN", .unexpectedByte, 0), ("nan", .unexpectedByte, 1), ("Infinity", .unexpectedByte, 0),
    ("inf", .unexpectedByte, 0),
  ]

  static let numbers: [(String, JSONError.Reason, Int)] = [
    ("-", .unexpectedEnd, 1), ("+1", .unexpectedByte, 0), ("--1", .invalidNumber, 1), ("-a", .invalidNumber, 1),
    ("01", .invalidNumber, 1), ("-01", .invalidNumber, 2), ("00", .invalidNumber, 1), ("012", .invalidNumber, 1),
    ("1.", .unexpectedEnd, 2), ("1.]", .invalidNumber, 2), ("[1.]", .invalidNumber, 3), (".1", .unexpectedByte, 0),
    ("-.1", .invalidNumber, 1), ("1..2", .invalidNumber, 2), ("1.e1", .invalidNumber, 2), ("1e", .unexpectedEnd, 2),
    ("1e+", .unexpectedEnd, 3), ("1e-", .unexpectedEnd, 3), ("1ee1", .invalidNumber, 2), ("1e+-1", .invalidNumber, 3),
    ("1e1.5", .trailingBytes, 3), ("[1e1.5]", .unexpectedByte, 4), ("[0e]", .invalidNumber, 3),
    ("0x10", .trailingBytes, 1), ("[0x1]", .unexpectedByte, 2), ("1_000", .trailingBytes, 1),
    ("[1 000]", .unexpectedByte, 3), ("1a", .trailingBytes, 1), ("-Infinity", .invalidNumber, 1),
    ("-NaN", .invalidNumber, 1), ("- 1", .invalidNumber, 1), ("1.2.3", .trailingBytes, 3), ("１", .unexpectedByte, 0),
    ("[-]", .invalidNumber, 2), ("2.e+3", .invalidNumber, 2), ("0.3e+", .unexpectedEnd, 5), ("1/2", .trailingBytes, 1),
    ("$1", .unexpectedByte, 0),
  ]

  static let strings: [(String, JSONError.Reason, Int)] = [
    ("\"", .unexpectedEnd, 1), ("\"a", .unexpectedEnd, 2), ("\"\\", .unexpectedEnd, 2), ("\"\\\"", .unexpectedEnd, 3),
    ("\"\\u", .unexpectedEnd, 3), ("\"\\u00", .unexpectedEnd, 5), ("\"\\x41\"", .invalidEscape, 2),
    ("\"\\a\"", .invalidEscape, 2), ("\"\\'\"", .invalidEscape, 2), ("\"\\0\"", .invalidEscape, 2),
    ("\"\\U0041\"", .invalidEscape, 2), ("\"\\é\"", .invalidEscape, 2), ("\"\\\n\"", .invalidEscape, 2),
    ("\"\\ \"", .invalidEscape, 2), ("\"\\N\"", .invalidEscape, 2), ("\"\\u004\"", .invalidEscape, 6),
    ("\"\\u004G\"", .invalidEscape, 6), ("\"\\u+041\"", .invalidEscape, 3), ("\"\\u{41}\"", .invalidEscape, 3),
    ("\"\\u 041\"", .invalidEscape, 3), ("\"\\uDC00\"", .invalidEscape, 4), ("\"\\udfff\"", .invalidEscape, 4),
    ("\"\\uD800\"", .invalidEscape, 7), ("\"\\uD800x\"", .invalidEscape, 7), ("\"\\uD800\\n\"", .invalidEscape, 8),
    ("\"\\uD800\\u0041\"", .invalidEscape, 9), ("\"\\uD800\\uD800\"", .invalidEscape, 10),
    ("\"\\uD800\\uE000\"", .invalidEscape, 9), ("\"\\uDBFF\\uDBFF\"", .invalidEscape, 10),
    ("\"\\uD83D😀\"", .invalidEscape, 7), ("\"\\uD800\\uDC0\"", .invalidEscape, 12),
    ("\"a\u{0}b\"", .controlCharacter, 2), ("\"a\nb\"", .controlCharacter, 2), ("\"\t\"", .controlCharacter, 1),
    ("\"\u{1F}\"", .controlCharacter, 1), ("\"\\n\r\"", .controlCharacter, 3), ("{\"a\n\":1}", .controlCharacter, 3),
    ("[\"a\\\"]", .unexpectedEnd, 6),
  ]

  static let encodings: [([UInt8], JSONError.Reason, Int)] = [
    ([0x80], .invalidUTF8, 0), ([0xBF], .invalidUTF8, 0), ([0xC0, 0x80], .invalidUTF8, 0),
    ([0xC1, 0xBF], .invalidUTF8, 0), ([0xC2, 0x20], .invalidUTF8, 1), ([0xC2, 0xC2], .invalidUTF8, 1),
    ([0xE0, 0x80, 0x80], .invalidUTF8, 1), ([0xE0, 0x9F, 0xBF], .invalidUTF8, 1),
    ([0xE1, 0x80, 0x20], .invalidUTF8, 2),
    ([0xED, 0xA0, 0x80], .invalidUTF8, 1), ([0xED, 0xBF, 0xBF], .invalidUTF8, 1),
    ([0xEF, 0xBF, 0xC0], .invalidUTF8, 2),
    ([0xF0, 0x80, 0x80, 0x80], .invalidUTF8, 1), ([0xF0, 0x8F, 0xBF, 0xBF], .invalidUTF8, 1),
    ([0xF0, 0x9F, 0x98, 0x22], .invalidUTF8, 3), ([0xF0, 0x9F, 0x20, 0x80], .invalidUTF8, 2),
    ([0xF4, 0x90, 0x80, 0x80], .invalidUTF8, 1), ([0xF5, 0x80, 0x80, 0x80], .invalidUTF8, 0),
    ([0xF8, 0x88, 0x80, 0x80, 0x80], .invalidUTF8, 0), ([0xFC], .invalidUTF8, 0), ([0xFE], .invalidUTF8, 0),
    ([0xFF], .invalidUTF8, 0), ([0xE9, 0x20], .invalidUTF8, 1), ([0x61, 0xFF], .invalidUTF8, 1),
  ]

  @Test(arguments: structures + words + numbers + strings)
  func refusesAtTheFirstWrongByte(text: String, reason: JSONError.Reason, offset: Int) {
    expect(Array(text.utf8), JSONError(reason, at: offset))
  }

  @Test(arguments: encodings)
  func refusesWhatIsNoUTF8(bytes: [UInt8], reason: JSONError.Reason, offset: Int) {
    expect([0x22] + bytes + [0x22], JSONError(reason, at: offset + 1))
    expect([0x22, 0x5C, 0x6E] + bytes + [0x22], JSONError(reason, at: offset + 3))
    expect([0x7B, 0x22] + bytes + [0x22, 0x3A, 0x31, 0x7D], JSONError(reason, at: offset + 2))
  }

  @Test(
    arguments: [[0xFF, 0xFE, 0x31, 0x00], [0xFE, 0xFF, 0x00, 0x31], [0x31, 0x00], [0xEF, 0xBB, 0xBF, 0x31]] as [[UInt8]]
  )
  func refusesOtherEncodingsAndMarks(bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
  }

  private func expect(_ bytes: [UInt8], _ expected: JSONError) {
    func error(_ bytes: [UInt8]) -> JSONError? {
      do {
        _ = try JSONValue(parsing: bytes)
        return nil
      } catch {
        return error
      }
    }
    #expect(error(bytes) == expected)
    // The offset is exact: what stands before it could have gone on, and with the byte there it cannot.
    if let before = error(Array(bytes[..<expected.offset])) {
      #expect(before == JSONError(.unexpectedEnd, at: expected.offset))
    }
    if expected.offset < bytes.count { #expect(error(Array(bytes[...expected.offset])) == expected) }
  }
}
