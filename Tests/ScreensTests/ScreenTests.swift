import AppCore
import Chat
import Domain
import EyeMon
import EyeMonDoctor
import FeatureCore
import Markup
import Screens
import Testing

@Suite struct ScreenTests {
  @Test func everyScreenHasOnePlaceForTheFocusAndOneMainTitle() {
    for path in ["/eyemon/", "/eyemon/sign-in", "/eyemon/settings", "/eyemon/nowhere"] {
      let page = Visit(EyeMon.configuration, at: path, signedIn: false).page
      #expect(page.all.filter { $0.name == .main && $0[.id] == AppState.mainID }.count == 1, "\(path)")
    }
  }

  @Test func theLanguageCanBeChosenBeforeSigningIn() {
    let welcome = Visit(EyeMon.configuration, at: "/eyemon/", signedIn: false).page
    #expect(welcome.all(class: "link").map(\.shownText) == ["한국어 · English · 日本語"])
  }

  @Test func aPlaceOfTheAnnexIsAnEmptyElementForItOfEachPerson() throws {
    let page = Visit(EyeMon.configuration, at: "/eyemon/me/sessions").page
    let annex = try #require(page.all(class: "annex").first)
    #expect(annex[.dataAnnex] == "me/sessions")
    #expect(annex.children.isEmpty)
    #expect(page.all(class: "tabs").count == 1)
    let nobody = Visit(EyeMon.configuration, at: "/eyemon/sign-in", signedIn: false).page.all(class: "annex").first
    #expect(nobody?.key != annex.key)
  }

  @Test func theAvatarAndTheTimeStandOnlyWhereTheyChange() {
    var visit = Visit(EyeMon.configuration, at: "/eyemon/chats/r1")
    visit.keep([
      message(1, "안녕하세요", from: doctor), message(2, "검사 결과가 나왔어요", from: doctor), message(3, "네", from: me),
    ])
    let bubbles = visit.page.all(class: "msg")
    #expect(bubbles.map { $0.all(class: "avatar").count } == [1, 0, 0])
    #expect(bubbles.map { $0.all(class: "when").count } == [0, 1, 1])
    #expect(bubbles.map { $0[.class]?.contains("mine") } == [false, false, true])
  }

  @Test func aConsultRoomLeadsToItsReservation() throws {
    var visit = Visit(EyeMon.configuration, at: "/eyemon/chats/r1")
    visit.keep([message(1, "안녕하세요", from: doctor)])
    #expect(visit.page.all(class: "consult").isEmpty)
    let consult = Consult(reservationID: "abc", start: now, opensAt: now, closesAt: nil, answerTime: "")
    visit.send(
      .chat(
        .roomArrived(
          Room(
            id: room, participants: [me, doctor], createdAt: now, updatedAt: now, lastSeq: 1, consult: consult))))
    let strip = try #require(visit.page.all(class: "consult").first)
    #expect(strip[.ariaLabel] == "예약 보기: 오전 12:00 진료")
    visit.send(.placeTapped(.annex("reservations/abc")))
    #expect(visit.state.route == .annex("reservations/abc"))
  }

  @Test func textOfAStrangerStaysText() throws {
    var visit = Visit(EyeMon.configuration, at: "/eyemon/chats/r1")
    let hostile = #"<img src=x onerror="alert(1)"><script>alert(2)</script>"#
    visit.keep([message(1, hostile, from: doctor)])
    let bubble = try #require(visit.page.all(class: "bubble").first)
    #expect(bubble.text == hostile)
    #expect(bubble.children.isEmpty)
  }

  @Test func anUnchangedRowIsTheSameNodeAgain() throws {
    var visit = Visit(EyeMon.configuration, at: "/eyemon/chats/r1")
    visit.keep([message(1, "안녕하세요", from: doctor)])
    let before = try #require(visit.page.all(class: "msg").first)
    visit.send(.chat(.draftChanged("쓰는 중")))
    let after = try #require(visit.page.all(class: "msg").first)
    #expect(before === after)
  }

  @Test func whatIsTypedWaitsInSight() {
    var visit = Visit(EyeMon.configuration, at: "/eyemon/chats/r1")
    visit.keep([message(1, "안녕하세요", from: doctor)])
    visit.send(.chat(.draftChanged("곧 갈게요")))
    visit.send(.chat(.sendTapped))
    let bubbles = visit.page.all(class: "msg")
    #expect(bubbles.count == 2)
    #expect(bubbles.last?[.class]?.contains("pending") == true)
    #expect(visit.page.byID(Chat.composerID)?[.value] == "")
  }

  @Test func theDoctorSeesListAndConversationTogether() {
    var visit = Visit(EyeMonDoctor.configuration, at: "/eyemon-doctor/chats/r1")
    visit.keep([message(1, "안녕하세요", from: doctor)])
    let columns = visit.page.byID(AppState.mainID)
    #expect(columns?[.dataPane] == "room")
    #expect(columns?.all(class: "pane-list").count == 1)
    #expect(columns?.all(class: "row").first?[.ariaCurrent] == "true")
    visit.send(.placeTapped(.rooms))
    #expect(visit.page.byID(AppState.mainID)?[.dataPane] == "list")
  }

  @Test func keysAreUniqueAmongSiblings() {
    var visit = Visit(EyeMonDoctor.configuration, at: "/eyemon-doctor/chats/r1")
    visit.keep((1...20).map { message($0, "\($0)", from: $0 % 3 == 0 ? me : doctor) })
    for node in visit.page.all {
      let keys = node.children.compactMap { $0.key }
      #expect(Set(keys).count == keys.count)
    }
  }
}
