import Domain

/// A text in the three languages.
public struct Words: Equatable, Sendable {
  public let ko: String
  public let en: String
  public let ja: String

  public init(ko: String, en: String, ja: String) {
    self.ko = ko
    self.en = en
    self.ja = ja
  }

  public func text(_ language: Language) -> String { language.say(ko, en, ja) }
}

extension Language {
  /// The text in this language. One call per text keeps the three side by side in the source.
  @inline(never)
  public func say(_ ko: String, _ en: String, _ ja: String) -> String {
    switch self {
    case .ko: ko
    case .en: en
    case .ja: ja
    }
  }
}

extension Tag {
  public func isUnder(_ prefix: String) -> Bool { text.utf8.starts(with: prefix.utf8) }

  /// What follows the prefix; nil for a tag that does not start so.
  public func remainder(after prefix: String) -> String? {
    isUnder(prefix) ? String(Substring(text.utf8.dropFirst(prefix.utf8.count))) : nil
  }
}
