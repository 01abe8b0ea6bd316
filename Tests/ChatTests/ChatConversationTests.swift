import ChatSync
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Chat

@Suite struct ChatConversationTests {
  private let typing = Effect.tellTyping(room: "room-a", true)
  private let toField = Effect.focusForKeyboard(elementID: "composer")
  private let toEnd = Effect.scrollToEnd(elementID: "messages")

  @Test func openingShowsTheKeptMessagesThenAsksForTheRest() {
    let first = message(1, "안녕하세요")
    let store = started(rooms: [room(last: first)])
    let kept = ChatTag.keptMessages(roomA).tag
    store.send(
      .roomShown(roomA), effects: [.readRange(from: "k/room-a", through: "k/room-a", kept), toEnd, toField]
    ) { shown(&$0) }
    let known = Record(key: "k/room-a", value: #"{"version":1,"newest":1,"gone":[]}"#)
    #expect(
      store.arrange(.recordsRead(kept, [known])) == [
        .readRange(from: "m/room-a/0000000000000001", through: "m/room-a/9007199254740992", kept)
      ])
    let record = Record(key: ChatRecords.key(first), value: ChatRecords.write(first).value ?? "")
    let effects = store.arrange(.recordsRead(kept, [record]))
    #expect(effects.calls == [askChanges(1), .markRead(room: roomA, seq: 1)])
    #expect(store.state.conversation?.rows.count == 2)
  }

  /// What opening room A with one message on the server does to the state.
  private func shown(_ state: inout Chat.State) {
    var machine = RoomSyncMachine(roomID: roomA, me: mina.id)
    _ = machine.receive(.outboxRestored(KeptOutbox()), entropy: 0)
    _ = machine.receive(.reached, entropy: 0)
    _ = machine.receive(.roomArrived(room(last: message(1, "안녕하세요"))), entropy: 0)
    _ = machine.receive(.opened, entropy: 0)
    _ = machine.receive(.lookingChanged(true), entropy: 0)
    state.machines[roomA] = machine
    state.conversation = Chat.Conversation(roomID: roomA, draft: "")
    state.rooms.saw(roomA, through: 0)
    state.refreshRows()
  }

  @Test func brokenStoreDoesNotKeepTheServerFromBeingAsked() {
    let store = started(rooms: [room()])
    store.arrange(.roomShown(roomA))
    let effects = store.arrange(.recordsFailed(ChatTag.keptMessages(roomA).tag))
    #expect(effects.calls == [askNewest()])
  }

  @Test func deepLinkToAnUnknownRoomAsksForTheRooms() {
    let store = TestStore<Chat>(Chat.State())
    store.arrange(.started(mina, .patient, korean))
    #expect(store.arrange(.roomShown(roomA)).calls == [.rooms])
    store.arrange(.recordsRead(ChatTag.keptMessages(roomA).tag, []))
    store.arrange(.answered(ChatTag.rooms.tag, .success(.rooms([room()]))))
    #expect(ConversationModel(store.state)?.title == "한지우")
  }

