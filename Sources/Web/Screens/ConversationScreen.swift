import AppCore
import Chat
import Components
import Markup

/// The open conversation: its rows are drawn once and kept for as long as they stay the same.
final class ConversationScreen {
  private let rows = RowCache<ConversationRow, ConsultApp.Action>()

  func draw(_ model: ConversationModel, _ about: ConsultModel?) -> Node<ConsultApp.Action> {
    section(
      .key("room"), .class("screen"), .label(model.listLabel),
      model.showsComposer && model.blocked == nil && !model.isEditing ? takesFiles() : .nothing
    ) {
      head(model)
      if let about { consult(about) }
      if let pinned = model.pinned { pin(pinned) }
      div(.key("log"), .class("log-wrap")) {
        log(model)
        div(.key("drop"), .class("drop-hint"), .aria(.ariaHidden, true), .text(model.attach.dropLabel))
        if let label = model.newMessagesLabel ?? model.newestLabel { pill(label, isNew: model.newMessagesLabel != nil) }
      }
      if model.showsComposer { foot(model) }
    }
  }

  private func head(_ model: ConversationModel) -> Node<ConsultApp.Action> {
    bar(
      model.title, isSmall: true, back: BackButton(label: model.backLabel, action: .backTapped), titleID: "room-title",
      below: model.status.map { span(.class("status"), .class("online", when: model.isOnline), .text($0)) },
      tools: [
        iconButton(.search, label: model.searchLabel, .placeTapped(.search(model.roomID))),
        iconButton(.more, label: model.menuLabel, .chat(.menu(.shown(.room(model.roomID))))),
      ])
  }

  private func consult(_ about: ConsultModel) -> Node<ConsultApp.Action> {
    button(
      .key("consult"), .class("consult"), .type("button"), .label(about.label + ": " + about.title),
      .onClick(.placeTapped(.annex("reservations/" + about.reservationID)))
    ) {
      icon(.calendar)
      span {
        strong(.text(about.title))
        if !about.care.isEmpty { span(.text(about.care)) }
      }
      icon(.forward)
    }
  }

  private func pin(_ pinned: ConversationModel.Pinned) -> Node<ConsultApp.Action> {
    div(.key("pin"), .class("pinned")) {
      button(.type("button"), .label(pinned.label + ": " + pinned.text), .onClick(.chat(.aimed(pinned.seq)))) {
        icon(.pin)
        span(.text(pinned.text))
      }
      iconButton(.close, label: pinned.unpinLabel, .chat(.menu(.pin(nil))))
    }
  }

  private func pill(_ label: String, isNew: Bool) -> Node<ConsultApp.Action> {
    button(
      .key("pill"), .class("pill"), .class("round", when: !isNew), .type("button"), .label(label), .keepsFocus,
      .onClick(.chat(.newMessagesTapped))
    ) {
      if isNew { span(.text(label)) }
      icon(.down)
    }
  }

  private func foot(_ model: ConversationModel) -> Node<ConsultApp.Action> {
    guard let blocked = model.blocked else { return composer(model) }
    return div(.key("blocked"), .class("composer blocked")) {
      span(.text(blocked.text))
      button(
        .class("link"), .type("button"), .onClick(.chat(.menu(.block(blocked.person, false)))),
        .text(blocked.unblockLabel))
    }
  }

  private func log(_ model: ConversationModel) -> Node<ConsultApp.Action> {
    let reach = model.isFarUp ? 200 : 48
    return div(
      .id(Chat.scrollerID), .class("log"), .role("log"), .label(model.listLabel), .set(.tabindex, "0"),
      .anchored(atEnd: !model.isFarUp),
      .onScroll { .chat(.scrolled(atEnd: $0.fromEnd < reach, atStart: $0.fromTop < 200)) }
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
