import Chat
import Contract
import Domain
import EyeMon
import EyeMonDoctor
import FeatureCore
import FeatureTesting
import JSON
import Testing

@testable import AppCore

@Suite struct AppModelTests {
  private let store = AppStore(VisibleApp.State(EyeMon.configuration))
  private var app: AppState { store.state.app }

  @Test func theBannerSpeaksOnlyWhereSomethingIsWrong() {
    #expect(ConsultApp.connection(app) == nil)
    store.arrange(started("/eyemon/chats", preferences: [memberRecord]))
    #expect(ConsultApp.connection(app)?.text == "연결 중")
    #expect(ConsultApp.banner(app) == nil)
    renew(store)
    connect(store)
    #expect(ConsultApp.banner(app) == nil)
    store.arrange(.shell(.socketClosed))
    #expect(ConsultApp.banner(app) == ConnectionModel(kind: .reconnecting, text: "서버에 다시 연결하고 있어요"))
    store.arrange(.shell(.onlineChanged(false)))
    #expect(ConsultApp.banner(app) == ConnectionModel(kind: .offline, text: "인터넷에 연결되어 있지 않아요"))
    #expect(app.chat.connection == .lost)
  }

  @Test func aDeviceThatSaysOfflineIsBelievedOnlyWhileNothingAnswers() {
    store.arrange(started("/eyemon/chats", preferences: [memberRecord], online: false))
    #expect(ConsultApp.banner(app)?.kind == .offline)
    renew(store)
    connect(store)
    #expect(ConsultApp.connection(app)?.kind == .connected)
  }

  @Test func largeUnreadNumbersAreCutShortButSpokenInFull() {
    signIn(store, at: "/eyemon/doctors")
    store.arrange(room(unread: 120))
    let tab = ConsultApp.tabs(app)[1]
    #expect(tab.badge == "99+")
    #expect(tab.spoken == "채팅, 읽지 않음 120개")
    #expect(store.state.title == "(99+) 의사 – 아이몬")
  }

  @Test func theWelcomeLeadsToBothForms() {
    let model = ConsultApp.welcome(ConsultApp.initialState(EyeMonDoctor.configuration))
    #expect(model.signInPath == "/eyemon-doctor/sign-in")
    #expect(model.signUpPath == "/eyemon-doctor/sign-up")
    #expect(model.settingsPath == "/eyemon-doctor/settings")
    #expect(model.name == "아이몬 닥터")
  }

  @Test(arguments: Language.allCases)
  func everyLanguageHasItsOwnWords(language: Language) {
    store.arrange(started("/eyemon/", languages: [language.rawValue]))
    let texts =
      [
        ConsultApp.notFound(app).title, ConsultApp.notFound(app).text, ConsultApp.notFound(app).homeLabel,
        ConsultApp.chooseRoom(app).title, ConsultApp.welcome(app).slogan, AppWords.connecting(language),
        AppWords.reconnecting(language), AppWords.offline(language),
      ] + EyeMon.configuration.tabs.map { AppWords.tab($0, language) }
    #expect(!texts.contains(""))
    let areASCII = texts.filter { text in text.utf8.allSatisfy { $0 < 0x80 } }
    #expect(language == .en ? areASCII.count > texts.count / 2 : areASCII.isEmpty)
  }

  private func room(unread: Int) -> ConsultApp.Action {
    let payload = consultRoom(message(200, "네"), unread: unread).json.text
    return .shell(.socketReceived(#"42/me,["room",\#(payload)]"#))
  }
}
