import AppCore
import Chat
import Components
import Markup

/// One picture over everything else.
func viewer(_ model: ViewerModel) -> Node<ConsultApp.Action> {
  dialog(
    .key("viewer"), .class("viewer"), .set(.modal, ""), .label(model.label),
    .onKey { key in
      switch key {
      case .escape: .chat(.files(.viewerClosed))
      case .left: .chat(.files(.viewerMoved(-1)))
      case .right: .chat(.files(.viewerMoved(1)))
      default: nil
      }
    }
  ) {
    viewerBar(model)
    div(.key("stage"), .class("stage"), .zooms) {
      // Another element for another picture: nothing of the one before is seen in its place.
      img(.key(model.path), .set(.alt, model.label), .picture(model.path))
      button(.key("retry"), .class("fault retry"), .type("button"), .text(model.retryLabel))
      p(.key("gone"), .class("fault gone"), .text(model.goneLabel))
      span(.key("wait"), .class("spinner"), .aria(.ariaHidden, true))
      if model.hasPrevious { turn(.back, model.previousLabel, "turn before", -1) }
      if model.hasNext { turn(.forward, model.nextLabel, "turn after", 1) }
    }
  }
}

private func viewerBar(_ model: ViewerModel) -> Node<ConsultApp.Action> {
  header(.key("bar"), .class("viewer-bar")) {
    button(.class("icon-btn"), .type("button"), .label(model.closeLabel), .onClick(.chat(.files(.viewerClosed)))) {
      icon(.close)
    }
    p(.role("status"), .text(model.caption + " · " + model.counter))
    button(
      .class("icon-btn"), .type("button"), .label(model.saveLabel),
      .onClick(.chat(.files(.saveTapped(path: model.path, name: model.name))))
    ) { icon(.save) }
  }
}

private func turn(_ picture: Icon, _ text: String, _ names: String, _ step: Int) -> Node<ConsultApp.Action> {
  button(
    .key(names), .class(names), .type("button"), .label(text), .onClick(.chat(.files(.viewerMoved(step))))
  ) { icon(picture) }
}
