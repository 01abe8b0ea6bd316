import JSON

/// What a job of the kind `mail` says: a plain text to one address.
public struct Letter: Equatable, Sendable {
  public var to: String
  public var subject: String
  public var text: String
  /// As RFC 5646 names it: `ko`, `en`, `ja`.
  public var language: String

  public init(to: String, subject: String, text: String, language: String = "ko") {
    self.to = to
    self.subject = subject
    self.text = text
    self.language = language
  }

  public var json: JSONValue {
    ["to": .string(to), "subject": .string(subject), "text": .string(text), "language": .string(language)]
  }

  /// nil where a member is missing.
  public init?(json: JSONValue) {
    guard let to = json["to"]?.string, let subject = json["subject"]?.string, let text = json["text"]?.string else {
      return nil
    }
    self.init(to: to, subject: subject, text: text, language: json["language"]?.string ?? "ko")
  }

  /// Whether an address may stand in a header and in a command of SMTP: one `@`, and nothing that ends a line,
  /// separates addresses or needs quotes (RFC 5321 section 4.1.2, without its quoted forms).
  static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, text.utf8.count <= 254 else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse: false
      default: !"<>()[]\\,;:\"".unicodeScalars.contains(scalar)
      }
    }
  }
}
