import AccountContract
import Domain
import FeatureCore

extension Approval {
  public static func page(_ state: State, _ l: Language) -> PageModel<Action> {
    switch state.approval {
    case .loading: return PageModel(title(l), backLabel: MeWords.back(l), [.loading])
    case .failed, .missing: return PageModel(title(l), backLabel: MeWords.back(l), [.failure(l, .retryTapped)])
    case .value(let approval):
      var parts: [PageModel<Action>.Part] = [.rows(.init([standing(approval, .plain, l)]))]
      if approval.state != .approved { parts.append(.form(form(state, l))) }
      return PageModel(title(l), backLabel: MeWords.back(l), parts)
    }
  }

  static func title(_ l: Language) -> String { l.say("의사 승인", "Doctor approval", "医師の承認") }

  /// What became of it, in one row.
  static func standing<Other>(
    _ approval: DoctorApproval, _ kind: PageModel<Other>.Row.Kind, _ l: Language
  ) -> PageModel<Other>.Row {
    switch approval.state {
    case .approved:
      .init("approval", l.say("승인됐어요", "Approved", "承認されました"), isMarked: true, kind)
    case .waiting:
      .init(
        "approval", l.say("승인을 기다리고 있어요", "Waiting for approval", "承認待ちです"),
        detail: l.say(
          "면허와 병원을 확인한 뒤 환자에게 보여요", "Patients see you once your licence and clinic are checked",
          "免許と医院の確認後、患者さんに表示されます"), isMarked: true, kind)
    case .refused:
      .init(
        "approval", l.say("승인되지 않았어요", "Not approved", "承認されませんでした"), detail: approval.reason,
        isMarked: true, kind)
    }
  }

  private static func form(_ state: State, _ l: Language) -> PageModel<Action>.Form {
    let missing = l.say("면허번호를 확인해 주세요", "Check your licence number", "医師免許番号を確認してください")
    let sent = l.say("다시 신청했어요", "You’ve applied again", "再申請しました")
    return .init(
      l.say("고쳐서 다시 신청하기", "Correct and apply again", "修正して再申請"),
      text: l.say(
        "병원을 비워 두면 지금 이름 그대로 신청해요", "An empty clinic stays as it is now", "医院名を空欄にすると今のまま申請します"),
      fields: [
        .init(
          "license", l.say("의사 면허번호", "Doctor’s licence number", "医師免許番号"), state.license,
          error: state.isFaulty ? missing : nil, typed: { .licenseTyped($0) }),
        .init(
          "clinic", l.say("병원 이름 (선택)", "Clinic (optional)", "医院名（任意）"), state.clinic,
          autocomplete: "organization", hint: state.isSent ? sent : nil, isRequired: false,
          typed: { .clinicTyped($0) }),
      ], submitLabel: l.say("다시 신청하기", "Apply again", "再申請する"), isBusy: state.isSending, submit: .submitted,
      notice: state.notice?.text(l))
  }
}
