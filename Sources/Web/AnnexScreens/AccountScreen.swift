import Account
import AnnexCore
import Components
import Domain
import FeatureCore
import Markup
import PageScreens

func accountScreen(_ model: AccountModel, slogan: String, notice: String?) -> Node<Annex.Action> {
  section(.key("account"), .class("screen"), .label(model.title)) {
    div(.class("content")) {
      form(.class("form"), .onSubmit(.account(.submitted))) {
        div(.key("hero"), .class("hero")) {
          icon(.eye)
          h1(.id("title"), .set(.tabindex, "-1"), .text(model.title))
          p(.text(slogan))
        }
        if let notice { p(.key("expired"), .class("hint"), .role("status"), .text(notice)) }
        emailField(model.email)
        passwordField(model)
        if let nickname = model.nickname { nicknameField(nickname) }
        if let license = model.license { base(license) { .licenseTyped($0) }.node }
        if let clinic = model.clinic { base(clinic) { .clinicTyped($0) }.node }
        if !model.terms.isEmpty {
          ul(.key("terms"), .class("checks")) {
            model.terms.map { row in li(.key(row.key)) { PageScreen.line(row.map(agreeing)) } }
          }
        }
        div(.key("notice"), .role("alert")) {
          if let notice = model.notice { p(.class("form-error"), .text(notice)) }
        }
        actionButton(model.submitLabel, .primary, isBusy: model.isBusy, isBlock: true, submits: true, action: nil)
        if let label = model.forgotLabel {
          p(.key("forgot"), .class("center")) { a(.class("link"), .route("/sign-in/reset"), .text(label)) }
        }
        if let or = model.orLabel {
          p(.key("or"), .class("or")) { span(.text(or)) }
          model.providers.compactMap(provider)
          if let label = model.phoneLabel {
            a(.key("phone"), .class("btn block"), .route("/sign-in/phone"), .text(label))
          }
        }
        p(.key("other"), .class("center")) {
          span(.text(model.otherPrompt + " "))
          a(.class("link"), .route(model.form == .signUp ? "/sign-in" : "/sign-up"), .text(model.otherLabel))
        }
      }
    }
  }
}

private func agreeing(_ action: TermsChoice.Action) -> Annex.Action { .account(.terms(action)) }

/// By the brands' rules: their colours, symbol and words.
private func provider(_ model: ProviderModel) -> Node<Annex.Action>? {
  LocalPath(model.path).map { path in
    a(
      .key(model.kind.rawValue), .class("btn block brand " + model.kind.rawValue), .href(path),
      .onClick(.account(.providerTapped))
    ) {
      svg(.set(.viewBox, "0 0 24 24"), .aria(.ariaHidden, true)) {
        Markup.path(.set(.d, model.kind == .kakao ? BrandMark.kakao : BrandMark.apple))
      }
      span(.text(model.label))
    }
  }
}

private func base(_ model: AccountFieldModel, typed: @escaping (String) -> Account.Action) -> Field<Annex.Action> {
  var field = Field<Annex.Action>(
    id: model.field.rawValue, label: model.label, value: model.value, typed: { .account(typed($0)) },
    left: .account(.fieldLeft(model.field)))
  field.error = model.error
  field.hint = model.hint
  field.isGood = model.isGood
  return field
}

private func emailField(_ model: AccountFieldModel) -> Node<Annex.Action> {
  var field = base(model) { .emailTyped($0) }
  // Not `type="email"`: the browser would say its own words, in its own language, over ours.
  field.inputMode = "email"
  field.autocomplete = "username"
  return field.node
}

private func nicknameField(_ model: AccountFieldModel) -> Node<Annex.Action> {
  var field = base(model) { .nicknameTyped($0) }
  field.autocomplete = "nickname"
  return field.node
}

private func passwordField(_ model: AccountModel) -> Node<Annex.Action> {
  var field = base(model.password) { .passwordTyped($0) }
  field.type = model.isPasswordShown ? "text" : "password"
  field.autocomplete = model.form == .signUp ? "new-password" : "current-password"
  field.inner = button(
    .class("input-action"), .type("button"), .label(model.passwordEyeLabel), .keepsFocus,
    .onClick(.account(.passwordEyeTapped))
  ) { icon(model.isPasswordShown ? .eyeOff : .eye) }
  if !model.passwordRules.isEmpty {
    field.below = ul(.class("rules")) {
      for condition in model.passwordRules {
        rule(condition.text, isMet: condition.isMet, spoken: condition.spoken)
      }
    }
  }
  return field.node
}
