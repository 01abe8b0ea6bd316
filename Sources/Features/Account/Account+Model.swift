import AccountContract
import Domain
import FeatureCore

/// The form in plain texts and flags, as a screen draws it.
public struct AccountModel {
  public var form: AccountForm
  public var title: String
  public var email: AccountFieldModel
  public var password: AccountFieldModel
  /// Only in the sign-up form.
  public var nickname: AccountFieldModel?
  /// Only where a doctor signs up.
  public var license: AccountFieldModel?
  public var clinic: AccountFieldModel?
  /// Only in the sign-up form: what is to be agreed to.
  public var terms: [PageModel<TermsChoice.Action>.Row]
  public var isPasswordShown: Bool
  /// The name of the button that shows or hides the password.
  public var passwordEyeLabel: String
  /// Only in the sign-up form.
  public var passwordRules: [PasswordRuleModel]
  public var submitLabel: String
  public var isBusy: Bool
  /// Whether nothing is missing. The button works before that too: it leads to the field that needs work.
  public var isComplete: Bool
  public var notice: String?
  public var otherPrompt: String
  public var otherLabel: String
  /// Only in the sign-in form.
  public var forgotLabel: String?
  public var providers: [ProviderModel]
  /// nil where the server does not offer it.
  public var phoneLabel: String?
  /// Before the other ways in; nil where there are none.
  public var orLabel: String?
}

public struct ProviderModel: Equatable, Sendable {
  public var kind: IdentityKind
  public var label: String
  /// Of a page of the server, which leads on to the provider's.
  public var path: String
}

public struct AccountFieldModel: Equatable, Sendable {
  public var field: AccountField
  public var label: String
  public var value: String
  public var error: String?
  public var hint: String?
  public var isChecking = false
  public var isGood = false
}

public struct PasswordRuleModel: Equatable, Sendable {
  public var text: String
  public var isMet: Bool
  /// What a screen reader adds to the text.
  public var spoken: String
}

extension Account {
  public static func model(_ state: State, _ language: Language) -> AccountModel {
    let isSignUp = state.form == .signUp
    // A doctor's sign-up needs more than a number.
    let hasPhone = state.ways?.phone == true && !(isSignUp && state.isDoctor)
    let providers = providers(state, language)
    return AccountModel(
      form: state.form,
      title: AccountWords.title(state.form, language),
      email: emailModel(state, language),
      password: passwordModel(state, language),
      nickname: isSignUp ? nicknameModel(state, language) : nil,
      license: state.asksForLicense ? doctorModel(.license, state.license, state, language) : nil,
      clinic: state.asksForLicense ? doctorModel(.clinic, state.clinic, state, language) : nil,
      terms: isSignUp ? state.terms.rows(language) : [],
      isPasswordShown: state.isPasswordShown,
      passwordEyeLabel: AccountWords.eye(isShown: state.isPasswordShown, language),
      passwordRules: isSignUp ? rules(state, language) : [],
      submitLabel: AccountWords.submit(state.form, isBusy: state.isSending, language),
      isBusy: state.isSending,
      isComplete: state.firstFaultyField == nil && (!isSignUp || state.terms.isComplete),
      notice: state.notice.map { AccountWords.notice($0, language) },
      otherPrompt: AccountWords.otherPrompt(state.form, language),
      otherLabel: AccountWords.title(isSignUp ? .signIn : .signUp, language),
      forgotLabel: isSignUp ? nil : AccountWords.forgot(language),
      providers: providers,
      phoneLabel: hasPhone ? AccountWords.phone(language) : nil,
      orLabel: hasPhone || !providers.isEmpty ? AccountWords.or(language) : nil)
  }

  /// The page of the server leads back to where the app goes on to the place that was wanted.
  private static func providers(_ state: State, _ language: Language) -> [ProviderModel] {
    guard let ways = state.ways else { return [] }
    var kinds: [IdentityKind] = ways.kakao ? [.kakao] : []
    if ways.apple { kinds.append(.apple) }
    return kinds.map { kind in
      ProviderModel(
        kind: kind, label: AccountWords.provider(kind, language),
        path: "/v1/web/" + state.app.rawValue + "/sign-in/" + kind.rawValue + "?to=sign-in")
    }
  }

  private static func doctorModel(
    _ field: AccountField, _ value: String, _ state: State, _ language: Language
  ) -> AccountFieldModel {
    var model = AccountFieldModel(field: field, label: AccountWords.label(field, language), value: value)
    if state.isJudged(field) && state.isFaulty(field) { model.error = AccountWords.missing(field, language) }
    model.isGood = !state.isFaulty(field)
    return model
  }

  private static func emailModel(_ state: State, _ language: Language) -> AccountFieldModel {
    var model = AccountFieldModel(
      field: .email, label: AccountWords.label(.email, language), value: state.email)
    if state.isJudged(.email), let fault = state.emailFault {
      model.error = AccountWords.fault(fault, language)
    } else if state.form == .signUp {
      if state.availability == .taken { model.error = AccountWords.taken(language) }
      model.hint = AccountWords.hint(state.availability, language)
      model.isChecking = state.availability == .checking
      model.isGood = state.availability == .free
    }
    return model
  }

  private static func passwordModel(_ state: State, _ language: Language) -> AccountFieldModel {
    var model = AccountFieldModel(
      field: .password, label: AccountWords.label(.password, language), value: state.password)
    let isFaulty = state.isFaulty(.password)
    if isFaulty && AccountRules.faults(password: state.password).contains(.tooLong) {
      model.error = AccountWords.rule(.tooLong, language)
    } else if isFaulty && state.isJudged(.password) {
      model.error = AccountWords.passwordFault(state.form, language)
    }
    model.isGood = state.form == .signUp && !isFaulty
    return model
  }

  private static func nicknameModel(_ state: State, _ language: Language) -> AccountFieldModel {
    var model = AccountFieldModel(
      field: .nickname, label: AccountWords.label(.nickname, language), value: state.nickname)
    let fault = AccountRules.fault(nickname: state.nick)
    if state.isJudged(.nickname), let fault { model.error = AccountWords.fault(fault, language) }
    model.isGood = fault == nil
    return model
  }

  private static func rules(_ state: State, _ language: Language) -> [PasswordRuleModel] {
    let faults = AccountRules.faults(password: state.password)
    let rules: [AccountRules.PasswordFault] = [.tooShort, .noLetter, .noDigit, .noSpecial]
    return rules.map { rule in
      let isMet = !faults.contains(rule)
      return PasswordRuleModel(
        text: AccountWords.rule(rule, language), isMet: isMet, spoken: AccountWords.spoken(isMet: isMet, language))
    }
  }
}
