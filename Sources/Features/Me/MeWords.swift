import Domain
import FeatureCore

/// What the places around the account say in common.
enum MeWords {
  static func back(_ l: Language) -> String { l.say("뒤로", "Back", "戻る") }
  static func cancel(_ l: Language) -> String { l.say("취소", "Cancel", "キャンセル") }
  static func save(_ l: Language) -> String { l.say("저장", "Save", "保存") }
  static func more(_ l: Language) -> String { l.say("더 보기", "Show more", "もっと見る") }

  static func failed(_ l: Language) -> String {
    l.say("지금은 바꾸지 못했어요. 다시 시도해 주세요", "That didn’t work. Please try again", "変更できませんでした。もう一度お試しください")
  }

  static func way(_ kind: IdentityKind, _ l: Language) -> String {
    switch kind {
    case .email: l.say("이메일", "E-mail", "メールアドレス")
    case .phone: l.say("휴대전화 번호", "Mobile number", "携帯電話番号")
    case .kakao: l.say("카카오", "Kakao", "カカオ")
    case .apple: l.say("Apple", "Apple", "Apple")
    }
  }
}
