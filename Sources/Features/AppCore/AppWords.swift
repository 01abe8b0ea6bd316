import Domain
import FeatureCore

/// What the frame around the features says.
enum AppWords {
  static func tab(_ tab: AppTab, _ l: Language) -> String {
    switch tab {
    case .doctors: l.say("의사", "Doctors", "医師")
    case .rooms: l.say("채팅", "Chats", "チャット")
    case .schedule: l.say("일정", "Schedule", "予定")
    case .me: l.say("내 정보", "Me", "マイページ")
    }
  }

  static func signIn(_ l: Language) -> String { l.say("로그인", "Sign in", "ログイン") }
  static func signUp(_ l: Language) -> String { l.say("회원가입", "Sign up", "新規登録") }
  static func signOut(_ l: Language) -> String { l.say("로그아웃", "Sign out", "ログアウト") }

  static func unsent(_ count: Int, _ l: Language) -> String {
    l.say(
      "아직 보내지 못한 메시지가 \(count)개 있어요. 로그아웃하면 사라져요.",
      "\(count) unsent messages will be lost.", "未送信のメッセージ\(count)件が失われます。")
  }
  static func cancel(_ l: Language) -> String { l.say("취소", "Cancel", "キャンセル") }

  static func notFoundTitle(_ l: Language) -> String {
    l.say("페이지를 찾을 수 없어요", "We can’t find this page", "ページが見つかりません")
  }

  static func notFoundText(_ l: Language) -> String {
    l.say("주소가 바뀌었거나 사라졌어요", "It may have moved or been removed", "移動したか、削除された可能性があります")
  }

  static func findDoctor(_ l: Language) -> String { l.say("의사 찾아보기", "Find a doctor", "医師を探す") }

  static func chooseTitle(_ l: Language) -> String { l.say("채팅을 골라 주세요", "Choose a chat", "チャットを選んでください") }
  static func chooseText(_ l: Language) -> String {
    l.say("왼쪽 목록에서 고르면 여기에 열려요", "It opens here when you pick one on the left", "左の一覧から選ぶと、ここに開きます")
  }
  static func close(_ l: Language) -> String { l.say("닫기", "Close", "閉じる") }

  static func goHome(_ l: Language) -> String { l.say("홈으로 가기", "Go to start", "ホームへ") }
  static func connecting(_ l: Language) -> String { l.say("연결 중", "Connecting…", "接続中") }
  static func connected(_ l: Language) -> String { l.say("연결됨", "Connected", "接続済み") }
  static func reconnecting(_ l: Language) -> String {
    l.say("서버에 다시 연결하고 있어요", "Reconnecting to the server", "サーバーに再接続しています")
  }
  static func offline(_ l: Language) -> String {
    l.say("인터넷에 연결되어 있지 않아요", "You’re offline", "インターネットに接続していません")
  }

  static func unread(_ count: Int, _ l: Language) -> String {
    l.say("읽지 않음 \(count)개", "\(count) unread", "未読\(count)件")
  }

  static let languages = "한국어 · English · 日本語"
}
