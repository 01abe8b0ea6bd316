import FeatureCore
import Markup
import Testing
import Wire

@testable import Browser

/// An app that shows a field and asks for whatever it is told to.
enum Probe: Feature {
  struct State: Equatable {
    var draft = ""
    var sent: [String] = []
    var heard: [ShellEvent] = []
  }

  enum Action {
    case shell(ShellEvent)
    case ask([Effect])
    case draft(String)
    case send
  }

  static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shell(let event): state.heard.append(event)
    case .ask(let effects): return effects
    case .draft(let text): state.draft = text
    case .send:
      state.sent.append(state.draft)
      state.draft = ""
    }
    return []
  }
}

@Suite(.serialized) final class RuntimeTests {
  var state = Probe.State()
  var wanted: [Effect] = []

  init() {
    hostCalls = []
    hostPatches = 0
  }

  /// The field is element 2, the button element 3.
  private func start() {
    Runtime<Probe>(
      state,
      view: { [self] state, _ in
        self.state = state
        return div {
          textarea(.value(state.draft), .composer(text: { .draft($0) }, send: .send))
          button(.onClick(.ask(wanted)), .onKey { $0 == .escape ? .send : nil })
        }
      },
      receive: { .shell($0) }
    ).start()
    _ = deliver(.frame)
  }

  private func ask(_ effects: Effect...) {
    wanted = effects
    // Draws the button that asks for them.
    _ = deliver(.frame)
    hostCalls = []
    _ = deliver(.click, 3)
  }

  private func deliver(
    _ kind: HostEvent, _ id: Int32 = 0, _ a: Int32 = 0, _ b: Int32 = 0, _ c: Int32 = 0, parts: [Part] = []
  ) -> Int32 {
    deliverToRuntime(Delivery(kind: kind, id: id, a: a, b: b, c: c, inbox: Inbox(packed(parts))))
  }

  private func heard() -> [ShellEvent] {
    _ = deliver(.frame)
    return state.heard
  }

  @Test func anActionAsksForOneFrame() {
    start()
    hostCalls = []
    _ = deliver(.onlineChanged, 0, 1)
    _ = deliver(.onlineChanged, 0, 0)
    #expect(hostCalls.map { $0.operation } == [.requestFrame])
    #expect(heard() == [.onlineChanged(true), .onlineChanged(false)])
  }

  @Test func aFrameWithNothingNewPatchesNothing() {
    start()
    #expect(hostPatches == 1)
    _ = deliver(.visibilityChanged, 0, 1)
    _ = deliver(.frame)
    #expect(hostPatches == 1)
  }

