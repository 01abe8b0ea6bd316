import AccountContract
import Contract
import Domain
import FeatureCore
import Wire

/// The ways into the account, and closing one of them.
public enum WayList: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var identities = Loaded<[LinkedIdentity]>.loading
    /// What the server offers.
    public internal(set) var ways = WaysIn()
    public internal(set) var asked: IdentityKind?
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
    case confirmed
    case dismissed
    case answered(Tag, HTTPOutcome)
  }

  static let listTag = Tag("me/ways/list")
  static let offerTag = Tag("me/ways/offer")
  static let unlinkTag = Tag("me/ways/unlink")
  static let startTag = Tag("me/ways/start")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped:
      if case .failed = state.identities { state.identities = .loading }
      return [AccountAPI.identities.ask(Nothing(), listTag), AccountAPI.ways.ask(Nothing(), offerTag)]
    case .unlinkTapped(let kind): state.asked = kind
    case .dismissed: state.asked = nil
    case .linkTapped(let kind):
      guard !state.isStarting else { return [] }
      state.forget()
      state.isStarting = true
      return [AccountAPI.startLink.ask(ProviderWay(provider: kind.rawValue, target: "me/ways"), startTag)]
    case .returned(let kind, let fault):
      state.forget()
      state.linked = fault.isNone ? kind : nil
      state.returnFault = fault
    case .confirmed:
      guard let kind = state.asked, !state.isEnding else { return [] }
      state.forget()
      state.isEnding = true
      return [AccountAPI.unlinkIdentity.ask(kind.rawValue, unlinkTag)]
    case .answered(listTag, let outcome):
      switch AccountAPI.identities.outcome(outcome) {
      case .success(let identities): state.identities = .value(identities)
      case .failure: if state.identities.value.isNone { state.identities = .failed }
      }
    case .answered(offerTag, let outcome):
      if case .success(let ways) = AccountAPI.ways.outcome(outcome) { state.ways = ways }
    case .answered(unlinkTag, let outcome):
      state.isEnding = false
      switch AccountAPI.unlinkIdentity.outcome(outcome) {
      case .success: break
      case .failure(.refused(let error)) where error.status == 404: break
      case .failure(let failure): state.take(failure)
      }
      return [AccountAPI.identities.ask(Nothing(), listTag)]
    case .answered(startTag, let outcome):
      // Whoever comes back by the browser's own way may begin again.
      state.isStarting = false
      switch AccountAPI.startLink.outcome(outcome) {
      case .success(let address): return [.pushPath(address)]
      case .failure(let failure): state.take(failure)
      }
    case .answered: break
    }
    return []
  }
}

extension WayList.State {
  /// What was said before another try.
  fileprivate mutating func forget() {
    asked = nil
    fault = nil
    isUnreachable = false
    linked = nil
    returnFault = nil
  }

  fileprivate mutating func take(_ failure: CallFailure) {
    if case .refused(let error) = failure { fault = error.code } else { isUnreachable = true }
  }
}
