import BookingContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Reserving
import Testing
import Wire

@testable import Schedule

@Suite struct BoardTests {
  private let store = TestStore<Board>(Board.State(), clock: VirtualClock(now: nine))
  private let asked = reservation("a", .requested)
  private let booked = reservation("b", .confirmed, minutes: 30)
  private let later = reservation("c", .confirmed, minutes: -30)

  private var list: Effect { load(tuesday, tuesday) }
  private var open: Effect {
    BookingAPI.doctorReservations.ask(DayRange(from: tuesday.plus(-1), to: tuesday.plus(60)), Board.openTag)
  }
  private let timer = Effect.startTimer(milliseconds: 30_000, Schedule.timer)

  private func load(_ from: CalendarDate, _ to: CalendarDate) -> Effect {
    BookingAPI.doctorReservations.ask(DayRange(from: from, to: to), Board.listTag)
  }

  private func show(_ chosen: String? = nil) {
    store.arrange(.shown(tuesday))
    store.arrange(.answered(Board.listTag, days([asked, booked, later])))
    if let chosen { store.arrange(.reservationTapped(ID(chosen))) }
  }

  private func answer(_ reservation: Reservation) -> Board.Action {
    .answered(Board.deedTag, reply(BookingAPI.approve.response(reservation)))
  }

  @Test func theBoardBeginsWithToday() {
    store.send(.shown(tuesday), effects: [list, open, timer]) {
      $0.date = tuesday
      $0.today = tuesday
      $0.now = nine
    }
    store.send(.answered(Board.listTag, days([asked]))) {
      $0.reservations = .value([asked])
      $0.offset = 540
    }
    store.send(
      .answered(Board.openTag, days([asked, booked, unscheduled("u")]))
    ) {
      $0.open = [asked, unscheduled("u")]
    }
    // Coming back keeps the day that was looked at.
    store.arrange(.moved(3))
    store.send(.shown(tuesday), effects: [load(tuesday.plus(3), tuesday.plus(3)), open, timer])
  }

  @Test func aNoticeLeadsToItsReservation() {
    let schedule = TestStore<Schedule>(Schedule.State(), clock: VirtualClock(now: nine))
    schedule.arrange(
      .shell(
        .started(path: "/eyemon-doctor/reservations/c", languages: ["ko"], preferences: [], zone: seoul, online: true)))
    #expect(schedule.state.place == .board)
    show()
    let ask = BookingAPI.reservation.ask(ID("n"), Board.soughtTag)
    store.send(.sought(ID("n"), tuesday), effects: [ask]) { $0.chosen = ID("n") }
    let next = reservation("n", .confirmed, minutes: 1440)
    store.send(
      .answered(Board.soughtTag, reply(BookingAPI.reservation.response(next))),
      effects: [load(tuesday.plus(1), tuesday.plus(1))]
    ) {
      $0.found = next
      $0.date = tuesday.plus(1)
      $0.reservations = .loading
    }
    #expect(store.state.reservation == next)
    store.send(.closed) {
      $0.chosen = nil
      $0.found = nil
    }
    store.arrange(.sought(ID("x"), tuesday))
    store.send(.answered(Board.soughtTag, reply(APIError.notFound.response))) {
      $0.chosen = nil
      $0.isMissing = true
    }
    #expect(Board.model(store.state, .en, when).notice == "That booking is gone, or another doctor’s")
  }

  @Test func othersChangeItMeanwhile() {
    show()
    #expect(store.advance(milliseconds: 30_000) == [Schedule.timer])
    store.send(.shown(tuesday), effects: [list, open, timer]) { $0.now = store.clock.now }
    store.send(.answered(Board.listTag, .unreachable)) { $0.loadFailure = .unreachable }
  }

  /// A tablet in New York, a clinic in Seoul: it is the clinic's day that counts.
  @Test func todayIsTheClinics() {
    store.arrange(.shown(tuesday.plus(-1)))
    store.send(.answered(Board.listTag, days([])), effects: [list]) {
      $0.offset = 540
      $0.today = tuesday
      $0.date = tuesday
    }
    store.send(.answered(Board.listTag, days([asked]))) { $0.reservations = .value([asked]) }
    store.send(.shown(tuesday.plus(-1)), effects: [list, open, timer])
  }

