import ChatSync
import Contract
import Domain
import FeatureCore
import FeatureTesting
import JSON
import Testing
import Wire

@testable import Chat

@Suite struct ChatFileTests {
  private let eye = ChosenFile(id: "f1", name: "눈.jpg", type: "image/jpeg", size: 2_000_000, width: 4000, height: 3000)
  private let result = ChosenFile(id: "f2", name: "결과.PDF", type: "", size: 90_000)

  private func picture(_ path: String, width: Int? = 800, height: Int? = 600) -> Domain.Attachment {
    Domain.Attachment(path: path, kind: .image, name: "눈.jpg", size: 1_500_000, width: width, height: height)
  }

  private func picture(_ seq: Int64, _ path: String) -> Message {
    var message = message(seq, "")
    message.files = [path]
    message.attachments = [picture(path)]
    return message
  }

  private func uploaded(_ attachment: Domain.Attachment) -> UploadOutcome {
    .response(UploadAnswer(attachments: [attachment]).response)
  }

  private func rows(_ store: TestStore<Chat>) -> String { golden(store.state.conversation?.rows ?? []) }

  @Test func filesGoUpOneByOneAndThenTheMessageGoes() {
    let store = conversing()
    store.arrange(.files(.brought([eye, result])))
    store.arrange(.draftChanged("봐 주세요"))
    let sent = store.arrange(.sendTapped)
    #expect(sent.contains(.upload(file: "f1", room: "/v1/chats/room-a")))
    #expect(!sent.contains(.upload(file: "f2", room: "/v1/chats/room-a")))
    #expect(store.state.chosenFiles.isEmpty)
    store.arrange(.files(.uploadMoved("f1", 420)))
    #expect(rows(store).contains("[image 눈.jpg 260×195 42%] [pdf 결과.PDF 200×200 0%] 봐 주세요 ~ 올리는 중 /취소"))
    let second = store.arrange(.files(.uploadEnded("f1", uploaded(picture("/data/chats/a.jpg")))))
    #expect(second.contains(.upload(file: "f2", room: "/v1/chats/room-a")))
    let pdf = Domain.Attachment(path: "/data/chats/b.pdf", kind: .pdf, name: "결과.PDF", size: 90_000)
    let effects = store.arrange(.files(.uploadEnded("f2", uploaded(pdf))))
    guard case .send(_, let draft)? = effects.calls.first else {
      Issue.record("nothing was sent")
      return
    }
    #expect(draft.content == "봐 주세요")
    #expect(draft.files == ["/data/chats/a.jpg", "/data/chats/b.pdf"])
  }

  @Test func bytesLeaveTheDeviceOnceTheMessageIsInTheRoom() {
    let store = conversing()
    store.arrange(.files(.brought([eye])))
    store.arrange(.sendTapped)
    store.arrange(.files(.uploadEnded("f1", uploaded(picture("/data/chats/a.jpg")))))
    guard let item = store.state.openMachine?.outbox.first else { return }
    var message = message(1, "", from: mina, clientID: item.clientID)
    message.attachments = [picture("/data/chats/a.jpg")]
    let effects = store.arrange(
      .answered(ChatTag.send(roomA, clientID: item.clientID).tag, .success(.message(message))))
    #expect(effects.contains(.dropFiles(["f1"])))
  }

  @Test func aRefusedUploadIsNotARefusedMessage() {
    let store = conversing()
    store.arrange(.files(.brought([eye])))
    store.arrange(.sendTapped)
    let error = APIError(status: 400, code: .fileUnreadable, message: "")
    let refusal = HTTPResponse(400, json: ["message": "", "code": .string(error.code.rawValue)])
    store.arrange(.files(.uploadEnded("f1", .response(refusal))))
    #expect(rows(store).contains("! 올리지 못했어요 · 비어 있거나 손상된 파일이에요. /다시 올리기 /삭제"))
    guard let item = store.state.openMachine?.outbox.first else { return }
    let again = store.arrange(.menu(.retry(clientID: item.clientID)))
    #expect(again.contains(.upload(file: "f1", room: "/v1/chats/room-a")))
  }

