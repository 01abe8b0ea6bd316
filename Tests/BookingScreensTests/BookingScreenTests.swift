import BookingContract
import BookingCore
import BookingScreens
import Contract
import Domain
import FeatureCore
import Markup
import Reserving
import Testing
import Wire

/// The third program at a place, and its page.
private struct Visit {
  private(set) var state = BookingState()

  init(_ path: String) {
    send(.shell(.started(path: path, languages: ["ko"], preferences: [], zone: .utc, online: true)))
  }

  mutating func send(_ action: BookingAnnex.Action) {
    _ = BookingAnnex.reduce(
      &state, action, at: Moment(now: Timestamp(milliseconds: 1_767_571_200_000), entropy: (1, 2)))
  }

  mutating func answer(_ tag: String, _ response: HTTPResponse) {
    send(.shell(.httpAnswered(FeatureCore.Tag(tag), .response(response))))
  }

  var page: Node<BookingAnnex.Action> { bookingScreen(state) }
}

private let doctor = DoctorSummary(
  id: ID("d"), nick: "한지우", clinicID: ID("c"), clinicName: "맑은눈안과", specialty: "망막", fee: 30_000, currency: "KRW")

private let slot = Slot(
  start: Timestamp(milliseconds: 1_767_661_200_000), end: Timestamp(milliseconds: 1_767_663_000_000),
  local: LocalTime(text: "2026-01-06T10:00")!, offset: 540, isFree: true)

private let doctorPage = DoctorPage(
  doctor: doctor, introduction: "망막을 봅니다.",
  clinic: Clinic(
    id: ID("c"), name: "맑은눈안과", address: "서울 중구", phone: "02-1", place: GeoPlace(longitude: 1, latitude: 2)!,
    hours: [ClinicHours(weekday: 1, from: ClockTime(text: "09:00")!, to: ClockTime(text: "18:00")!)]),
  policy: Policy(freeHours: 24, partHours: 2, partPercent: 50), slotMinutes: 30, needsApproval: true,
  zone: "Asia/Seoul", answerTime: "보통 2시간 안에", nextSlots: [slot])

@Suite struct BookingScreenTests {
  @Test(arguments: [
    "/eyemon/doctors/d", "/eyemon/doctors/d/times", "/eyemon/doctors/d/book/5", "/eyemon/doctors/d/waiting",
    "/eyemon/reservations", "/eyemon/reservations/r", "/eyemon/reservations/r/cancel",
    "/eyemon/reservations/r/times", "/eyemon/waiting", "/eyemon/payments", "/eyemon/payments/M-1",
    "/eyemon/orders/M-1", "/eyemon/nowhere",
  ])
  func everyPlaceHasOneTitle(path: String) {
    #expect(Visit(path).page.all.filter { $0.name == .h1 }.count == 1)
  }

  @Test func theDoctorsPageSaysAllBeforeReserving() throws {
    var visit = Visit("/eyemon/doctors/d")
    visit.answer("doctor/page", BookingAPI.doctorPage.response(doctorPage))
    let text = visit.page.shownText
    for words in [
      "한지우", "상담료 30,000원", "1월 6일 (화) 오전 10:00", "내 시간 1월 6일 (화) 오전 1:00", "한국 시간", "119", "보통 2시간 안에",
      "본인과 담당 의사만", "1일 전까지 취소하면 전액 환불", "그 뒤 2시간 전까지는 50% 환불", "의사 확인 후 확정", "서울 중구",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    #expect(visit.page.all.filter { $0.name == .h1 }.count == 1)
  }

  @Test func daysWithoutTimesCannotBeChosen() {
    var visit = Visit("/eyemon/doctors/d/times")
    let table = SlotTable(
      zone: "Asia/Seoul", tzVersion: "2026b", slotMinutes: 30,
      days: [SlotDay(date: CalendarDate(wire: "2026-01-06")!, slots: [slot])])
    visit.answer("times/slots", BookingAPI.slots.response(table))
    let days = visit.page.all.filter { ($0[.class] ?? "").contains("day") && $0.name == .button }
    #expect(days.count == 31)
    #expect(days.filter { $0[.disabled] == nil }.map(\.shownText) == ["6"])
    #expect(days.filter { $0[.ariaPressed] == "true" }.map(\.shownText) == ["6"])
  }

  @Test func aResultHasAWayOnInEveryState() {
    var visit = Visit("/eyemon/orders/M-1")
    for state in OrderState.State.allCases {
      let order = OrderState(orderCode: ID("M-1"), state: state, totalPrice: 30_000, currency: "KRW")
      visit.answer("order/state", BookingAPI.orderState.response(OrderOutcome(order: order)))
      #expect(visit.page.all.contains { $0.name == .a && $0[.route] == "/reservations" })
    }
  }

  @Test func theBankOfARefundIsChosenFromAList() {
    var visit = Visit("/eyemon/orders/M-1")
    var order = OrderState(orderCode: ID("M-1"), state: .paid, totalPrice: 30_000, currency: "KRW", paidAmount: 30_000)
    order.returningAmount = 30_000
    order.needsAccount = true
    visit.answer("order/state", BookingAPI.orderState.response(OrderOutcome(order: order)))
    let banks = { (visit: Visit) in visit.page.all.filter { $0.name == .option } }
    #expect(visit.page.all.filter { $0.name == .select }.map { $0[.id] } == ["bank"])
    #expect(banks(visit).contains { $0.shownText == "카카오뱅크" && $0[.value] == "090" })
    #expect(banks(visit).filter { $0[.selected] != nil }.map(\.shownText) == ["은행 선택"])
    visit.send(.result(.accountChanged(.bank("090"))))
    #expect(banks(visit).filter { $0[.selected] != nil }.map(\.shownText) == ["카카오뱅크"])
    visit.send(.result(.accountSubmitted))
    #expect(visit.page.all.filter { $0[.ariaInvalid] == "true" }.map { $0[.id] } == ["number", "holder"])
    // It waits for the person, and for nothing else.
    #expect(!visit.page.all.contains { $0[.class] == "spinner" })
    #expect(visit.page.all.contains { $0.name == .a && $0[.route] == "/reservations" })
  }
}
