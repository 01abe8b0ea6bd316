import AppCore
import Chat
import Components
import Markup

/// Where a message is written. Enter sends, or the button; both send what the field holds.
func composer(_ model: ConversationModel) -> Node<ConsultApp.Action> {
  div(.key("composer"), .class("composer")) {
    composerField(model)
    sendButton(model)
  }
}

private func composerField(_ model: ConversationModel) -> Node<ConsultApp.Action> {
  textarea(
    .id(Chat.composerID), .set(.rows, "1"), .label(model.placeholder), .placeholder(model.placeholder),
    .set(.enterkeyhint, "send"), .set(.maxlength, "10000"), .value(model.draft),
    .composer(text: { .chat(.draftChanged($0)) }, send: .chat(.sendTapped)))
}

private func sendButton(_ model: ConversationModel) -> Node<ConsultApp.Action> {
  button(
    .class("send"), .type("button"), .label(model.sendLabel), .when(!model.canSend, .aria(.ariaDisabled, true)),
    .keepsFocus, .onClick(.chat(.sendTapped))
  ) { icon(.send) }
}
