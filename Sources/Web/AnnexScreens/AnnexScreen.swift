import Account
import AnnexCore
import Components
import Domain
import FeatureCore
import Markup
import Wire

/// Draws the annex from its state.
public func annexScreen(_ state: AnnexState, now: Timestamp) -> Node<Annex.Action> {
  div(.class("annex-root")) { place(state) }
}

private func place(_ state: AnnexState) -> Node<Annex.Action> {
  switch state.route {
  case .signIn, .signUp:
    return accountScreen(
      Account.model(state.account, state.language), slogan: Annex.slogan(state), notice: Annex.expiryNotice(state))
  case .settings, .me: return settingsScreen(Annex.settings(state))
  case .unknown:
    let model = Annex.notFound(state)
    return section(.key("unknown"), .class("screen"), .label(model.title)) {
      face(.search, title: model.title, text: model.text, isPage: true)
    }
  }
}
