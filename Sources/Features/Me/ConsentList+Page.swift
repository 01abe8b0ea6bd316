import AccountContract
import Domain
import FeatureCore
import Wire

extension ConsentList {
  public static func page(_ state: State, _ l: Language, _ dates: LocalDates, now: Timestamp) -> PageModel<Action> {
    let back = MeWords.back(l)
    guard let terms = state.terms.value, let answer = state.answer.value else {
      let isFailed = state.terms == .failed || state.answer == .failed
      return PageModel(title(l), backLabel: back, [isFailed ? .failure(l, .retryTapped) : .loading])
    }
    var parts: [PageModel<Action>.Part] = []
    if !answer.missing.isEmpty { parts.append(.form(asking(state, terms, l))) }
    let given = terms.compactMap { text in
      answer.given.first { $0.consent.kind == text.kind }.map { row(text, $0, l, dates, now) }
    }
    let optional = terms.filter { text in
      !text.isRequired && text.kind != Consent.guardian && !answer.given.contains { $0.consent.kind == text.kind }
    }.map { text in
      PageModel<Action>.Row(
        text.kind, text.title, detail: l.say("선택", "Optional", "任意"),
        .toggle(false, .changed(text.kind, isAgreed: true)))
    }
    if !(given + optional).isEmpty {
      parts.append(.rows(.init(l.say("동의한 내용", "What you agreed to", "同意した内容"), given + optional)))
    }
    return PageModel(
      title(l), backLabel: back, parts, notice: answer.missing.isEmpty ? state.notice?.text(l) : nil)
  }

  static func title(_ l: Language) -> String { l.say("약관과 동의", "Terms and consent", "規約と同意") }

  private static func asking(_ state: State, _ terms: [TermsText], _ l: Language) -> PageModel<Action>.Form {
    var asked = state.missing
    if asked.contains(over14), terms.contains(where: { $0.kind == Consent.guardian }) { asked.append(Consent.guardian) }
    let checks = asked.map { kind in
      PageModel<Action>.Row(
        kind, name(kind, terms, l), .choice(state.ticked.contains(kind), .ticked(kind)))
    }
    let links = terms.filter { asked.contains($0.kind) && !$0.bodyURL.isEmpty }.map { text in
      text.kind == Consent.guardian
        ? GuardianWords.page(text.bodyURL, l)
        : PageModel<Action>.Row(
          "text " + text.kind, l.say("\(text.title) 읽기", "Read: \(text.title)", "\(text.title)を読む"), .page(text.bodyURL)
        )
    }
    return .init(
      l.say("계속하려면 동의가 필요해요", "Please agree to go on", "続けるには同意が必要です"),
      text: l.say(
        "약관이 새로 생기거나 바뀌었어요. 읽어 보고 동의해 주세요", "There are new or changed terms. Please read and agree",
        "規約が新しくなりました。ご確認のうえ同意してください"), fields: [], checks: checks,
      submitLabel: l.say("동의하기", "Agree", "同意する"), isBusy: state.isSending, submit: .submitted,
      notice: state.notice?.text(l),
      others: links + [.init("out", l.say("로그아웃", "Sign out", "ログアウト"), .button(.signOutTapped))])
  }

  private static func name(_ kind: String, _ terms: [TermsText], _ l: Language) -> String {
    if kind == over14 {
      return GuardianWords.over14(l, isAlone: !terms.contains { $0.kind == Consent.guardian })
    }
    let title = terms.first { $0.kind == kind }?.title ?? kind
    if kind == Consent.guardian { return title }
    return title + l.say(" (필수)", " (required)", "（必須）")
  }

  private static func row(
    _ text: TermsText, _ given: ConsentAnswer.Given, _ l: Language, _ dates: LocalDates, _ now: Timestamp
  ) -> PageModel<Action>.Row {
    let date = dates.short(given.at, now: now)
    let version = l.say("\(given.consent.version) 판", "version \(given.consent.version)", "\(given.consent.version)版")
    let isAgreed = given.consent.isAgreed
    let said =
      isAgreed
      ? l.say("\(date) 동의", "agreed \(date)", "\(date) 同意") : l.say("\(date) 철회", "taken back \(date)", "\(date) 撤回")
    return .init(
      text.kind, text.title, detail: version + " · " + said,
      text.isRequired || text.kind == Consent.guardian
        ? .plain : .toggle(isAgreed, .changed(text.kind, isAgreed: !isAgreed)))
  }
}
