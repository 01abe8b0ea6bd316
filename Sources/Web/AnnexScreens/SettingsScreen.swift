import AnnexCore
import Components
import Domain
import FeatureCore
import Markup
import PageScreens

func settingsScreen(_ model: SettingsModel) -> Node<Annex.Action> {
  section(.key("settings"), .class("screen"), .label(model.title)) {
    bar(model.title, back: model.backLabel.map { BackButton(label: $0, action: .backTapped) })
    div(.key("content"), .class("content")) {
      if let nick = model.nick { whoami(nick, model.email ?? "", model.picture) }
      PageScreen.parts(model.parts, of: model.title, left: .fieldLeft)
      group(model.languageTitle) {
        segments(
          label: model.languageTitle,
          model.languages.map {
            Segment(text: $0.label, lang: $0.value.rawValue, isChosen: $0.isChosen, action: .languageChosen($0.value))
          })
      }
      group(model.themeTitle) {
        segments(
          label: model.themeTitle,
          model.themes.map { Segment(text: $0.label, isChosen: $0.isChosen, action: .themeChosen($0.value)) })
      }
      div(.key("leave"), .class("group")) {
        if model.nick == nil {
          a(.class("btn primary block"), .route("/sign-in"), .text(model.signInLabel))
        } else {
          actionButton(model.signOutLabel, .danger, isBlock: true, action: .signOutTapped)
          p(.class("hint center"), .text(model.signOutHint))
        }
      }
    }
  }
}

private func whoami(_ nick: String, _ email: String, _ picture: String?) -> Node<Annex.Action> {
  div(.key("who"), .class("group")) {
    div(.class("card person")) {
      avatar(letter: nick.first.map { String($0) } ?? "", tint: 0, picture: picture)
      div(.class("row-main")) {
        strong(.class("row-title"), .text(nick))
        span(.class("row-sub"), .text(email))
      }
    }
  }
}

/// A part of a screen under a heading of its own.
func group(_ title: String, @NodeBuilder<Annex.Action> content: () -> [Node<Annex.Action>]) -> Node<Annex.Action> {
  div(.key(title), .class("group")) {
    h2(.text(title))
    content()
  }
}
