import FeatureCore
import Markup
import Testing
import Wire

@testable import Browser

/// Effects and events about files, as they cross to desk.js and back.
@Suite(.serialized) struct FileBridgeTests {
  private enum Desk: Feature {
    struct State: Equatable {
      var wanted: [Effect] = []
      var heard: [ShellEvent] = []
      var brought: [BroughtFile] = []
    }

    enum Action {
      case shell(ShellEvent)
      case ask([Effect])
      case brought([BroughtFile])
    }

    static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
      switch action {
      case .shell(let event): state.heard.append(event)
      case .ask(let effects): return effects
      case .brought(let files): state.brought += files
      }
      return []
    }
  }

  private final class Sight {
    var state = Desk.State()
  }

  private let sight = Sight()

  /// The zone is element 1, the button element 2.
  private func start(asking effects: [Effect] = []) {
    hostCalls = []
    Runtime<Desk>(
      Desk.State(wanted: effects),
      view: { [sight] state, _ in
        sight.state = state
        return div(.onFiles { .brought($0) }) { button(.onClick(.ask(state.wanted))) }
      },
      receive: { .shell($0) }
    ).start()
    _ = deliver(.frame)
    hostCalls = []
    _ = deliver(.click, 2)
  }

  private func deliver(_ kind: HostEvent, _ id: Int32 = 0, _ a: Int32 = 0, parts: [Part] = []) -> Int32 {
    deliverToRuntime(Delivery(kind: kind, id: id, a: a, b: 0, c: 0, inbox: Inbox(packed(parts))))
  }

  private func heard() -> [ShellEvent] {
    _ = deliver(.frame)
    return sight.state.heard
  }

  @Test func effectsCrossAtOnce() {
    start(asking: [
      .setAccess(key: "eyemon", token: "t"), .setAccess(key: "eyemon", token: nil),
      .upload(file: "f1", room: "/v1/chats/r1"), .cancelUpload(file: "f1"), .dropFiles(["f1", "f2"]),
      .pruneFiles(keeping: []), .erasePictures(["/data/chats/a.jpg"]),
      .openFile(path: "/data/chats/b.pdf", name: "검사.pdf", saves: true), .pushLayer,
    ])
    #expect(
      hostCalls.map { "\($0.operation)" } == [
        "setAccess", "setAccess", "upload", "cancelUpload", "dropFiles", "pruneFiles", "erasePictures", "openFile",
        "pushLayer", "requestFrame",
      ])
    #expect(hostCalls.map { $0.number } == [1, 0, 0, 0, 0, 0, 0, 1, 0, 0])
    #expect(hostCalls[2].texts == ["f1", "/v1/chats/r1"])
    #expect(hostCalls[4].texts == ["f1", "f2"])
    #expect(hostCalls[7].texts == ["/data/chats/b.pdf", "검사.pdf"])
  }

  @Test func anUploadEndsInOneOfThreeWays() {
    start()
    _ = deliver(.uploadMoved, 0, 420, parts: [.text("f1")])
    _ = deliver(.uploadEnded, 0, 200, parts: [.text("f1"), .text("{}")])
    _ = deliver(.uploadEnded, 0, 0, parts: [.text("f2"), .text("")])
    _ = deliver(.uploadEnded, 0, -1, parts: [.text("f3"), .text("")])
    #expect(
      heard() == [
        .uploadMoved(file: "f1", permille: 420),
        .uploadEnded(file: "f1", .response(HTTPResponse(200, body: Array("{}".utf8)))),
        .uploadEnded(file: "f2", .unreachable), .uploadEnded(file: "f3", .lost),
      ])
  }

  @Test func whatTheScriptsCouldNotDoIsTold() {
    start()
    _ = deliver(.fileNotKept, parts: [.text("f1")])
    _ = deliver(.fileRefused, 0, 404, parts: [.text("{}")])
    _ = deliver(.accessRefused, parts: [.text("t1")])
    #expect(
      heard() == [
        .fileNotKept("f1"), .fileRefused(HTTPResponse(404, body: Array("{}".utf8))), .accessRefused("t1"),
      ])
  }

  @Test func broughtFilesArriveAtTheElement() {
    start()
    let parts: [Part] = [
      .text("f1"), .text("눈.jpg"), .text("image/jpeg"), .text("5000000000"), .number(4032), .number(3024),
      .text("f2"), .text("결과.pdf"), .text(""), .text("7"), .number(0), .number(0),
    ]
    #expect(deliver(.files, 1, parts: parts) == 1)
    _ = deliver(.frame)
    #expect(
      sight.state.brought == [
        BroughtFile(id: "f1", name: "눈.jpg", type: "image/jpeg", size: 5_000_000_000, width: 4032, height: 3024),
        BroughtFile(id: "f2", name: "결과.pdf", type: "", size: 7),
      ])
  }
}
