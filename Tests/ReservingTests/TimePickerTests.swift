import BookingContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Reserving

@Suite struct TimePickerTests {
  private let store = TestStore<TimePicker>(TimePicker.State())

  private func answer(_ days: [SlotDay], today: CalendarDate = today) {
    let table = SlotTable(zone: "Asia/Seoul", tzVersion: "2026b", slotMinutes: 30, today: today, days: days)
    store.arrange(.answered(TimePicker.slotsTag, reply(BookingAPI.slots.response(table))))
  }

  private func query(_ from: String, _ days: Int) -> Effect {
    BookingAPI.slots.ask(
      Addressed(ID("d"), SlotQuery(from: CalendarDate(wire: from)!, days: days)), TimePicker.slotsTag)
  }

  @Test func theFirstFreeDayIsShown() {
    #expect(store.arrange(.shown(.reserve(ID("d")), today: today)) == [query("2026-01-04", 60)])
    answer([
      day("2026-01-05"), day("2026-01-06", [slot("2026-01-06T10:00", isFree: false)]),
      day("2026-02-03", [slot("2026-02-03T14:30")]), day("2026-02-28"),
    ])
    let model = TimePicker.model(store.state, .ko, when)
    #expect(model.monthTitle == "2026년 2월")
    #expect(model.dayTitle == "2월 3일 (화)")
    #expect(model.morning.isEmpty && model.afternoon.map(\.text) == ["오후 2:30"])
    // February 2026 begins on a Sunday.
    #expect(model.blanks == 0 && model.days.count == 28)
    #expect(model.days.filter(\.isFree).map(\.text) == ["3"])
    #expect(model.days[2].spoken == "2월 3일 (화), 빈 시간 1개")
  }

  @Test func monthsAreAskedForOnce() {
    store.arrange(.shown(.reserve(ID("d")), today: today))
    answer([day("2026-01-06", [slot("2026-01-06T10:00")]), day("2026-01-31"), day("2026-02-28")])
    #expect(store.arrange(.monthTapped(-1)) == [])
    #expect(store.arrange(.monthTapped(1)) == [])
    #expect(store.arrange(.monthTapped(1)) == [query("2026-03-01", 31)])
    answer([day("2026-03-31")])
    #expect(TimePicker.model(store.state, .ko, when).face?.title == "이 달에는 빈 시간이 없어요")
    #expect(store.arrange(.monthTapped(-1)) == [])
  }

