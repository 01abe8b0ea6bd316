import BookingContract
import Components
import Domain
import FeatureCore
import Markup
import Reserving
import Schedule

/// The week of a doctor's working hours, a column for each day, and below it the days that are otherwise.
func hoursScreen(_ model: HoursModel, back: String) -> Node<Schedule.Action> {
  section(.key("hours"), .class("screen"), .label(model.title)) {
    bar(model.title, back: BackButton(label: back, action: .backTapped))
    div(.key("content"), .class("content wide")) {
      div(.key("week"), .class("hours-week")) { model.days.map { hoursDay($0, model.offText) } }
      div(.key("exceptions"), .class("group hours-exceptions")) {
        h2(.text(model.exceptionsTitle))
        p(.class("hint"), .text(model.exceptionsHint))
        ul(.class("exceptions"), .label(model.exceptionsTitle)) {
          for exception in model.exceptions { exceptionLine(exception) }
        }
        actionButton(model.addExceptionLabel, action: onHours(.exceptionAdded(model.tomorrow)))
      }
    }
    saveFoot(model.foot)
  }
}

func onHours(_ action: Hours.Action) -> Schedule.Action { .hours(action) }

private func hoursDay(_ day: HoursModel.Day, _ off: String) -> Node<Schedule.Action> {
  section(.key("\(day.weekday)"), .class("hours-day"), .label(day.name)) {
    h2(.key("name"), .text(day.name))
    if day.spans.isEmpty { p(.key("off"), .class("hint"), .text(off)) }
    for item in day.spans {
      div(.key("\(item.id)"), .class("hours-span"), .class("bad", when: item.fault != nil)) {
        timeField(item.from, item.fromLabel, item.fault != nil) { onHours(.ruleFromTyped(item.id, $0)) }
        timeField(item.to, item.toLabel, item.fault != nil) { onHours(.ruleToTyped(item.id, $0)) }
        iconButton(.close, label: item.removeLabel, onHours(.ruleRemoved(item.id)))
        if let fault = item.fault { p(.key("fault"), .class("hint bad"), .role("status"), .text(fault)) }
      }
    }
    iconButton(.plus, label: day.addLabel, onHours(.ruleAdded(weekday: day.weekday)))
    if let copy = day.copyLabel {
      button(
        .key("copy"), .class("link small"), .type("button"), .onClick(onHours(.copiedToWeekdays(from: day.weekday))),
        .text(copy))
    }
  }
}

private func timeField(
  _ value: String, _ label: String, _ isBad: Bool, _ typed: @escaping (String) -> Schedule.Action
) -> Node<Schedule.Action> {
  input(
    .key(label), .class("input time"), .type("time"), .set(.ariaLabel, label), .value(value),
    .when(isBad, .aria(.ariaInvalid, true)), .onText(typed))
}

private func exceptionLine(_ model: HoursModel.Exception) -> Node<Schedule.Action> {
  let id = model.span.id
  return li(.key("\(id)"), .class("exception"), .class("bad", when: model.span.fault != nil)) {
    input(
      .key("date"), .class("input date"), .type("date"), .label(model.dateLabel), .value(model.date),
      .onText { onHours(.exceptionDateTyped(id, $0)) })
    segments(
      label: model.kindLabel,
      model.kinds.map {
        Segment(text: $0.label, isChosen: $0.isChosen, action: onHours(.exceptionKindTapped(id, $0.kind)))
      })
    if model.hasTimes {
      timeField(model.span.from, model.span.fromLabel, model.span.fault != nil) {
        onHours(.exceptionFromTyped(id, $0))
      }
      timeField(model.span.to, model.span.toLabel, model.span.fault != nil) { onHours(.exceptionToTyped(id, $0)) }
    }
    input(
      .key("note"), .class("input note"), .label(model.noteLabel), .placeholder(model.noteLabel), .value(model.note),
      .set(.maxlength, "200"), .onText { onHours(.exceptionNoteTyped(id, $0)) })
    iconButton(.close, label: model.span.removeLabel, onHours(.exceptionRemoved(id)))
    if let fault = model.span.fault { p(.key("fault"), .class("hint bad"), .role("status"), .text(fault)) }
  }
}

/// At the right end, where a thumb is.
func saveFoot(_ model: SaveModel) -> Node<Schedule.Action> {
  div(.key("foot"), .class("foot save-foot")) {
    p(.key("status"), .class("hint"), .class("bad", when: model.isBad), .role("status"), .text(model.status))
    if let label = model.reloadLabel { actionButton(label, action: onHours(.reloadTapped)) }
    div(.key("save")) {
      if model.canSave || model.isBusy {
        actionButton(model.label, .primary, isBusy: model.isBusy, action: onHours(.saveTapped))
      } else {
        button(.class("btn primary"), .type("button"), .flag(.disabled, true)) { span(.text(model.label)) }
      }
    }
  }
}
