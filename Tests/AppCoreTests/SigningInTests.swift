import Chat
import Contract
import Domain
import EyeMon
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import AppCore

@Suite struct SigningInTests {
  private let store = AppStore(VisibleApp.State(EyeMon.configuration))

  /// What the app asks for once a person is known.
  private func entering(_ place: String, _ wishes: [Effect], isBack: Bool = false, field: String? = nil) -> [Effect] {
    [preference("leaving", nil), access("t1"), preference("member", kept.hint), .openStore(account: "p1")] + keptReads
      + (isBack ? [preference("wanted", nil)] : []) + [.replacePath(place)] + wishes
      + [.focus(elementID: "main")] + (field.map { [.focusForKeyboard(elementID: $0)] } ?? [])
      + [.cancel(attempt)] + socketOpening
  }

  @Test func signingUpLeadsFromTheWelcomeToTheDoctors() {
    store.send(started("/eyemon/"), effects: [.setDocument(title: "아이몬", language: "ko")]) { $0.title = "아이몬" }
    store.send(.placeTapped(.signUp), effects: [.pushPath("/eyemon/sign-up"), .focus(elementID: "main")]) {
      $0.route = .signUp
    }
    store.send(.shell(.wished(.signIn)), effects: [.admitSignIn])
    store.send(
      .shell(.wished(.signedIn(Answer.session(session("t1")).response))),
      effects: entering("/eyemon/doctors", [request(1, .doctors, token: "t1")]) + [
        .setDocument(title: "의사 – 아이몬", language: "ko")
      ]
    ) {
      $0.route = .doctors
      $0.nick = "하늘"
      $0.connection = .connecting
      $0.title = "의사 – 아이몬"
    }
  }

  @Test func aDeepLinkIsReachedAfterSigningIn() {
    store.send(
      started("/eyemon/chats/r1"),
      effects: [
        preference("wanted", "/eyemon/chats/r1"), .replacePath("/eyemon/sign-in"),
        .setDocument(title: "아이몬", language: "ko"),
      ]
    ) {
      $0.route = .signIn
      $0.wanted = .room(room)
      $0.title = "아이몬"
    }
    store.arrange(.shell(.wished(.signIn)))
    store.send(
      .shell(.wished(.signedIn(Answer.session(session("t1")).response))),
      effects: entering(
        "/eyemon/chats/r1",
        [
          request(1, .rooms, token: "t1"), .readRange(from: "k/r1", through: "k/r1", Tag("chat/kept-messages/r1")),
          .scrollToEnd(elementID: "messages"),
        ], isBack: true, field: "composer") + [.setDocument(title: "채팅 – 아이몬", language: "ko")]
    ) {
      $0.route = .room(room)
      $0.wanted = nil
      $0.nick = "하늘"
      $0.connection = .connecting
      $0.title = "채팅 – 아이몬"
    }
  }

  @Test func theWantedPlaceOutlivesAReloadOfTheForm() {
    let wanted = Record(key: "eyemon/wanted", value: "/eyemon/chats/r1")
    store.arrange(started("/eyemon/sign-in", preferences: [wanted]))
    #expect(store.state.wanted == .room(room))
    let other = AppStore(VisibleApp.State(EyeMon.configuration))
    other.arrange(started("/eyemon/", preferences: [wanted]))
    #expect(other.state.wanted == nil)
  }

  @Test(arguments: [APIError.wrongCredentials.response, HTTPResponse(0), HTTPResponse(200, body: [0x7B])])
  func aSignInThatBringsNoSessionChangesNothingAndMayBeTriedAgain(response: HTTPResponse) {
    store.arrange(started("/eyemon/sign-in"))
    store.send(.shell(.wished(.signIn)), effects: [.admitSignIn])
    store.send(.shell(.wished(.signedIn(response))))
    store.send(.shell(.wished(.signIn)), effects: [.admitSignIn])
  }

  @Test func aSignInWaitsUntilTheServerHasHeardOfTheSignOut() {
    signIn(store, at: "/eyemon/me")
    store.arrange(.shell(.wished(.signOut)))
    let farewell = store.state.app.lastExchange
    store.send(.shell(.wished(.signIn)))
    store.send(answer(farewell, .empty), effects: [preference("leaving", nil), .admitSignIn])
  }

  @Test func signingOutErasesTheAccountFromTheDevice() {
    signIn(store, at: "/eyemon/settings")
    store.send(
      .shell(.wished(.signOut)),
      effects: [
        preference("leaving", "1"), .cancel(Tag("app/http/3")), access(nil), preference("member", nil),
        .cancel(attempt), .cancel(ping),
        .sendSocket("1"), .closeSocket,
        .openStore(account: nil), .eraseStore(account: "p1"), .replacePath("/eyemon/"), .focus(elementID: "main"),
        request(4, .logout, token: "t1"),
      ]
    ) {
      $0.route = .home
      $0.nick = nil
      $0.connection = nil
    }
    #expect(store.state.app.chat.me == nil)
    store.send(answer(4, .empty), effects: [preference("leaving", nil)])
  }

