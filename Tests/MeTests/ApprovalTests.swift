import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Me

@Suite struct ApprovalTests {
  private let store = TestStore<Approval>(Approval.State())

  private func show(_ approval: DoctorApproval) {
    store.arrange(.shown)
    store.arrange(.answered(Approval.loadTag, reply(AccountAPI.approval.response(approval))))
  }

  private var form: PageModel<Approval.Action>.Form? {
    for part in Approval.page(store.state, .ko).parts { if case .form(let form) = part { return form } }
    return nil
  }

  @Test func theOperatorsReasonIsShown() {
    show(DoctorApproval(state: .refused, reason: "면허번호가 달라요"))
    guard case .rows(let group)? = Approval.page(store.state, .ko).parts.first else {
      Issue.record("it says nothing")
      return
    }
    #expect(group.rows.map(\.title) == ["승인되지 않았어요"] && group.rows.map(\.detail) == ["면허번호가 달라요"])
  }

  @Test func applyingAgainWaitsAgain() {
    show(DoctorApproval(state: .refused, reason: "면허번호가 달라요"))
    store.send(.submitted, effects: [.focus(elementID: "license")]) { $0.isFaulty = true }
    #expect(form?.fields.first?.error == "면허번호를 확인해 주세요")
    store.send(.licenseTyped(" 98765 ")) {
      $0.license = " 98765 "
      $0.isFaulty = false
    }
    let application = DoctorApplication(licenseNumber: "98765")
    store.send(.submitted, effects: [AccountAPI.applyForApproval.ask(application, Approval.sendTag)]) {
      $0.isSending = true
    }
    store.send(.submitted)
    let waiting = DoctorApproval(state: .waiting)
    store.send(.answered(Approval.sendTag, reply(AccountAPI.applyForApproval.response(waiting)))) {
      $0.isSending = false
      $0.isSent = true
      $0.approval = .value(waiting)
    }
    #expect(form?.fields.last?.hint == "다시 신청했어요")
    store.send(.clinicTyped("마루안과")) {
      $0.clinic = "마루안과"
      $0.isSent = false
    }
  }

  @Test func aRefusedFormIsSaid() {
    show(DoctorApproval(state: .waiting))
    store.arrange(.licenseTyped("1"))
    store.arrange(.submitted)
    store.send(.answered(Approval.sendTag, .unreachable)) {
      $0.isSending = false
      $0.notice = .unreachable
    }
  }

  @Test func anApprovedDoctorHasNothingToApplyFor() {
    show(DoctorApproval(state: .approved))
    #expect(form == nil)
  }

  @Test func whatCannotBeLoadedCanBeTriedAgain() {
    store.send(.shown, effects: [AccountAPI.approval.ask(Nothing(), Approval.loadTag)])
    store.send(.answered(Approval.loadTag, .unreachable)) { $0.approval = .failed }
    store.send(.retryTapped, effects: [AccountAPI.approval.ask(Nothing(), Approval.loadTag)]) {
      $0.approval = .loading
    }
  }
}