  @Test func todayGoesOnAtMidnight() {
    show("a")
    _ = store.advance(milliseconds: 15 * 3_600_000 - 1)
    store.send(.shown(tuesday), effects: [list, open, timer]) { $0.now = store.clock.now }
    _ = store.advance(milliseconds: 1)
    let next = tuesday.plus(1)
    let open = BookingAPI.doctorReservations.ask(DayRange(from: tuesday, to: next.plus(60)), Board.openTag)
    store.send(.shown(tuesday), effects: [load(next, next), open, timer]) {
      $0.now = store.clock.now
      $0.today = next
      $0.date = next
      $0.reservations = .loading
      $0.found = asked
    }
    // What was being looked at is still there; and who looks at another day stays with it.
    #expect(store.state.reservation == asked)
    store.arrange(.moved(-1))
    _ = store.advance(milliseconds: 24 * 3_600_000)
    store.arrange(.shown(next))
    #expect(store.state.date == tuesday && store.state.today == tuesday.plus(2))
  }

  @Test func theRootAsksForAllOfItEachTime() {
    let schedule = TestStore<Schedule>(Schedule.State(), clock: VirtualClock(now: nine))
    let started = ShellEvent.started(
      path: "/eyemon-doctor/schedule", languages: ["ko"], preferences: [], zone: seoul, online: true)
    #expect(schedule.arrange(.shell(started)).prefix(3) == [list, open, timer])
    _ = schedule.advance(milliseconds: 30_000)
    #expect(schedule.arrange(.shell(.timerFired(Schedule.timer))) == [list, open, timer])
  }

  @Test func whatDidNotComeCanBeAskedForAgain() {
    store.arrange(.shown(tuesday))
    store.send(.answered(Board.listTag, .unreachable)) {
      $0.reservations = .failed
      $0.loadFailure = .unreachable
    }
    store.send(.retryTapped, effects: [list, open]) { $0.reservations = .loading }
  }

  @Test func daysAndWeeksAreTurned() {
    show()
    let rules = BookingAPI.schedule.ask(Nothing(), Board.rulesTag)
    store.send(.extentTapped(.week), effects: [load(tuesday.plus(-1), tuesday.plus(5)), rules]) {
      $0.extent = .week
      $0.reservations = .loading
      $0.revealsNow = true
    }
    store.send(.answered(Board.rulesTag, reply(BookingAPI.schedule.response(schedule)))) { $0.schedule = schedule }
    let week = days([asked])
    store.send(.answered(Board.listTag, week), effects: [.reveal(elementID: "now")]) {
      $0.reservations = .value([asked])
      $0.revealsNow = false
    }
    store.send(.answered(Board.listTag, week))
    store.send(.moved(1), effects: [load(tuesday.plus(6), tuesday.plus(12))]) {
      $0.date = tuesday.plus(7)
      $0.reservations = .loading
    }
    store.send(.dayTapped(tuesday.plus(8)), effects: [load(tuesday.plus(8), tuesday.plus(8))]) {
      $0.extent = .day
      $0.date = tuesday.plus(8)
    }
    store.send(.moved(-1), effects: [load(tuesday.plus(7), tuesday.plus(7))]) { $0.date = tuesday.plus(7) }
    store.send(.todayTapped, effects: [list]) {
      $0.date = tuesday
      $0.revealsNow = true
    }
  }

  @Test func aRequestIsApprovedAtOnce() {
    show("a")
    store.send(.deedTapped(.approve), effects: [BookingAPI.approve.ask(ID("a"), Board.deedTag)]) { $0.isBusy = true }
    // A second press does nothing.
    store.send(.deedTapped(.approve))
    let approved = reservation("a", .confirmed)
    store.send(answer(approved), effects: [list, open]) {
      $0.isBusy = false
      $0.reservations = .value([approved, booked, later])
    }
  }

  @Test func aRequestIsDeclinedAfterAQuestionWithAReason() {
    show("a")
    store.send(.deedTapped(.decline)) { $0.asked = .decline }
    store.send(.reasonTyped(" 휴진 ")) { $0.reason = " 휴진 " }
    store.send(.dismissed) { $0.asked = nil }
    store.send(.confirmed)
    store.send(.deedTapped(.decline)) {
      $0.asked = .decline
      $0.reason = ""
    }
    store.arrange(.reasonTyped(" 휴진 "))
    store.send(
      .confirmed, effects: [BookingAPI.decline.ask(Addressed(ID("a"), "휴진"), Board.deedTag)]
    ) {
      $0.asked = nil
      $0.isBusy = true
    }
  }

