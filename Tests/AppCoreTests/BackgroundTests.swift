import Chat
import Contract
import Domain
import EyeMon
import FeatureCore
import FeatureTesting
import JSON
import Testing
import Wire

@testable import AppCore

@Suite struct BackgroundTests {
  private let store = AppStore(VisibleApp.State(EyeMon.configuration))
  private let patience = Effect.startTimer(milliseconds: 30_000, Tag("app/background"))

  private func live(_ name: String, _ json: String) -> ConsultApp.Action {
    .shell(.socketReceived(#"42/me,["\#(name)",\#(json)]"#))
  }

  private func see(_ visible: Bool, handheld: Bool) -> [Effect] {
    store.arrange(.shell(.visibilityChanged(visible: visible, handheld: handheld)))
  }

  @Test func aPhoneEndsItsConnectionSomeTimeAfterItWasPutAway() {
    signIn(store, at: "/eyemon/chats")
    #expect(see(false, handheld: true).contains(patience))
    #expect(store.arrange(.shell(.timerFired(Tag("app/background")))).contains(.closeSocket))
    let effects = see(true, handheld: true)
    #expect(effects.contains { if case .openSocket = $0 { true } else { false } })
  }

  @Test func aGlanceElsewhereEndsNothing() {
    signIn(store, at: "/eyemon/chats")
    _ = see(false, handheld: true)
    #expect(see(true, handheld: true).contains(.cancel(Tag("app/background"))))
    #expect(!see(false, handheld: false).contains(patience), "a desktop's tab counts what is unread")
  }

  @Test func typingAndPresenceReachTheConversation() {
    signIn(store, at: "/eyemon/chats/r1")
    store.arrange(live("room", consultRoom(message(1, "네")).json.text))
    store.arrange(live("presences", #"{"online":["d1"]}"#))
    #expect(ConversationModel(store.state.app.chat)?.status == "접속 중")
    store.arrange(live("typing", #"{"room_id":"r1","user_id":"d1","lease":5000}"#))
    #expect(ConversationModel(store.state.app.chat)?.status == "입력 중…")
    store.arrange(live("typing", #"{"room_id":"r1","user_id":"d1","lease":0}"#))
    store.arrange(live("presence", #"{"user_id":"d1","online":false}"#))
    #expect(ConversationModel(store.state.app.chat)?.status == nil)
    for nonsense in ["{}", #"{"room_id":1}"#, "[]", "null", #"{"room_id":"r1","user_id":"d1","lease":1e99}"#] {
      for name in ["typing", "presence", "presences", "change", "read", "room", "chat"] {
        store.arrange(live(name, nonsense))
      }
    }
    #expect(ConversationModel(store.state.app.chat)?.status == nil)
  }

  @Test func signingOutAsksWhereSomethingWaits() {
    signIn(store, at: "/eyemon/chats/r1")
    store.arrange(.shell(.socketClosed))
    store.arrange(.chat(.draftChanged("아직")))
    store.arrange(.chat(.sendTapped))
    #expect(store.arrange(.shell(.wished(.signOut))).isEmpty)
    #expect(ConsultApp.sheet(store.state.app)?.text == "아직 보내지 못한 메시지가 1개 있어요. 로그아웃하면 사라져요.")
    store.arrange(.signOutDropped)
    #expect(ConsultApp.sheet(store.state.app) == nil)
    #expect(store.state.nick != nil)
    store.arrange(.shell(.wished(.signOut)))
    store.arrange(.signOutConfirmed)
    #expect(store.state.nick == nil)
  }
}
