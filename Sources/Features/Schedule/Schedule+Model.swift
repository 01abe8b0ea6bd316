import Domain
import FeatureCore
import Reserving
import Wire

extension Schedule {
  static func title(_ state: State) -> String {
    switch state.place {
    case .board: ScheduleWords.title(state.language)
    case .hours: ScheduleWords.hours(state.language)
    case .terms: ScheduleWords.terms(state.language)
    case nil: notFound(state.language).title
    }
  }

  /// An editor that has nothing to edit yet, or not at all.
  public static func page(_ state: State) -> PageModel<Action>? {
    guard state.place == .hours || state.place == .terms, state.hours.draft.value.isNone else { return nil }
    let l = state.language
    var parts: [PageModel<Action>.Part] = [.loading]
    if state.hours.draft.lack != .loading {
      let text = state.hours.failure.map { BookingWords.refusal($0, l) } ?? ""
      let face = PageModel<Action>.Face(
        title: ScheduleWords.failed(l), text: text, retryLabel: ScheduleWords.retry(l), retry: .hours(.retryTapped))
      parts = [.face(face)]
    }
    return PageModel(title(state), backLabel: ScheduleWords.back(l), parts)
  }

  public static func notFound(_ l: Language) -> (title: String, text: String) {
    (
      l.say("페이지를 찾을 수 없어요", "We can’t find this page", "ページが見つかりません"),
      l.say("주소가 바뀌었거나 사라졌어요", "It may have moved or been removed", "移動したか、削除された可能性があります")
    )
  }
}
