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
  private var proof: Effect { AccountAPI.proof.ask(Nothing(), WayList.proofTag) }

  private func tell(hasPassword: Bool) {
    let proof = ProofState(hasPassword: hasPassword, isFresh: true)
    store.arrange(.answered(WayList.proofTag, reply(AccountAPI.proof.response(proof))))
  }

  private func show(_ identities: [LinkedIdentity]) {
    store.arrange(.shown)
    store.arrange(.answered(WayList.listTag, reply(AccountAPI.identities.response(identities))))
    store.arrange(.answered(WayList.offerTag, reply(AccountAPI.ways.response(WaysIn(phone: true)))))
    tell(hasPassword: false)
  }

  @Test func whatIsMissingCanBeAdded() {
    show([phone])
    #expect(titles(WayList.page(store.state, .ko)) == ["휴대전화 번호", "이메일 추가", "휴대전화 번호 바꾸기"])
    show([email])
    tell(hasPassword: true)
    #expect(titles(WayList.page(store.state, .ko)) == ["이메일", "이메일 바꾸기", "비밀번호 바꾸기", "휴대전화 번호 추가"])
  }

  @Test func theLastWayIsNotOfferedForRemoval() {
    show([email])
    guard case .rows(let group)? = WayList.page(store.state, .ko).parts.first, case .plain? = group.rows.first?.kind
    else {
      Issue.record("it can be removed")
      return
    }
    #expect(group.rows.first?.act == "")
  }

  @Test func removingAsksFirst() {
    show([email, phone])
    store.send(.unlinkTapped(.phone)) { $0.asked = .unlink(.phone) }
    let removal = WayRemoval(kind: "phone")
    store.send(.confirmed, effects: [AccountAPI.unlinkIdentity.ask(removal, WayList.unlinkTag)]) {
      $0.asked = nil
      $0.isEnding = true
    }
    store.send(.answered(WayList.unlinkTag, reply(APIError.lastWayIn.response)), effects: [list, proof]) {
      $0.isEnding = false
      $0.fault = .lastWayIn
    }
    #expect(WayList.page(store.state, .ko).notice == "마지막 로그인 방법은 해제할 수 없어요")
  }

  @Test func aProviderIsLinkedOnAPageOfItsOwn() {
    store.arrange(.shown)
    store.arrange(.answered(WayList.listTag, reply(AccountAPI.identities.response([email]))))
    store.arrange(
      .answered(WayList.offerTag, reply(AccountAPI.ways.response(WaysIn(kakao: true, apple: true)))))
    tell(hasPassword: false)
    #expect(titles(WayList.page(store.state, .ko)).suffix(2) == ["카카오 연결", "Apple 연결"])
    let way = ProviderWay(provider: "kakao", target: "me/ways")
    store.send(.linkTapped(.kakao), effects: [AccountAPI.startLink.ask(way, WayList.startTag)]) { $0.isStarting = true }
    store.send(.linkTapped(.apple))
    let address = "https://kauth.kakao.com/oauth/authorize?state=x"
    store.send(
      .answered(WayList.startTag, reply(AccountAPI.startLink.response(address))), effects: [.pushPath(address)]
    ) { $0.isStarting = false }
  }

  @Test func thePasswordIsAskedForBeforeAWayIsClosed() {
    show([email, phone])
    tell(hasPassword: true)
    store.send(.unlinkTapped(.email), effects: [.focus(elementID: "way-password")]) { $0.asked = .unlink(.email) }
    let page = WayList.page(store.state, .ko)
    #expect(page.title == "이메일 로그인을 해제할까요?")
    #expect(page.question?.title == nil)
    guard case .form(let form)? = page.parts.first else {
      Issue.record("no form")
      return
    }
    #expect(form.fields.map(\.autocomplete) == ["current-password"])
    store.send(.confirmed, effects: [.focus(elementID: "way-password")])
    store.send(.passwordTyped("wrong!2345")) { $0.password = "wrong!2345" }
    let removal = WayRemoval(kind: "email", password: "wrong!2345")
    store.send(.confirmed, effects: [AccountAPI.unlinkIdentity.ask(removal, WayList.unlinkTag)]) { $0.isEnding = true }
    store.send(.answered(WayList.unlinkTag, reply(APIError.wrongPassword.response)), effects: [list, proof]) {
      $0.isEnding = false
      $0.fault = .wrongCredentials
    }
    #expect(store.state.asked == .unlink(.email), "it can be typed again")
    store.arrange(.passwordTyped("right!2345"))
    store.arrange(.confirmed)
    store.send(.answered(WayList.unlinkTag, reply(HTTPResponse(200))), effects: [list, proof]) {
      $0.isEnding = false
      $0.asked = nil
      $0.password = ""
    }
  }

  @Test func thePasswordIsAskedForBeforeAWayIsOpened() {
    show([email])
    tell(hasPassword: true)
    store.send(.linkTapped(.kakao), effects: [.focus(elementID: "way-password")]) { $0.asked = .link(.kakao) }
    store.arrange(.passwordTyped("right!2345"))
    let way = ProviderWay(provider: "kakao", target: "me/ways", password: "right!2345")
    store.send(.confirmed, effects: [AccountAPI.startLink.ask(way, WayList.startTag)]) { $0.isStarting = true }
    store.send(.dismissed) {
      $0.asked = nil
      $0.password = ""
    }
  }

  /// A tap that comes before the answer waits for it.
  @Test func whatIsAskedForWaitsUntilItIsKnownWhatItNeeds() {
    store.arrange(.shown)
    store.arrange(.answered(WayList.listTag, reply(AccountAPI.identities.response([email, phone]))))
    store.send(.linkTapped(.kakao), effects: [proof]) { $0.asked = .link(.kakao) }
    store.send(.confirmed)
    let known = ProofState(hasPassword: true, isFresh: true)
    store.send(
      .answered(WayList.proofTag, reply(AccountAPI.proof.response(known))),
      effects: [.focus(elementID: "way-password")]
    ) { $0.proof = known }
    #expect(WayList.page(store.state, .ko).title == "카카오 연결")
  }

  @Test func whoHasNoPasswordIsAskedForNone() {
    show([email, phone])
    tell(hasPassword: false)
    #expect(!titles(WayList.page(store.state, .ko)).contains("비밀번호 바꾸기"))
    store.send(.unlinkTapped(.phone)) { $0.asked = .unlink(.phone) }
    #expect(WayList.page(store.state, .ko).question?.title == "휴대전화 번호 로그인을 해제할까요?")
  }

  @Test func aProviderThatIsLinkedIsNotOfferedAgain() {
    let kakao = LinkedIdentity(kind: .kakao, label: "하늘", isVerified: true, linkedAt: now)
    store.arrange(.shown)
    store.arrange(.answered(WayList.listTag, reply(AccountAPI.identities.response([email, kakao]))))
    store.arrange(.answered(WayList.offerTag, reply(AccountAPI.ways.response(WaysIn(kakao: true)))))
    #expect(!titles(WayList.page(store.state, .ko)).contains("카카오 연결"))
  }

  @Test func aLinkThatCannotBeginIsSaid() {
    show([email])
    store.arrange(.linkTapped(.apple))
    store.send(.answered(WayList.startTag, reply(APIError.wayClosed.response))) {
      $0.isStarting = false
      $0.fault = .wayClosed
    }
  }

  @Test(arguments: [
    ("provider_cancelled", "연결을 취소했어요"), ("identity_taken", "이미 다른 계정에서 쓰고 있어요"),
    ("never_heard", "잠시 후 다시 시도해 주세요"),
  ])
  func whatTheWayBackBringsIsSaid(word: String, text: String) {
    show([email])
    store.send(.returned(.kakao, fault: word)) { $0.returnFault = word }
    #expect(WayList.page(store.state, .ko).notice == text)
    store.send(.returned(.kakao, fault: nil)) {
      $0.returnFault = nil
      $0.linked = .kakao
    }
    guard case .text(let news)? = WayList.page(store.state, .ko).parts.first else {
      Issue.record("it does not say that it worked")
      return
    }
    #expect(news == "이제 카카오로도 로그인할 수 있어요")
  }
}
