import Chat
import Contract
import Domain
import EyeMon
import EyeMonDoctor
import FeatureCore
import FeatureTesting
import JSON
import Testing
import Wire

@testable import AppCore

@Suite struct SessionFlowTests {
  private let store = AppStore(VisibleApp.State(EyeMon.configuration))

  @Test func aColdStartShowsTheConversationBeforeTheServerIsAsked() {
    store.send(
      started("/eyemon/chats/r1", preferences: [memberRecord]),
      effects: [.openStore(account: "p1")] + keptReads + [
        request(1, .refreshWebSession(.eyemon)), .cancel(attempt),
        .readRange(from: "k/r1", through: "k/r1", Tag("chat/kept-messages/r1")), .scrollToEnd(elementID: "messages"),
        .focusForKeyboard(elementID: "composer"), .setDocument(title: "채팅 – 아이몬", language: "ko"),
      ]
    ) {
      $0.route = .room(room)
      $0.nick = "하늘"
      $0.connection = .connecting
      $0.title = "채팅 – 아이몬"
    }
    store.arrange(knownRoom)
    store.send(
      .shell(.recordsRead(Tag("chat/kept-messages/r1"), [keptMessage(message(1, "안녕하세요"))])),
      effects: [.scrollToEnd(elementID: "messages")]
    ) { $0.bubbles = ["안녕하세요"] }
  }

  @Test func anOpenAnnexHearsWhatTheServerSaysOfThePerson() {
    store.arrange(started("/eyemon/me", preferences: [memberRecord]))
    let moved = SessionAnswer(
      person: me, email: "moved@example.com", role: .patient, accessToken: "t1", refreshToken: "")
    let hint = Member(moved).hint
    let effects = store.arrange(answer(1, .session(moved)))
    #expect(effects.contains(preference("member", hint)))
    #expect(effects.contains(.tellAnnex(name: "member", payload: hint)))
    let number = store.state.app.lastExchange
    store.arrange(.shell(.wished(.renewal)))
    #expect(store.arrange(answer(number + 1, .session(moved))) == [access("t1")])
  }

  @Test func withoutAServerTheKeptConversationStaysAndSaysSo() {
    store.arrange(started("/eyemon/chats/r1", preferences: [memberRecord], online: false))
    #expect(store.state.connection == .offline)
    #expect(ConsultApp.banner(store.state.app)?.text == "인터넷에 연결되어 있지 않아요")
    store.arrange(knownRoom)
    store.arrange(.shell(.recordsRead(Tag("chat/kept-messages/r1"), [keptMessage(message(1, "안녕하세요"))])))
    store.arrange(.shell(.recordsRead(Tag("chat/kept-outboxes"), [])))
    store.arrange(lost(1))
    #expect(store.state.bubbles == ["안녕하세요"])
    #expect(store.state.nick == "하늘")
    #expect(store.state.app.chat.connection == .lost)
    store.arrange(.chat(.draftChanged("거기 계세요?")))
    store.arrange(.chat(.sendTapped))
    #expect(store.state.bubbles == ["안녕하세요", "… 거기 계세요?"])
    store.arrange(.shell(.onlineChanged(true)))
    #expect(store.state.connection == .reconnecting)
    #expect(ConsultApp.banner(store.state.app)?.text == "서버에 다시 연결하고 있어요")
  }

  @Test func aRenewalThatIsPutOffPutsTheConnectionOff() {
    store.arrange(started("/eyemon/chats", preferences: [memberRecord]))
    let effects = store.arrange(refuse(1, .overloaded(retryAfterSeconds: 20)))
    let pauses = effects.compactMap { effect -> Int? in
      if case .startTimer(let milliseconds, attempt) = effect { milliseconds } else { nil }
    }
    #expect(pauses.count == 1 && pauses.allSatisfy { $0 >= 20_000 }, "\(effects)")
  }

  @Test func aServerInTroubleSignsNobodyOut() {
    store.arrange(started("/eyemon/chats", preferences: [memberRecord]))
    store.arrange(refuse(1, .internalError))
    #expect(store.state.nick == "하늘")
    #expect(store.state.route == .rooms)
    #expect(store.state.connection == .reconnecting)
    #expect(store.timers.contains { $0.tag == attempt })
  }

  @Test func aRefusedRenewalAsksToSignInAndKeepsTheOutbox() {
    store.arrange(started("/eyemon/chats/r1", preferences: [memberRecord]))
    store.send(
      refuse(1, .refreshExpired),
      effects: [
        .startTimer(milliseconds: 1_000, Tag("chat/rooms-timer")), .startTimer(milliseconds: pause(store), attempt),
        access(nil), preference("member", nil), .cancel(attempt),
        .openStore(account: nil), preference("wanted", "/eyemon/chats/r1"), .replacePath("/eyemon/sign-in"),
        .focus(elementID: "main"),
        .setDocument(title: "아이몬", language: "ko"),
      ]
    ) {
      $0.route = .signIn
      $0.wanted = .room(room)
      $0.nick = nil
      $0.connection = nil
      $0.endMark = "expired"
      $0.title = "아이몬"
    }
    #expect(ConsultApp.annexPlace("sign-in", store.state.app) == "sign-in#expired")
  }

