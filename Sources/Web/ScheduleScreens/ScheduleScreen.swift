import Components
import Domain
import FeatureCore
import Markup
import PageScreens
import Reserving
import Schedule
import Wire

/// The doctor's board. On a tablet the appointment that is looked at stands at the right, its buttons under the thumb
/// of the right hand, and what turns the pages at the left; on a phone it covers the list.
func boardScreen(_ model: BoardModel) -> Node<Schedule.Action> {
  section(
    .key("board"), .class(model.isWeek ? "screen board of-week" : "screen board"), .label(model.title),
    .aria(.ariaBusy, model.isLoading)
  ) {
    bar(model.title, tools: boardTools(model))
    div(.key("two"), .class("board-two"), .class("chosen", when: !model.detail.isNone)) {
      div(.key("list"), .class("board-list")) {
        boardHead(model)
        noticeLine(model.notice)
        if !model.open.isEmpty {
          div(.key("open"), .class("group board-open")) {
            h2(.text(model.openTitle))
            entryList(model.open, label: model.openTitle)
          }
        }
        if let title = model.failedTitle {
          face(
            .cloud, title: title, text: model.failedText, actionButton(model.retryLabel, action: onBoard(.retryTapped)))
        } else if model.isLoading {
          skeleton(rows: 5, label: model.title)
        } else {
          if let grid = model.grid { weekGrid(grid, model) } else { boardDay(model) }
        }
      }
      section(.key("detail"), .class("board-detail"), .label(model.detail?.person ?? model.noDetailText)) {
        if let detail = model.detail {
          detailParts(detail)
        } else {
          p(.key("none"), .class("hint center board-none"), .text(model.noDetailText))
        }
      }
    }
    if let detail = model.detail, let question = detail.question { deedQuestion(question, isBusy: detail.isBusy) }
  }
}

/// Draws the doctors' third program from its state.
public func scheduleScreen(_ state: Schedule.State) -> Node<Schedule.Action> {
  div(.class("annex-root")) { place(state) }
}

private func place(_ state: Schedule.State) -> Node<Schedule.Action> {
  let l = state.language
  let back = BookingWords.back(l)
  if let page = Schedule.page(state) { return PageScreen(model: page, back: .backTapped, left: .fieldLeft).node }
  if state.place == .hours, let model = Hours.model(state.hours, l, state.when, today: state.today) {
    return hoursScreen(model, back: back)
  }
  if state.place == .terms, let model = Hours.terms(state.hours, l, state.when) {
    let clinic = ClinicGroup.parts(state.clinic, l, state.when).map { $0.map { Schedule.Action.clinic($0) } }
    return termsScreen(model, clinic, back: back)
  }
  if state.place == .board { return boardScreen(Board.model(state.board, l, state.when)) }
  let model = Schedule.notFound(l)
  return section(.key("unknown"), .class("screen"), .label(model.title)) {
    bar(model.title, back: BackButton(label: back, action: .backTapped), titleID: "place")
    face(.search, title: model.title, text: model.text)
  }
}

/// What went wrong, said to screen readers as well.
func noticeLine(_ text: String?) -> Node<Schedule.Action> {
  div(.key("notice"), .role("alert")) {
    if let text { p(.class("form-error page-notice"), .text(text)) }
  }
}

func onBoard(_ action: Board.Action) -> Schedule.Action { .board(action) }

private func boardTools(_ model: BoardModel) -> [Node<Schedule.Action>] {
  [
    button(
      .key("hours"), .class("link"), .type("button"), .onClick(.placeTapped(.hours)),
      .text(model.hoursLabel)),
    button(
      .key("terms"), .class("link"), .type("button"), .onClick(.placeTapped(.terms)),
      .text(model.termsLabel)),
  ]
}

private func boardHead(_ model: BoardModel) -> Node<Schedule.Action> {
  div(.key("head"), .class("board-head")) {
    iconButton(.back, label: model.previousLabel, onBoard(.moved(-1)))
    h2(.key("range"), .set(.ariaLive, "polite"), .text(model.rangeTitle))
    iconButton(.forward, label: model.nextLabel, onBoard(.moved(1)))
    button(
      .key("today"), .class("btn small"), .type("button"), .flag(.disabled, model.isToday),
      .onClick(onBoard(.todayTapped)), .text(model.todayLabel))
    segments(
      label: model.choicesLabel,
      model.choices.map { Segment(text: $0.label, isChosen: $0.isChosen, action: onBoard(.extentTapped($0.extent))) })
  }
}

private func boardDay(_ model: BoardModel) -> Node<Schedule.Action> {
  div(.key("day"), .class("board-day")) {
    for day in model.days {
      section(.key("\(day.date.daysSinceEpoch)"), .class("board-column"), .label(day.title)) {
        p(.class("hint"), .text(day.count))
        if day.entries.isEmpty {
          p(.class("hint board-empty"), .text(model.emptyText))
        } else {
          entryList(day.entries, label: day.title)
        }
      }
    }
  }
}

func entryList(_ entries: [BoardModel.Entry], label: String) -> Node<Schedule.Action> {
  ol(.class("entries"), .label(label)) {
    for entry in entries {
      li(.key(entry.id.text)) {
        button(
          .class("entry is-" + entry.tone), .type("button"), .label(entry.spoken),
          .aria(.ariaPressed, entry.isChosen), .onClick(onBoard(.reservationTapped(entry.id)))
        ) {
          span(.class("entry-time"), .text(entry.time))
          span(.class("entry-person"), .text(entry.person))
          span(.class("entry-state"), .text(entry.state))
        }
      }
    }
  }
}
