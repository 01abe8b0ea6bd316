import Domain

extension PageModel.Part {
  /// A list in its four faces.
  public static func list<Element: Equatable & Sendable>(
    _ elements: Loaded<[Element]>, _ l: Language, empty: (title: String, text: String), retry: Action,
    rows: ([Element]) -> [PageModel<Action>.Part]
  ) -> [PageModel<Action>.Part] {
    switch elements {
    case .loading: [.loading]
    case .failed, .missing: [failure(l, retry)]
    case .value(let elements):
      elements.isEmpty ? [.face(PageModel.Face(title: empty.title, text: empty.text))] : rows(elements)
    }
  }

  /// There is no such thing: why, and the way on.
  public static func missing(
    _ title: String, _ text: String, _ wayLabel: String, _ wayPath: String
  ) -> PageModel<Action>.Part {
    .face(PageModel.Face(title: title, text: text, way: PageModel.Row("way", wayLabel, .link(wayPath))))
  }

  /// What could not be loaded, and the way to try again.
  public static func failure(_ l: Language, _ retry: Action) -> PageModel<Action>.Part {
    .face(
      PageModel.Face(
        title: l.say("불러오지 못했어요", "We couldn’t load this", "読み込めませんでした"),
        text: l.say("연결을 확인하고 다시 시도해 주세요", "Check your connection and try again", "接続を確認して、もう一度お試しください"),
        retryLabel: l.say("다시 시도", "Try again", "もう一度試す"), retry: retry))
  }
}
