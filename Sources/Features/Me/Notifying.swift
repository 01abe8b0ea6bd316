import AccountContract
import Contract
import Domain
import FeatureCore
import Wire

/// Notifications of this browser, and how much of them shows on a locked screen.
public enum Notifying: Feature {
  public struct State: Equatable, Sendable {
    /// nil until the browser has said.
    public internal(set) var standing: PushStanding?
    public internal(set) var level = Loaded<LockScreenLevel>.loading
    public internal(set) var isBusy = false
    public internal(set) var hasFailed = false
    var key = ""

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown
    case retryTapped
    case onTapped
    case offTapped
    case levelChosen(LockScreenLevel)
    case standing(PushStanding)
    case answered(Tag, HTTPOutcome)
  }

  static let levelTag = Tag("me/push/level")
  static let chooseTag = Tag("me/push/choose")
  static let keyTag = Tag("me/push/key")
  static let subscribeTag = Tag("me/push/subscribe")
  static let keepTag = Tag("me/push/keep")
  static let unsubscribeTag = Tag("me/push/unsubscribe")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped:
      if case .failed = state.level { state.level = .loading }
      return [
        .push(.check), AccountAPI.notificationSettings.ask(Nothing(), levelTag),
        AccountAPI.pushKey.ask(Nothing(), keyTag),
      ]
    case .onTapped:
      guard !state.isBusy, !state.key.isEmpty else { return [] }
      state.isBusy = true
      state.hasFailed = false
      return [.push(.subscribe(key: state.key))]
    case .offTapped:
      guard !state.isBusy else { return [] }
      state.isBusy = true
      state.hasFailed = false
      return [AccountAPI.unsubscribe.ask(Nothing(), unsubscribeTag)]
    case .levelChosen(let level):
      state.level = .value(level)
      state.hasFailed = false
      return [AccountAPI.setNotificationSettings.ask(level, chooseTag)]
    case .standing(let standing): return settle(standing, &state)
    case .answered(let tag, let outcome): return take(tag, outcome, &state)
    }
  }

  private static func settle(_ standing: PushStanding, _ state: inout State) -> [Effect] {
    let isWanted = state.isBusy
    state.standing = standing
    guard case .on(let endpoint, let p256dh, let auth) = standing else {
      state.isBusy = false
      return []
    }
    // What the browser has kept the server may have lost with an earlier session.
    let tag = isWanted ? subscribeTag : keepTag
    return [AccountAPI.subscribe.ask(WebPushForm(endpoint: endpoint, p256dh: p256dh, auth: auth), tag)]
  }

  private static func take(_ tag: Tag, _ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    switch tag {
    case levelTag:
      switch AccountAPI.notificationSettings.outcome(outcome) {
      case .success(let level): state.level = .value(level)
      case .failure: if state.level.value.isNone { state.level = .failed }
      }
    case chooseTag:
      if case .failure = AccountAPI.setNotificationSettings.outcome(outcome) {
        state.hasFailed = true
        return [AccountAPI.notificationSettings.ask(Nothing(), levelTag)]
      }
    case keyTag:
      if case .success(let key) = AccountAPI.pushKey.outcome(outcome) { state.key = key }
    case subscribeTag:
      state.isBusy = false
      if case .failure = AccountAPI.subscribe.outcome(outcome) {
        // What the server does not know brings nothing: the browser forgets it as well.
        state.hasFailed = true
        return [.push(.unsubscribe)]
      }
    case unsubscribeTag:
      state.isBusy = false
      if case .failure = AccountAPI.unsubscribe.outcome(outcome) {
        state.hasFailed = true
      } else {
        return [.push(.unsubscribe)]
      }
    default: break
    }
    return []
  }
}
