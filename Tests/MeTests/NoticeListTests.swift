import AccountContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Me

@Suite struct NoticeListTests {
  private let store = TestStore<NoticeList>(NoticeList.State())

  private func notice(_ id: String, isRead: Bool = false, target: String = "") -> Notice {
    Notice(id: id, kind: .message, title: "김의사", body: "새 메시지", target: target, createdAt: now, isRead: isRead)
  }

  private func show(_ notices: [Notice], next: String = "", unread: Int64) {
    store.arrange(.shown)
    let page = NoticePage(notices: notices, next: next, unread: unread)
    store.arrange(.answered(NoticeList.listTag, reply(AccountAPI.notices.response(page))))
  }

  @Test func aNoticeOpensItsPlaceAndIsRead() {
    let first = notice("n1", target: "/chats/r1")
    show([first], unread: 1)
    store.send(
      .noticeTapped("n1"),
      effects: [AccountAPI.readNotices.ask(.some(["n1"]), NoticeList.readTag), .pushPath("/chats/r1")]
    ) {
      $0.notices = .value([notice("n1", isRead: true, target: "/chats/r1")])
      $0.unread = 0
    }
    store.send(.noticeTapped("n1"), effects: [.pushPath("/chats/r1")])
  }

  @Test func allAreReadAtOnce() {
    show([notice("n1"), notice("n2", isRead: true)], unread: 7)
    store.send(.allReadTapped, effects: [AccountAPI.readNotices.ask(.all, NoticeList.readTag)]) {
      $0.notices = .value([notice("n1", isRead: true), notice("n2", isRead: true)])
      $0.unread = 0
    }
    store.send(.allReadTapped)
  }

  @Test func theNextPageFollowsWithoutDoubles() {
    show([notice("n1")], next: "c1", unread: 2)
    store.send(
      .moreTapped, effects: [AccountAPI.notices.ask(NoticeQuery(cursor: "c1"), NoticeList.moreTag)]
    ) { $0.isLoadingMore = true }
    store.send(.moreTapped)
    let page = NoticePage(notices: [notice("n1"), notice("n0")], next: "", unread: 2)
    store.send(.answered(NoticeList.moreTag, reply(AccountAPI.notices.response(page)))) {
      $0.notices = .value([notice("n1"), notice("n0")])
      $0.next = ""
      $0.isLoadingMore = false
    }
  }

  @Test func aNewOneComesInPlaceOfTheOlderOfItsRoom() {
    show([notice("n1"), notice("n2")], unread: 2)
    store.send(.arrived(notice("n2", target: "/chats/r2"))) {
      $0.notices = .value([notice("n2", target: "/chats/r2"), notice("n1")])
    }
    store.send(.arrived(notice("n3"))) {
      $0.notices = .value([notice("n3"), notice("n2", target: "/chats/r2"), notice("n1")])
      $0.unread = 3
    }
  }

  @Test func anEmptyInboxSaysSo() {
    show([], unread: 0)
    guard case .face(let face)? = NoticeList.page(store.state, .ko, dates, now: now).parts.first else {
      Issue.record("no face")
      return
    }
    #expect(face.title == "아직 알림이 없어요")
  }
}
