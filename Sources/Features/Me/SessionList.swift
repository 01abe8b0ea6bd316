import AccountContract
import Contract
import Domain
import FeatureCore
import Wire

/// The devices that are signed in: which one this is, and signing out one or all of the others.
public enum SessionList: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var sessions = Loaded<[SessionEntry]>.loading
    /// A question before something is ended.
    public internal(set) var asked: Question?
    public internal(set) var isEnding = false
    public internal(set) var hasFailed = false

    public init() {}
  }

  public enum Question: Equatable, Sendable {
    case one(SessionEntry)
    case others
  }

  public enum Action: Equatable, Sendable {
    case shown
    case retryTapped
    case endTapped(String)
    case endOthersTapped
    case confirmed
    case dismissed
    case answered(Tag, HTTPOutcome)
  }

  static let listTag = Tag("me/sessions/list")
  static let endTag = Tag("me/sessions/end")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped:
      if case .failed = state.sessions { state.sessions = .loading }
      return [AccountAPI.sessions.ask(Nothing(), listTag)]
    case .endTapped(let id):
      state.asked = state.sessions.value?.first { $0.id == id && !$0.isThis }.map { .one($0) }
    case .endOthersTapped: state.asked = .others
    case .dismissed: state.asked = nil
    case .confirmed: return end(&state)
    case .answered(listTag, let outcome):
      switch AccountAPI.sessions.outcome(outcome) {
      case .success(let sessions): state.sessions = .value(sessions)
      case .failure: if state.sessions.value.isNone { state.sessions = .failed }
      }
    case .answered(endTag, let outcome):
      state.isEnding = false
      // Both are answered alike. One that is not there has ended.
      switch AccountAPI.endSession.outcome(outcome) {
      case .success: break
      case .failure(.refused(let error)) where error.status == 404: break
      case .failure: state.hasFailed = true
      }
      return [AccountAPI.sessions.ask(Nothing(), listTag)]
    case .answered: break
    }
    return []
  }

  private static func end(_ state: inout State) -> [Effect] {
    guard let asked = state.asked, !state.isEnding else { return [] }
    state.asked = nil
    state.isEnding = true
    state.hasFailed = false
    switch asked {
    case .one(let entry): return [AccountAPI.endSession.ask(entry.id, endTag)]
    case .others: return [AccountAPI.endSessions.ask(false, endTag)]
    }
  }
}
