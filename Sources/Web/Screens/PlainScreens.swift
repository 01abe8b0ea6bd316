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
