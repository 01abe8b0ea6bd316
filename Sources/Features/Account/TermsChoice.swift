import AccountContract
import Contract
import Domain
import FeatureCore
import JSON

/// What somebody who signs up is asked to agree to, and what is ticked.
public struct TermsChoice: Equatable, Sendable {
  public internal(set) var terms = Loaded<[TermsText]>.loading
  var ticked: [String] = []
  var isOver14 = false

  public init() {}

  public enum Action: Equatable, Sendable {
    case ticked(String)
    case allTicked
    case over14Ticked
    case retryTapped
  }

  /// - Parameter tag: of the request for the texts.
  mutating func receive(_ action: Action, _ tag: Tag) -> [Effect] {
    switch action {
    case .ticked(let kind):
      if ticked.contains(kind) { ticked.removeAll { $0 == kind } } else { ticked.append(kind) }
      if hasGuardian { isOver14 = false }
    case .over14Ticked:
      isOver14.toggle()
      if isOver14 { ticked.removeAll { $0 == Consent.guardian } }
    case .allTicked:
      let (all, hasGuardian) = (areAllTicked, hasGuardian)
      ticked = all ? [] : texts.map { $0.kind } + (hasGuardian ? [Consent.guardian] : [])
      isOver14 = !all && !hasGuardian
    case .retryTapped:
      terms = .loading
      return [AccountAPI.terms.ask(Nothing(), tag)]
    }
    return []
  }

  mutating func take(_ outcome: HTTPOutcome) {
    switch AccountAPI.terms.outcome(outcome) {
    case .success(let texts): terms = .value(texts)
    case .failure: if terms.value.isNone { terms = .failed }
    }
  }

  private var hasGuardian: Bool { ticked.contains(Consent.guardian) }
  private var hasAge: Bool { isOver14 || hasGuardian }
  /// What everybody is asked; a guardian's consent stands in place of an age.
  private var texts: [TermsText] { (terms.value ?? []).filter { $0.kind != Consent.guardian } }

  var areAllTicked: Bool { !terms.value.isNone && hasAge && texts.allSatisfy { ticked.contains($0.kind) } }

  /// Whether all that is required is ticked.
  var isComplete: Bool {
    !terms.value.isNone && hasAge && texts.allSatisfy { !$0.isRequired || ticked.contains($0.kind) }
  }

  /// As a sign-up sends it.
  var members: JSONObject {
    let agreed = (terms.value ?? []).filter { ticked.contains($0.kind) }
    return [
      "consents": .array(agreed.map { Consent(kind: $0.kind, version: $0.version).json }), "over14": .bool(isOver14),
    ]
  }
}

extension TermsChoice {
  /// The ticks as rows, and links to the texts.
  public func rows(_ l: Language) -> [PageModel<Action>.Row] {
    switch terms {
    case .loading: [.init("loading", l.say("약관을 불러오고 있어요", "Loading the terms", "規約を読み込んでいます"))]
    case .failed, .missing:
      [
        .init(
          "retry", l.say("약관을 불러오지 못했어요. 다시 시도", "We couldn’t load the terms. Try again", "規約を読み込めませんでした。もう一度試す"),
          .button(.retryTapped))
      ]
    case .value(let terms): all(l) + age(terms, l) + texts.flatMap { row($0, l) }
    }
  }

  private func all(_ l: Language) -> [PageModel<Action>.Row] {
    [
      .init(
        "all", l.say("모두 동의해요", "Agree to all", "すべて同意する"), isMarked: true, .choice(areAllTicked, .allTicked))
    ]
  }

  /// Old enough, or, where children may sign up, a guardian's consent: one of the two.
  private func age(_ terms: [TermsText], _ l: Language) -> [PageModel<Action>.Row] {
    let guardian = terms.first { $0.kind == Consent.guardian }
    let own = PageModel<Action>.Row(
      "over14", GuardianWords.over14(l, isAlone: guardian.isNone), .choice(isOver14, .over14Ticked))
    guard let guardian else { return [own] }
    return [
      own, .init(guardian.kind, guardian.title, .choice(ticked.contains(guardian.kind), .ticked(guardian.kind))),
      GuardianWords.page(guardian.bodyURL, l),
    ]
  }

  private func row(_ text: TermsText, _ l: Language) -> [PageModel<Action>.Row] {
    let mark = text.isRequired ? l.say(" (필수)", " (required)", "（必須）") : l.say(" (선택)", " (optional)", "（任意）")
    let choice = PageModel<Action>.Row(
      text.kind, text.title + mark, .choice(ticked.contains(text.kind), .ticked(text.kind)))
    guard !text.bodyURL.isEmpty else { return [choice] }
    let read = l.say("\(text.title) 읽기", "Read: \(text.title)", "\(text.title)を読む")
    return [choice, .init("text " + text.kind, read, .page(text.bodyURL))]
  }
}
