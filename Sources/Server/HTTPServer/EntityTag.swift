import Sockets
import Wire

/// Validators (RFC 9110 section 8.8.3). All of ours are strong.
struct EntityTag {
  /// With its quotation marks.
  let text: String

  /// Another content has another tag: the file was replaced (number) or written again (time, size).
  init(of file: OpenFile, coding: ContentCoding?) {
    let parts = [file.number, UInt64(bitPattern: file.modified), UInt64(bitPattern: file.size)]
    let stamp = parts.map { String($0, radix: 36) }.joined(separator: "-")
    text = "\"\(stamp)\(coding.map { "-" + $0.rawValue } ?? "")\""
  }

  /// Weak comparison with a list of tags, as `If-None-Match` wants it (section 13.1.2).
  func isNamed(in fields: [String]) -> Bool {
    fields.contains { field in
      var rest = Array(field.utf8)[...]
      while true {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x2C }
        if rest.first == UInt8(ascii: "*") { return true }
        if rest.starts(with: [UInt8(ascii: "W"), UInt8(ascii: "/")]) { rest = rest.dropFirst(2) }
        guard rest.first == UInt8(ascii: "\""),
          let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
        else { return false }
        if rest[...end].elementsEqual(text.utf8) { return true }
        rest = rest[(end + 1)...]
      }
    }
  }
}
