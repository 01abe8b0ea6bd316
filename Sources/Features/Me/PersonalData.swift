import AccountContract
import Contract
import Domain
import FeatureCore
import JSON
import Wire

/// A copy of all that is kept of the person, and erasing the account.
public enum PersonalData: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var export = Loaded<ExportState>.loading
    public internal(set) var preview = Loaded<ErasePreview>.loading
    public internal(set) var password = ""
    public internal(set) var isAsking = false
    public internal(set) var isErasing = false
    public internal(set) var notice: FormNotice?

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown
    case retryTapped
    case exportTapped
    case timerFired
    case passwordTyped(String)
    case eraseTapped
    case confirmed
    case dismissed
    case answered(Tag, HTTPOutcome)
  }

  static let exportTag = Tag("me/data/export")
  static let startTag = Tag("me/data/start")
  static let previewTag = Tag("me/data/preview")
  static let eraseTag = Tag("me/data/erase")
  public static let timer = Tag("me/data/timer")
  static let pause = 2_000

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped:
      if case .failed = state.export { state.export = .loading }
      if case .failed = state.preview { state.preview = .loading }
      return [AccountAPI.export.ask(Nothing(), exportTag), AccountAPI.erasePreview.ask(Nothing(), previewTag)]
    case .exportTapped:
      state.notice = nil
      return [AccountAPI.startExport.ask(Nothing(), startTag)]
    case .timerFired: return [AccountAPI.export.ask(Nothing(), exportTag)]
    case .passwordTyped(let text):
      state.password = text
      state.notice = nil
    case .eraseTapped: return ask(&state)
    case .dismissed: state.isAsking = false
    case .confirmed:
      guard state.isAsking, !state.isErasing else { return [] }
      state.isAsking = false
      state.isErasing = true
      return [AccountAPI.erase.ask(state.password.isEmpty ? nil : state.password, eraseTag)]
    case .answered(let tag, let outcome): return take(tag, outcome, &state)
    }
    return []
  }

  private static func ask(_ state: inout State) -> [Effect] {
    guard let preview = state.preview.value, preview.open.isEmpty, !state.isErasing else { return [] }
    state.notice = nil
    if preview.hasPassword && state.password.isEmpty { return [.focus(elementID: "erase-password")] }
    if !preview.hasPassword && !preview.isFresh {
      state.notice = .refused(.proofNeeded, retryAfterSeconds: nil)
      return []
    }
    state.isAsking = true
    return []
  }

  private static func take(_ tag: Tag, _ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    switch tag {
    case exportTag, startTag:
      // Both are answered alike.
      switch AccountAPI.export.outcome(outcome) {
      case .success(let export):
        state.export = .value(export)
        return export.stage == .preparing ? [.startTimer(milliseconds: pause, timer)] : []
      case .failure(let failure):
        if tag == startTag { state.notice = FormNotice(failure) }
        if state.export.value.isNone { state.export = .failed }
      }
    case previewTag:
      switch AccountAPI.erasePreview.outcome(outcome) {
      case .success(let preview): state.preview = .value(preview)
      case .failure: if state.preview.value.isNone { state.preview = .failed }
      }
    case eraseTag:
      state.isErasing = false
      switch AccountAPI.erase.outcome(outcome) {
      // The session has ended with the account: the app goes, and takes what it kept along.
      case .success: return [.wish(.signOut)]
      case .failure(let failure):
        state.notice = FormNotice(failure)
        return [AccountAPI.erasePreview.ask(Nothing(), previewTag)]
      }
    default: break
    }
    return []
  }
}
