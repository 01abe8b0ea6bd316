import AppCore
import Chat
import Components
import Markup

/// The open conversation: its rows are drawn once and kept for as long as they stay the same.
final class ConversationScreen {
  private let rows = RowCache<ConversationRow, ConsultApp.Action>()

  func draw(_ model: ConversationModel) -> Node<ConsultApp.Action> {
    section(.key("room"), .class("screen"), .label(model.listLabel)) {
      bar(
        model.title, isSmall: true, back: BackButton(label: model.backLabel, action: .backTapped),
        titleID: "room-title")
      div(.key("log"), .class("log-wrap")) {
        log(model)
        if let text = model.newMessagesLabel {
          button(
            .key("pill"), .class("pill"), .type("button"), .keepsFocus, .onClick(.chat(.newMessagesTapped)),
            .text(text))
        }
      }
      if model.showsComposer { composer(model) }
    }
  }

  private func log(_ model: ConversationModel) -> Node<ConsultApp.Action> {
    div(
      .id(Chat.scrollerID), .class("log"), .role("log"), .label(model.listLabel), .set(.tabindex, "0"),
      .anchoredAtEnd, .onScroll { .chat(.scrolled(atEnd: $0.fromEnd < 48, atStart: $0.fromTop < 200)) }
    ) {
      switch model.face {
      case .rows:
        // No stop of the tab key: it would scroll to the start on its way to the field.
        if let text = model.earlierLabel {
          button(
            .key("earlier"), .class("earlier"), .type("button"), .set(.tabindex, "-1"), .onClick(.chat(.earlierShown)),
            .text(text))
        }
        rows.nodes(model.rows, key: { $0.key }, draw: drawRow)
      case .loading:
        div(.key("loading"), .class("face"), .role("status"), .label(model.listLabel)) { span(.class("spinner")) }
      case .empty(let title, let text): face(.chat, title: title, text: text)
      case .waiting(let title, let text): face(.cloud, title: title, text: text)
      case .missing(let title, let text, let label):
        face(.search, title: title, text: text, actionButton(label, action: .backTapped))
      }
    }
  }
}