  @Test func whoeverWasQuickerIsSeen() {
    show("a")
    store.arrange(.deedTapped(.approve))
    store.send(.answered(Board.deedTag, reply(APIError.reservationChanged.response)), effects: [list, open]) {
      $0.isBusy = false
      $0.failure = .refused(.reservationChanged)
    }
    store.send(.closed) {
      $0.chosen = nil
      $0.failure = nil
    }
  }

  @Test func onlyWhatFitsTheStateCanBeDone() {
    show("b")
    for deed in [Board.Deed.approve, .decline, .noShow, .done] { store.send(.deedTapped(deed)) }
    store.send(.deedTapped(.cancel)) { $0.asked = .cancel }
    store.arrange(.closed)
    store.send(.deedTapped(.cancel))
    // This one has begun.
    store.arrange(.reservationTapped(ID("c")))
    store.send(.deedTapped(.noShow)) { $0.asked = .noShow }
    store.send(.confirmed, effects: [BookingAPI.markNoShow.ask(ID("c"), Board.deedTag)]) {
      $0.asked = nil
      $0.isBusy = true
    }
    store.arrange(answer(reservation("c", .noShow, minutes: -30)))
    store.send(.deedTapped(.done), effects: [BookingAPI.markDone.ask(ID("c"), Board.deedTag)]) { $0.isBusy = true }
  }

  @Test func aNoteIsWrittenAndSaved() {
    show("b")
    store.send(.noteTapped) { $0.note = "" }
    store.send(.noteTyped("인공눈물 처방 ")) { $0.note = "인공눈물 처방 " }
    store.send(
      .noteSaved, effects: [BookingAPI.writeNote.ask(Addressed(ID("b"), "인공눈물 처방"), Board.deedTag)]
    ) { $0.isBusy = true }
    // What did not arrive stays in its field.
    store.send(.answered(Board.deedTag, .unreachable), effects: [list, open]) {
      $0.isBusy = false
      $0.failure = .unreachable
    }
    store.arrange(.noteSaved)
    var noted = booked
    noted.note = "인공눈물 처방"
    store.send(answer(noted), effects: [list, open]) {
      $0.isBusy = false
      $0.reservations = .value([asked, noted, later])
      $0.note = nil
    }
  }

  @Test func aTimeIsChosenFromWhatIsFree() {
    show("b")
    let slots = [true, false].map { isFree in
      Slot(
        start: nine, end: nine.adding(milliseconds: 1_800_000),
        local: LocalTime(date: tuesday, clock: clock("09:00")), offset: 540, isFree: isFree)
    }
    let table = SlotTable(
      zone: "Asia/Seoul", tzVersion: "2026f", slotMinutes: 30, days: [SlotDay(date: tuesday, slots: slots)])
    let ask = BookingAPI.slots.ask(Addressed(ID("d1"), SlotQuery(from: tuesday, days: 14)), Board.timesTag)
    store.send(.timesTapped, effects: [ask]) { $0.times = .loading }
    store.send(.answered(Board.timesTag, reply(BookingAPI.slots.response(table)))) { $0.times = .value([slots[0]]) }
    store.send(
      .timeTapped(nine), effects: [BookingAPI.giveTime.ask(Addressed(ID("b"), nine), Board.deedTag)]
    ) { $0.isBusy = true }
    store.send(.answered(Board.deedTag, reply(APIError.slotTaken.response)), effects: [list, open, ask]) {
      $0.isBusy = false
      $0.failure = .refused(.slotTaken)
      $0.times = .loading
    }
    store.send(.timesClosed) { $0.times = nil }
    // An answer that nobody waits for.
    store.send(.answered(Board.timesTag, reply(BookingAPI.slots.response(table))))
  }

  @Test func theRoomIsOneTapAway() {
    show("b")
    store.send(.roomTapped, effects: [.pushPath("/chats/r1")])
  }

  @Test func anotherReservationBeginsWithoutWhatWasTyped() {
    show("b")
    store.arrange(.noteTapped)
    store.arrange(.noteTyped("메모"))
    store.send(.reservationTapped(ID("a"))) {
      $0.chosen = ID("a")
      $0.note = nil
    }
  }
}
