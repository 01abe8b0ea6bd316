import Components
import Domain
import FeatureCore
import Markup
import Reserving
import Schedule
import Wire

/// A week as a table of hours. Its days can be read one after another as well: each is a list with a name.
func weekGrid(_ grid: WeekGrid, _ model: BoardModel) -> Node<Schedule.Action> {
  div(.key("week"), .class("week-grid")) {
    div(.key("hours"), .class("week-hours"), .aria(.ariaHidden, true)) {
      div(.class("week-corner"))
      for label in grid.labels { div(.key(label), .class("week-hour"), .height(grid.hourHeight), .text(label)) }
    }
    for day in model.days { weekDay(day, grid, model) }
  }
}

private func weekDay(_ day: BoardModel.Day, _ grid: WeekGrid, _ model: BoardModel) -> Node<Schedule.Action> {
  section(
    .key("\(day.date.daysSinceEpoch)"), .class("week-day"), .class("today", when: day.isToday),
    .label(day.title + ", " + day.count)
  ) {
    button(
      .key("date"), .class("week-date"), .type("button"), .when(day.isToday, .set(.ariaCurrent, "date")),
      .onClick(onBoard(.dayTapped(day.date)))
    ) {
      strong(.text(day.title))
      small(.text(day.count))
    }
    // The lines between the hours: so many in this height.
    div(.key("body"), .class("week-body"), .height(grid.height), .set(.hue, "\(grid.hours)")) {
      for (index, block) in day.closed.enumerated() {
        div(.key("closed \(index)"), .class("week-closed"), .progress(block.top), .height(block.height))
      }
      ol(.key("entries"), .label(day.title)) { day.entries.compactMap(weekEntry) }
      if let now = day.now {
        div(.key("now"), .id(Board.nowID), .class("week-now"), .progress(now), .role("img"), .label(model.nowLabel))
      }
    }
  }
}

private func weekEntry(_ entry: BoardModel.Entry) -> Node<Schedule.Action>? {
  guard let block = entry.block else { return nil }
  return li(.key(entry.id.text)) {
    button(
      .class("week-entry is-" + entry.tone + " " + entry.part.rawValue), .type("button"), .label(entry.spoken),
      .aria(.ariaPressed, entry.isChosen), .progress(block.top), .height(block.height),
      .onClick(onBoard(.reservationTapped(entry.id)))
    ) {
      span(.class("entry-time"), .text(entry.time))
      span(.class("entry-person"), .text(entry.person))
    }
  }
}
