import Components
import Domain
import FeatureCore
import Markup
import PageScreens
import Reserving
import Schedule

/// Fee, policy, approval, and what patients read of a doctor.
/// - Parameter clinic: the group of the clinic, whose own button saves it.
func termsScreen(
  _ model: TermsModel, _ clinic: [PageModel<Schedule.Action>.Part], back: String
) -> Node<Schedule.Action> {
  section(.key("terms"), .class("screen"), .label(model.title)) {
    bar(model.title, back: BackButton(label: back, action: .backTapped))
    div(.key("content"), .class("content wide terms")) {
      model.groups.enumerated().map { index, group in
        div(.key(group.title), .class("group")) {
          h2(.text(group.title))
          if index == 0 {
            approval(model)
            zones(model.zones)
          }
          group.fields.map(field)
          if index == 2 { languages(model) }
        }
      }
      div(.key("clinic")) { PageScreen.parts(clinic, of: model.title, left: Schedule.Action.fieldLeft) }
    }
    saveFoot(model.foot)
  }
}

private func approval(_ model: TermsModel) -> Node<Schedule.Action> {
  div(.key("approval"), .class("card lines")) {
    button(
      .class("line"), .type("button"), .role("switch"), .aria(.ariaChecked, model.needsApproval),
      .onClick(onHours(.approvalTapped))
    ) {
      span(.class("line-main")) {
        span(.class("line-title"), .text(model.approvalLabel))
        span(.class("line-detail"), .text(model.approvalHint))
      }
      span(.class("switch"), .aria(.ariaHidden, true))
    }
  }
}

private func zones(_ model: TermsModel.Zones) -> Node<Schedule.Action> {
  div(.key("zones"), .class("field")) {
    label(.for("zones"), .text(model.label))
    select(.id("zones"), .name("zones"), .class("input"), .onText { onHours(.zoneChosen($0)) }) {
      for zone in model.names {
        option(.key(zone.name), .set(.value, zone.name), .flag(.selected, zone.name == model.chosen), .text(zone.text))
      }
      option(.key("other"), .set(.value, "other"), .flag(.selected, model.isTyped), .text(model.otherLabel))
    }
  }
}

private func languages(_ model: TermsModel) -> Node<Schedule.Action> {
  div(.key("languages"), .class("field")) {
    span(.class("line-detail"), .text(model.languagesTitle))
    segments(
      label: model.languagesTitle,
      model.languages.map { Segment(text: $0.label, isChosen: $0.isOn, action: onHours(.languageTapped($0.code))) })
  }
}

private func field(_ model: TermsModel.Field) -> Node<Schedule.Action> {
  var field = Field<Schedule.Action>(
    id: model.term.rawValue, label: model.label, value: model.value,
    typed: { onHours(.termTyped(model.term, $0)) }, left: .fieldLeft)
  field.inputMode = model.isNumber ? "decimal" : "text"
  field.error = model.fault
  field.isLong = model.isLong
  field.isRequired = model.isNumber
  return field.node
}
