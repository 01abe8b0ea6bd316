import ChatSync
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Chat

@Suite struct ChatListTests {
  @Test func startingReadsWhatTheDeviceKept() {
    let store = TestStore<Chat>(Chat.State())
    store.send(
      .started(mina, .patient, korean),
      effects: [
        .readRecords(prefix: "r/", ChatTag.keptRooms.tag), .readRecords(prefix: "s/", ChatTag.keptMarks.tag),
        .readRecords(prefix: "d/", ChatTag.keptDrafts.tag), .readRecords(prefix: "doctors", ChatTag.keptDoctors.tag),
      ]
    ) {
      $0.me = mina
      $0.setting = korean
    }
  }

  @Test func connectionAsksForTheRooms() {
    let store = TestStore<Chat>(Chat.State())
    store.arrange(.started(mina, .patient, korean))
    store.send(.connected, effects: [.call(.rooms, ChatTag.rooms.tag), .call(.blocks, ChatTag.blocks.tag)]) {
      $0.connection = .connected
      $0.isAskingRooms = true
      $0.rooms.asked()
    }
    let known = room(last: message(1, "안녕하세요"), unread: 1)
    store.send(
      .answered(ChatTag.rooms.tag, .success(.rooms([known]))), effects: [kept(ChatRecords.write(known))]
    ) {
      $0.isAskingRooms = false
      $0.roomsLoading = .loaded
      _ = $0.rooms.replace(with: [known])
    }
    #expect(store.state.unreadTotal == 1)
    store.send(.roomsShown)
  }

  @Test func connectionDuringAQuestionAsksAgainAfterIt() {
    let store = TestStore<Chat>(Chat.State())
    store.arrange(.started(mina, .patient, korean))
    store.arrange(.roomsShown)
    store.send(.connected, effects: [.call(.blocks, ChatTag.blocks.tag)]) {
      $0.connection = .connected
      $0.asksRoomsAgain = true
    }
    let effects = store.arrange(.answered(ChatTag.rooms.tag, .success(.rooms([]))))
    #expect(effects.calls == [.rooms])
    #expect(store.arrange(.answered(ChatTag.rooms.tag, .success(.rooms([])))).calls.isEmpty)
  }

  @Test func roomsAreAskedForWheneverShownWithoutAConnection() {
    let store = started()
    store.arrange(.disconnected)
    #expect(store.arrange(.roomsShown).calls == [.rooms])
  }

  @Test func unreachableListIsTriedAgainLater() {
    let store = TestStore<Chat>(Chat.State())
    store.arrange(.started(mina, .patient, korean))
    store.arrange(.roomsShown)
    store.send(
      .answered(ChatTag.rooms.tag, .failure(.unreachable)),
      effects: [.startTimer(milliseconds: 1_000, ChatTag.roomsTimer.tag)]
    ) {
      $0.isAskingRooms = false
      $0.roomsLoading = .unreachable
      $0.roomsFailures = 1
    }
    #expect(store.advance(milliseconds: 1_000) == [ChatTag.roomsTimer.tag])
    #expect(store.arrange(.timerFired(ChatTag.roomsTimer.tag)).calls == [.rooms])
  }

  @Test func keptRoomsShowAtOnce() {
    let store = TestStore<Chat>(Chat.State())
    store.arrange(.started(mina, .patient, korean))
    let known = room(last: message(1, "안녕하세요"))
    let record = ChatRecords.write(known)
    store.send(.recordsRead(ChatTag.keptRooms.tag, [Record(key: record.key, value: record.value ?? "")])) {
      $0.rooms.restore([known])
    }
  }

