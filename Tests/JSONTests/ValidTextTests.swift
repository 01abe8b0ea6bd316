import JSON
import Testing

/// Texts that RFC 8259 allows.
@Suite struct ValidTextTests {
  static let numbers = [
    "0", "-0", "1", "-1", "10", "123456789", "0.1", "-0.1", "0.0", "1.10", "123.456", "1e1", "1E1", "1e+1", "1e-1",
    "0e0", "0e+1", "0E-1", "-1.5e-10", "1.0E+99", "123e65", "1e400", "-1e-400", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "123456789012345678901234567890",
    "0.00000000000000000000000000000000000001", "-0.0e-0",
  ]

  static let structures = [
    "[]", "{}", "[[]]", "[{}]", "[[],[]]", "[1]", "[1,2]", "[null]", "[true,false,null]", "[\"\"]", "[[[[[[1]]]]]]",
    "{\"a\":1}", "{\"a\":{}}", "{\"a\":[]}", "{\"a\":{\"b\":{\"c\":[{}]}}}", "{\"\":0}", "{\"a\":1,\"b\":2}",
    "{\"a\":null,\"A\":null}", "{\"\\u0000\":1}", "{\"a b\":\"c d\"}", "{\"0\":\"\"}", "[\"a\",{\"b\":[\"c\"]}]",
    "null", "true", "false", "\"text\"",
  ]

  static let blanks = [
    " 1", "1 ", "\t1\n", "\r\n1\r\n", " [ ] ", "[ 1 , 2 ]", "[\n]", "{ }", "{\t\"a\"\r:\n1 }",
    " { \"a\" : [ ] , \"b\" : 1 } ",
    "[1\n,1\n,2]", "\n\n\n[\"a\"]",
  ]

  static let strings: [(String, String)] = [
    (#""""#, ""), (#""a""#, "a"), (#"" ""#, " "), (#""\"""#, "\""), (#""\\""#, "\\"), (#""\/""#, "/"), (#""/""#, "/"),
    (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"), (#""\u0041""#, "A"), (#""\u000a""#, "\n"), (#""\u000A""#, "\n"),
    (#""\u0000""#, "\u{0}"), (#""\u001F""#, "\u{1F}"), (#""\u007f""#, "\u{7F}"), (#""\u0080""#, "\u{80}"),
    (#""\u07ff""#, "\u{7FF}"), (#""\u0800""#, "\u{800}"), (#""\uD7FF""#, "\u{D7FF}"), (#""\uE000""#, "\u{E000}"),
    (#""\uFFFF""#, "\u{FFFF}"), (#""\uFFFE""#, "\u{FFFE}"), (#""\uFEFF""#, "\u{FEFF}"),
    (#""\uD800\uDC00""#, "\u{10000}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\uD83D\uDE00""#, "😀"),
    (#""\ud83d\ude00x""#, "😀x"), (#""\u2028\u2029""#, "\u{2028}\u{2029}"), (#""\\u0041""#, "\\u0041"),
    (#""\\\\n""#, "\\\\n"), (#""\"\\\"""#, "\"\\\""), (#""\uac00""#, "가"), (#""a\u0301""#, "a\u{301}"),
    ("\"한글\"", "한글"), ("\"é\"", "é"), ("\"😀\"", "😀"), ("\"\u{7F}\"", "\u{7F}"), ("\"\u{80}\"", "\u{80}"),
    ("\"\u{7FF}\u{800}\"", "\u{7FF}\u{800}"), ("\"\u{FFFF}\u{10000}\"", "\u{FFFF}\u{10000}"),
    ("\"\u{10FFFF}\"", "\u{10FFFF}"), ("\"\u{FEFF}\"", "\u{FEFF}"), ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"),
    ("\"// no comment\"", "// no comment"), ("\"[1,2]\"", "[1,2]"), ("\"가\\n나\\t다\"", "가\n나\t다"),
    ("\"\u{D7FF}\u{E000}\"", "\u{D7FF}\u{E000}"), ("\"\\u00e9é\"", "éé"),
  ]

  @Test(arguments: numbers)
  func numbersKeepTheirText(text: String) throws {
    #expect(try JSONValue(parsing: text) == .number(JSONNumber(unchecked: text)))
    #expect(try JSONValue(parsing: "[" + text + "]").array?.count == 1)
  }

  @Test(arguments: structures)
  func structuresPrintAsTheyWereRead(text: String) throws {
    #expect(try JSONValue(parsing: text).text == text)
  }

  @Test(arguments: blanks)
  func blanksAreLeftOut(text: String) throws {
    let value = try JSONValue(parsing: text)
    let isBlank = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    #expect(value.bytes == text.utf8.filter { !isBlank($0) })
  }

  @Test(arguments: strings)
  func stringsAreDecoded(text: String, string: String) throws {
    let read = try #require(try JSONValue(parsing: text).string)
    #expect(Array(read.utf8) == Array(string.utf8))
    let again = try #require(try JSONValue(parsing: JSONValue.string(string).bytes).string)
    #expect(Array(again.utf8) == Array(string.utf8))
  }

  @Test func everyPrefixIsWholeOrUnfinished() throws {
    for text in Self.numbers + Self.structures + Self.blanks + Self.strings.map(\.0) {
      let bytes = Array(text.utf8)
      for length in 0..<bytes.count {
        do {
          _ = try JSONValue(parsing: Array(bytes[..<length]))
        } catch {
          #expect(error == JSONError(.unexpectedEnd, at: length), "\(text) cut to \(length)")
        }
      }
    }
  }
}