  /// What any gateway answers: its word takes nobody's outbox.
  @Test(arguments: [401, 403, 418, 419])
  func aGatewaysRefusalErasesNothing(status: Int) {
    signIn(store, at: "/eyemon/chats/r1")
    let response = HTTPResponse(status, body: Array(#"{"message":"Forbidden"}"#.utf8))
    while let exchange = store.state.app.exchanges.first(where: { $0.endpoint != .refreshWebSession(.eyemon) }) {
      let effects = store.arrange(.shell(.httpAnswered(exchange.tag, .response(response))))
      #expect(!effects.contains(.eraseStore(account: "p1")))
    }
    for exchange in store.state.app.exchanges {
      store.arrange(.shell(.httpAnswered(exchange.tag, .response(response))))
    }
    #expect(store.state.nick == "하늘")
  }

  @Test func aSignOutThatTheServerDidNotHearIsFinishedAtTheNextVisit() {
    let leaving = Record(key: "eyemon/leaving", value: "1")
    store.send(
      started("/eyemon/", preferences: [leaving]),
      effects: [request(1, .refreshWebSession(.eyemon)), .setDocument(title: "아이몬", language: "ko")]
    ) { $0.title = "아이몬" }
    store.send(answer(1, .session(session("t1"))), effects: [request(2, .logout, token: "t1")])
    store.send(answer(2, .empty), effects: [preference("leaving", nil)])
    #expect(store.state.nick == nil)
  }

  /// A renewal of another tab that came after the sign-out has told of the person once more.
  @Test func whoHasSignedOutIsOutAtTheNextVisit() {
    let leaving = Record(key: "eyemon/leaving", value: "1")
    let effects = store.arrange(started("/eyemon/chats", preferences: [leaving, memberRecord]))
    #expect(store.state.nick == nil)
    #expect(effects.contains(preference("member", nil)) && effects.contains(.eraseStore(account: "p1")))
    #expect(effects.contains(request(1, .refreshWebSession(.eyemon))))
    store.arrange(answer(1, .session(session("t1"))))
    #expect(store.state.nick == nil)
  }

  /// The cookie that the page finds is the new one, and stays.
  @Test func whoCameBackFromAProvidersPageIsNotSignedOut() {
    let notes = ["entering", "leaving"].map { Record(key: "eyemon/" + $0, value: "1") }
    let effects = store.arrange(started("/eyemon/chats", preferences: notes))
    #expect(effects.contains(preference("leaving", nil)))
    let after = store.arrange(answer(1, .session(session("t1"))))
    #expect(store.state.nick == "하늘")
    #expect(!after.contains(request(2, .logout, token: "t1")))
  }

  /// Where it brought nobody, the cookie is still that of before.
  @Test func whoCameBackFromAProvidersPageWithNothingStaysSignedOut() {
    let notes = ["entering", "leaving"].map { Record(key: "eyemon/" + $0, value: "1") }
    let effects = store.arrange(
      started("/eyemon/sign-in?provider=kakao&error=provider_cancelled", preferences: notes))
    #expect(effects.contains(preference("entering", nil)) && !effects.contains(preference("leaving", nil)))
    #expect(store.arrange(answer(1, .session(session("t1")))).contains(request(2, .logout, token: "t1")))
    #expect(store.state.nick == nil)
  }

  @Test func aSignInOutlivesTheSignOutOfATabThatIsClosed() {
    store.arrange(started("/eyemon/sign-in"))
    store.arrange(.shell(.wished(.signIn)))
    let effects = store.arrange(.shell(.wished(.signedIn(Answer.session(session("t1")).response))))
    #expect(effects.contains(preference("leaving", nil)))
  }

  @Test func aSessionThatAProvidersPageBroughtIsTakenUp() {
    let entering = Record(key: "eyemon/entering", value: "1")
    let effects = store.arrange(started("/eyemon/chats", preferences: [entering]))
    #expect(effects.contains(preference("entering", nil)))
    #expect(effects.contains(request(1, .refreshWebSession(.eyemon))))
    store.arrange(answer(1, .session(session("t1"))))
    #expect(store.state.nick == "하늘")
    #expect(store.state.route == .rooms)
  }

  @Test func aProvidersPageThatBroughtNoneLeavesTheFormAsItIs() {
    let entering = Record(key: "eyemon/entering", value: "1")
    store.arrange(started("/eyemon/sign-in?error=provider_cancelled", preferences: [entering]))
    store.arrange(refuse(1, .refreshExpired))
    #expect(store.state.nick == nil)
    #expect(store.state.route == .signIn)
    #expect(store.state.endMark == nil)
  }

  @Test func answersOfTheOlderSessionAreDropped() {
    signIn(store, at: "/eyemon/chats")
    store.arrange(.chat(.reloadTapped))
    store.arrange(.placeTapped(.doctors))
    let doctors = store.state.app.exchanges.first { $0.endpoint == .doctors }
    store.arrange(.shell(.wished(.signOut)))
    let late = Doctor(person: doctor, clinic: "마루안과", specialty: "망막")
    store.send(answer(doctors?.number ?? 0, .doctors([late])))
    #expect(doctors != nil)
    #expect(store.state.app.chat.doctors.isEmpty)
  }

  @Test func anotherPersonOfTheSameBrowserNeverSeesTheFirstOnesRooms() {
    store.arrange(started("/eyemon/chats/r1", preferences: [memberRecord]))
    store.arrange(knownRoom)
    store.arrange(.shell(.recordsRead(Tag("chat/kept-messages/r1"), [keptMessage(message(1, "비밀"))])))
    #expect(store.state.bubbles == ["비밀"])
    let other = Person(id: ID("p2"), nick: "바다")
    let effects = store.arrange(answer(1, .session(session("t2", other))))
    #expect(store.state.nick == "바다")
    #expect(store.state.route == .doctors)
    #expect(store.state.bubbles == [])
    #expect(effects.contains(.openStore(account: "p2")))
    #expect(!effects.contains(.eraseStore(account: "p1")))
  }

  @Test func theTwoAppsUseNamesOfTheirOwn() {
    let eyemon = EyeMon.configuration
    #expect(ConsultApp.initialState(eyemon).preferenceName("member") == "eyemon/member")
    store.arrange(
      started("/eyemon/", preferences: [Record(key: "eyemon-doctor/member", value: kept.hint)]))
    #expect(store.state.nick == nil)
  }
}
