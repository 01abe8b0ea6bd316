import ChatSync
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing

@testable import Chat

/// Being led to one message of a long room.
@Suite struct ChatAimTests {
  private func page(_ range: ClosedRange<Int64>) -> CallOutcome {
    let messages = range.map { message($0, "\($0)번", at: minute(0)) }
    return .success(.history(MessagePage(messages: messages, version: 1_000, lastSeq: 1_000)))
  }

  /// A room of 1,000 messages on the screen, and the person led to the 300th.
  private func led() -> TestStore<Chat> {
    let store = started(rooms: [room(last: message(1_000, "1000번", at: minute(0)))])
    store.arrange(.roomShown(roomA))
    store.arrange(.recordsRead(ChatTag.keptMessages(roomA).tag, []))
    store.arrange(.answered(ChatTag.history(roomA, before: nil).tag, page(921...1_000)))
    store.arrange(.aimed(300))
    store.arrange(.recordsRead(ChatTag.keptMessages(roomA).tag, []))
    return store
  }

  private func shown(_ store: TestStore<Chat>) -> [Int64] {
    var seqs: [Int64] = []
    for case .bubble(let bubble) in store.state.conversation?.rows ?? [] {
      if case .message(let seq) = bubble.target { seqs.append(seq) }
    }
    return seqs
  }

  @Test func farUpOnlyWhatIsAroundItIsLoadedAndShown() {
    let store = led()
    #expect(shown(store).first == 921)
    let effects = store.arrange(.answered(ChatTag.history(roomA, before: 341).tag, page(260...340)))
    #expect(effects.contains(.reveal(elementID: "m/300")))
    #expect(shown(store) == Array(261...340))
    let model = ConversationModel(store.state)
    #expect(model?.isFarUp == true)
    #expect(model?.newestLabel == "맨 아래로")
    #expect(model?.earlierLabel != nil)
  }

  @Test func theWayBackIsOnePress() {
    let store = led()
    store.arrange(.answered(ChatTag.history(roomA, before: 341).tag, page(260...340)))
    #expect(store.arrange(.newMessagesTapped).contains(.scrollToEnd(elementID: Chat.scrollerID)))
    #expect(shown(store) == Array(921...1_000))
    #expect(ConversationModel(store.state)?.isFarUp == false)
    #expect(ConversationModel(store.state)?.newestLabel == nil)
  }

  @Test func whatFollowsIsLoadedOnTheWayDown() {
    let store = led()
    store.arrange(.answered(ChatTag.history(roomA, before: 341).tag, page(260...340)))
    store.arrange(.scrolled(atEnd: true))
    let effects = store.arrange(.recordsRead(ChatTag.keptMessages(roomA).tag, []))
    #expect(effects.calls == [.history(room: roomA, before: 421, limit: 80)])
    store.arrange(.answered(ChatTag.history(roomA, before: 421).tag, page(341...420)))
    #expect(shown(store).last == 420)
    #expect(shown(store).contains(300))
    // What comes meanwhile is below, and is counted.
    store.arrange(.messageArrived(message(1_001, "새 말", at: minute(1))))
    #expect(shown(store).last == 420)
    #expect(store.state.conversation?.unseenBelow == 1)
  }

  @Test func whatIsSaidFarUpLeadsBack() {
    let store = led()
    store.arrange(.answered(ChatTag.history(roomA, before: 341).tag, page(260...340)))
    store.arrange(.draftChanged("네"))
    store.arrange(.sendTapped)
    #expect(shown(store).last == 1_000)
    #expect(store.state.conversation?.isAtEnd == true)
  }
}
