import Domain
import FeatureCore

/// What the places around the account say in common.
enum MeWords {
  static func back(_ l: Language) -> String { l.say("뒤로", "Back", "戻る") }
  static func cancel(_ l: Language) -> String { l.say("취소", "Cancel", "キャンセル") }
  static func save(_ l: Language) -> String { l.say("저장", "Save", "保存") }
  static func more(_ l: Language) -> String { l.say("더 보기", "Show more", "もっと見る") }
  static func retry(_ l: Language) -> String { l.say("다시 시도", "Try again", "もう一度試す") }

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

extension PageModel.Part {
  /// A list in its four faces.
  static func list<Element: Equatable & Sendable>(
    _ elements: Loaded<[Element]>, _ l: Language, empty: (title: String, text: String), retry: Action,
    rows: ([Element]) -> [PageModel<Action>.Part]
  ) -> [PageModel<Action>.Part] {
    switch elements {
    case .loading: [.loading]
    case .failed: [failure(l, retry)]
    case .value(let elements):
      elements.isEmpty ? [.face(PageModel.Face(title: empty.title, text: empty.text))] : rows(elements)
    }
  }

  static func failure(_ l: Language, _ retry: Action) -> PageModel<Action>.Part {
    .face(
      PageModel.Face(
        title: l.say("불러오지 못했어요", "We couldn’t load this", "読み込めませんでした"),
        text: l.say("연결을 확인하고 다시 시도해 주세요", "Check your connection and try again", "接続を確認して、もう一度お試しください"),
        retryLabel: MeWords.retry(l), retry: retry))
  }
}
