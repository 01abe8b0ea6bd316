import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Me

@Suite struct PersonalDataTests {
  private let store = TestStore<PersonalData>(PersonalData.State())

  private func show(_ export: ExportState, _ preview: ErasePreview) {
    store.arrange(.shown)
    store.arrange(.answered(PersonalData.exportTag, reply(AccountAPI.export.response(export))))
    store.arrange(.answered(PersonalData.previewTag, reply(AccountAPI.erasePreview.response(preview))))
  }

  private let free = ErasePreview(open: [], hasPassword: true, isFresh: false)

  @Test func anArchiveIsAskedForAndWaitedFor() {
    show(ExportState(stage: .none), free)
    store.send(.exportTapped, effects: [AccountAPI.startExport.ask(Nothing(), PersonalData.startTag)])
    let preparing = ExportState(stage: .preparing, createdAt: now)
    store.send(
      .answered(PersonalData.startTag, reply(AccountAPI.startExport.response(preparing))),
      effects: [.startTimer(milliseconds: 2_000, PersonalData.timer)]
    ) { $0.export = .value(preparing) }
    store.send(.timerFired, effects: [AccountAPI.export.ask(Nothing(), PersonalData.exportTag)])
    let ready = ExportState(stage: .ready, createdAt: now, expiresAt: now, size: 1_234, url: "/v1/exports/x")
    store.send(.answered(PersonalData.exportTag, reply(AccountAPI.export.response(ready)))) {
      $0.export = .value(ready)
    }
  }

  @Test func erasingNeedsThePasswordAndAYes() {
    show(ExportState(stage: .none), free)
    store.send(.eraseTapped, effects: [.focus(elementID: "erase-password")])
    store.arrange(.passwordTyped("open-floor-1"))
    store.send(.eraseTapped) { $0.isAsking = true }
    store.send(.confirmed, effects: [AccountAPI.erase.ask("open-floor-1", PersonalData.eraseTag)]) {
      $0.isAsking = false
      $0.isErasing = true
    }
    store.send(.answered(PersonalData.eraseTag, reply(HTTPResponse(200))), effects: [.wish(.signOut)]) {
      $0.isErasing = false
    }
  }

  @Test func openMattersStandInTheWay() {
    let open = OpenMatter(kind: .reservation, id: "o1", title: "7월 3일 예약", at: now)
    show(ExportState(stage: .none), ErasePreview(open: [open], hasPassword: true, isFresh: false))
    store.send(.eraseTapped)
    #expect(titles(PersonalData.page(store.state, .ko, dates, now: now)) == ["내 데이터 모으기", "7월 3일 예약"])
  }

  @Test func aWrongPasswordIsSaid() {
    show(ExportState(stage: .none), free)
    store.arrange(.passwordTyped("wrong"))
    store.arrange(.eraseTapped)
    store.arrange(.confirmed)
    store.arrange(.answered(PersonalData.eraseTag, reply(APIError.wrongPassword.response)))
    #expect(store.state.notice == .refused(.wrongCredentials, retryAfterSeconds: nil))
  }

  @Test func withoutAPasswordASignInMustBeFresh() {
    show(ExportState(stage: .none), ErasePreview(open: [], hasPassword: false, isFresh: false))
    store.send(.eraseTapped) { $0.notice = .refused(.proofNeeded, retryAfterSeconds: nil) }
    store.arrange(
      .answered(
        PersonalData.previewTag,
        reply(AccountAPI.erasePreview.response(ErasePreview(open: [], hasPassword: false, isFresh: true)))))
    store.send(.eraseTapped) {
      $0.notice = nil
      $0.isAsking = true
    }
  }
}
