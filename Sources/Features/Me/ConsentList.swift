import AccountContract
import Contract
import Domain
import FeatureCore
import Wire

/// What the person agreed to, what must still be asked, and taking back what is not required.
public enum ConsentList: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var terms = Loaded<[TermsText]>.loading
    public internal(set) var answer = Loaded<ConsentAnswer>.loading
    /// What is ticked among the missing ones, by kind.
    public internal(set) var ticked: [String] = []
    public internal(set) var isSending = false
    public internal(set) var notice: FormNotice?

    public init() {}

    /// What our apps must ask for now; empty once all is said.
    public var missing: [String] { answer.value?.missing ?? [] }
  }

  public enum Action: Equatable, Sendable {
    case shown
    case retryTapped
    case ticked(String)
    case submitted
    /// Whoever does not agree may go.
    case signOutTapped
    /// Something that is not required is agreed to, or taken back.
    case changed(String, isAgreed: Bool)
    case answered(Tag, HTTPOutcome)
  }

  static let over14 = "over14"
  static let termsTag = Tag("me/consents/terms")
  static let listTag = Tag("me/consents/list")
  static let sendTag = Tag("me/consents/send")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped:
      if case .failed = state.terms { state.terms = .loading }
      if case .failed = state.answer { state.answer = .loading }
      return [AccountAPI.terms.ask(Nothing(), termsTag), AccountAPI.consents.ask(Nothing(), listTag)]
    case .ticked(let kind):
      state.notice = nil
      if state.ticked.contains(kind) { state.ticked.removeAll { $0 == kind } } else { state.ticked.append(kind) }
      // One of the two says how old somebody is.
      let other = kind == over14 ? Consent.guardian : kind == Consent.guardian ? over14 : ""
      state.ticked.removeAll { $0 == other }
    case .submitted: return submit(&state)
    case .signOutTapped: return [.wish(.signOut)]
    case .changed(let kind, let isAgreed):
      guard !state.isSending, let text = state.terms.value?.first(where: { $0.kind == kind }) else { return [] }
      state.isSending = true
      state.notice = nil
      let consent = Consent(kind: kind, version: text.version, isAgreed: isAgreed)
      return [AccountAPI.consent.ask(ConsentForm(consents: [consent]), sendTag)]
    case .answered(termsTag, let outcome):
      switch AccountAPI.terms.outcome(outcome) {
      case .success(let terms): state.terms = .value(terms)
      case .failure: if state.terms.value.isNone { state.terms = .failed }
      }
    case .answered(listTag, let outcome):
      switch AccountAPI.consents.outcome(outcome) {
      case .success(let answer): state.answer = .value(answer)
      case .failure: if state.answer.value.isNone { state.answer = .failed }
      }
    case .answered(sendTag, let outcome):
      state.isSending = false
      switch AccountAPI.consent.outcome(outcome) {
      case .success(let answer):
        let wasAsked = !state.missing.isEmpty
        state.answer = .value(answer)
        state.ticked = []
        // Whoever was led here goes on to where they wanted to be. To a newcomer nothing was open before: the renewed
        // session says that it is.
        if wasAsked && answer.missing.isEmpty { return [.wish(.renewal), .wish(.back)] }
      case .failure(let failure): state.notice = FormNotice(failure)
      }
    case .answered: break
    }
    return []
  }

  private static func submit(_ state: inout State) -> [Effect] {
    guard !state.isSending, let terms = state.terms.value else { return [] }
    state.notice = nil
    let isChild = state.ticked.contains(Consent.guardian)
    guard state.missing.allSatisfy({ state.ticked.contains($0) || $0 == over14 && isChild }) else {
      state.notice = .refused(.consentMissing, retryAfterSeconds: nil)
      return []
    }
    var consents: [Consent] = []
    for text in terms where state.missing.contains(text.kind) || text.kind == Consent.guardian && isChild {
      consents.append(Consent(kind: text.kind, version: text.version))
    }
    state.isSending = true
    let isOver14: Bool? = state.missing.contains(over14) ? !isChild : nil
    return [AccountAPI.consent.ask(ConsentForm(consents: consents, isOver14: isOver14), sendTag)]
  }
}
