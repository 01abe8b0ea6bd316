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

  /// Enter sends, or the button; both send what the field holds.
  private func composer(_ model: ConversationModel) -> Node<ConsultApp.Action> {
    div(.key("composer"), .class("composer")) {
      textarea(
        .id(Chat.composerID), .set(.rows, "1"), .label(model.placeholder), .placeholder(model.placeholder),
        .set(.enterkeyhint, "send"), .set(.maxlength, "10000"), .value(model.draft),
        .composer(text: { .chat(.draftChanged($0)) }, send: .chat(.sendTapped)))
      button(
        .class("send"), .type("button"), .label(model.sendLabel), .when(!model.canSend, .aria(.ariaDisabled, true)),
        .keepsFocus, .onClick(.chat(.sendTapped))
      ) { icon(.send) }
    }
  }
}

private func drawRow(_ row: ConversationRow, key: String) -> Node<ConsultApp.Action> {
  switch row {
  case .day(_, let text): div(.key(key), .class("day"), .text(text))
  case .gap(_, let text): div(.key(key), .class("gap"), .role("status"), .text(text))
  case .bubble(let bubble): drawBubble(bubble, key: key)
  }
}

private func drawBubble(_ bubble: ConversationRow.Bubble, key: String) -> Node<ConsultApp.Action> {
  div(
    .key(key), .class("msg"), .class(bubble.isMine ? "mine" : "theirs"), .class("first", when: bubble.startsGroup),
    .class(state(bubble.delivery)), .role("article"), .label(bubble.spoken)
  ) {
    if !bubble.isMine {
      div(.class("who")) {
        if let author = bubble.author {
          avatar(letter: author.avatar.letter, tint: author.avatar.tint, isSmall: true)
        }
      }
    }
    div(.class("stack")) {
      if let author = bubble.author, !bubble.isMine { span(.class("name"), .text(author.name)) }
      div(.class("bubble"), .text(bubble.text))
      if case .failed(let text, let clientID, let retry, let remove) = bubble.delivery {
        div(.class("trouble")) {
          span(.text(text))
          button(.type("button"), .onClick(.chat(.retryTapped(clientID: clientID))), .text(retry))
          button(.type("button"), .onClick(.chat(.removeTapped(clientID: clientID))), .text(remove))
        }
      }
    }
    stamp(bubble)
  }
}

private func state(_ delivery: ConversationRow.Delivery?) -> String {
  switch delivery {
  case nil: "sent"
  case .pending: "pending"
  case .failed: "failed"
  }
}

private func stamp(_ bubble: ConversationRow.Bubble) -> Node<ConsultApp.Action> {
  div(.class("stamp")) {
    if case .pending(let text, let clientID, let remove) = bubble.delivery {
      span(.text(text))
      if let remove {
        button(.type("button"), .onClick(.chat(.removeTapped(clientID: clientID))), .text(remove))
      }
    }
    if let unread = bubble.unread { span(.class("unread"), .text(unread)) }
    if let time = bubble.time { span(.class("when"), .text(time)) }
  }
}
