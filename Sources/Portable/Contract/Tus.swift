import Domain
import JSON
import Wire

/// Names of the resumable upload protocol (tus 1.0.0), and the codecs of its fields.
public enum Tus {
  public static let version = "1.0.0"
  public static let extensions = "creation,creation-with-upload,expiration,checksum,termination"
  public static let checksumAlgorithms = "sha1,sha256,sha512,md5"
  public static let contentType = "application/offset+octet-stream"
  /// Header of the last PATCH and of a HEAD behind it: the path of the finished file.
  public static let fileHeader = "X-Maru-File"
  /// The same, and what the server found out: JSON in ASCII.
  public static let attachmentHeader = "X-Maru-Attachment"

  /// `Upload-Metadata`: pairs of a key and a base64 text, with commas between them.
  public static func metadata(_ pairs: [(key: String, value: String)]) -> String {
    var text = ""
    for pair in pairs {
      if !text.isEmpty { text += "," }
      text += pair.key + " " + String(decoding: Base64.encode(Array(pair.value.utf8)), as: UTF8.self)
    }
    return text
  }

  /// nil where the field is malformed. A key without a value has an empty one.
  public static func readMetadata(_ text: String) -> [(key: String, value: String)]? {
    var pairs: [(key: String, value: String)] = []
    for element in text.utf8.split(separator: UInt8(ascii: ",")) {
      let words = element.split(separator: UInt8(ascii: " "))
      guard let key = words.first, words.count <= 2 else { return nil }
      var value: [UInt8] = []
      if words.count == 2 {
        guard let bytes = Base64.decode(ArraySlice(words[1])) else { return nil }
        value = bytes
      }
      guard let text = String(validating: value, as: UTF8.self) else { return nil }
      pairs.append((String(Substring(key)), text))
    }
    return pairs
  }

  /// The attachment for a header: letters outside of ASCII are escaped.
  public static func header(_ attachment: Attachment) -> String {
    var text: [UInt8] = []
    for scalar in attachment.json.text.unicodeScalars {
      if scalar.isASCII {
        text.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        for unit in String(scalar).utf16 { appendEscape(of: unit, to: &text) }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The finished file, from the headers of an answer.
  public static func attachment(_ headers: HTTPHeaders) -> Attachment? {
    guard let text = headers[attachmentHeader], let json = try? JSONValue(parsing: Array(text.utf8)) else {
      return nil
    }
    return Attachment(json: json)
  }

  private static func appendEscape(of unit: UInt16, to text: inout [UInt8]) {
    text += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for shift in [UInt16(12), 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 15)
      text.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }
}
