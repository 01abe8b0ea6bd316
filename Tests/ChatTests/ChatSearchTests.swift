import ChatSync
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Chat

@Suite struct ChatSearchTests {
  private let now = minute(60)

  private func ask(_ text: String, room: ID<Room>? = nil, cursor: String? = nil, _ number: Int) -> Effect {
    .call(
      .search(MessageSearch(text: text, room: room, cursor: cursor, limit: 30)), ChatTag.search(number).tag)
  }

  @Test func theLastTypedTextIsAskedForAfterAPause() {
    let store = started(rooms: [room()])
    store.send(.search(.shown(nil)), effects: [.focus(elementID: "search")]) { $0.search = Chat.Search(room: nil) }
    #expect(store.arrange(.search(.typed("망"))) == [.startTimer(milliseconds: 300, ChatTag.searchTimer.tag)])
    #expect(store.arrange(.timerFired(ChatTag.searchTimer.tag)).isEmpty)
    #expect(SearchModel(store.state, now: now)?.face == .empty(title: "검색", text: "두 글자 이상 입력해 주세요"))
    store.arrange(.search(.typed("망막")))
    #expect(SearchModel(store.state, now: now)?.face == .loading)
    #expect(store.arrange(.timerFired(ChatTag.searchTimer.tag)) == [ask("망막", 2)])
  }

  @Test func answersToOlderQuestionsAreNotShown() {
    let store = started(rooms: [room()])
    store.arrange(.search(.shown(nil)))
    for text in ["망막", "검사"] {
      store.arrange(.search(.typed(text)))
      store.arrange(.timerFired(ChatTag.searchTimer.tag))
    }
    let old = SearchPage(messages: [message(1, "망막")])
    store.send(.answered(ChatTag.search(1).tag, .success(.found(old))))
    store.arrange(.answered(ChatTag.search(2).tag, .success(.found(SearchPage(messages: [message(2, "검사")])))))
    #expect(SearchModel(store.state, now: now)?.rows.map { $0.text.map(mark).joined() } == ["[검사]"])
  }

  @Test func moreComesWithoutRepeatingWhatIsThere() {
    let store = started(rooms: [room()])
    store.arrange(.search(.shown(roomA)))
    store.arrange(.search(.typed("검사")))
    store.arrange(.timerFired(ChatTag.searchTimer.tag))
    let first = SearchPage(messages: [message(3, "검사 셋"), message(2, "검사 둘")], nextCursor: "c")
    store.arrange(.answered(ChatTag.search(1).tag, .success(.found(first))))
    #expect(SearchModel(store.state, now: now)?.moreLabel == "더 보기")
    #expect(store.arrange(.search(.moreTapped)) == [ask("검사", room: roomA, cursor: "c", 2)])
    let second = SearchPage(messages: [message(2, "검사 둘"), message(1, "검사 하나")])
    store.arrange(.answered(ChatTag.search(2).tag, .success(.found(second))))
    let model = SearchModel(store.state, now: now)
    #expect(model?.rows.map(\.key) == ["m3", "m2", "m1"])
    #expect(model?.moreLabel == nil)
  }

  @Test func aPageWithoutMessagesIsNotTheEnd() {
    let store = started(rooms: [room()])
    store.arrange(.search(.shown(roomA)))
    store.arrange(.search(.typed("검사")))
    store.arrange(.timerFired(ChatTag.searchTimer.tag))
    let none = CallOutcome.success(.found(SearchPage(messages: [], nextCursor: "c")))
    #expect(store.arrange(.answered(ChatTag.search(1).tag, none)) == [ask("검사", room: roomA, cursor: "c", 2)])
    #expect(SearchModel(store.state, now: now)?.face == .loading)
    let last = SearchPage(messages: [message(1, "검사")])
    #expect(store.arrange(.answered(ChatTag.search(2).tag, .success(.found(last)))) == [])
    #expect(SearchModel(store.state, now: now)?.rows.map(\.key) == ["m1"])
  }

