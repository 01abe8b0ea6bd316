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

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown
    case retryTapped
    case unlinkTapped(IdentityKind)
    case confirmed
    case dismissed
    case answered(Tag, HTTPOutcome)
  }

  static let listTag = Tag("me/ways/list")
  static let offerTag = Tag("me/ways/offer")
  static let unlinkTag = Tag("me/ways/unlink")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped:
      if case .failed = state.identities { state.identities = .loading }
      return [AccountAPI.identities.ask(Nothing(), listTag), AccountAPI.ways.ask(Nothing(), offerTag)]
    case .unlinkTapped(let kind): state.asked = kind
    case .dismissed: state.asked = nil
    case .confirmed:
      guard let kind = state.asked, !state.isEnding else { return [] }
      state.asked = nil
      state.fault = nil
      state.isUnreachable = false
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
      case .failure(.refused(let error)): if error.status != 404 { state.fault = error.code }
      case .failure: state.isUnreachable = true
      }
      return [AccountAPI.identities.ask(Nothing(), listTag)]
    case .answered: break
    }
    return []
  }
}
