import Domain
import FeatureCore

/// The form in plain texts and flags, as a screen draws it.
public struct AccountModel: Equatable, Sendable {
  public var form: AccountForm
  public var title: String
  public var email: AccountFieldModel
  public var password: AccountFieldModel
  /// Only in the sign-up form.
  public var nickname: AccountFieldModel?
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
    return AccountModel(
      form: state.form,
      title: AccountWords.title(state.form, language),
      email: emailModel(state, language),
      password: passwordModel(state, language),
      nickname: isSignUp ? nicknameModel(state, language) : nil,
      isPasswordShown: state.isPasswordShown,
      passwordEyeLabel: AccountWords.eye(isShown: state.isPasswordShown, language),
      passwordRules: isSignUp ? rules(state, language) : [],
      submitLabel: AccountWords.submit(state.form, isBusy: state.isSending, language),
      isBusy: state.isSending,
      isComplete: state.firstFaultyField == nil,
      notice: state.notice.map { AccountWords.notice($0, language) },
      otherPrompt: AccountWords.otherPrompt(state.form, language),
      otherLabel: AccountWords.title(isSignUp ? .signIn : .signUp, language))
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
