import AppCore
import Chat
import Components
import FeatureCore
import Markup

/// The dialog over the page: the frame's own, or that of the chat.
func openSheet(_ state: AppState) -> Node<ConsultApp.Action>? {
  if let model = ConsultApp.sheet(state) { return draw(model) { $0 } }
  return Chat.sheet(state.chat).map { model in draw(model) { .chat(.menu($0)) } }
}

private func draw<A>(_ model: SheetModel<A>, _ action: @escaping (A) -> ConsultApp.Action) -> Node<ConsultApp.Action> {
  sheet(label: model.title, dismiss: action(model.dismiss)) {
    if model.isTitleShown { h2(.text(model.title)) }
    if let text = model.text { p(.class("hint"), .text(text)) }
    if !model.emoji.isEmpty {
      div(.class("emoji")) {
        for item in model.emoji {
          button(.type("button"), .aria(.ariaPressed, item.isOn), .onClick(action(item.action)), .text(item.label))
        }
      }
    }
    if let field = model.field {
      input(
        .class("input"), .label(field.label), .placeholder(field.label), .set(.maxlength, "1000"), .value(field.text),
        .onText { .chat(.menu(.noted($0))) })
    }
    for item in model.items {
      button(
        .class("item"), .class("danger", when: item.isDanger), .type("button"), .onClick(action(item.action)),
        .text(item.label))
    }
    button(.class("item cancel"), .type("button"), .onClick(action(model.dismiss)), .text(model.cancelLabel))
  }
}

/// A short text that goes by itself.
func toast(_ text: String?, dismissLabel: String) -> Node<ConsultApp.Action> {
  div(.key("toast"), .role("alert")) {
    if let text {
      div(.class("toast")) {
        span(.text(text))
        iconButton(.close, label: dismissLabel, .chat(.noticeDismissed))
      }
    }
  }
}
