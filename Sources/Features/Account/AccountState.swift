import AccountContract
import Domain
import FeatureCore

public enum AccountForm: Equatable, Sendable {
  case signIn, signUp
}

/// A field of the forms. The raw value is the id of its control on the page.
public enum AccountField: String, Equatable, Sendable {
  case email, password, nickname
  /// Of a doctor.
  case license, clinic

  var bit: Int {
    switch self {
    case .email: 1
    case .password: 2
    case .nickname: 4
    case .license: 8
    case .clinic: 16
    }
  }
}

/// What is known of the e-mail that stands in the sign-up form.
public enum EmailAvailability: Equatable, Sendable {
  case unchecked, checking, free, taken
  /// The check could not be made; joining will tell.
  case unknown
}

public struct AccountState: Equatable, Sendable {
  public var form: AccountForm
  public var email = ""
  public var password = ""
  public var nickname = ""
  public var license = ""
  public var clinic = ""
  /// Whose app it is: doctors say more of themselves.
  public internal(set) var isDoctor = false
  public internal(set) var terms = TermsChoice()
  /// Which ways in the server offers; nil until it has said.
  public internal(set) var ways: WaysIn?
  public internal(set) var app = App.eyemon
  public var isPasswordShown = false
  public var availability = EmailAvailability.unchecked
  public var isSending = false
  public var notice: FormNotice?
  /// The fields whose faults are shown: those that were left, and all of them after a try to submit.
  var judged = 0
  /// A join got no answer. It may have happened, and "taken" may then mean this very person.
  var isJoinUnconfirmed = false

  public init(form: AccountForm = .signIn) {
    self.form = form
  }

  var address: String { trimmed(email) }
  var nick: String { trimmed(nickname) }

  var emailFault: AccountRules.EmailFault? { AccountRules.fault(email: address) }

  func isJudged(_ field: AccountField) -> Bool { judged & field.bit != 0 }

  /// Shown or not. Signing in asks for no more of a password than that there is one: rules may have been others once.
  func isFaulty(_ field: AccountField) -> Bool {
    switch field {
    case .email: emailFault != nil || (form == .signUp && availability == .taken)
    case .password: form == .signIn ? password.isEmpty : !AccountRules.faults(password: password).isEmpty
    case .nickname: form == .signUp && AccountRules.fault(nickname: nick) != nil
    case .license: asksForLicense && trimmed(license).isEmpty
    case .clinic: asksForLicense && trimmed(clinic).isEmpty
    }
  }

  var asksForLicense: Bool { form == .signUp && isDoctor }

  /// In the order of the page.
  var firstFaultyField: AccountField? {
    if isFaulty(.email) { return .email }
    if isFaulty(.password) { return .password }
    if isFaulty(.nickname) { return .nickname }
    if isFaulty(.license) { return .license }
    return isFaulty(.clinic) ? .clinic : nil
  }
}
