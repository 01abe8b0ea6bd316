import BookingContract
import BookingCore
import Components
import Domain
import FeatureCore
import Markup
import Reserving
import Wire

func doctorScreen(_ model: DoctorModel) -> Node<BookingAnnex.Action> {
  section(.key("doctor"), .class("screen"), .label(model.title)) {
    bar(model.title, back: BackButton(label: model.backLabel, action: .backTapped))
    div(.key("content"), .class("content")) {
      noticeLine(model.notice)
      div(.key("head"), .class("group")) {
        div(.class("doctor-head")) {
          avatar(letter: model.initial, tint: 0, picture: model.picture)
          div(.class("row-main")) {
            h2(.class("doctor-name"), .text(model.name))
            p(.class("line-detail"), .text(model.subtitle))
            p(.class("doctor-fee"), .text(model.fee))
          }
        }
      }
      nextTimes(model)
      p(.key("emergency"), .class("group emergency"), .role("note"), .text(model.emergency))
      groups(model.parts, of: model.title)
      div(.key("room"), .class("group center")) {
        button(
          .class("link"), .type("button"), .aria(.ariaBusy, model.isOpeningRoom),
          .onClick(.doctor(.roomTapped)), .text(model.roomLabel))
      }
    }
    div(.key("foot"), .class("foot")) {
      actionButton(model.allTimesLabel, .primary, isBlock: true, action: .doctor(.timesTapped))
    }
  }
}

private func nextTimes(_ model: DoctorModel) -> Node<BookingAnnex.Action> {
  div(.key("times"), .class("group")) {
    h2(.text(model.timesTitle))
    if let note = model.timesNote { p(.class("hint"), .text(note)) }
    if let empty = model.noTimes {
      p(.class("page-text"), .text(empty))
    } else {
      ul(.class("next-times"), .label(model.timesTitle)) {
        for time in model.times {
          li(.key("\(time.slot.start.milliseconds)")) {
            button(.class("slot wide"), .type("button"), .onClick(.doctor(.slotTapped(time.slot)))) {
              span(.text(time.text))
              if let own = time.own { small(.text(own)) }
            }
          }
        }
      }
    }
  }
}