  @Test func doctorsAreAskedForAndKept() {
    let store = started()
    store.send(.doctorsShown, effects: [.call(.doctors, ChatTag.doctors.tag)]) { $0.isAskingDoctors = true }
    store.send(.doctorsShown)
    store.send(
      .answered(ChatTag.doctors.tag, .success(.doctors([doctorHan]))),
      effects: [kept(ChatRecords.write([doctorHan]))]
    ) {
      $0.isAskingDoctors = false
      $0.doctorsLoading = .loaded
      $0.doctors = [doctorHan]
    }
  }

  @Test func keptDoctorsShowWithoutTheServer() {
    let store = TestStore<Chat>(Chat.State())
    store.arrange(.started(mina, .patient, korean))
    let record = ChatRecords.write([doctorHan])
    store.send(.recordsRead(ChatTag.keptDoctors.tag, [Record(key: record.key, value: record.value ?? "")])) {
      $0.doctors = [doctorHan]
    }
    store.arrange(.doctorsShown)
    store.send(.answered(ChatTag.doctors.tag, .failure(.unreachable))) {
      $0.isAskingDoctors = false
      $0.doctorsLoading = .unreachable
    }
    #expect(store.arrange(.connected).calls == [.rooms, .doctors, .blocks])
  }

  @Test func liveRoomAppearsByItself() {
    let store = started()
    let new = room(roomB, with: seo, last: message(1, "처음 뵙겠습니다", from: seo, in: roomB), unread: 1)
    store.send(.roomArrived(new), effects: [kept(ChatRecords.write(new))]) { _ = $0.rooms.merge(new, me: mina.id) }
  }

  @Test func messageOfAnUnknownRoomAsksForTheList() {
    let store = started()
    let new = message(1, "안녕하세요", in: roomB)
    store.send(.messageArrived(new), effects: [.call(.rooms, ChatTag.rooms.tag)]) {
      $0.isAskingRooms = true
      $0.rooms.asked()
    }
  }

  @Test func messageOfAClosedRoomChangesTheList() {
    let store = started(rooms: [room()])
    let new = message(1, "안녕하세요")
    store.send(.messageArrived(new), effects: [kept(ChatRecords.write(room(last: new, unread: 1)))]) {
      _ = $0.rooms.take(new, me: mina.id)
    }
    #expect(store.state.unreadTotal == 1)
  }

  @Test func resetForgetsEverything() {
    let store = conversing([message(1, "안녕하세요")])
    store.send(.reset) {
      $0 = Chat.State()
      $0.setting = korean
    }
    store.send(.messageArrived(message(2, "늦게 왔어요")))
    store.send(.connected) { $0.connection = .connected }
    store.send(.answered(ChatTag.rooms.tag, .success(.rooms([room()]))))
  }

  @Test func reloadAsksForWhatFailed() {
    let store = started()
    store.arrange(.disconnected)
    store.arrange(.doctorsShown)
    store.arrange(.answered(ChatTag.doctors.tag, .failure(.unreachable)))
    #expect(store.arrange(.reloadTapped).calls == [.doctors])
  }

  @Test func aServerThatAsksForAPauseGetsIt() {
    let store = conversing()
    let busy = CallOutcome.failure(.refused(.overloaded(retryAfterSeconds: 7)))
    for (tag, again) in [
      (ChatTag.rooms, ChatTag.roomsTimer), (ChatTag.changes(roomA, after: 0), ChatTag.fetchTimer(roomA)),
    ] {
      if tag == .rooms { store.arrange(.connected) }
      #expect(store.arrange(.answered(tag.tag, busy)) == [.startTimer(milliseconds: 7_000, tag.tag)])
      let effects = store.arrange(.timerFired(tag.tag))
      #expect(effects.contains { if case .startTimer(_, again.tag) = $0 { true } else { false } }, "\(effects)")
    }
    // Who asked by hand hears at once.
    #expect(
      store.arrange(.answered(ChatTag.report.tag, .failure(.refused(.tooManyCalls(retryAfterSeconds: 9)))))
        == [.startTimer(milliseconds: 4_000, ChatTag.noticeTimer.tag)])
  }
}
