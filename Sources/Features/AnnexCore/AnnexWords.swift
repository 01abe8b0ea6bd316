import Domain
import FeatureCore

/// What the frame of the annex says.
enum AnnexWords {
  static func slogan(_ app: App, _ l: Language) -> String {
    app == .eyemonDoctor
      ? l.say("환자와의 대화를 한눈에", "All your patients’ chats at a glance", "患者さんとの会話をひと目で")
      : l.say("눈이 궁금할 땐, 안과 의사와 바로 채팅", "Ask an eye doctor, right in a chat", "目のことは、眼科医にチャットで相談")
  }

  static func me(_ l: Language) -> String { l.say("내 정보", "Me", "マイページ") }
  static func settings(_ l: Language) -> String { l.say("설정", "Settings", "設定") }
  static func signIn(_ l: Language) -> String { l.say("로그인", "Sign in", "ログイン") }
  static func signOut(_ l: Language) -> String { l.say("로그아웃", "Sign out", "ログアウト") }
  static func back(_ l: Language) -> String { l.say("뒤로", "Back", "戻る") }

  static func signOutHint(_ l: Language) -> String {
    l.say("이 기기에 저장된 대화도 지워져요", "Chats kept on this device are removed too", "この端末に保存された会話も削除されます")
  }

  /// - Parameter reason: as the server names it; anything else: it has run out.
  static func ended(_ reason: String, _ l: Language) -> String {
    switch reason {
    case "remote":
      l.say("다른 기기에서 이 기기를 로그아웃했어요", "Another device signed this one out", "別の端末からログアウトされました")
    case "credentials_changed":
      l.say(
        "로그인 정보가 바뀌었어요. 다시 로그인해 주세요", "Your sign-in details changed. Please sign in again",
        "ログイン情報が変更されました。もう一度ログインしてください")
    case "crowded_out":
      l.say(
        "로그인한 기기가 많아 로그아웃됐어요. 다시 로그인해 주세요", "Too many devices are signed in. Please sign in again",
        "ログイン中の端末が多いためログアウトされました。もう一度ログインしてください")
    case "person_gone": l.say("더 이상 없는 계정이에요", "This account no longer exists", "このアカウントはもうありません")
    case "operator":
      l.say("운영자가 이 기기를 로그아웃했어요", "The operator signed this device out", "運営者によりログアウトされました")
    default:
      l.say("오래돼서 로그아웃됐어요. 다시 로그인해 주세요", "You’ve been signed out. Please sign in again", "ログアウトされました。もう一度ログインしてください")
    }
  }

  static func notFoundTitle(_ l: Language) -> String {
    l.say("페이지를 찾을 수 없어요", "We can’t find this page", "ページが見つかりません")
  }

  static func notFoundText(_ l: Language) -> String {
    l.say("주소가 바뀌었거나 사라졌어요", "It may have moved or been removed", "移動したか、削除された可能性があります")
  }

  static func languageTitle(_ l: Language) -> String { l.say("언어", "Language", "言語") }
  static func themeTitle(_ l: Language) -> String { l.say("화면 테마", "Appearance", "画面テーマ") }

  static func theme(_ theme: Theme, _ l: Language) -> String {
    switch theme {
    case .system: l.say("시스템 설정", "Same as device", "端末の設定")
    case .light: l.say("밝게", "Light", "ライト")
    case .dark: l.say("어둡게", "Dark", "ダーク")
    }
  }

  /// Each language by its own name.
  static func name(_ language: Language) -> String { language.say("한국어", "English", "日本語") }
}
