import Foundation
import Wire

/// A letter as mail servers take it (RFC 5322): UTF-8 in base64, so that no server breaks its lines.
enum LetterWire {
  /// - Parameters:
  ///   - from: the bare address of this server.
  ///   - id: of the message, without brackets; the same at every try.
  /// - Returns: nil where an address is none.
  static func bytes(_ letter: Letter, from: String, id: String, at now: Timestamp) -> [UInt8]? {
    guard Letter.isAddress(letter.to), Letter.isAddress(from) else { return nil }
    let lines = [
      "Date: \(date(now))", "From: \(from)", "To: \(letter.to)", "Message-ID: <\(token(id))>",
      "Subject: \(words(letter.subject))", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: base64", "Content-Language: \(token(letter.language))",
      // RFC 3834: nobody answers it by machine.
      "Auto-Submitted: auto-generated", "",
    ]
    let text = letter.text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
    return Array((lines.joined(separator: "\r\n") + "\r\n").utf8) + folded(Array(text.utf8))
  }

  /// A text in a header, as encoded words (RFC 2047 section 2): whatever is in it, it stays one header.
  static func words(_ text: String) -> String {
    var words: [String] = []
    var run: [UInt8] = []
    // 45 bytes become 60 digits: a word of at most 75 with what stands around it. No character is cut in two.
    for character in text {
      let bytes = Array(String(character).utf8)
      if run.count + bytes.count > 45, !run.isEmpty {
        words.append(word(run))
        run = []
      }
      run += bytes
    }
    if !run.isEmpty || words.isEmpty { words.append(word(run)) }
    return words.joined(separator: "\r\n ")
  }

  private static func word(_ bytes: [UInt8]) -> String { "=?utf-8?B?\(Data(bytes).base64EncodedString())?=" }

  private static func folded(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array(Data(bytes).base64EncodedString().utf8)
    var lines: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 76) {
      lines += digits[start..<min(start + 76, digits.count)] + [0x0D, 0x0A]
    }
    return lines
  }

  /// Only what may stand in an id or a language tag.
  private static func token(_ text: String) -> String {
    String(
      decoding: text.utf8.filter { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: ".-_@".utf8.contains(byte)
        }
      }, as: UTF8.self)
  }

  /// RFC 5322 section 3.3, in UTC.
  static func date(_ instant: Timestamp) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
    return formatter.string(from: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000))
  }
}
