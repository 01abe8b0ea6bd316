import AccountContract
import Domain

/// What a push says, in the language of its device.
enum PushWords {
  struct Said {
    var sender: String
    /// nil: deleted meanwhile, or hidden.
    var text: String?
    var hasFiles: Bool
  }

  /// - Parameter level: how much shows on the locked screen.
  static func message(_ said: Said, app: App, level: LockScreenLevel, language: String) -> (title: String, body: String)
  {
    switch level {
    case .none: (name(of: app), new(language))
    case .sender: (said.sender, new(language))
    case .full: (said.sender, text(said, language))
    }
  }

  static func direct(
    title: String, subtitle: String, body: String, sender: String, app: App, level: LockScreenLevel, language: String
  ) -> (title: String, subtitle: String, body: String) {
    switch level {
    case .none: (name(of: app), "", notice(language))
    case .sender: (sender, "", notice(language))
    case .full: (title, subtitle, body)
    }
  }

  /// What somebody wrote as a title says who wrote it: nobody speaks for the clinic, or for us.
  static func named(_ title: String, by sender: String) -> String {
    sender.isEmpty || title == sender ? title : "\(sender) · \(title)"
  }

  static func text(_ said: Said, _ language: String) -> String {
    guard let text = said.text else { return new(language) }
    if !text.isEmpty { return text }
    return said.hasFiles ? file(language) : new(language)
  }

  private static func new(_ language: String) -> String {
    pick(language, "새 메시지가 있습니다", "You have a new message", "新しいメッセージがあります")
  }

  private static func notice(_ language: String) -> String {
    pick(language, "새 알림이 있습니다", "You have a new notification", "新しいお知らせがあります")
  }

  private static func file(_ language: String) -> String {
    pick(language, "파일을 보냈습니다", "Sent a file", "ファイルを送信しました")
  }

  /// The names of apps are names in every language.
  private static func name(of app: App) -> String {
    switch app {
    case .eyemon: "EyeMon"
    case .eyemonDoctor: "EyeMon Doctor"
    case .ssacsu: "SsacSu"
    case .flatbread: "FlatBread"
    case .truloop: "truloop"
    }
  }

  private static func pick(_ language: String, _ korean: String, _ english: String, _ japanese: String) -> String {
    switch language {
    case "en": english
    case "ja": japanese
    default: korean
    }
  }
}

extension LockScreenLevel {
  /// Until a person chooses: nothing of a medical talk shows.
  static func preset(of realm: Realm) -> LockScreenLevel {
    switch realm {
    case .eyemon: .none
    case .ssacsu, .flatbread, .truloop: .full
    }
  }
}
