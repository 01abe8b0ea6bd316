import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Me

@Suite struct WayListTests {
  private let store = TestStore<WayList>(WayList.State())
  private let email = LinkedIdentity(kind: .email, label: "sky@example.com", isVerified: true, linkedAt: now)
  private let phone = LinkedIdentity(kind: .phone, label: "010-****-5678", isVerified: true, linkedAt: now)
  private var list: Effect { AccountAPI.identities.ask(Nothing(), WayList.listTag) }

  private func show(_ identities: [LinkedIdentity]) {
    store.arrange(.shown)
    store.arrange(.answered(WayList.listTag, reply(AccountAPI.identities.response(identities))))
    store.arrange(.answered(WayList.offerTag, reply(AccountAPI.ways.response(WaysIn(phone: true)))))
  }

  @Test func whatIsMissingCanBeAdded() {
    show([phone])
    #expect(titles(WayList.page(store.state, .ko)) == ["휴대전화 번호", "이메일 추가", "휴대전화 번호 바꾸기"])
    show([email])
    #expect(titles(WayList.page(store.state, .ko)) == ["이메일", "이메일 바꾸기", "비밀번호 바꾸기", "휴대전화 번호 추가"])
  }

  @Test func theLastWayIsNotOfferedForRemoval() {
    show([email])
    guard case .rows(let group)? = WayList.page(store.state, .ko).parts.first, case .plain? = group.rows.first?.kind
    else {
      Issue.record("it can be removed")
      return
    }
    #expect(group.rows.first?.meta == "")
  }

  @Test func removingAsksFirst() {
    show([email, phone])
    store.send(.unlinkTapped(.phone)) { $0.asked = .phone }
    store.send(.confirmed, effects: [AccountAPI.unlinkIdentity.ask("phone", WayList.unlinkTag)]) {
      $0.asked = nil
      $0.isEnding = true
    }
    store.send(.answered(WayList.unlinkTag, reply(APIError.lastWayIn.response)), effects: [list]) {
      $0.isEnding = false
      $0.fault = .lastWayIn
    }
    #expect(WayList.page(store.state, .ko).notice == "마지막 로그인 방법은 해제할 수 없어요")
  }
}
