import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Me

@Suite struct ActivityLogTests {
  private let store = TestStore<ActivityLog>(ActivityLog.State())

  private func entry(_ id: String, _ kind: String, detail: String = "", address: String = "") -> ActivityEntry {
    ActivityEntry(id: id, kind: kind, actor: "person", detail: detail, address: address, at: now)
  }

  private func answer(_ entries: [ActivityEntry], next: String? = nil) -> HTTPOutcome {
    reply(AccountAPI.activity.response(RecordPage(entries: entries, next: next)))
  }

  private var rows: [PageModel<ActivityLog.Action>.Row] {
    guard case .rows(let group)? = ActivityLog.page(store.state, .ko, dates, now: now).parts.first else { return [] }
    return group.rows
  }

  @Test func pagesFollowEachOther() {
    store.send(.shown, effects: [AccountAPI.activity.ask(RecordQuery(), ActivityLog.listTag)])
    let first = entry("a2", "signed_in", detail: "Chrome", address: "10.0.0.1")
    store.send(.answered(ActivityLog.listTag, answer([first], next: "7"))) {
      $0.list.take(.success(RecordPage(entries: [first], next: "7")), isMore: false) { $0.id == $1.id }
    }
    #expect(rows.map(\.title) == ["로그인했어요", "더 보기"])
    #expect(rows[0].detail == "Chrome · 10.0.0.1")
    store.send(.moreTapped, effects: [AccountAPI.activity.ask(RecordQuery(cursor: "7"), ActivityLog.moreTag)]) {
      #expect($0.list.more() == "7")
    }
    store.send(.moreTapped)
    let second = entry("a1", "joined", detail: "kakao")
    store.send(.answered(ActivityLog.moreTag, answer([second]))) {
      $0.list.take(.success(RecordPage(entries: [second])), isMore: true) { $0.id == $1.id }
    }
    #expect(rows.map(\.detail) == ["Chrome · 10.0.0.1", "카카오"])
  }

  @Test func wordsOfALaterServerAreLeftOut() {
    store.arrange(.shown)
    store.arrange(.answered(ActivityLog.listTag, answer([entry("a1", "flew_away"), entry("a2", "signed_out")])))
    #expect(rows.map(\.title) == ["로그아웃했어요"])
  }

  @Test func wordsForProgramsAreNotShown() {
    store.arrange(.shown)
    store.arrange(.answered(ActivityLog.listTag, answer([entry("a1", "session_ended", detail: "by_person")])))
    #expect(rows.map(\.detail) == [""])
  }

  @Test func whatIsAlarmingIsMarked() {
    store.arrange(.shown)
    store.arrange(
      .answered(ActivityLog.listTag, answer([entry("a1", "sign_in_failed"), entry("a2", "signed_in")])))
    #expect(rows.map(\.isMarked) == [true, false])
  }

  @Test func aFailedListCanBeTriedAgain() {
    store.arrange(.shown)
    store.send(.answered(ActivityLog.listTag, .unreachable)) {
      $0.list.take(.failure(.unreachable), isMore: false) { $0.id == $1.id }
    }
    store.send(.retryTapped, effects: [AccountAPI.activity.ask(RecordQuery(), ActivityLog.listTag)]) {
      $0.list.begin()
    }
  }
}