  @Test func roomThatIsNotThereHasItsOwnFace() {
    let store = started()
    store.arrange(.roomShown(roomA))
    store.arrange(.recordsRead(ChatTag.keptMessages(roomA).tag, []))
    store.arrange(.answered(ChatTag.history(roomA, before: nil).tag, .failure(.refused(.roomNotFound))))
    let model = ConversationModel(store.state)
    #expect(
      model?.face
        == .missing(title: "채팅방을 찾을 수 없어요", text: "주소가 바뀌었거나 없는 채팅방이에요.", backLabel: "채팅 목록으로"))
    #expect(model?.showsComposer == false)
  }

  @Test func sendingShowsTheTextAtOnceAndClearsTheField() {
    let store = conversing()
    store.arrange(.draftChanged(" 안녕하세요\n"))
    let effects = store.arrange(.sendTapped)
    let id = effects.compactMap { if case .call(.send(_, let draft), _) = $0 { draft.clientID } else { nil } }
    #expect(effects.calls == [.send(room: roomA, MessageDraft(clientID: id.first, content: "안녕하세요"))])
    #expect(effects.last == toEnd)
    #expect(store.state.conversation?.draft == "")
    #expect(store.state.openMachine?.outbox.map(\.content) == ["안녕하세요"])
    #expect(id.first?.utf8.count == 32)
  }

  @Test func everySendHasItsOwnName() {
    let store = conversing()
    for _ in 0..<2 {
      store.arrange(.draftChanged("네"))
      store.arrange(.sendTapped)
    }
    #expect(Set(store.state.openMachine?.outbox.map(\.clientID) ?? []).count == 2)
  }

  @Test func blankTextIsNotSent() {
    let store = conversing()
    store.arrange(.draftChanged(" \n\t "))
    store.send(.sendTapped)
  }

  @Test func answerMovesTheMessageFromTheOutboxIntoTheRoom() {
    let store = conversing()
    store.arrange(.draftChanged("안녕하세요"))
    store.arrange(.sendTapped)
    guard let id = store.state.openMachine?.outbox.first?.clientID else { return }
    let keys = store.state.conversation?.rows.map(\.key)
    let sent = message(1, "안녕하세요", from: mina, clientID: id, at: minute(0))
    store.arrange(.answered(ChatTag.send(roomA, clientID: id).tag, .success(.message(sent))))
    #expect(store.state.conversation?.rows.last?.key == keys?.last)
    #expect(store.state.rooms[roomA]?.lastMessage == sent)
    #expect(store.state.rooms.unreadTotal == 0)
  }

  @Test func draftsAreSavedAfterAPauseAndWhenLeaving() {
    let store = conversing()
    let tag = ChatTag.draftTimer(roomA).tag
    store.send(.draftChanged("저녁"), effects: [.startTimer(milliseconds: 500, tag), typing]) {
      $0.conversation?.draft = "저녁"
    }
    #expect(store.advance(milliseconds: 500) == [tag])
    store.send(.timerFired(tag), effects: [write("d/room-a", "저녁")]) { $0.drafts[roomA] = "저녁" }
    store.arrange(.draftChanged("저녁에"))
    let effects = store.arrange(.roomLeft)
    #expect(effects.first == write("d/room-a", "저녁에"))
    #expect(store.state.conversation == nil)
    store.arrange(.roomShown(roomA))
    #expect(store.state.conversation?.draft == "저녁에")
    #expect(store.arrange(.sendTapped).contains(write("d/room-a", nil)))
  }

  @Test func keptDraftComesBack() {
    let store = TestStore<Chat>(Chat.State())
    store.arrange(.started(mina, .patient, korean))
    store.arrange(.roomShown(roomA))
    store.arrange(.recordsRead(ChatTag.keptDrafts.tag, [Record(key: "d/room-a", value: "쓰다 만 글")]))
    #expect(store.state.conversation?.draft == "쓰다 만 글")
  }

  @Test func newMessageAtTheEndStaysInView() {
    let store = conversing([message(1, "하나")])
    let effects = store.arrange(.messageArrived(message(2, "둘")))
    #expect(effects.contains(toEnd))
    #expect(store.state.conversation?.unseenBelow == 0)
  }

  @Test func newMessageWhileReadingFurtherUpIsAnnouncedBelow() {
    let store = conversing([message(1, "하나")])
    store.send(.scrolled(atEnd: false)) { $0.conversation?.isAtEnd = false }
    #expect(!store.arrange(.messageArrived(message(2, "둘"))).contains(toEnd))
    #expect(!store.arrange(.messageArrived(message(3, "셋"))).contains(toEnd))
    #expect(ConversationModel(store.state)?.newMessagesLabel == "새 메시지 2개")
    store.send(.newMessagesTapped, effects: [toEnd]) {
      $0.conversation?.isAtEnd = true
      $0.conversation?.unseenBelow = 0
    }
  }

  @Test func ownMessageFromAnotherDeviceIsNoNews() {
    let store = conversing([message(1, "하나")])
    store.arrange(.scrolled(atEnd: false))
    store.arrange(.messageArrived(message(2, "둘", from: mina)))
    #expect(ConversationModel(store.state)?.newMessagesLabel == nil)
  }

  @Test func longHistoryShowsItsEndAndMoreOnDemand() {
    let store = conversing((1...200).map { message(Int64($0), "\($0)", at: minute(0, second: Int64($0))) })
    func bubbles() -> Int {
      store.state.conversation?.rows.filter { if case .bubble = $0 { true } else { false } }.count ?? 0
    }
    #expect(bubbles() == 80)
    #expect(ConversationModel(store.state)?.earlierLabel == "이전 메시지 보기")
    store.arrange(.earlierShown)
    #expect(bubbles() == 160)
    store.arrange(.scrolled(atEnd: false, atStart: true))
    #expect(bubbles() == 200)
    let window = store.state.conversation?.window
    store.arrange(.scrolled(atEnd: false, atStart: true))
    #expect(store.state.conversation?.window == window)
    #expect(ConversationModel(store.state)?.earlierLabel == nil)
  }

  @Test func rowsStayWhileTheDraftChanges() {
    let store = conversing([message(1, "하나")])
    let rows = store.state.conversation?.rows
    store.send(
      .draftChanged("안"), effects: [.startTimer(milliseconds: 500, ChatTag.draftTimer(roomA).tag), typing]
    ) {
      $0.conversation?.draft = "안"
    }
    #expect(store.state.conversation?.rows == rows)
  }

  @Test func languageChangesTheRows() {
    let store = conversing([message(1, "하나")])
    store.arrange(.settingChanged(Chat.Setting(language: .en, zone: seoul)))
    #expect(store.state.conversation?.rows.first == .line(.day, key: "day/1", text: "Monday, Jan 5, 2026"))
  }

  @Test func hiddenScreenReadsNothing() {
    let store = conversing([message(1, "하나")])
    store.arrange(.answered(ChatTag.markRead(roomA, seq: 1).tag, .success(.empty)))
    store.arrange(.visibilityChanged(false))
    #expect(store.arrange(.messageArrived(message(2, "둘"))).calls.isEmpty)
    #expect(store.state.unreadTotal == 1)
    #expect(store.arrange(.visibilityChanged(true)).calls == [.markRead(room: roomA, seq: 2)])
    #expect(store.state.unreadTotal == 0)
  }

  @Test func anotherRoomTakesThePlaceOfTheFirst() {
    let store = started(rooms: [room(), room(roomB, with: seo)])
    store.arrange(.roomShown(roomA))
    store.arrange(.draftChanged("여기까지"))
    let effects = store.arrange(.roomShown(roomB))
    #expect(effects.first == write("d/room-a", "여기까지"))
    #expect(store.state.conversation?.roomID == roomB)
    store.send(.roomShown(roomB))
  }
}
