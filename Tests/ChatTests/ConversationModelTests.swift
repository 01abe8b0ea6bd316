import ChatSync
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Chat

@Suite struct ConversationModelTests {
  private func rows(_ store: TestStore<Chat>) -> String { golden(store.state.conversation?.rows ?? []) }

  @Test func bubblesAreGroupedByPersonAndMinute() {
    let store = conversing(
      [
        message(1, "안녕하세요", at: minute(0)), message(2, "오늘은 어떠세요?", at: minute(0, second: 20)),
        message(3, "약은 드셨나요?", at: minute(1)),
        message(4, "네", from: mina, at: minute(1, second: 30)),
        message(5, "조금 나아요", from: mina, at: minute(1, second: 40)),
        message(6, "다행이네요", at: minute(24 * 60)),
      ], reads: [ReadPosition(personID: han.id, seq: 4)])
    #expect(
      rows(store) == """
        --- 2026년 1월 5일 월요일
        < (한) 한지우: 안녕하세요
          < 오늘은 어떠세요? @ 오전 9:00
          < 약은 드셨나요? @ 오전 9:01
        > 네
          > 조금 나아요 [1] @ 오전 9:01
        --- 2026년 1월 6일 화요일
        < (한) 한지우: 다행이네요 @ 오전 9:00
        """)
  }

  @Test func markGoesWhenTheOtherHasRead() {
    let store = conversing([message(1, "네", from: mina)])
    #expect(rows(store).contains("> 네 [1]"))
    store.arrange(.readArrived(room: roomA, position: ReadPosition(personID: han.id, seq: 1)))
    #expect(!rows(store).contains("[1]"))
  }

  @Test func gapIsVisibleAndSaysWhatHappens() {
    let store = conversing([message(1, "하나")])
    store.arrange(.messageArrived(message(5, "다섯")))
    #expect(
      rows(store) == """
        --- 2026년 1월 5일 월요일
        < (한) 한지우: 하나 @ 오전 9:01
        ... 이 사이의 메시지를 불러오고 있어요
        --- 2026년 1월 5일 월요일
        < (한) 한지우: 다섯 @ 오전 9:05
        """)
    store.arrange(.answered(ChatTag.changes(roomA, after: 1).tag, .failure(.unreachable)))
    #expect(rows(store).contains("... 연결되면 이 사이의 메시지를 불러올게요"))
  }

  @Test func gapBeforeAllSpeaksOfEarlierMessages() {
    let store = conversing([])
    store.arrange(.messageArrived(message(5, "다섯")))
    #expect(rows(store).hasPrefix("... 이전 메시지를 불러오고 있어요"))
  }

  @Test func outboxStandsBelowWithItsState() {
    let store = conversing([message(1, "하나", at: minute(0))])
    for text in ["둘", "셋"] {
      store.arrange(.draftChanged(text))
      store.arrange(.sendTapped)
    }
    #expect(
      rows(store) == """
        --- 2026년 1월 5일 월요일
        < (한) 한지우: 하나 @ 오전 9:00
        > 둘 ~ 보내는 중
          > 셋 ~ 보내는 중 /삭제
        """)
    guard let id = store.state.openMachine?.outbox.first?.clientID else { return }
    store.arrange(.answered(ChatTag.send(roomA, clientID: id).tag, .failure(.unreachable)))
    #expect(rows(store).contains("> 둘 ~ 연결되면 보낼게요\n  > 셋 ~ 연결되면 보낼게요 /삭제"))
    store.arrange(.timerFired(ChatTag.sendTimer(roomA).tag))
    store.arrange(.answered(ChatTag.send(roomA, clientID: id).tag, .failure(.refused(.badRequest))))
    #expect(rows(store).contains("> 둘 ! 보내지 못했어요 /다시 보내기 /삭제\n  > 셋 ~ 보내는 중"))
  }

  @Test func keysAreUniqueEvenIfClocksAreWrong() {
    let store = conversing([
      message(1, "하나", at: minute(0)), message(2, "둘", at: minute(-3 * 24 * 60)), message(3, "셋", at: minute(1)),
      message(4, "넷", from: mina, clientID: "c", at: minute(2)),
      message(5, "다섯", from: mina, clientID: "c", at: minute(3)),
    ])
    store.arrange(.messageArrived(message(9, "아홉")))
    store.arrange(.draftChanged("열"))
    store.arrange(.sendTapped)
    let keys = store.state.conversation?.rows.map(\.key) ?? []
    #expect(Set(keys).count == keys.count)
  }

  @Test(arguments: [
    (Role.patient, minute(-10), "1월 7일 오전 9:00 진료 · 오전 9:00부터 쓸 수 있어요", "응급이면 119에 전화하세요 · 두 분만 볼 수 있어요 · 하루 안에"),
    (.patient, minute(5), "1월 7일 오전 9:00 진료", "응급이면 119에 전화하세요 · 두 분만 볼 수 있어요 · 하루 안에"),
    (.patient, minute(24 * 60 * 3), "어제 오전 9:00 진료 · 끝나서 읽기만 할 수 있어요", "응급이면 119에 전화하세요 · 두 분만 볼 수 있어요 · 하루 안에"),
    (.doctor, minute(24 * 60 * 3), "어제 오전 9:00 진료", ""),
  ])
  func aConsultSaysWhenItIsAndWhetherOneMayWrite(_ role: Role, _ now: Timestamp, _ title: String, _ care: String) {
    let store = conversing([message(1, "하나")], role: role)
    #expect(ConsultModel(store.state, now: now) == nil)
    var about = room()
    about.consult = Consult(
      reservationID: "r7", start: minute(24 * 60 * 2), opensAt: minute(0), closesAt: minute(24 * 60 * 2 + 30),
      answerTime: "하루 안에")
    store.arrange(.roomArrived(about))
    let model = ConsultModel(store.state, now: now)
    #expect(model?.title == title)
    #expect(model?.care == care)
    #expect(model?.reservationID == "r7")
  }

  @Test func aConsultWithoutATimeSaysSo() {
    let store = conversing([message(1, "하나")])
    var about = room()
    about.consult = Consult(reservationID: "r7", start: nil, opensAt: minute(0), closesAt: nil, answerTime: "")
    store.arrange(.roomArrived(about))
    #expect(ConsultModel(store.state, now: minute(1))?.title == "시간을 정하는 중인 진료")
  }

  @Test func everyFaceHasItsWords() {
    let store = started(rooms: [room()])
    #expect(ConversationModel(store.state) == nil)
    store.arrange(.roomShown(roomA))
    store.arrange(.recordsRead(ChatTag.keptMessages(roomA).tag, []))
    #expect(ConversationModel(store.state)?.face == .loading)
    store.arrange(.answered(ChatTag.history(roomA, before: nil).tag, .failure(.unreachable)))
    #expect(
      ConversationModel(store.state)?.face
        == .waiting(title: "연결할 수 없어요", text: "연결되면 대화를 바로 보여 드릴게요."))
    store.arrange(.timerFired(ChatTag.fetchTimer(roomA).tag))
    store.arrange(.answered(ChatTag.history(roomA, before: nil).tag, page([])))
    #expect(
      ConversationModel(store.state)?.face
        == .empty(title: "첫 이야기를 건네 보세요", text: "나눈 이야기는 두 분만 볼 수 있어요."))
    store.arrange(.messageArrived(message(1, "안녕하세요")))
    #expect(ConversationModel(store.state)?.face == .rows)
  }

  @Test func refusalOfAnotherKindLeavesTheKnownMessages() {
    let store = conversing([message(1, "하나")])
    store.arrange(.messageArrived(message(5, "다섯")))
    store.arrange(.answered(ChatTag.changes(roomA, after: 1).tag, .failure(.refused(.wrongKey))))
    #expect(ConversationModel(store.state)?.face == .rows)
    store.arrange(.connected)
    store.arrange(.answered(ChatTag.changes(roomA, after: 1).tag, .failure(.refused(.notParticipant))))
    #expect(
      ConversationModel(store.state)?.face
        == .missing(title: "채팅방을 찾을 수 없어요", text: "이 채팅방에 참여하고 있지 않아요.", backLabel: "채팅 목록으로"))
  }

  @Test func buttonWaitsForSomethingToSend() {
    let store = conversing()
    #expect(ConversationModel(store.state)?.canSend == false)
    store.arrange(.draftChanged("  "))
    #expect(ConversationModel(store.state)?.canSend == false)
    store.arrange(.draftChanged("네"))
    #expect(ConversationModel(store.state)?.canSend == true)
  }

  @Test func screenReadersHearTheWholeRow() {
    let store = conversing([message(1, "네", from: mina, at: minute(0))])
    guard case .bubble(let bubble)? = store.state.conversation?.rows.last else { return }
    #expect(bubble.spoken == "나, 네, 오전 9:00, 안 읽음 1")
  }

  @Test func fileOnlyMessageHasWords() {
    var sent = message(1, "")
    sent.files = ["/data/chats/a.pdf"]
    let store = conversing([sent])
    #expect(rows(store).contains("[pdf PDF 200×200]"))
    #expect(RoomListModel(store.state, now: minute(2)).rows.first?.text == "파일을 보냈어요")
  }
}
