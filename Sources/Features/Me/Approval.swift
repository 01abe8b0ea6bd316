import AccountContract
import Contract
import Domain
import FeatureCore
import Wire

/// Of a doctor: what the operator made of the sign-up, and asking again with a corrected number or clinic.
public enum Approval: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var approval = Loaded<DoctorApproval>.loading
    public internal(set) var license = ""
    public internal(set) var clinic = ""
    public internal(set) var isSending = false
    public internal(set) var isSent = false
    /// The number is missing or too long.
    public internal(set) var isFaulty = false
    public internal(set) var notice: FormNotice?

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown
    case retryTapped
    case licenseTyped(String)
    case clinicTyped(String)
    case submitted
    case answered(Tag, HTTPOutcome)
  }

  static let loadTag = Tag("me/approval/load")
  static let sendTag = Tag("me/approval/send")
  /// In characters, as the server takes it.
  static let longestLicense = 40

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown, .retryTapped:
      if case .failed = state.approval { state.approval = .loading }
      return [AccountAPI.approval.ask(Nothing(), loadTag)]
    case .licenseTyped(let text):
      state.license = text
      state.isFaulty = false
      state.isSent = false
      state.notice = nil
    case .clinicTyped(let text):
      state.clinic = text
      state.isSent = false
    case .submitted: return submit(&state)
    case .answered(loadTag, let outcome):
      switch AccountAPI.approval.outcome(outcome) {
      case .success(let approval): state.approval = .value(approval)
      case .failure: if state.approval.value.isNone { state.approval = .failed }
      }
    case .answered(sendTag, let outcome):
      state.isSending = false
      switch AccountAPI.applyForApproval.outcome(outcome) {
      case .success(let approval):
        state.approval = .value(approval)
        state.isSent = true
      case .failure(let failure): state.notice = FormNotice(failure)
      }
    case .answered: break
    }
    return []
  }

  private static func submit(_ state: inout State) -> [Effect] {
    guard !state.isSending else { return [] }
    let license = trimmed(state.license)
    state.notice = nil
    state.isFaulty = license.isEmpty || license.count > longestLicense
    if state.isFaulty { return [.focus(elementID: "license")] }
    state.isSending = true
    let application = DoctorApplication(licenseNumber: license, clinic: trimmed(state.clinic))
    return [AccountAPI.applyForApproval.ask(application, sendTag)]
  }
}
