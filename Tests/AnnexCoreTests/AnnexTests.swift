import Account
import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import JSON
import Me
import Testing
import Wire

@testable import AnnexCore

/// Testing has a `Tag` of its own.
private typealias Tag = FeatureCore.Tag

@Suite struct AnnexTests {
  private let store = TestStore<Annex>(AnnexState())
  private let member = Record(
    key: "eyemon/member", value: #"{"user_id":"p1","nick":"하늘","email":"sky@example.com","role":"patient"}"#)

  private let endings = ["expired", "remote", "credentials_changed", "crowded_out", "person_gone", "operator"]

  private func started(_ path: String, _ preferences: [Record] = []) -> Annex.Action {
    .shell(.started(path: path, languages: ["ko"], preferences: preferences, zone: .utc, online: true))
  }

  private func ask(_ endpoint: Endpoint, _ asking: Asking, _ tag: String) -> Effect {
    .ask(endpoint.request(key: "eyemon", web: true), asking, Tag(tag))
  }

  @Test func theFirstSegmentNamesTheApp() {
    store.arrange(started("/eyemon-doctor/settings"))
    #expect(store.state.app == .eyemonDoctor)
    #expect(store.state.route == .settings)
    #expect(store.state.member == nil)
  }

  @Test func whatTheBrowserKeptIsKnownFromTheStart() {
    let kept = [member, Record(key: "eyemon/language", value: "en"), Record(key: "eyemon/theme", value: "dark")]
    let inbox = AccountAPI.notices.ask(NoticeQuery(), Tag("me/notices/list"))
    store.send(started("/eyemon/me", kept), effects: [inbox, .setDocument(title: "Me", language: "en")]) {
      $0.route = .me(.overview)
      $0.language = .en
      $0.theme = .dark
      $0.member = Member(hint: kept[0].value)
      $0.documentTitle = "Me"
    }
  }

  @Test func whatConcernsTheAppIsAWish() {
    store.arrange(started("/eyemon/me", [member]))
    store.send(.signOutTapped, effects: [.wish(.signOut)])
    store.send(.backTapped, effects: [.wish(.back)])
    store.send(
      .languageChosen(.ja), effects: [.wish(.language(.ja)), .setDocument(title: "マイページ", language: "ja")]
    ) {
      $0.language = .ja
      $0.documentTitle = "マイページ"
    }
    store.send(.themeChosen(.dark), effects: [.wish(.theme(.dark))]) { $0.theme = .dark }
  }

  @Test func signingInAsksForASessionThatTheAppTakesOver() {
    store.arrange(started("/eyemon/sign-in"))
    store.arrange(.account(.emailTyped("sky@example.com")))
    store.arrange(.account(.passwordTyped("open-floor-1")))
    let form = LoginForm(email: "sky@example.com", password: "open-floor-1")
    let effects = store.arrange(.account(.submitted))
    #expect(effects == [.cancel(Tag("account/check")), ask(.login(form), .session, "account/submit")])
    let refusal = APIError.wrongCredentials.response
    #expect(
      store.arrange(.shell(.httpAnswered(Account.submitTag, .response(refusal)))) == [.focus(elementID: "password")])
    #expect(store.state.account.notice == .refused(.wrongCredentials, retryAfterSeconds: nil))
  }