  /// A device that was signed out from elsewhere may be in other hands: nothing of the consults stays on it.
  @Test(arguments: [APIError.sessionEnded, .personGone])
  func anEndOnPurposeErasesTheDevice(error: APIError) {
    store.arrange(started("/eyemon/chats/r1", preferences: [memberRecord]))
    let effects = store.arrange(refuse(1, error))
    #expect(effects.contains(.eraseStore(account: "p1")))
    #expect(store.state.nick == nil)
    #expect(store.state.endMark == (error == .personGone ? "person_gone" : "remote"))
  }

  /// The socket says why before it closes; the next token finds that the session is over.
  @Test func whatTheServerSaidOfTheEndIsShown() {
    signIn(store, at: "/eyemon/chats")
    store.arrange(.shell(.socketReceived(#"42/me,["session_ended",{"reason":"credentials_changed"}]"#)))
    #expect(store.state.endMark == nil)
    store.arrange(.shell(.socketReceived("41/me,")))
    let renewal = store.state.app.exchanges.first { $0.call == nil }
    store.arrange(refuse(renewal?.number ?? 0, .sessionEnded))
    #expect(store.state.nick == nil)
    #expect(ConsultApp.annexPlace("sign-in", store.state.app) == "sign-in#credentials_changed")
  }

  /// What was said of a session that another tab has replaced is said of nothing.
  @Test func aReasonDoesNotOutliveTheSessionThatItWasSaidOf() {
    signIn(store, at: "/eyemon/chats")
    store.arrange(.shell(.socketReceived(#"42/me,["session_ended",{"reason":"remote"}]"#)))
    store.arrange(.shell(.socketReceived("41/me,")))
    renew(store, token: "t2")
    #expect(store.state.nick == "하늘")
    #expect(ConsultApp.annexPlace("me", store.state.app) == "me")
    #expect(store.state.app.heardEnd == nil)
  }

  @Test func anExpiredTokenIsRenewedAndTheCallMadeAgain() {
    signIn(store, at: "/eyemon/chats")
    let number = store.state.app.lastExchange
    store.send(
      .placeTapped(.doctors),
      effects: [
        .pushPath("/eyemon/doctors"), request(number + 1, .doctors, token: "t1"), .focus(elementID: "main"),
        .setDocument(title: "의사 – 아이몬", language: "ko"),
      ]
    ) {
      $0.route = .doctors
      $0.title = "의사 – 아이몬"
    }
    store.send(refuse(number + 1, .accessExpired), effects: [request(number + 2, .refreshWebSession(.eyemon))])
    store.send(
      answer(number + 2, .session(session("t2"))),
      effects: [access("t2"), request(number + 3, .doctors, token: "t2")])
    let known = Doctor(person: doctor, clinic: "마루안과", specialty: "망막")
    store.arrange(answer(number + 3, .doctors([known])))
    #expect(store.state.app.chat.doctors == [known])
  }

  @Test func aSocketWithAnExpiredTokenRenewsItAndComesBack() {
    store.arrange(started("/eyemon/chats", preferences: [memberRecord]))
    renew(store)
    store.arrange(.shell(.socketOpened))
    store.arrange(.shell(.socketReceived(greeting)))
    let number = store.state.app.lastExchange
    store.send(
      .shell(.socketReceived(expired)),
      effects: [
        .closeSocket, .cancel(ping), .cancel(attempt), request(number + 1, .refreshWebSession(.eyemon)),
      ]
    ) { $0.connection = .reconnecting }
    store.send(answer(number + 1, .session(session("t2"))), effects: [access("t2")] + socketOpening)
    store.arrange(.shell(.socketOpened))
    store.send(
      .shell(.socketReceived(greeting)),
      effects: [.startTimer(milliseconds: 45_000, ping), .sendSocket(joining("t2"))])
    #expect(store.arrange(.shell(.socketReceived(joined))).contains(.tellAnnex(name: "joined", payload: "")))
    #expect(store.state.connection == .connected)
  }

  @Test func aReconnectionFetchesWhatWasMissed() {
    signIn(store, at: "/eyemon/chats/r1")
    settle(store, [message(1, "안녕하세요")])
    #expect(store.state.bubbles == ["안녕하세요"])
    store.send(
      .shell(.socketClosed),
      effects: [.cancel(ping), .startTimer(milliseconds: pause(store), attempt)]
    ) { $0.connection = .reconnecting }
    #expect(store.state.app.chat.connection == .lost)
    #expect(store.arrange(.shell(.timerFired(attempt))) == [.cancel(attempt)] + socketOpening)
    connect(store)
    #expect(store.state.app.chat.connection == .connected)
    settle(store, [message(2, "어디가 불편하세요?"), message(3, "사진을 보내 주세요")])
    #expect(store.state.bubbles == ["안녕하세요", "어디가 불편하세요?", "사진을 보내 주세요"])
  }

  @Test func comingBackToThePageReconnectsAtOnce() {
    signIn(store, at: "/eyemon/chats")
    store.arrange(.shell(.socketClosed))
    store.send(.shell(.visibilityChanged(visible: false)))
    #expect(
      store.arrange(.shell(.visibilityChanged(visible: true))) == [.cancel(Tag("app/background")), .cancel(attempt)]
        + socketOpening)
  }

  @Test func messagesReadsAndRoomsOfTheSocketReachTheChat() {
    signIn(store, at: "/eyemon/chats")
    store.arrange(event("room", consultRoom(message(1, "네")).json.text))
    #expect(store.state.app.chat.unreadTotal == 0)
    store.arrange(event("chat", message(2, "새 소식").json.text))
    #expect(store.state.title == "(1) 채팅 – 아이몬")
    #expect(ConsultApp.tabs(store.state.app).map(\.badge) == [nil, "1", nil])
    store.arrange(event("read", #"{"room_id":"r1","user_id":"p1","seq":2}"#))
    #expect(store.state.title == "채팅 – 아이몬")
    #expect(store.arrange(event("chat", "7")) == [])
    #expect(store.arrange(event("read", "{}")) == [])
  }

  @Test func eventsThatTheAppDoesNotReadGoToTheAnnex() {
    signIn(store, at: "/eyemon/me")
    let told = store.arrange(event("notice", #"{"unread":2}"#))
    #expect(told == [.tellAnnex(name: "notice", payload: #"{"unread":2}"#)])
    #expect(store.arrange(event("level", "{}")) == [.tellAnnex(name: "level", payload: "{}")])
  }

  @Test func theInboxCountsOnThePersonsTabUntilTheSessionEnds() {
    signIn(store, at: "/eyemon/doctors")
    store.arrange(event("notices", #"{"unread":3}"#))
    let tab = ConsultApp.tabs(store.state.app)[2]
    #expect(tab.badge == "3" && tab.spoken == "내 정보, 읽지 않음 3개")
    store.arrange(event("notices", "{}"))
    #expect(ConsultApp.tabs(store.state.app)[2].badge == "3")
    store.arrange(event("notices", #"{"unread":0}"#))
    #expect(ConsultApp.tabs(store.state.app)[2].badge == nil)
    store.arrange(event("notices", #"{"unread":1}"#))
    store.arrange(.shell(.wished(.signOut)))
    #expect(store.state.app.unreadNotices == 0)
  }

  @Test func aChangedNameIsReadFromARenewedSession() {
    signIn(store, at: "/eyemon/me")
    let number = store.state.app.lastExchange + 1
    store.send(.shell(.wished(.renewal)), effects: [request(number, .refreshWebSession(.eyemon))])
    let renamed = Person(id: ID("p1"), nick: "구름")
    store.arrange(answer(number, .session(session("t2", renamed))))
    #expect(store.state.nick == "구름")
    #expect(store.state.route == .me)
  }

  @Test func theDoctorsAppAsksWithItsOwnKeyAndCookie() {
    let store = AppStore(VisibleApp.State(EyeMonDoctor.configuration))
    let member = Member(person: doctor, email: "d@example.com", role: .doctor)
    let effects = store.arrange(
      started(
        "/eyemon-doctor/chats", preferences: [Record(key: "eyemon-doctor/member", value: member.hint)]))
    #expect(effects.contains(request(1, .refreshWebSession(.eyemonDoctor), app: .eyemonDoctor)))
    #expect(store.state.nick == "김의사")
  }

  private func event(_ name: String, _ payload: String) -> ConsultApp.Action {
    .shell(.socketReceived(#"42/me,["\#(name)",\#(payload)]"#))
  }

  /// Answers every fetch that is under way.
  private func settle(_ store: AppStore, _ messages: [Message]) {
    store.arrange(.shell(.recordsRead(Tag("chat/kept-messages/r1"), [])))
    store.arrange(.shell(.recordsRead(Tag("chat/kept-outboxes"), [])))
    let newest = messages.last?.seq ?? 0
    for exchange in store.state.app.exchanges {
      switch exchange.endpoint {
      case .history:
        let page = MessagePage(messages: messages, version: newest, lastSeq: newest)
        store.arrange(answer(exchange.number, .history(page)))
      case .changes:
        let page = ChangePage(messages: messages, version: newest, lastSeq: newest, hasMore: false)
        store.arrange(answer(exchange.number, .changes(page)))
      case .rooms: store.arrange(answer(exchange.number, .rooms([consultRoom(messages.last)])))
      default: break
      }
    }
  }

  /// The pause that the next moment of the test's clock will choose.
  private func pause(_ store: AppStore) -> Int {
    var clock = store.clock
    return Int(clock.moment().entropy.1 % 1_001)
  }
}