  /// New Year in Auckland, and the old year in the clinic.
  @Test func aReaderAheadOfTheClinicSeesItsToday() throws {
    let (old, new) = (try #require(CalendarDate(wire: "2025-12-31")), try #require(CalendarDate(wire: "2026-01-01")))
    #expect(store.arrange(.shown(.reserve(ID("d")), today: new)) == [query("2025-12-31", 60)])
    answer([day("2025-12-31", [slot("2025-12-31T16:00")]), day("2026-01-31"), day("2026-02-28")], today: old)
    let model = TimePicker.model(store.state, .ko, when)
    #expect(model.monthTitle == "2025년 12월" && model.dayTitle == "12월 31일 (수)" && !model.canGoBack)
    #expect(model.days.filter(\.isToday).map(\.text) == ["31"])
    store.arrange(.monthTapped(1))
    #expect(TimePicker.model(store.state, .ko, when).canGoBack)
    store.arrange(.monthTapped(-1))
    #expect(TimePicker.model(store.state, .ko, when).dayTitle == "12월 31일 (수)")
  }

  @Test func whoWaitsFromTodayOnWaitsForTheClinicsToday() {
    let store = TestStore<WaitingPlace>(WaitingPlace.State())
    store.arrange(.shown(ID("d"), today: today))
    #expect(store.state.from == "2026-01-05" && store.state.to == "2026-01-18")
    #expect(store.state.range?.from.wireText == "2026-01-04")
    store.arrange(.fromTyped("2026-01-06"))
    #expect(store.state.range?.from.wireText == "2026-01-06")
  }

  @Test func whatFailedIsTriedAgain() {
    store.arrange(.shown(.reserve(ID("d")), today: today))
    store.arrange(.answered(TimePicker.slotsTag, .unreachable))
    #expect(TimePicker.model(store.state, .ko, when).retryLabel == "다시 시도")
    #expect(store.arrange(.retryTapped) == [query("2026-01-04", 60)])
  }

  @Test func bothClocksAreLabelledWhereTheyDiffer() {
    store.arrange(.shown(.reserve(ID("d")), today: today))
    answer([day("2026-01-06", [slot("2026-01-06T10:00")])])
    let here = TimePicker.model(store.state, .ko, when)
    #expect(here.morning.first?.own == nil && here.zoneNote == "모든 시간은 한국 시간이에요")
    let abroad = TimePicker.model(store.state, .ko, When(.ko, .utc))
    #expect(abroad.morning.first?.own == "내 시간 1월 6일 (화) 오전 1:00")
    #expect(abroad.zoneNote == "모든 시간은 한국 시간이에요. 아래에 내 시간도 적었어요")
  }

  @Test func aReservationMovesAfterAQuestion() {
    let loaded = BookingAPI.reservation.ask(ID("r"), TimePicker.reservationTag)
    #expect(store.arrange(.shown(.move(ID("r")), today: today)) == [loaded])
    let found = reply(BookingAPI.reservation.response(reservation(.confirmed)))
    #expect(store.arrange(.answered(TimePicker.reservationTag, found)) == [query("2026-01-04", 60)])
    let other = slot("2026-01-07T10:00")
    answer([day("2026-01-07", [other, slot("2026-01-07T10:30", isFree: false)])])
    store.arrange(.slotTapped(slot("2026-01-07T10:30", isFree: false)))
    #expect(store.state.asked == nil)
    store.arrange(.slotTapped(other))
    #expect(TimePicker.model(store.state, .ko, when).question?.title == "이 시간으로 바꿀까요?")
    guard case .ask(let request, _, TimePicker.moveTag)? = store.arrange(.confirmed).first else {
      Issue.record("not moved")
      return
    }
    #expect(request.path == "/v1/reservations/r/reschedule")
    #expect(
      store.arrange(.answered(TimePicker.moveTag, reply(BookingAPI.reschedule.response(reservation(.confirmed)))))
        == [.replacePath("/reservations/r")])
  }

  @Test(arguments: [(Reservation.State.confirmed, true), (.requested, true), (.confirmed, false)])
  func aMoveThatTheDoctorApprovesSaysWhatIsAtStake(state: Reservation.State, needsApproval: Bool) throws {
    var mine = reservation(state)
    mine.needsApproval = needsApproval
    store.arrange(.shown(.move(ID("r")), today: today))
    store.arrange(.answered(TimePicker.reservationTag, reply(BookingAPI.reservation.response(mine))))
    answer([day("2026-01-07", [slot("2026-01-07T10:00")])])
    store.arrange(.slotTapped(slot("2026-01-07T10:00")))
    let text = try #require(TimePicker.model(store.state, .ko, when).question?.text)
    #expect(text.contains("결제는 그대로 유지돼요"))
    #expect(text.contains("의사가 받지 못하거나 답하지 않으면 예약이 끝나고 전액 환불돼요") == needsApproval)
    #expect(text.contains("상담방도 닫혀요") == (needsApproval && state == .confirmed))
  }

  @Test func aTimeThatWentMeanwhileIsSaidAndTheRestIsLookedAtAnew() {
    store.arrange(.shown(.move(ID("r")), today: today))
    store.arrange(
      .answered(TimePicker.reservationTag, reply(BookingAPI.reservation.response(reservation(.confirmed)))))
    let other = slot("2026-01-07T10:00")
    answer([day("2026-01-07", [other])])
    store.arrange(.slotTapped(other))
    store.arrange(.confirmed)
    #expect(store.arrange(.answered(TimePicker.moveTag, reply(SlotTaken.response([])))) == [query("2026-01-05", 60)])
    #expect(TimePicker.model(store.state, .ko, when).notice == "방금 다른 분이 예약한 시간이에요. 다른 시간을 골라 주세요")
  }
}