  @Test func startTellsAllThatTheBrowserKnows() {
    start()
    _ = deliver(
      .started, 0, 2, 1, 1,
      parts: [.text("/eyemon/"), .text("ko"), .text("en"), .number(-60), .number(540), .text("a"), .text("1")])
    let zone = ZoneOffsets([
      ZoneOffsets.Change(from: Timestamp(milliseconds: -3_600_000), minutesEastOfUTC: 540)
    ])
    let record = Record(key: "a", value: "1")
    #expect(
      heard() == [
        .started(path: "/eyemon/", languages: ["ko", "en"], preferences: [record], zone: zone, online: true)
      ])
  }

  @Test func aRequestIsAnsweredOnce() throws {
    start()
    ask(.http(HTTPRequest(.get, "/v1/doctors", headers: ["SeSACKey": "eyemon"]), Tag("chat/doctors")))
    let call = try #require(hostCalls.first { $0.operation == .fetch })
    #expect(call.texts == ["GET", "/v1/doctors", "SeSACKey", "eyemon"])
    for _ in 0..<2 {
      _ = deliver(.httpAnswered, call.ticket, 200, parts: [.text("{}"), .text("etag"), .text("x")])
    }
    let response = HTTPResponse(200, headers: ["etag": "x"], body: Array("{}".utf8))
    #expect(heard() == [.httpAnswered(Tag("chat/doctors"), .response(response))])
  }

  @Test func aRequestWithoutAnAnswerIsUnreachable() throws {
    start()
    ask(.http(HTTPRequest(.get, "/v1/doctors"), Tag("x")))
    _ = deliver(.httpFailed, try #require(hostCalls.first { $0.operation == .fetch }).ticket)
    #expect(heard() == [.httpAnswered(Tag("x"), .unreachable)])
  }

  @Test func aSecondTimerTakesThePlaceOfTheFirst() throws {
    start()
    ask(.startTimer(milliseconds: 10, Tag("t")), .startTimer(milliseconds: 20, Tag("t")))
    let started = hostCalls.filter { $0.operation == .startTimer }
    #expect(started.map { $0.number } == [10, 20])
    #expect(hostCalls.filter { $0.operation == .cancel }.map { $0.ticket } == [started[0].ticket])
    _ = deliver(.timerFired, started[0].ticket)
    #expect(heard() == [])
    _ = deliver(.timerFired, started[1].ticket)
    #expect(heard() == [.timerFired(Tag("t"))])
  }

  @Test func whatWasCancelledAnswersNothing() throws {
    start()
    ask(.http(HTTPRequest(.get, "/a"), Tag("t")), .startTimer(milliseconds: 1, Tag("t")), .cancel(Tag("t")))
    let open = hostCalls.filter { $0.operation == .fetch || $0.operation == .startTimer }.map { $0.ticket }
    #expect(hostCalls.filter { $0.operation == .cancel }.map { $0.ticket } == open)
    for ticket in open {
      _ = deliver(.httpFailed, ticket)
      _ = deliver(.timerFired, ticket)
    }
    #expect(heard() == [])
  }

  @Test func answersOfAnotherAccountsStoreAreDropped() throws {
    start()
    ask(.readRecords(prefix: "m/", Tag("r")), .openStore(account: "b"), .readRecords(prefix: "m/", Tag("r")))
    let reads = hostCalls.filter { $0.operation == .readRecords }.map { $0.ticket }
    _ = deliver(.recordsRead, reads[0], parts: [.text("m/1"), .text("a's")])
    _ = deliver(.recordsRead, reads[1], parts: [.text("m/1"), .text("b's")])
    #expect(heard() == [.recordsRead(Tag("r"), [Record(key: "m/1", value: "b's")])])
  }

  @Test func onlyAFailedWriteIsTold() throws {
    start()
    ask(.writeRecords([RecordChange(key: "a", value: ""), RecordChange(key: "b", value: nil)]))
    let first = try #require(hostCalls.first { $0.operation == .writeRecords })
    #expect(first.texts == ["a", "=", "b", ""])
    _ = deliver(.recordsWritten, first.ticket)
    #expect(heard() == [])
    ask(.writeRecords([RecordChange(key: "a", value: "1")]))
    _ = deliver(.recordsFailed, try #require(hostCalls.first { $0.operation == .writeRecords }).ticket)
    #expect(heard() == [.recordsFailed(nil)])
  }

  @Test func aReplacedSocketIsNotHeard() throws {
    start()
    ask(.openSocket(path: "/a"), .openSocket(path: "/b"))
    let sockets = hostCalls.filter { $0.operation == .openSocket }.map { $0.ticket }
    _ = deliver(.socketOpened, sockets[0])
    _ = deliver(.socketClosed, sockets[0])
    _ = deliver(.socketOpened, sockets[1])
    _ = deliver(.socketReceived, sockets[1], parts: [.text("0{}")])
    _ = deliver(.socketClosed, sockets[1])
    _ = deliver(.socketClosed, sockets[1])
    #expect(heard() == [.socketOpened, .socketReceived("0{}"), .socketClosed])
  }

  @Test func aClosedSocketIsNotHeard() throws {
    start()
    ask(.openSocket(path: "/a"), .closeSocket)
    _ = deliver(.socketClosed, try #require(hostCalls.first { $0.operation == .openSocket }).ticket)
    #expect(heard() == [])
  }

  @Test func effectsOnThePageWaitForItsPatch() {
    start()
    ask(.focus(elementID: "x"), .scrollToEnd(elementID: "y"), .announce("z"), .setDocument(title: "T", language: "ko"))
    #expect(hostCalls.map { $0.operation } == [.requestFrame])
    _ = deliver(.frame)
    #expect(hostCalls.dropFirst().map { $0.operation } == [.focus, .scrollToEnd, .announce, .setDocument])
    #expect(hostCalls.last?.texts == ["T", "ko"])
  }

  @Test func enterSendsTheWholeTextAndClearsTheFieldAtOnce() {
    start()
    _ = deliver(.composer, 2, 5, parts: [.text("안")])
    #expect(deliver(.composer, 2, 0, parts: [.text("안녕")]) == 1)
    #expect(state.sent == ["안녕"])
    #expect(state.draft == "")
  }

  @Test func enterWhileComposingWaitsForTheSyllable() {
    start()
    _ = deliver(.composer, 2, 3)
    #expect(deliver(.composer, 2, 0, 3, parts: [.text("안녀")]) == 0)
    #expect(deliver(.composer, 2, 4, parts: [.text("녕")]) == 2)
    #expect(state.sent == [])
    _ = deliver(.composer, 2, 6, parts: [.text("안녕")])
    #expect(state.sent == ["안녕"])
  }

  @Test func aKeyIsTakenOnlyWhereItMeansSomething() {
    start()
    #expect(deliver(.key, 3, Int32(Key.escape.rawValue)) == 1)
    #expect(deliver(.key, 3, Int32(Key.up.rawValue)) == 0)
    #expect(deliver(.key, 3, 99) == 0)
  }

  @Test func eventsOfElementsThatAreGoneDoNothing() {
    start()
    #expect(deliver(.click, 77) == 0)
    #expect(deliver(.composer, 3, 0) == 0)
    #expect(deliver(.composer, 2, 42) == 0)
  }
}
