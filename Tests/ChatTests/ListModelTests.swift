import ChatSync
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Chat

@Suite struct ListModelTests {
  private let now = minute(60)

  @Test func roomsSayWhoWhatAndWhen() {
    let store = started(rooms: [
      room(roomA, last: message(1_300, "내일 오전에\n뵙겠습니다", at: minute(3)), unread: 1_200),
      room(roomB, with: seo, last: message(9, "고맙습니다", from: seo, in: roomB, at: minute(-24 * 60))),
      room(ID("room-c"), with: seo),
    ])
    #expect(
      golden(RoomListModel(store.state, now: now)) == """
        - 한지우 | 내일 오전에 뵙겠습니다 | 오전 9:03 (99+)
        - 서연 | 고맙습니다 | 어제
        """)
  }

  @Test func draftStandsInTheListOnceTheRoomIsLeft() {
    let store = conversing([message(1, "하나")])
    store.arrange(.draftChanged("쓰다 만 글"))
    store.arrange(.timerFired(ChatTag.draftTimer(roomA).tag))
    #expect(golden(RoomListModel(store.state, now: now)) == "* 한지우 | 하나 | 오전 9:01")
    store.arrange(.roomLeft)
    #expect(golden(RoomListModel(store.state, now: now)) == "- 한지우 | [작성 중] 쓰다 만 글 | 오전 9:01")
  }

  @Test func roomListHasAFaceForEveryCase() {
    let store = TestStore<Chat>(Chat.State())
    store.arrange(.started(mina, .patient, korean))
    store.arrange(.roomsShown)
    #expect(RoomListModel(store.state, now: now).face == .loading)
    store.arrange(.answered(ChatTag.rooms.tag, .failure(.unreachable)))
    #expect(
      RoomListModel(store.state, now: now).face
        == .failed(title: "연결할 수 없어요", text: "인터넷 연결을 확인하고 다시 시도해 주세요.", retryLabel: "다시 시도"))
    store.arrange(.timerFired(ChatTag.roomsTimer.tag))
    store.arrange(.answered(ChatTag.rooms.tag, .failure(.refused(.internalError))))
    #expect(
      RoomListModel(store.state, now: now).face
        == .failed(title: "불러오지 못했어요", text: "문제가 생겼어요. 다시 시도해 주세요.", retryLabel: "다시 시도"))
    store.arrange(.reloadTapped)
    store.arrange(.answered(ChatTag.rooms.tag, .success(.rooms([]))))
    #expect(
      RoomListModel(store.state, now: now).face
        == .empty(title: "아직 채팅이 없어요", text: "의사 선생님을 골라 첫 이야기를 건네 보세요."))
  }

  @Test func doctorsSayWhoTheyAre() {
    let store = started()
    store.arrange(.doctorsShown)
    #expect(DoctorListModel(store.state).face == .loading)
    store.arrange(.answered(ChatTag.doctors.tag, .success(.doctors([doctorHan]))))
    let model = DoctorListModel(store.state)
    #expect(model.face == .rows)
    #expect(model.rows.first?.name == "한지우")
    #expect(model.rows.first?.detail == "망막 · 맑은눈안과")
    #expect(model.rows.first?.introduction == "망막을 봅니다.")
  }

  @Test func doctorListHasAFaceForEveryCase() {
    let store = started()
    store.arrange(.doctorsShown)
    store.arrange(.answered(ChatTag.doctors.tag, .failure(.unreachable)))
    #expect(
      DoctorListModel(store.state).face
        == .failed(title: "연결할 수 없어요", text: "인터넷 연결을 확인하고 다시 시도해 주세요.", retryLabel: "다시 시도"))
    store.arrange(.doctorsShown)
    store.arrange(.answered(ChatTag.doctors.tag, .success(.doctors([]))))
    #expect(
      DoctorListModel(store.state).face == .empty(title: "아직 의사 선생님이 없어요", text: "등록되면 여기에서 만날 수 있어요."))
  }

  @Test func avatarsAreSteady() {
    #expect(Avatar(han) == Avatar(han))
    #expect(Avatar(han).letter == "한")
    #expect((0..<Avatar.tints).contains(Avatar(seo).tint))
    #expect(Avatar(Person(id: ID(""), nick: "")).letter == "")
  }
}
