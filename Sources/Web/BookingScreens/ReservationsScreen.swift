import BookingContract
import BookingCore
import Components
import Domain
import FeatureCore
import Markup
import Reserving

func reservationsScreen(
  _ state: ReservationList.State, _ l: Language, _ when: When
) -> Node<BookingAnnex.Action> {
  let title = ReservationList.title(l)
  return section(.key("reservations"), .class("screen"), .label(title)) {
    bar(title, back: BackButton(label: BookingWords.back(l), action: .backTapped))
    div(.key("content"), .class("content")) {
      div(.key("scope"), .class("group")) {
        segments(
          label: title,
          ReservationQuery.Scope.allCases.map { scope in
            Segment(
              text: ReservationList.scopeName(scope, l), isChosen: scope == state.scope,
              action: .reservations(.scopeTapped(scope)))
          })
      }
      groups(ReservationList.parts(state, l, when), of: title)
    }
  }
}

func resultScreen(_ model: ResultModel, title: String) -> Node<BookingAnnex.Action> {
  return section(.key("result"), .class("screen"), .label(title)) {
    bar(title)
    // It scrolls, and mostly nothing in it can be pressed: the keyboard reaches it by itself.
    div(.key("content"), .class("content"), .role("group"), .label(model.title), .set(.tabindex, "0")) {
      noticeLine(model.notice)
      div(.key("outcome"), .class("group outcome"), .role("status"), .set(.dataState, word(model.tone))) {
        if model.tone == .waiting && model.isMoving {
          span(.class("spinner"), .aria(.ariaHidden, true))
        } else {
          icon(picture(model.tone))
        }
        h2(.text(model.title))
        p(.text(model.text))
      }
      groups(model.parts, of: title)
    }
    div(.key("foot"), .class("foot")) {
      if let label = model.payLabel {
        actionButton(label, .primary, isBusy: model.isBusy, isBlock: true, action: .result(.payTapped))
      }
      if let label = model.askLabel { actionButton(label, isBlock: true, action: .result(.askTapped)) }
      a(
        .class("btn block"), .class("primary", when: !model.hasTask),
        .route(model.wayPath), .text(model.wayLabel))
    }
  }
}

private func picture(_ tone: ResultModel.Tone) -> Icon {
  switch tone {
  case .good: .check
  case .waiting: .search
  case .asks: .page
  case .bad: .close
  }
}

private func word(_ tone: ResultModel.Tone) -> String {
  switch tone {
  case .good: "good"
  case .waiting: "waiting"
  case .asks: "asks"
  case .bad: "bad"
  }
}