  @Test func anUploadWithoutAServerWaitsAndSaysSo() {
    let store = conversing()
    store.arrange(.files(.brought([eye])))
    store.arrange(.sendTapped)
    store.arrange(.files(.uploadEnded("f1", .unreachable)))
    #expect(rows(store).contains("~ 연결되면 올릴게요 /취소"))
    #expect(
      store.arrange(.timerFired(ChatTag.uploadTimer(roomA).tag)).contains { effect in
        effect == .upload(file: "f1", room: "/v1/chats/room-a")
      })
  }

  @Test func whatIsTakenBackIsCalledOffAndForgotten() {
    let store = conversing()
    store.arrange(.files(.brought([eye])))
    store.arrange(.sendTapped)
    guard let item = store.state.openMachine?.outbox.first else { return }
    let effects = store.arrange(.menu(.remove(clientID: item.clientID)))
    #expect(effects.contains(.cancelUpload(file: "f1")))
    #expect(effects.contains(.dropFiles(["f1"])))
  }

  @Test func lostBytesAskForTheFileAgain() {
    let store = conversing()
    store.arrange(.files(.brought([eye])))
    store.arrange(.sendTapped)
    store.arrange(.files(.uploadEnded("f1", .lost)))
    #expect(rows(store).contains("올리지 못했어요 · 파일을 다시 골라 주세요."))
  }

  @Test(arguments: [
    (ChosenFile(id: "x", name: "a.exe", type: "", size: 5), ErrorCode.fileType),
    (ChosenFile(id: "x", name: "a.svg", type: "image/svg+xml", size: 5), .fileType),
    (ChosenFile(id: "x", name: "a.jpg", type: "image/jpeg", size: 0), .fileUnreadable),
    (ChosenFile(id: "x", name: "a.mp4", type: "video/mp4", size: 201 << 20), .fileSize),
    (ChosenFile(id: "x", name: "README", type: "", size: 5), .fileType),
  ])
  func whatCannotBeSentIsRefusedAtOnce(_ file: ChosenFile, _ code: ErrorCode) {
    let store = conversing()
    let effects = store.arrange(.files(.brought([file])))
    #expect(effects.contains(.dropFiles(["x"])))
    #expect(store.state.notice == .refused(code))
    #expect(store.state.chosenFiles.isEmpty)
  }

  @Test func theSixthFileStaysBehind() {
    let store = conversing()
    let files = (1...6).map { ChosenFile(id: "f\($0)", name: "\($0).png", type: "image/png", size: 9) }
    store.arrange(.files(.brought(files)))
    #expect(store.state.chosenFiles.map(\.id) == ["f1", "f2", "f3", "f4", "f5"])
    #expect(store.state.notice == .refused(.fileCount))
    store.arrange(.files(.removed(id: "f2")))
    store.arrange(.files(.brought([files[5]])))
    #expect(store.state.chosenFiles.map(\.id) == ["f1", "f3", "f4", "f5", "f6"])
  }

  @Test(arguments: [
    (800, 600, 260, 195), (600, 800, 240, 320), (16_000, 100, 260, 80), (100, 16_000, 80, 320), (20, 20, 160, 160),
    (0, 0, 200, 200), (1 << 30, 1 << 30, 260, 260),
  ])
  func aPictureKeepsItsPlace(_ width: Int, _ height: Int, _ across: Int, _ down: Int) {
    let tile = FileTile(picture("/a.jpg", width: width, height: height), ChatWords(.ko), playing: nil)
    #expect(tile.width == across)
    #expect(tile.height == down)
  }

  @Test func aDeletedPictureLeavesEveryCacheAndTheViewer() {
    let store = conversing([picture(1, "/data/chats/a.jpg"), picture(2, "/data/chats/b.jpg")])
    #expect(store.arrange(.files(.pictureTapped(path: "/data/chats/a.jpg"))) == [.pushLayer])
    #expect(ViewerModel(store.state, now: minute(9))?.counter == "1 / 2")
    var gone = message(1, "")
    gone.isDeleted = true
    gone.version = 3
    let effects = store.arrange(.messageArrived(gone))
    #expect(effects.contains(.erasePictures(["/data/chats/a.jpg"])))
    #expect(effects.contains(.goBack))
    #expect(ViewerModel(store.state, now: minute(9)) == nil)
    store.arrange(.files(.layerLeft))
    #expect(store.state.files.viewer == nil)
  }

  @Test func theViewerGoesFromPictureToPictureAndClosesOnce() {
    let store = conversing([picture(1, "/data/chats/a.jpg"), message(2, "말"), picture(3, "/data/chats/b.jpg")])
    store.arrange(.files(.pictureTapped(path: "/data/chats/a.jpg")))
    store.arrange(.files(.viewerMoved(-1)))
    #expect(ViewerModel(store.state, now: minute(9))?.path == "/data/chats/a.jpg")
    store.arrange(.files(.viewerMoved(1)))
    #expect(ViewerModel(store.state, now: minute(9))?.path == "/data/chats/b.jpg")
    #expect(ViewerModel(store.state, now: minute(9))?.hasNext == false)
    #expect(store.arrange(.files(.viewerClosed)) == [.goBack])
    #expect(store.arrange(.files(.viewerClosed)).isEmpty)
  }

  @Test func everyFileErrorHasItsWords() {
    let codes: [ErrorCode] = [
      .fileType, .fileSize, .fileCount, .imageTooLarge, .fileUnreadable, .fileGone, .uploadGone, .uploadConflict,
      .checksumMismatch,
    ]
    for language in Language.allCases {
      let words = ChatWords(language)
      for code in codes {
        #expect(words.fileText(code) != nil)
        #expect(words.text(code) == words.fileText(code))
      }
      #expect(Set(codes.compactMap { words.fileText($0) }).count == codes.count - 1)
    }
  }

  @Test(arguments: [(Int64(0), ""), (900, "1 KB"), (90_000, "87 KB"), (1_500_000, "1.4 MB"), (210 << 20, "210 MB")])
  func sizesAreReadable(_ bytes: Int64, _ text: String) {
    #expect(ChatWords.size(bytes) == text)
  }

  @Test func picturesOfMessagesThatOnlyTheStoreKnowsGoWithThem() {
    let store = conversing([message(90, "새 말")])
    var old = message(3, "")
    old.files = ["/data/chats/a.jpg"]
    old.attachments = [Attachment(path: "/data/chats/a.jpg", kind: .image, name: "a.jpg", size: 1)]
    let kept = Record(key: ChatRecords.key(old), value: old.json.text)
    var gone = message(3, "")
    gone.isDeleted = true
    gone.version = 91
    let effects = store.arrange(.messageArrived(gone))
    let read = Effect.readRange(from: kept.key, through: kept.key, ChatTag.doomed(roomA).tag)
    let writing = effects.firstIndex { effect in
      if case .writeRecords(let changes) = effect { changes.contains { $0.key == kept.key } } else { false }
    }
    #expect(effects.firstIndex(of: read).map { $0 < writing ?? .max } == true, "\(effects)")
    #expect(
      store.arrange(.recordsRead(ChatTag.doomed(roomA).tag, [kept])) == [.erasePictures(["/data/chats/a.jpg"])])
    // The store has it no more, or never had it.
    #expect(store.arrange(.recordsRead(ChatTag.doomed(roomA).tag, [])) == [])
  }
}
