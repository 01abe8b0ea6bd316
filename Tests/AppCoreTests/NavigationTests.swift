import Chat
import Contract
import Domain
import EyeMon
import EyeMonDoctor
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import AppCore

@Suite struct NavigationTests {
  private let store = AppStore(VisibleApp.State(EyeMon.configuration))

  @Test func anUnknownPathSaysSoAndShowsTheWayHome() {
    store.send(
      started("/eyemon/nowhere"),
      effects: [.setDocument(title: "페이지를 찾을 수 없어요 – 아이몬", language: "ko")]
    ) {
      $0.route = .unknown("/eyemon/nowhere")
      $0.title = "페이지를 찾을 수 없어요 – 아이몬"
    }
    let model = ConsultApp.notFound(store.state.app)
    #expect(model.homePath == "/eyemon/")
    store.send(
      .backTapped,
      effects: [
        .replacePath("/eyemon/"), .focus(elementID: "main"), .setDocument(title: "아이몬", language: "ko"),
      ]
    ) {
      $0.route = .home
      $0.title = "아이몬"
    }
  }

  @Test func aRoomOpenedByALinkGoesBackToTheList() {
    signIn(store, at: "/eyemon/chats/r1")
    let effects = store.arrange(.backTapped)
    #expect(effects.contains(.replacePath("/eyemon/chats")))
    #expect(!effects.contains(.goBack))
    #expect(store.state.route == .rooms)
    #expect(store.state.app.chat.conversation == nil)
  }

  @Test func aRoomOpenedFromTheListGoesBackAsTheBrowserDoes() {
    signIn(store, at: "/eyemon/chats")
    store.arrange(.placeTapped(.room(room)))
    store.send(.backTapped, effects: [.goBack])
    store.arrange(.shell(.pathChanged("/eyemon/chats")))
    #expect(store.state.route == .rooms)
    #expect(store.state.app.trail == [.rooms])
    store.arrange(.shell(.pathChanged("/eyemon/chats/r1")))
    #expect(store.state.route == .room(room))
    #expect(store.state.app.trail == [.rooms, .room(room)])
  }

  @Test func theSamePlaceIsNotPushedTwice() {
    signIn(store, at: "/eyemon/settings")
    store.send(.placeTapped(.settings))
  }

  @Test func aLinkToThePlaceThatIsShownLeavesNoTrace() {
    signIn(store, at: "/eyemon/chats")
    store.arrange(.shell(.pathChanged("/eyemon/chats")))
    #expect(store.state.app.trail == [.rooms])
  }

  @Test func theEntranceIsNoPlaceForSomebodySignedIn() {
    signIn(store, at: "/eyemon/chats")
    let effects = store.arrange(.shell(.pathChanged("/eyemon/sign-in")))
    #expect(store.state.route == .doctors)
    #expect(effects.first == .replacePath("/eyemon/doctors"))
  }

  @Test func theDoctorsAppHasNoDoctorList() {
    let store = AppStore(VisibleApp.State(EyeMonDoctor.configuration))
    store.arrange(started("/eyemon-doctor/doctors"))
    #expect(store.state.route == .unknown("/eyemon-doctor/doctors"))
    #expect(ConsultApp.tabs(store.state.app) == [])
  }

  @Test func settingsAreOpenToEverybody() {
    store.arrange(started("/eyemon/settings"))
    #expect(store.state.route == .settings)
  }

  @Test func aPlaceOfTheAnnexGoesBackToTheOneAboveIt() {
    signIn(store, at: "/eyemon/me/sessions/7")
    store.arrange(.shell(.wished(.back)))
    #expect(store.state.route == .annex("me/sessions"))
    store.arrange(.backTapped)
    #expect(store.state.route == .me)
  }

  @Test func onlyThePlacesOfAPersonNeedASession() {
    store.arrange(started("/eyemon/me/sessions"))
    #expect(store.state.route == .signIn)
    #expect(store.state.wanted == .annex("me/sessions"))
    #expect(Route.annex("reservations/r").needsSession)
    #expect(Route.annex("sign-in/phone").needsSession == false)
  }

  @Test func aRoomShowsTheTabOfTheRooms() {
    signIn(store, at: "/eyemon/chats/r1")
    let tabs = ConsultApp.tabs(store.state.app)
    #expect(tabs.map(\.isSelected) == [false, true, false])
    #expect(tabs.map(\.path) == ["/eyemon/doctors", "/eyemon/chats", "/eyemon/me"])
  }

  @Test func theLanguageIsThatOfTheBrowserUntilOneIsChosen() {
    store.send(
      started("/eyemon/", languages: ["fr-FR", "ja-JP", "en"]),
      effects: [.setDocument(title: "アイモン", language: "ja")]
    ) {
      $0.language = .ja
      $0.title = "アイモン"
    }
    store.send(
      .shell(.wished(.language(.en))),
      effects: [preference("language", "en"), .setDocument(title: "EyeMon", language: "en")]
    ) {
      $0.language = .en
      $0.title = "EyeMon"
    }
    store.send(.shell(.wished(.language(.en))))
    #expect(store.state.app.chat.setting.language == .en)
    let other = AppStore(VisibleApp.State(EyeMon.configuration))
    other.arrange(
      started("/eyemon/", languages: ["ja"], preferences: [Record(key: "eyemon/language", value: "en")]))
    #expect(other.state.language == .en)
  }

  @Test func aBrowserWithoutAKnownLanguageGetsKorean() {
    store.arrange(started("/eyemon/", languages: ["fr-FR", "", "x"]))
    #expect(store.state.language == .ko)
  }

  @Test func theThemeIsKeptUntilItIsTheSystemsAgain() {
    store.arrange(started("/eyemon/", preferences: [Record(key: "eyemon/theme", value: "light")]))
    #expect(store.state.theme == .light)
    store.send(.shell(.wished(.theme(.dark))), effects: [preference("theme", "dark")]) { $0.theme = .dark }
    store.send(.shell(.wished(.theme(.dark))))
    store.send(.shell(.wished(.theme(.system))), effects: [preference("theme", nil)]) { $0.theme = .system }
  }

  @Test func brokenPreferencesAreAsGoodAsNone() {
    let broken = ["member", "language", "theme"].map { Record(key: "eyemon/\($0)", value: "{\"") }
    store.arrange(started("/eyemon/chats", preferences: broken))
    #expect(store.state.route == .signIn)
    #expect(store.state.language == .ko)
  }

  @Test func theHintIsReadBackAndHoldsNoToken() {
    #expect(Member(hint: kept.hint) == kept)
    #expect(Member(session("secret")).hint.contains("secret") == false)
  }

  @Test func theWayBackOutlivesAReload() {
    let store = AppStore(VisibleApp.State(EyeMon.configuration))
    store.arrange(
      .shell(
        .started(
          path: "/eyemon/chats/r1", languages: ["ko"], preferences: [memberRecord], zone: .utc, online: true,
          isBeyond: true)))
    #expect(store.arrange(.backTapped) == [.goBack])
  }
}
