import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Me

@Suite struct SessionListTests {
  private let store = TestStore<SessionList>(SessionList.State())
  private let here = SessionEntry(
    id: "s1", app: "eyemon", platform: "web", createdAt: now, lastUsedAt: now, isThis: true)
  private let phone = SessionEntry(
    id: "s2", app: "eyemon", deviceName: "하늘의 iPhone", platform: "ios", createdAt: now, lastUsedAt: now)
  private var list: Effect { AccountAPI.sessions.ask(Nothing(), SessionList.listTag) }

  private func show() {
    store.arrange(.shown)
    store.arrange(.answered(SessionList.listTag, reply(AccountAPI.sessions.response([here, phone]))))
  }

  @Test func theListComesFromTheServer() {
    store.send(.shown, effects: [list])
    store.send(.answered(SessionList.listTag, reply(AccountAPI.sessions.response([here])))) {
      $0.sessions = .value([here])
    }
  }

  @Test func aListThatDidNotComeCanBeAskedForAgain() {
    store.arrange(.shown)
    store.send(.answered(SessionList.listTag, .unreachable)) { $0.sessions = .failed }
    store.send(.retryTapped, effects: [list]) { $0.sessions = .loading }
  }

  @Test func aListThatIsThereOutlivesAFailedReload() {
    show()
    store.send(.answered(SessionList.listTag, .unreachable))
  }

  @Test func aDeviceIsSignedOutAfterAQuestion() {
    show()
    store.send(.endTapped("s2")) { $0.asked = .one(phone) }
    #expect(page.question?.title == "하늘의 iPhone에서 로그아웃할까요?")
    store.send(.confirmed, effects: [AccountAPI.endSession.ask("s2", SessionList.endTag)]) {
      $0.asked = nil
      $0.isEnding = true
    }
    store.send(.answered(SessionList.endTag, reply(HTTPResponse(200))), effects: [list]) { $0.isEnding = false }
  }

  @Test func oneThatHasEndedMeanwhileIsNoFault() {
    show()
    store.arrange(.endTapped("s2"))
    store.arrange(.confirmed)
    store.send(.answered(SessionList.endTag, reply(APIError.notFound.response)), effects: [list]) {
      $0.isEnding = false
    }
  }

  @Test func thisDeviceIsNotEndedHere() {
    show()
    store.send(.endTapped("s1"))
    store.send(.confirmed)
  }

  @Test func allOthersEndTogether() {
    show()
    store.arrange(.endOthersTapped)
    #expect(store.arrange(.confirmed) == [AccountAPI.endSessions.ask(false, SessionList.endTag)])
    store.send(.answered(SessionList.endTag, .unreachable), effects: [list]) {
      $0.isEnding = false
      $0.hasFailed = true
    }
    #expect(page.notice != nil)
  }

  private var page: PageModel<SessionList.Action> { SessionList.page(store.state, .ko, dates, now: now) }

  @Test func thePageShowsThisDeviceFirst() {
    show()
    #expect(titles(page) == ["브라우저", "하늘의 iPhone", "다른 기기 모두 로그아웃"])
  }
}
