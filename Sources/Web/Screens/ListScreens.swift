import AppCore
import Chat
import Components
import Domain
import Markup

func roomListScreen(_ model: RoomListModel, findDoctorLabel: String?) -> Node<ConsultApp.Action> {
  section(.key("rooms"), .class("screen"), .label(model.title)) {
    bar(model.title, tools: roomTools(model))
    div(.key("content"), .class("content")) {
      let wayOn = findDoctorLabel.map { actionButton($0, action: ConsultApp.Action.placeTapped(.doctors)) }
      listFaces(model.face, icon: .chat, label: model.title, retry: .chat(.reloadTapped), wayOn: wayOn) {
        ul(.key("list"), .class("list"), .label(model.title)) { model.rows.map(roomRow) }
      }
    }
  }
}

private func roomTools(_ model: RoomListModel) -> [Node<ConsultApp.Action>] {
  var tools: [Node<ConsultApp.Action>] = []
  if let label = model.markAllReadLabel { tools.append(iconButton(.allRead, label: label, .chat(.allReadTapped))) }
  if model.face == .rows { tools.append(iconButton(.search, label: model.searchLabel, .placeTapped(.search(nil)))) }
  return tools
}

private func roomRow(_ row: RoomListModel.Row) -> Node<ConsultApp.Action> {
  li(.key(row.id.text)) {
    a(
      .class("row"), .route("/chats/" + row.id.text), .label(row.spoken),
      .when(row.isOpen, .aria(.ariaCurrent, true)), .onMenu(.chat(.menu(.shown(.room(row.id)))))
    ) {
      avatar(letter: row.avatar.letter, tint: row.avatar.tint, picture: row.avatar.imagePath, isOnline: row.isOnline)
      span(.class("row-main")) {
        span(.class("row-title")) {
          span(.text(row.title))
          if row.mutedLabel != nil { icon(.mute) }
        }
        span(.class("row-sub"), .class("typing", when: row.isTyping)) {
          if let label = row.draftLabel { span(.class("draft"), .text(label + " ")) }
          row.text
        }
      }
      span(.class("row-meta")) {
        span(.text(row.time))
        if let count = row.badge { span(.class("badge"), .text(count)) }
      }
    }
  }
}

func doctorListScreen(_ model: DoctorListModel) -> Node<ConsultApp.Action> {
  section(.key("doctors"), .class("screen"), .label(model.title)) {
    bar(model.title)
    div(.key("content"), .class("content")) {
      listFaces(model.face, icon: .doctor, label: model.title, retry: .chat(.reloadTapped)) {
        ul(.key("list"), .class("list"), .label(model.title)) { model.rows.map(doctorRow) }
      }
    }
  }
}

private func doctorRow(_ row: DoctorListModel.Row) -> Node<ConsultApp.Action> {
  li(.key(row.id.text)) {
    a(.class("row"), .route("/doctors/" + row.id.text), .label(row.spoken)) {
      avatar(letter: row.avatar.letter, tint: row.avatar.tint, picture: row.avatar.imagePath)
      span(.class("row-main")) {
        span(.class("row-title"), .text(row.name))
        span(.class("row-detail"), .text(row.detail))
        if !row.introduction.isEmpty { span(.class("row-sub"), .text(row.introduction)) }
      }
      icon(.forward)
    }
  }
}

/// A list in each of its faces.
func listFaces(
  _ listFace: ListFace, icon: Icon, label: String, retry: ConsultApp.Action, wayOn: Node<ConsultApp.Action>? = nil,
  rows: () -> Node<ConsultApp.Action>
) -> Node<ConsultApp.Action> {
  switch listFace {
  case .rows: rows()
  case .loading: skeleton(rows: 5, label: label)
  case .empty(let title, let text): face(icon, title: title, text: text, wayOn)
  case .failed(let title, let text, let retryLabel):
    face(.cloud, title: title, text: text, actionButton(retryLabel, action: retry))
  }
}
