import Account
import AnnexCore
import Components
import Domain
import FeatureCore
import Markup
import Me
import PageScreens
import Wire

/// Draws the annex from its state.
public func annexScreen(_ state: AnnexState, now: Timestamp) -> Node<Annex.Action> {
  div(.class("annex-root")) { place(state, now) }
}

private func place(_ state: AnnexState, _ now: Timestamp) -> Node<Annex.Action> {
  if let page = Annex.page(state, now: now) {
    return PageScreen(model: page, back: .backTapped, left: .fieldLeft).node
  }
  switch state.route {
  case .signIn, .signUp:
    return accountScreen(
      Account.model(state.account, state.language), slogan: Annex.slogan(state), notice: Annex.expiryNotice(state))
  case .settings, .me(.overview): return settingsScreen(Annex.settings(state))
  case .phone, .reset, .me, .unknown:
    let model = Annex.notFound(state)
    return section(.key("unknown"), .class("screen"), .label(model.title)) {
      face(.search, title: model.title, text: model.text, isPage: true)
    }
  }
}
