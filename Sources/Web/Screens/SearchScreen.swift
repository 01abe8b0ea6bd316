import AppCore
import Chat
import Components
import Markup

func searchScreen(_ model: SearchModel) -> Node<ConsultApp.Action> {
  section(.key("search"), .class("screen"), .label(model.title)) {
    header(.class("bar small")) {
      iconButton(.back, label: model.backLabel, .backTapped)
      h1(.class("sr"), .text(model.title))
      input(
        .id(Chat.searchID), .class("input"), .type("search"), .label(model.title), .placeholder(model.title),
        .set(.enterkeyhint, "search"), .autocomplete("off"), .value(model.query),
        .onText { .chat(.search(.typed($0))) })
      if !model.query.isEmpty { iconButton(.close, label: model.clearLabel, .chat(.search(.typed("")))) }
    }
    div(.key("content"), .class("content"), .role("status")) {
      listFaces(model.face, icon: .search, label: model.title, retry: .chat(.search(.retryTapped))) {
        ul(.key("list"), .class("list"), .label(model.title)) {
          model.rows.map(foundRow)
          if let label = model.moreLabel {
            li(.key("more"), .class("center")) {
              button(.class("link"), .type("button"), .onClick(.chat(.search(.moreTapped))), .text(label))
            }
          }
        }
      }
    }
  }
}

private func foundRow(_ row: SearchModel.Row) -> Node<ConsultApp.Action> {
  li(.key(row.key)) {
    button(.class("row"), .type("button"), .label(row.spoken), .onClick(.chat(.search(row.action)))) {
      avatar(letter: row.avatar.letter, tint: row.avatar.tint, picture: row.avatar.imagePath)
      span(.class("row-main")) {
        span(.class("row-title"), .text(row.title))
        span(.class("row-sub")) { row.text.map(textPart) }
      }
      span(.class("row-meta")) { span(.text(row.time)) }
    }
  }
}
