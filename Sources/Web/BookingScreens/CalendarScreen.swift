import BookingContract
import BookingCore
import Components
import FeatureCore
import Markup
import PageScreens
import Reserving
import Wire

func calendarScreen(_ model: CalendarModel) -> Node<BookingAnnex.Action> {
  section(.key("times"), .class("screen"), .label(model.title), .aria(.ariaBusy, model.isLoading)) {
    bar(model.title, back: BackButton(label: model.backLabel, action: .backTapped))
    div(.key("content"), .class("content")) {
      noticeLine(model.notice)
      div(.key("month"), .class("group")) {
        monthHead(model)
        monthDays(model)
        if let note = model.zoneNote { p(.key("zone"), .class("hint center"), .text(note)) }
      }
      div(.key("busy"), .role("status")) {
        if let text = model.busyText { p(.class("group center"), .text(text)) }
      }
      below(model)
    }
    if let question = model.question {
      PageScreen.ask(question)
    }
  }
}

private func monthHead(_ model: CalendarModel) -> Node<BookingAnnex.Action> {
  div(.key("head"), .class("month-head")) {
    button(
      .class("icon-btn"), .type("button"), .label(model.previousLabel), .flag(.disabled, !model.canGoBack),
      .onClick(.times(.monthTapped(-1)))
    ) { icon(.back) }
    h2(.set(.ariaLive, "polite"), .text(model.monthTitle))
    button(
      .class("icon-btn"), .type("button"), .label(model.nextLabel), .onClick(.times(.monthTapped(1)))
    ) { icon(.forward) }
  }
}

private func monthDays(_ model: CalendarModel) -> Node<BookingAnnex.Action> {
  div(.key("days"), .class("month"), .class("loading", when: model.isLoading)) {
    for (index, name) in model.weekdays.enumerated() {
      span(.key("name \(index)"), .class("weekday"), .aria(.ariaHidden, true), .text(name))
    }
    for index in 0..<model.blanks { span(.key("blank \(index)")) }
    for day in model.days {
      button(
        .key(day.text), .class("day"), .class("today", when: day.isToday), .type("button"), .label(day.spoken),
        .flag(.disabled, !day.isFree), .aria(.ariaPressed, day.isChosen), .onClick(.times(.dayTapped(day.date))),
        .text(day.text))
    }
  }
}

@NodeBuilder<BookingAnnex.Action>
private func below(_ model: CalendarModel) -> [Node<BookingAnnex.Action>] {
  if let title = model.dayTitle {
    div(.key("day " + title), .class("group")) {
      h2(.set(.ariaLive, "polite"), .text(title))
      if !model.morning.isEmpty { slots(model.morning, model.morningTitle) }
      if !model.afternoon.isEmpty { slots(model.afternoon, model.afternoonTitle) }
    }
  }
  if let (title, text) = model.face {
    div(.key("face"), .class("group face small")) {
      icon(model.retryLabel == nil ? .search : .cloud)
      h2(.text(title))
      p(.text(text))
      if let label = model.retryLabel { actionButton(label, action: .times(.retryTapped)) }
    }
  }
  if !model.isLoading && model.retryLabel == nil {
    div(.key("wait"), .class("group center")) {
      button(.class("link"), .type("button"), .onClick(.times(.waitTapped)), .text(model.waitLabel))
    }
  }
}

private func slots(_ times: [SlotModel], _ title: String) -> Node<BookingAnnex.Action> {
  div(.key(title)) {
    h3(.class("hint"), .text(title))
    ul(.class("slots"), .label(title)) {
      for time in times {
        li(.key("\(time.slot.start.milliseconds)")) {
          button(.class("slot"), .type("button"), .onClick(.times(.slotTapped(time.slot)))) {
            span(.text(time.text))
            if let own = time.own { small(.text(own)) }
          }
        }
      }
    }
  }
}
