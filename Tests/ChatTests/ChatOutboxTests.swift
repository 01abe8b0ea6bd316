import ChatSync
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Chat

@Suite struct ChatOutboxTests {
  private func item(_ id: String, _ content: String, order: Int64) -> Record {
    let item = OutboxItem(clientID: id, content: content, createdAt: minute(0), order: order, state: .sending)
    var machine = RoomSyncMachine(roomID: roomA, me: mina.id)
    _ = machine.receive(.outboxRestored(KeptOutbox()), entropy: 0)
    for case .write(let writes) in machine.receive(
      .submitted(OutboxItem(clientID: id, content: content, createdAt: item.createdAt)), entropy: 0)
    {
      return Record(key: ChatRecords.key(item, in: roomA), value: writes.first?.value ?? "")
    }
    return Record(key: "", value: "")
  }

  @Test func keptOutboxOfAClosedRoomIsSentInOrder() {
    let store = TestStore<Chat>(Chat.State())
    store.arrange(.started(mina, .patient, korean))
    store.arrange(.connected)
    let records = [item("a", "하나", order: 1), item("b", "둘", order: 2)]
    let effects = store.arrange(.recordsRead(ChatTag.keptOutboxes(0).tag, records))
    #expect(effects.calls == [.send(room: roomA, MessageDraft(clientID: "a", content: "하나"))])
    let sent = message(1, "하나", from: mina, clientID: "a")
    let next = store.arrange(.answered(ChatTag.send(roomA, clientID: "a").tag, .success(.message(sent))))
    #expect(next.calls.contains(.send(room: roomA, MessageDraft(clientID: "b", content: "둘"))))
  }

  @Test func unreachableServerLeavesTheItemWaitingAndTheConnectionSendsIt() {
    let store = conversing()
    store.arrange(.draftChanged("하나"))
    store.arrange(.sendTapped)
    guard let id = store.state.openMachine?.outbox.first?.clientID else { return }
    let tag = ChatTag.send(roomA, clientID: id).tag
    let effects = store.arrange(.answered(tag, .failure(.unreachable)))
    #expect(store.timers.map(\.tag).contains(ChatTag.sendTimer(roomA).tag))
    #expect(!effects.isEmpty)
    store.arrange(.disconnected)
    let again = store.arrange(.connected)
    #expect(again.calls.contains(.send(room: roomA, MessageDraft(clientID: id, content: "하나"))))
  }

  @Test func whatIsTypedWithoutAConnectionCanBeTakenBack() {
    let store = conversing()
    store.arrange(.disconnected)
    store.arrange(.draftChanged("하나"))
    #expect(store.arrange(.sendTapped).calls == [askChanges(0)])
    guard case .bubble(let bubble)? = store.state.conversation?.rows.last,
      case .pending(let text, let id, let remove)? = bubble.delivery
    else {
      Issue.record("the text is not shown as waiting")
      return
    }
    #expect(text == "연결되면 보낼게요")
    #expect(remove == "삭제")
    store.arrange(.menu(.remove(clientID: id)))
    store.arrange(.answered(ChatTag.changes(roomA, after: 0).tag, .failure(.unreachable)))
    #expect(!store.arrange(.connected).calls.contains { if case .send = $0 { true } else { false } })
  }

  @Test func answeredListLetsTheOutboxOfAClosedRoomGo() {
    let store = TestStore<Chat>(Chat.State())
    store.arrange(.started(mina, .patient, korean))
    #expect(store.arrange(.recordsRead(ChatTag.keptOutboxes(0).tag, [item("a", "하나", order: 1)])).calls.isEmpty)
    store.arrange(.roomsShown)
    #expect(
      store.arrange(.answered(ChatTag.rooms.tag, .success(.rooms([room()])))).calls
        == [.send(room: roomA, MessageDraft(clientID: "a", content: "하나"))])
  }

  @Test func refusedItemOffersRetryAndRemoval() {
    let store = conversing()
    store.arrange(.draftChanged("하나"))
    store.arrange(.sendTapped)
    guard let id = store.state.openMachine?.outbox.first?.clientID else { return }
    store.arrange(.answered(ChatTag.send(roomA, clientID: id).tag, .failure(.refused(.consultClosed))))
    guard case .bubble(let bubble)? = store.state.conversation?.rows.last else { return }
    #expect(
      bubble.delivery
        == .failed(
          text: "지금은 상담 시간이 아니에요. 다시 예약해 주세요.", clientID: id, retryLabel: "다시 보내기", removeLabel: "삭제"))
    #expect(
      store.arrange(.menu(.retry(clientID: id))).calls
        == [.send(room: roomA, MessageDraft(clientID: id, content: "하나"))])
    store.arrange(.answered(ChatTag.send(roomA, clientID: id).tag, .failure(.refused(.consultClosed))))
    store.arrange(.menu(.remove(clientID: id)))
    #expect(store.state.openMachine?.outbox.isEmpty == true)
  }

  @Test func broadcastBeforeTheAnswerShowsTheMessageOnce() {
    let store = conversing()
    store.arrange(.draftChanged("하나"))
    store.arrange(.sendTapped)
    guard let id = store.state.openMachine?.outbox.first?.clientID else { return }
    let sent = message(1, "하나", from: mina, clientID: id, at: minute(0))
    store.arrange(.messageArrived(sent))
    store.arrange(.answered(ChatTag.send(roomA, clientID: id).tag, .success(.message(sent))))
    let bubbles = store.state.conversation?.rows.filter { $0.key == "c/" + id }
    #expect(bubbles?.count == 1)
  }

  @Test func endedSessionLeavesTheItemInTheStore() {
    let store = conversing()
    store.arrange(.draftChanged("하나"))
    store.arrange(.sendTapped)
    guard let id = store.state.openMachine?.outbox.first?.clientID else { return }
    let effects = store.arrange(.answered(ChatTag.send(roomA, clientID: id).tag, .failure(.signedOut)))
    let erased = effects.contains {
      if case .writeRecords(let changes) = $0 { changes.contains { $0.value == nil } } else { false }
    }
    #expect(!erased)
  }
}
