import Components
import Domain
import FeatureCore
import Markup
import Schedule
import Wire

@NodeBuilder<Schedule.Action>
func detailParts(_ model: DetailModel) -> [Node<Schedule.Action>] {
  header(.key("head"), .class("detail-head")) {
    div(.class("row-main")) {
      h2(.id("detail"), .set(.tabindex, "-1"), .text(model.person))
      for line in model.when { p(.key(line), .class("line-detail"), .text(line)) }
    }
    span(.class("badge is-" + model.tone), .text(model.state))
    iconButton(.close, label: model.closeLabel, onBoard(.closed))
  }
  div(.key("facts " + model.id.text), .class("detail-facts")) {
    if model.times != nil || model.areTimesLoading { timesParts(model) }
    for fact in model.facts {
      div(.key(fact.label), .class("fact")) {
        span(.class("line-detail"), .text(fact.label))
        span(.class("fact-text"), .text(fact.text))
      }
    }
    if model.mayHaveNote { noteParts(model) }
  }
  footer(.key("deeds"), .class("detail-deeds")) {
    noticeLine(model.notice)
    for item in model.buttons {
      div(.key(item.label)) {
        actionButton(
          item.label, item.isMain ? .primary : item.isDanger ? .danger : .plain, isBusy: model.isBusy, isBlock: true,
          action: onBoard(item.action))
      }
    }
  }
}

private func noteParts(_ model: DetailModel) -> Node<Schedule.Action> {
  div(.key("note"), .class("fact")) {
    span(.class("line-detail"), .text(model.noteTitle))
    if let draft = model.noteDraft {
      textarea(
        .key("text"), .id("note"), .class("input long"), .set(.rows, "5"), .label(model.noteTitle), .value(draft),
        .set(.maxlength, "4000"), .onText { onBoard(.noteTyped($0)) })
      p(.key("hint"), .class("hint"), .text(model.noteHint))
      div(.key("buttons"), .class("pair")) {
        actionButton(model.cancelLabel, action: onBoard(.noteTapped))
        actionButton(model.noteSaveLabel, .primary, isBusy: model.isBusy, action: onBoard(.noteSaved))
      }
    } else {
      if let note = model.note { p(.key("note"), .class("fact-text"), .text(note)) }
      button(.key("write"), .class("link"), .type("button"), .onClick(onBoard(.noteTapped)), .text(model.noteLabel))
    }
  }
}

private func timesParts(_ model: DetailModel) -> Node<Schedule.Action> {
  div(.key("times"), .class("fact"), .aria(.ariaBusy, model.areTimesLoading)) {
    span(.class("line-detail"), .text(model.timesTitle))
    if let text = model.timesText { p(.key("text"), .class("hint"), .role("status"), .text(text)) }
    if model.areTimesLoading { skeleton(rows: 2, label: model.timesTitle) }
    ul(.key("list"), .class("next-times"), .label(model.timesTitle)) {
      for time in (model.times ?? []).prefix(40) {
        li(.key("\(time.start.milliseconds)")) {
          button(.class("slot wide"), .type("button"), .onClick(onBoard(.timeTapped(time.start))), .text(time.text))
        }
      }
    }
    button(.key("close"), .class("link"), .type("button"), .onClick(onBoard(.timesClosed)), .text(model.cancelLabel))
  }
}

func deedQuestion(_ model: DetailModel.Question, isBusy: Bool) -> Node<Schedule.Action> {
  sheet(label: model.title, dismiss: onBoard(.dismissed)) {
    h2(.text(model.title))
    p(.class("hint"), .text(model.text))
    if let label = model.reasonLabel {
      textarea(
        .id("reason"), .class("input long"), .set(.rows, "3"), .label(label), .placeholder(label),
        .set(.maxlength, "500"), .value(model.reason), .onText { onBoard(.reasonTyped($0)) })
    }
    button(.class("item danger"), .type("button"), .onClick(onBoard(.confirmed)), .text(model.confirmLabel))
    button(.class("item cancel"), .type("button"), .onClick(onBoard(.dismissed)), .text(model.cancelLabel))
  }
}
