import AccountContract
import Contract
import Domain
import FeatureCore
import Wire

/// The ways into the account, opening and closing them. The account's password is asked for first, where it has one.
public enum WayList: Feature {
  public enum Change: Equatable, Sendable {
    case unlink(IdentityKind)
    case link(IdentityKind)
  }

  public struct State: Equatable, Sendable {
    public internal(set) var identities = Loaded<[LinkedIdentity]>.loading
    /// What the server offers.
    public internal(set) var ways = WaysIn()
    /// What the server wants to see before anything changes; nil until it has said so.
    public internal(set) var proof: ProofState?
    public internal(set) var asked: Change?
    public internal(set) var password = ""
    public internal(set) var isEnding = false
    public internal(set) var fault: ErrorCode?
    public internal(set) var isUnreachable = false
    /// A provider's page is being asked for.
    public internal(set) var isStarting = false
    /// What the way back from a provider's page brought.
    public internal(set) var linked: IdentityKind?
    public internal(set) var returnFault: String?

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown
    case retryTapped
    case unlinkTapped(IdentityKind)
    /// Kakao or Apple is to be another way in.
    case linkTapped(IdentityKind)
    case returned(IdentityKind, fault: String?)
    case passwordTyped(String)
    case confirmed
    case dismissed
    case answered(Tag, HTTPOutcome)
  }

  static let listTag = Tag("me/ways/list")
  static let offerTag = Tag("me/ways/offer")
  static let proofTag = Tag("me/ways/proof")
  static let unlinkTag = Tag("me/ways/unlink")
  static let startTag = Tag("me/ways/start")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped:
      if case .failed = state.identities { state.identities = .loading }
      return [
        AccountAPI.identities.ask(Nothing(), listTag), AccountAPI.ways.ask(Nothing(), offerTag),
        AccountAPI.proof.ask(Nothing(), proofTag),
      ]
    case .unlinkTapped(let kind): return ask(.unlink(kind), &state)
    case .dismissed: state.forget()
    case .linkTapped(let kind): return ask(.link(kind), &state)
    case .passwordTyped(let text):
      state.password = text
      state.fault = nil
    case .returned(let kind, let fault):
      state.forget()
      state.linked = fault.isNone ? kind : nil
      state.returnFault = fault
    case .confirmed: return confirm(&state)
    case .answered(let tag, let outcome): return take(tag, outcome, &state)
    }
    return []
  }

  private static func take(_ tag: Tag, _ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    switch tag {
    case listTag:
      switch AccountAPI.identities.outcome(outcome) {
      case .success(let identities): state.identities = .value(identities)
      case .failure: if state.identities.value.isNone { state.identities = .failed }
      }
    case offerTag:
      if case .success(let ways) = AccountAPI.ways.outcome(outcome) { state.ways = ways }
    case proofTag:
      switch AccountAPI.proof.outcome(outcome) {
      case .success(let proof):
        let isFirst = state.proof.isNone
        state.proof = proof
        // What was asked for before it was known what it needs.
        if isFirst, let change = state.asked { return ask(change, &state) }
      case .failure(let failure):
        if state.proof.isNone, !state.asked.isNone {
          state.asked = nil
          state.take(failure)
        }
      }
    case unlinkTag:
      state.isEnding = false
      switch AccountAPI.unlinkIdentity.outcome(outcome) {
      case .success: state.forget()
      case .failure(.refused(let error)) where error.status == 404: state.forget()
      case .failure(let failure): state.take(failure)
      }
      // With the address its password goes.
      return [AccountAPI.identities.ask(Nothing(), listTag), AccountAPI.proof.ask(Nothing(), proofTag)]
    case startTag:
      // Whoever comes back by the browser's own way may begin again.
      state.isStarting = false
      switch AccountAPI.startLink.outcome(outcome) {
      case .success(let address):
        state.forget()
        return [.pushPath(address)]
      case .failure(let failure): state.take(failure)
      }
    default: break
    }
    return []
  }

  private static func ask(_ change: Change, _ state: inout State) -> [Effect] {
    guard !state.isStarting, !state.isEnding else { return [] }
    state.forget()
    state.asked = change
    if state.proof.isNone { return [AccountAPI.proof.ask(Nothing(), proofTag)] }
    if state.needsPassword { return [.focus(elementID: passwordID)] }
    // Closing one is asked about; a provider's page asks by itself.
    if case .link = change { return confirm(&state) }
    return []
  }

  private static func confirm(_ state: inout State) -> [Effect] {
    guard let change = state.asked, !state.proof.isNone, !state.isEnding, !state.isStarting else { return [] }
    if state.needsPassword && state.password.isEmpty { return [.focus(elementID: passwordID)] }
    let password = state.password
    state.fault = nil
    state.isUnreachable = false
    if !state.needsPassword { state.asked = nil }
    switch change {
    case .unlink(let kind):
      state.isEnding = true
      return [AccountAPI.unlinkIdentity.ask(WayRemoval(kind: kind.rawValue, password: password), unlinkTag)]
    case .link(let kind):
      state.isStarting = true
      let way = ProviderWay(provider: kind.rawValue, target: "me/ways", password: password)
      return [AccountAPI.startLink.ask(way, startTag)]
    }
  }

  static let passwordID = "way-password"
}

extension WayList.State {
  var needsPassword: Bool { proof?.hasPassword ?? false }

  /// What was said before another try.
  fileprivate mutating func forget() {
    asked = nil
    password = ""
    fault = nil
    isUnreachable = false
    linked = nil
    returnFault = nil
  }

  fileprivate mutating func take(_ failure: CallFailure) {
    if case .refused(let error) = failure { fault = error.code } else { isUnreachable = true }
  }
}
