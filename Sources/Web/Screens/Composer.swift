import AppCore
import Chat
import Components
import Markup

/// Where a message is written. Enter sends, or the button; both send what the field holds.
func composer(_ model: ConversationModel) -> Node<ConsultApp.Action> {
  div(.key("composer"), .class("foot"), composerKeys(model)) {
    if !model.suggestions.isEmpty { suggestionList(model) }
    if let context = model.context { contextLine(context) }
    attachments(model.attach)
    div(.key("line"), .class("composer")) {
      if !model.isEditing { attachButton(model.attach) }
      composerField(model)
      sendButton(model)
    }
  }
}

/// Arrows choose among the people who may be meant; Escape leaves them, or what is answered or changed.
private func composerKeys(_ model: ConversationModel) -> Attribute<ConsultApp.Action> {
  if !model.suggestions.isEmpty {
    return .onKey { key in
      switch key {
      case .up: .chat(.compose(.mentionMoved(-1)))
      case .down: .chat(.compose(.mentionMoved(1)))
      case .tab: .chat(.compose(.enterPressed))
      case .escape: .chat(.compose(.mentionsHidden))
      default: nil
      }
    }
  }
  if model.context == nil { return .nothing }
  return .onKey { $0 == .escape ? .chat(.compose(.contextDropped)) : nil }
}

private func suggestionList(_ model: ConversationModel) -> Node<ConsultApp.Action> {
  ul(.key("people"), .class("people"), .id("people"), .role("listbox"), .label(model.suggestionsLabel)) {
    for (index, person) in model.suggestions.enumerated() {
      li(
        .key("\(index)"), .role("option"), .aria(.ariaSelected, person.isChosen), .keepsFocus,
        .onClick(.chat(.compose(.mentionChosen(index))))
      ) {
        avatar(letter: person.avatar.letter, tint: person.avatar.tint, picture: person.avatar.imagePath, isSmall: true)
        span(.text(person.name))
      }
    }
  }
}

private func contextLine(_ context: ConversationModel.Context) -> Node<ConsultApp.Action> {
  div(.key("context"), .class("context")) {
    div(.class("quote")) {
      strong(.text(context.title))
      span(.text(context.text))
    }
    iconButton(.close, label: context.dropLabel, .chat(.compose(.contextDropped)))
  }
}

private func composerField(_ model: ConversationModel) -> Node<ConsultApp.Action> {
  textarea(
    .id(Chat.composerID), .set(.rows, "1"), .label(model.placeholder), .placeholder(model.placeholder),
    .set(.enterkeyhint, "send"), .set(.maxlength, "10000"), .value(model.draft),
    .when(!model.suggestions.isEmpty, .set(.ariaControls, "people")),
    .composer(text: { .chat(.draftChanged($0)) }, send: .chat(.compose(.enterPressed))))
}

private func sendButton(_ model: ConversationModel) -> Node<ConsultApp.Action> {
  button(
    .class("send"), .type("button"), .label(model.sendLabel), .when(!model.canSend, .aria(.ariaDisabled, true)),
    .keepsFocus, .onClick(.chat(.sendTapped))
  ) { icon(model.isEditing ? .check : .send) }
}
