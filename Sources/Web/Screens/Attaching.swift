import AppCore
import Chat
import Components
import Domain
import Markup

/// Above the field: what the message will carry, and the ways to bring files while they are wanted.
func attachments(_ model: AttachModel) -> Node<ConsultApp.Action>? {
  guard model.isOpen || !model.items.isEmpty else { return nil }
  return div(.key("brings"), .class("brings")) {
    if !model.items.isEmpty {
      ul(.key("strip"), .class("strip"), .label(model.listLabel)) {
        for item in model.items { chosen(item) }
      }
    }
    if model.isOpen { ways(model) }
  }
}

private func chosen(_ item: AttachModel.Item) -> Node<ConsultApp.Action> {
  li(.key(item.id)) {
    if item.kind == .image {
      div(.class("pic")) { image("local/" + item.id) }
    } else {
      div(.class("mark")) { icon(item.kind == .video || item.kind == .audio ? .play : .page) }
    }
    small(.text(item.name))
    button(
      .type("button"), .label(item.removeLabel), .keepsFocus, .onClick(.chat(.files(.removed(id: item.id))))
    ) { icon(.close) }
  }
}

private func ways(_ model: AttachModel) -> Node<ConsultApp.Action> {
  div(.key("ways"), .class("ways"), .role("group"), .label(model.label)) {
    way(.camera, model.cameraLabel, "way camera", .set(.accept, "image/*"), .set(.capture, "environment"))
    way(.album, model.albumLabel, "way", .set(.accept, FileRules.album), .flag(.multiple, true))
    way(.page, model.fileLabel, "way", .set(.accept, FileRules.all), .flag(.multiple, true))
  }
}

private func way(
  _ picture: Icon, _ text: String, _ names: String, _ accept: Attribute<ConsultApp.Action>,
  _ more: Attribute<ConsultApp.Action>
) -> Node<ConsultApp.Action> {
  label(.class(names)) {
    icon(picture)
    span(.text(text))
    input(.type("file"), .label(text), accept, more)
  }
}

func attachButton(_ model: AttachModel) -> Node<ConsultApp.Action> {
  button(
    .class("attach"), .type("button"), .label(model.label), .aria(.ariaExpanded, model.isOpen), .keepsFocus,
    .onClick(.chat(.files(.attachTapped)))
  ) { icon(.plus) }
}

/// The element of a conversation that takes files in.
func takesFiles() -> Attribute<ConsultApp.Action> {
  .onFiles { files in
    .chat(
      .files(
        .brought(
          files.map {
            ChosenFile(id: $0.id, name: $0.name, type: $0.type, size: $0.size, width: $0.width, height: $0.height)
          })))
  }
}
