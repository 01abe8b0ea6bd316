import AppCore
import Chat
import Components
import Markup

func drawRow(_ row: ConversationRow, key: String) -> Node<ConsultApp.Action> {
  switch row {
  case .line(let line, _, let text):
    div(
      .key(key), line == .unread ? .id(key) : .nothing, .class(line.rawValue),
      line == .gap ? .role("status") : .nothing, .text(text))
  case .bubble(let bubble): drawBubble(bubble, key: key)
  }
}

private func drawBubble(_ bubble: ConversationRow.Bubble, key: String) -> Node<ConsultApp.Action> {
  div(
    .key(key), .id(key), .class("msg"), .class(bubble.isMine ? "mine" : "theirs"),
    .class("first", when: bubble.startsGroup),
    .class(state(bubble.delivery)), .class("found", when: bubble.isFound), .role("article"), .label(bubble.spoken),
    bubble.isDeleted ? .nothing : .set(.tabindex, "-1"),
    bubble.isDeleted ? .nothing : .onMenu(.chat(.menu(.opened(bubble.target))))
  ) {
    if !bubble.isMine { portrait(bubble.author) }
    div(.class("stack")) {
      if let author = bubble.author, !bubble.isMine { span(.class("name"), .text(author.name)) }
      content(bubble)
      reactions(bubble)
      trouble(bubble)
    }
    stamp(bubble)
  }
}

private func portrait(_ author: ConversationRow.Author?) -> Node<ConsultApp.Action> {
  div(.class("who")) {
    if let author {
      avatar(letter: author.avatar.letter, tint: author.avatar.tint, picture: author.avatar.imagePath, isSmall: true)
    }
  }
}

/// All that was said: what it answers, and the text.
private func content(_ bubble: ConversationRow.Bubble) -> [Node<ConsultApp.Action>] {
  var nodes: [Node<ConsultApp.Action>] = []
  if !bubble.files.isEmpty { nodes.append(fileTiles(bubble.files)) }
  if !bubble.text.isEmpty { nodes.append(textBubble(bubble)) }
  return nodes
}

private func textBubble(_ bubble: ConversationRow.Bubble) -> Node<ConsultApp.Action> {
  if bubble.quote == nil, bubble.text.count == 1, case .plain(let text)? = bubble.text.first {
    return div(.class("bubble"), .class("gone", when: bubble.isDeleted), .text(text))
  }
  return div(.class("bubble")) {
    quotation(bubble.quote)
    bubble.text.map(textPart)
  }
}

private func quotation(_ quote: ConversationRow.Quoted?) -> Node<ConsultApp.Action>? {
  guard let quote else { return nil }
  guard let seq = quote.seq else {
    return div(.class("quote")) {
      strong(.text(quote.name))
      span(.text(quote.text))
    }
  }
  return button(.class("quote"), .type("button"), .label(quote.label), .onClick(.chat(.aimed(seq)))) {
    strong(.text(quote.name))
    span(.text(quote.text))
  }
}

private func reactions(_ bubble: ConversationRow.Bubble) -> Node<ConsultApp.Action>? {
  guard case .message(let seq) = bubble.target, !bubble.reactions.isEmpty else { return nil }
  return div(.class("reactions")) {
    for reaction in bubble.reactions {
      button(
        .key(reaction.emoji), .type("button"), .label(reaction.label), .aria(.ariaPressed, reaction.isMine),
        .onClick(.chat(.menu(.react(seq, emoji: reaction.emoji)))), .text(reaction.emoji + " " + reaction.count))
    }
  }
}

func textPart(_ part: TextPart) -> Node<ConsultApp.Action> {
  switch part {
  case .plain(let text): Node(text: text)
  case .link(let text, let address): outerLink(text, to: address)
  case .mention(let text): span(.class("mention"), .text(text))
  case .match(let text): strong(.class("match"), .text(text))
  }
}

private func state(_ delivery: ConversationRow.Delivery?) -> String {
  switch delivery {
  case nil: "sent"
  case .pending: "pending"
  case .failed: "failed"
  }
}

private func trouble(_ bubble: ConversationRow.Bubble) -> Node<ConsultApp.Action>? {
  if case .failed(let text, let id, let retry, let remove) = bubble.delivery {
    return trouble(text, (retry, .retry(clientID: id)), (remove, .remove(clientID: id)))
  }
  guard let change = bubble.failedChange else { return nil }
  return trouble(
    change.text, (change.retryLabel, .retryChange(id: change.id)), (change.dropLabel, .dropChange(id: change.id)))
}

private func trouble(
  _ text: String, _ first: (String, Chat.MenuAction), _ second: (String, Chat.MenuAction)
) -> Node<ConsultApp.Action> {
  div(.class("trouble")) {
    span(.text(text))
    button(.type("button"), .onClick(.chat(.menu(first.1))), .text(first.0))
    button(.type("button"), .onClick(.chat(.menu(second.1))), .text(second.0))
  }
}

/// Beside the bubble: how far it has come, who has not read it, and when it was sent.
private func stamp(_ bubble: ConversationRow.Bubble) -> Node<ConsultApp.Action> {
  div(.class("stamp")) {
    if let label = bubble.menuLabel {
      // By keyboard a message opens its menu with Enter.
      button(
        .class("more"), .type("button"), .set(.tabindex, "-1"), .label(label),
        .onClick(.chat(.menu(.opened(bubble.target)))), .text("⋯"))
    }
    if case .pending(let text, let clientID, let remove) = bubble.delivery {
      span(.text(text))
      if let remove {
        button(.type("button"), .onClick(.chat(.menu(.remove(clientID: clientID)))), .text(remove))
      }
    }
    if let unread = bubble.unread { span(.class("unread"), .text(unread)) }
    if let edited = bubble.edited { span(.text(edited)) }
    if let time = bubble.time { span(.class("when"), .text(time)) }
  }
}