  @Test func theAddressIsCheckedInNobodysName() {
    store.arrange(started("/eyemon/sign-up"))
    store.arrange(.account(.emailTyped("sky@example.com")))
    #expect(
      store.arrange(.shell(.timerFired(Tag("account/check"))))
        == [
          .cancel(Tag("account/check")),
          ask(.validateEmail("sky@example.com"), .nobody, "account/check/sky@example.com"),
        ])
    store.arrange(
      .shell(.httpAnswered(Tag("account/check/sky@example.com"), .response(Answer.note("").response))))
    #expect(store.state.account.availability == .free)
  }

  @Test func anAnswerThatNobodyAskedForChangesNothing() {
    store.arrange(started("/eyemon/sign-in"))
    store.send(.shell(.httpAnswered(Tag("account/submit"), .unreachable)))
  }

  @Test func theMarkOfAnEndedSessionIsShownAbove() {
    store.arrange(started("/eyemon/sign-in?next=1#expired"))
    #expect(store.state.route == .signIn)
    #expect(Annex.expiryNotice(store.state) != nil)
  }

  @Test func howTheSessionEndedIsSaid() {
    var said: Set<String> = []
    for reason in endings {
      store.arrange(.shell(.pathChanged("/eyemon/sign-in#" + reason)))
      if let text = Annex.expiryNotice(store.state) { said.insert(text) }
    }
    #expect(said.count == endings.count)
    store.arrange(.shell(.pathChanged("/eyemon/sign-in")))
    #expect(Annex.expiryNotice(store.state) == nil)
  }

  @Test(arguments: ["/eyemon/me/nowhere", "/eyemon/", "", "/eyemon/sign-in/x"])
  func anUnknownPlaceSaysSo(path: String) {
    #expect(AnnexRoute(path: path) == .unknown)
  }

  @Test(arguments: [
    ("/eyemon/sign-in/phone", AnnexRoute.phone), ("/eyemon/sign-in/reset", .reset), ("/eyemon/me/ways", .me(.ways)),
    ("/eyemon/me/notices?x=1", .me(.notices)), ("/eyemon-doctor/me", .me(.overview)),
  ])
  func placesAreReadFromThePath(path: String, route: AnnexRoute) {
    #expect(AnnexRoute(path: path) == route)
  }

  @Test func aNoticeOpensItsPlaceInTheApp() {
    store.arrange(started("/eyemon/me/notices", [member]))
    let notice = Notice(
      id: "n1", kind: .message, title: "김의사", body: "", target: "/chats/r1", createdAt: Timestamp(milliseconds: 0),
      isRead: true)
    let page = NoticePage(notices: [notice], next: "", unread: 0)
    store.arrange(
      .shell(.httpAnswered(Tag("me/notices/list"), .response(AccountAPI.notices.response(page)))))
    store.send(.me(.notices(.noticeTapped("n1"))), effects: [.pushPath("/eyemon/chats/r1")])
  }

  @Test func anEventOfThePersonReachesTheInbox() {
    store.arrange(started("/eyemon/me/notices", [member]))
    let page = NoticePage(notices: [], next: "", unread: 0)
    store.arrange(
      .shell(.httpAnswered(Tag("me/notices/list"), .response(AccountAPI.notices.response(page)))))
    let notice = Notice(
      id: "n1", kind: .system, title: "안내", body: "", target: "", createdAt: Timestamp(milliseconds: 0), isRead: false)
    let payload = JSONValue.object(Notice.form.print(notice)).text
    store.arrange(.shell(.told(name: "notice", payload: payload)))
    #expect(store.state.me.notices.unread == 1)
    store.send(.shell(.told(name: "notice", payload: "7")))
    store.arrange(.shell(.told(name: "notices", payload: #"{"unread":0}"#)))
    #expect(store.state.me.notices.unread == 0)
  }

  @Test func whoseAppThisIsIsHeardAnew() {
    store.arrange(started("/eyemon/me", [member]))
    var moved = Member(hint: member.value)!
    moved.email = "moved@example.com"
    store.arrange(.shell(.told(name: "member", payload: moved.hint)))
    #expect(store.state.member == moved)
    store.arrange(.shell(.told(name: "member", payload: "7")))
    #expect(store.state.member == moved)
  }

  @Test func theWayBackFromAProviderIsToldToTheWays() {
    store.arrange(started("/eyemon/me/ways?provider=apple&linked=1", [member]))
    #expect(store.state.me.ways.linked == .apple)
    store.arrange(.shell(.pathChanged("/eyemon/me/ways?provider=kakao&error=identity_taken")))
    #expect(store.state.me.ways.linked == nil && store.state.me.ways.returnFault == "identity_taken")
  }

  @Test func anAddressElsewhereIsNoPlaceOfTheApp() {
    store.arrange(started("/eyemon/me/ways", [member]))
    store.arrange(.me(.ways(.linkTapped(.kakao))))
    let address = "https://kauth.kakao.com/oauth/authorize"
    let answer = AccountAPI.startLink.response(address)
    let effects = store.arrange(.shell(.httpAnswered(Tag("me/ways/start"), .response(answer))))
    #expect(effects == [.pushPath(address)])
  }

  @Test(arguments: Language.allCases)
  func everyPlaceHasATitleInEveryLanguage(language: Language) {
    for path in ["sign-in/phone", "sign-in/reset"] + MePlace.allCases.map({ "me/" + $0.rawValue }) {
      let store = TestStore<Annex>(AnnexState())
      store.arrange(started("/eyemon/" + path, [member, Record(key: "eyemon/language", value: language.rawValue)]))
      let title = Annex.title(store.state)
      #expect(!title.isEmpty)
      #expect(title.utf8.allSatisfy { $0 < 0x80 } == (language == .en), "\(path): \(title)")
    }
  }

  @Test(arguments: Language.allCases)
  func everyLanguageHasItsOwnWords(language: Language) {
    store.arrange(started("/eyemon/me", [member, Record(key: "eyemon/language", value: language.rawValue)]))
    let settings = Annex.settings(store.state)
    let texts =
      [
        settings.title, settings.languageTitle, settings.themeTitle, settings.signInLabel, settings.signOutLabel,
        settings.signOutHint, Annex.notFound(store.state).title, Annex.notFound(store.state).text,
        AnnexWords.slogan(.eyemon, language), AnnexWords.slogan(.eyemonDoctor, language), AnnexWords.back(language),
      ] + settings.themes.map(\.label) + endings.map { AnnexWords.ended($0, language) }
    #expect(!texts.contains(""))
    let areASCII = texts.filter { text in text.utf8.allSatisfy { $0 < 0x80 } }
    #expect(language == .en ? areASCII.count > texts.count / 2 : areASCII.isEmpty)
  }
}