  @Test func everyEndHasAFace() {
    let store = started(rooms: [room()])
    store.arrange(.search(.shown(nil)))
    store.arrange(.search(.typed("검사")))
    store.arrange(.timerFired(ChatTag.searchTimer.tag))
    store.arrange(.answered(ChatTag.search(1).tag, .failure(.unreachable)))
    guard case .failed(let title, _, _)? = SearchModel(store.state, now: now)?.face else {
      Issue.record("no face for a failure")
      return
    }
    #expect(title == "연결할 수 없어요")
    #expect(store.arrange(.search(.retryTapped)) == [ask("검사", 2)])
    store.arrange(.answered(ChatTag.search(2).tag, .success(.found(SearchPage(messages: [])))))
    #expect(
      SearchModel(store.state, now: now)?.face == .empty(title: "찾은 메시지가 없어요", text: "다른 말로 찾아보세요."))
  }

  @Test func aLongTextBeginsNearTheMatch() {
    let text = String(repeating: "가나다라마바사", count: 6) + " 망막 검사"
    let store = started(rooms: [room()])
    store.arrange(.search(.shown(nil)))
    store.arrange(.search(.typed("망막")))
    store.arrange(.timerFired(ChatTag.searchTimer.tag))
    store.arrange(.answered(ChatTag.search(1).tag, .success(.found(SearchPage(messages: [message(1, text)])))))
    let shown = SearchModel(store.state, now: now)?.rows.first?.text.map(mark).joined() ?? ""
    #expect(shown.hasPrefix("…") && shown.hasSuffix("[망막] 검사"))
  }

  @Test func aResultOpensItsRoomAtTheMessage() {
    let messages = (1...20).map { message($0, "\($0)") }
    let store = started(rooms: [room(last: messages.last)])
    store.arrange(.search(.shown(nil)))
    store.send(.search(.resultTapped(roomA, 3)), effects: [.pushPath("/chats/room-a")]) {
      $0.aim = Chat.Aim(room: roomA, seq: 3)
    }
    store.arrange(.roomShown(roomA))
    store.arrange(.recordsRead(ChatTag.keptMessages(roomA).tag, []))
    let page = MessagePage(messages: messages, version: 20, lastSeq: 20)
    let effects = store.arrange(.answered(ChatTag.history(roomA, before: nil).tag, .success(.history(page))))
    #expect(effects.contains(.reveal(elementID: "m/3")))
    #expect(store.state.conversation?.isAtEnd == false)
    #expect(ConversationModel(store.state)?.newMessagesLabel == nil)
    #expect(store.state.aim == nil)
  }

  @Test func aMessageFarUpIsFetchedBeforeItIsShown() {
    let newest = (101...180).map { message($0, "\($0)") }
    let store = started(rooms: [room(last: newest.last)])
    store.arrange(.roomShown(roomA))
    store.arrange(.recordsRead(ChatTag.keptMessages(roomA).tag, []))
    let page = MessagePage(messages: newest, version: 180, lastSeq: 180)
    store.arrange(.answered(ChatTag.history(roomA, before: nil).tag, .success(.history(page))))
    let asked = store.arrange(.aimed(40)).calls
    #expect(asked == [.history(room: roomA, before: 101, limit: 100)])
    let older = MessagePage(messages: (1...100).map { message($0, "\($0)") }, version: 180, lastSeq: 180)
    let effects = store.arrange(.answered(ChatTag.history(roomA, before: 101).tag, .success(.history(older))))
    #expect(effects.contains(.reveal(elementID: "m/40")))
  }

  @Test func typingEndsByItself() {
    let store = conversing()
    store.arrange(.typingArrived(room: roomA, person: han.id, lease: 5_000))
    #expect(ConversationModel(store.state)?.status == "입력 중…")
    #expect(store.advance(milliseconds: 5_000) == [ChatTag.typingTimer.tag])
    store.arrange(.timerFired(ChatTag.typingTimer.tag))
    #expect(ConversationModel(store.state)?.status == nil)
    store.arrange(.presencesArrived([han.id]))
    #expect(ConversationModel(store.state)?.status == "접속 중")
    store.arrange(.disconnected)
    #expect(ConversationModel(store.state)?.status == nil)
  }

  @Test func typingEndsWithWhatWasTypedWithABlockAndWithTheConnection() {
    let ends: [Chat.Action] = [
      .messageArrived(message(1, "네")), .disconnected,
      .answered(ChatTag.block(han.id, true).tag, .success(.empty)),
      .answered(ChatTag.blocks.tag, .success(.people([han]))),
    ]
    for end in ends {
      let store = conversing()
      store.arrange(.typingArrived(room: roomA, person: han.id, lease: 5_000))
      #expect(ConversationModel(store.state)?.status == "입력 중…")
      store.arrange(end)
      #expect(ConversationModel(store.state)?.status != "입력 중…", "\(end)")
    }
  }

  @Test func aRoomWithMuchUnreadOpensWhereThePersonLeftOff() {
    let messages = (1...40).map { message($0, "\($0)") }
    let known = room(last: messages.last, unread: 30, reads: [ReadPosition(personID: mina.id, seq: 10)])
    let store = started(rooms: [known])
    store.arrange(.roomShown(roomA))
    store.arrange(.recordsRead(ChatTag.keptMessages(roomA).tag, []))
    let page = MessagePage(messages: messages, version: 40, lastSeq: 40)
    let effects = store.arrange(.answered(ChatTag.history(roomA, before: nil).tag, .success(.history(page))))
    #expect(effects.contains(.reveal(elementID: "unread")))
    let rows = golden(store.state.conversation?.rows ?? [])
    #expect(rows.contains("(unread-line) 여기까지 읽었어요\n< (한) 한지우: 11"))
    #expect(ConversationModel(store.state)?.newMessagesLabel == "새 메시지 30개")
  }
}
