import AppCore
import Components
import Domain
import FeatureCore
import Markup

/// Where a person lands who is not signed in.
func welcomeScreen(_ model: WelcomeModel) -> Node<ConsultApp.Action> {
  section(.key("welcome"), .class("screen welcome"), .label(model.name)) {
    div(.class("welcome-main")) {
      icon(.eye)
      h1(.id("title"), .set(.tabindex, "-1"), .text(model.name))
      p(.text(model.slogan))
    }
    div(.class("welcome-actions")) {
      link(model.signUpLabel, to: model.signUpPath, "btn primary block")
      link(model.signInLabel, to: model.signInPath, "btn block")
      link(model.languagesLabel, to: model.settingsPath, "link")
    }
  }
}

func notFoundScreen(_ model: NotFoundModel) -> Node<ConsultApp.Action> {
  section(.key("unknown"), .class("screen"), .label(model.title)) {
    face(.search, title: model.title, text: model.text, isPage: true, link(model.homeLabel, to: model.homePath, "btn"))
  }
}

private func link(_ text: String, to path: String, _ names: String) -> Node<ConsultApp.Action>? {
  LocalPath(path).map { a(.key(path), .class(names), .href($0), .text(text)) }
}

func settingsScreen(_ model: SettingsModel) -> Node<ConsultApp.Action> {
  section(.key("settings"), .class("screen"), .label(model.title)) {
    bar(model.title, back: model.nick == nil ? BackButton(label: model.backLabel, action: .backTapped) : nil)
    div(.key("content"), .class("content")) {
      if let nick = model.nick { whoami(nick, model.email ?? "") }
      if let connection = model.connection {
        group(model.connectionTitle) { div(.class("card"), .role("status"), .text(connection.text)) }
      }
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
          actionButton(model.signInLabel, .primary, isBlock: true, action: .placeTapped(.signIn))
        } else {
          actionButton(model.signOutLabel, .danger, isBlock: true, action: .signOutTapped)
          p(.class("hint center"), .text(model.signOutHint))
        }
      }
    }
  }
}

private func whoami(_ nick: String, _ email: String) -> Node<ConsultApp.Action> {
  div(.key("who"), .class("group")) {
    div(.class("card person")) {
      avatar(letter: nick.first.map { String($0) } ?? "", tint: 0)
      div(.class("row-main")) {
        strong(.class("row-title"), .text(nick))
        span(.class("row-sub"), .text(email))
      }
    }
  }
}

private func group(
  _ title: String, @NodeBuilder<ConsultApp.Action> content: () -> [Node<ConsultApp.Action>]
) -> Node<ConsultApp.Action> {
  div(.key(title), .class("group")) {
    h2(.text(title))
    content()
  }
}
