import ChatSync
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing

@testable import Chat

/// Several tabs of one browser: one sends, all show.
@Suite struct ChatTabsTests {
  private func read(_ number: Int, in effects: [Effect]) -> Bool {
    effects.contains(.readRecords(prefix: "o/", ChatTag.keptOutboxes(number).tag))
  }

  private func sends(_ effects: [Effect]) -> Bool {
    effects.calls.contains { if case .send = $0 { true } else { false } }
  }

  /// A tab with room A on the screen that does not send.
  private func reading() -> TestStore<Chat> {
    let store = conversing()
    store.arrange(.storeChanged(isWriter: false))
    store.arrange(.recordsRead(ChatTag.keptOutboxes(1).tag, []))
    return store
  }

  private func records(_ effects: [Effect]) -> [Record] {
    var records: [Record] = []
    for case .writeRecords(let changes) in effects {
      for change in changes where change.key.hasPrefix("o/") {
        records.append(Record(key: change.key, value: change.value ?? ""))
      }
    }
    return records
  }

  private func say(_ text: String, in store: TestStore<Chat>) -> [Effect] {
    store.arrange(.draftChanged(text))
    return store.arrange(.sendTapped)
  }

  @Test func aTabThatDoesNotSendKeepsWhatIsTypedAndShowsIt() {
    let store = reading()
    let effects = say("하나", in: store)
    #expect(!sends(effects))
    #expect(records(effects).count == 1)
    #expect(store.state.conversation?.rows.count == 2)
  }

  @Test func theTabThatSendsTakesUpWhatAnotherHasKept() {
    let written = records(say("하나", in: reading()))
    let store = conversing()
    #expect(read(1, in: store.arrange(.storeChanged(isWriter: true))))
    #expect(sends(store.arrange(.recordsRead(ChatTag.keptOutboxes(1).tag, written))))
  }

  @Test func whatWasReadBeforeThisTabWroteIsReadAgain() {
    let store = conversing()
    #expect(read(1, in: store.arrange(.storeChanged(isWriter: true))))
    let written = records(say("하나", in: store))
    #expect(read(2, in: store.arrange(.recordsRead(ChatTag.keptOutboxes(1).tag, []))))
    #expect(store.state.unsentCount == 1)
    store.arrange(.recordsRead(ChatTag.keptOutboxes(2).tag, written))
    #expect(store.state.unsentCount == 1)
  }

  @Test func anOlderAnswerIsNotWanted() {
    let store = reading()
    let written = records(say("하나", in: store))
    store.arrange(.storeChanged(isWriter: false))
    store.arrange(.storeChanged(isWriter: false))
    #expect(store.arrange(.recordsRead(ChatTag.keptOutboxes(2).tag, [])).isEmpty)
    #expect(store.state.unsentCount == 1)
    store.arrange(.recordsRead(ChatTag.keptOutboxes(3).tag, written))
    #expect(store.state.unsentCount == 1)
    store.arrange(.storeChanged(isWriter: false))
    store.arrange(.recordsRead(ChatTag.keptOutboxes(4).tag, []))
    #expect(store.state.unsentCount == 0)
  }

  @Test func theNextWriterSendsWhenItHasReadWhatTheLastOneKept() {
    let store = reading()
    let written = records(say("하나", in: store))
    #expect(!sends(store.arrange(.storeChanged(isWriter: true))))
    #expect(sends(store.arrange(.recordsRead(ChatTag.keptOutboxes(2).tag, written))))
    store.arrange(.roomShown(roomB))
    #expect(store.state.openMachine?.isWriter == true)
  }

  @Test func aTabWhoseWriteFailsLeavesTheSendingToTheOther() {
    let store = reading()
    #expect(!sends(say("하나", in: store)))
    let effects = store.arrange(.recordsFailed(nil))
    #expect(!sends(effects))
    #expect(store.state.openMachine?.isWriter == false)
    #expect(store.state.notice == .notKept)
    // Once.
    store.arrange(.noticeDismissed)
    #expect(store.arrange(.recordsFailed(nil)) == [])
    #expect(store.state.notice == nil)
  }

  @Test func aWriteThatFailsIsNoNewsToWhoHasNothingToSend() {
    let store = reading()
    #expect(store.arrange(.recordsFailed(nil)) == [])
    #expect(store.state.notice == nil)
  }

  @Test func aTabWithoutAnyStoreSendsForItself() {
    let store = reading()
    #expect(!sends(say("하나", in: store)))
    #expect(read(2, in: store.arrange(.storeChanged(isWriter: true))))
    #expect(sends(store.arrange(.recordsFailed(ChatTag.keptOutboxes(2).tag))))
    #expect(store.state.unsentCount == 1)
  }

  @Test func noFileIsDroppedForAnOutboxThatCouldNotBeRead() {
    let store = TestStore<Chat>(Chat.State())
    store.arrange(.started(mina, .patient, korean))
    store.arrange(.storeChanged(isWriter: true))
    let effects = store.arrange(.recordsFailed(ChatTag.keptOutboxes(1).tag))
    #expect(!effects.contains { if case .pruneFiles = $0 { true } else { false } })
    store.arrange(.roomShown(roomA))
    #expect(store.state.openMachine?.isOutboxRestored == true)
  }

  @Test func aRoomOpenedLaterKnowsThatAnotherTabSends() {
    let store = reading()
    store.arrange(.roomShown(roomB))
    #expect(store.state.openMachine?.isWriter == false)
  }
}
