import BookingContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Reserving

@Suite struct IntakeTests {
  private let store = TestStore<Intake>(Intake.State())
  private let key = "0000000000000000000000000000000"

  private func shown() {
    store.arrange(.shown(ID("d"), start, offer: nil))
    store.arrange(.answered(Intake.pageTag, reply(BookingAPI.doctorPage.response(page))))
    let table = SlotTable(
      zone: "Asia/Seoul", tzVersion: "2026b", slotMinutes: 30,
      days: [day("2026-01-06", [slot("2026-01-06T10:00")])])
    store.arrange(.answered(Intake.slotsTag, reply(BookingAPI.slots.response(table))))
  }

  private func filled() {
    shown()
    store.arrange(.nameTyped(" 강하늘 "))
    store.arrange(.birthTyped("1999-02-28"))
    store.arrange(.symptomsTyped("따가워요"))
    store.arrange(.policyTapped)
    store.arrange(.shareTapped)
  }

  private var form: ReservationForm {
    ReservationForm(
      doctorID: ID("d"), start: start, personName: "강하늘", personBirthDate: CalendarDate(wire: "1999-02-28"),
      symptoms: "따가워요")
  }

  @Test func aTimeIsLookedUpOnTheThreeDaysItCanBeOn() {
    store.send(
      .shown(ID("d"), start, offer: nil),
      effects: [
        BookingAPI.doctorPage.ask(ID("d"), Intake.pageTag),
        BookingAPI.slots.ask(
          Addressed(ID("d"), SlotQuery(from: CalendarDate(wire: "2026-01-05")!, days: 3)), Intake.slotsTag),
      ]
    ) {
      $0.doctor = ID("d")
      $0.start = start
    }
  }

  @Test func nothingIsSentWhileSomethingIsMissing() {
    shown()
    store.send(.submitted, effects: [.focus(elementID: "person")]) { $0.showsFaults = true }
    store.arrange(.nameTyped("강하늘"))
    store.arrange(.birthTyped("20260230"))
    store.send(.submitted, effects: [.focus(elementID: "birth")])
    store.arrange(.birthTyped(""))
    store.send(.submitted, effects: [.focus(elementID: "checks")])
    #expect(store.state.form == nil)
  }

  @Test func fromTheFormToTheCheckout() throws {
    filled()
    let effects = store.arrange(.submitted)
    let tryKey = try #require(key(of: effects))
    #expect(effects == [BookingAPI.reserve.ask(Keyed(key: tryKey, form), Intake.reserveTag)])
    #expect(store.state.isBusy)
    store.send(.submitted)
    let ordered = store.arrange(.answered(Intake.reserveTag, reply(BookingAPI.reserve.response(reservation()))))
    guard case .ask(let request, .person, Paying.orderTag)? = ordered.first else {
      Issue.record("no order")
      return
    }
    #expect(request.path == "/v1/orders" && request.headers["Idempotency-Key"]?.count == 32)
    let made = Order(
      id: ID("o"), code: ID("M-1"), totalPrice: MajorAmount(minor: 30_000, decimals: 0), createdAt: start,
      updatedAt: start)
    let checkout = CheckoutForm(app: "eyemon", returnTo: "/eyemon/orders/M-1")
    #expect(
      store.arrange(.answered(Paying.orderTag, reply(BookingAPI.order.response(made))))
        == [BookingAPI.checkout.ask(Addressed(ID("M-1"), checkout), Paying.checkoutTag)])
    let left = store.arrange(.answered(Paying.checkoutTag, reply(BookingAPI.checkout.response("/checkout/eyemon/x"))))
    #expect(left.map { $0.placed(under: "/eyemon") } == [.pushPath("/checkout/eyemon/x")])
    #expect(!store.state.isBusy)
  }

  @Test func arepeatAfterALostAnswerHasTheSameKey() {
    filled()
    let first = key(of: store.arrange(.submitted))
    store.arrange(.answered(Intake.reserveTag, .unreachable))
    #expect(store.state.failure == .unreachable)
    #expect(key(of: store.arrange(.submitted)) == first)
    store.arrange(.answered(Intake.reserveTag, reply(APIError.badRequest.response)))
    #expect(key(of: store.arrange(.submitted)) != first)
  }

  @Test func aHeldTimeIsPaidWithoutReservingAgain() {
    filled()
    store.arrange(.submitted)
    store.arrange(.answered(Intake.reserveTag, reply(BookingAPI.reserve.response(reservation()))))
    store.arrange(.answered(Paying.orderTag, .unreachable))
    #expect(store.state.paying.failure == .unreachable)
    guard case .ask(let request, _, Paying.orderTag)? = store.arrange(.submitted).first else {
      Issue.record("reserved again")
      return
    }
    #expect(request.path == "/v1/orders")
  }

  @Test func whoComesSecondChoosesAmongWhatIsFree() {
    filled()
    store.arrange(.submitted)
    let soon = slot("2026-01-05T09:00")
    let again = store.arrange(.answered(Intake.reserveTag, reply(SlotTaken.response([soon]))))
    guard case .ask(let request, _, Intake.slotsTag)? = again.first else {
      Issue.record("the day is not looked at anew")
      return
    }
    #expect(request.path == "/v1/doctors/d/slots")
    let free = slot("2026-01-06T11:00")
    let table = SlotTable(
      zone: "Asia/Seoul", tzVersion: "2026b", slotMinutes: 30,
      days: [day("2026-01-05", [soon]), day("2026-01-06", [slot("2026-01-06T10:00", isFree: false), free])])
    store.arrange(.answered(Intake.slotsTag, reply(BookingAPI.slots.response(table))))
    let model = Intake.page(store.state, .ko, when)
    // Those of the day, then the soonest.
    #expect(titles(model) == ["1월 6일 (화) 오전 11:00", "1월 5일 (월) 오전 9:00", "다른 날짜와 시간 고르기"])
    store.send(.slotTapped(free), effects: [.replacePath(BookingPath.book(ID("d"), free.start))])
    store.arrange(.shown(ID("d"), free.start, offer: nil))
    #expect(store.state.name == " 강하늘 " && store.state.agreesToPolicy && store.state.fresh.isEmpty)
  }

  @Test func thoseNearestToTheTimeAreOfferedOfItsDay() {
    shown()
    let clocks = ["08:00", "08:30", "09:00", "09:30", "10:30", "11:00", "11:30", "12:00"]
    let times = clocks.map { slot("2026-01-06T" + $0) }
    let table = SlotTable(
      zone: "Asia/Seoul", tzVersion: "2026b", slotMinutes: 30,
      days: [day("2026-01-06", times + [slot("2026-01-06T10:00", isFree: false)])])
    store.arrange(.answered(Intake.slotsTag, reply(BookingAPI.slots.response(table))))
    #expect(store.state.sameDay == Array(times[1...6]))
  }

  @Test func aDoctorWhoTakesNobodyIsSaidSo() {
    store.arrange(.shown(ID("d"), start, offer: nil))
    store.arrange(.answered(Intake.pageTag, reply(APIError.personNotFound.response)))
    let face = face(Intake.page(store.state, .ko, when))
    #expect(face?.title == "아직 예약을 받지 않아요" && face?.retryLabel == nil && face?.way?.title == "의사 고르기")
    let times = TestStore<TimePicker>(TimePicker.State())
    times.arrange(.shown(.reserve(ID("d")), today: today))
    times.arrange(.answered(TimePicker.slotsTag, reply(APIError.personNotFound.response)))
    #expect(TimePicker.page(times.state, .en)?.parts.count == 1)
  }

  @Test(arguments: Language.allCases) func whyItWasRefusedHasItsOwnWords(language: Language) {
    let holds = APIError(status: 429, code: .tooManyCalls, message: "")
    let calls = APIError(status: 429, code: .tooManyCalls, message: "", retryAfterSeconds: 7)
    let refusals = [
      APIError.slotTaken, .refundChanged, .reservationChanged, .notFound, .notBuyer, holds, calls, .paymentsUnavailable,
      .badRequest,
    ]
    #expect(Set(refusals.map { BookingWords.refusal(.refused($0), language) }).count == refusals.count)
    #expect(BookingWords.refusal(.unreachable, language) != BookingWords.refusal(.refused(.internalError), language))
  }

  @Test func aProviderThatDoesNotAnswerIsNoServerThatIsGone() {
    let answer = BookingAPI.checkout.outcome(reply(APIError.paymentsUnavailable.response))
    guard case .failure(let failure) = answer else {
      Issue.record("a success")
      return
    }
    #expect(failure == .refused(.paymentsUnavailable))
  }

  @Test func whoComesBackFromALeftPaymentFindsTheirOwnReservation() {
    store.arrange(.shown(ID("d"), start, offer: nil))
    let table = SlotTable(
      zone: "Asia/Seoul", tzVersion: "2026b", slotMinutes: 30,
      days: [day("2026-01-06", [slot("2026-01-06T10:00", isFree: false)])])
    let asked = store.arrange(.answered(Intake.slotsTag, reply(BookingAPI.slots.response(table))))
    #expect(asked == [BookingAPI.reservations.ask(ReservationQuery(scope: .upcoming), Intake.mineTag)])
    let mine = RecordPage(entries: [reservation()])
    #expect(
      store.arrange(.answered(Intake.mineTag, reply(BookingAPI.reservations.response(mine))))
        == [.replacePath("/reservations/r")])
    let none = RecordPage<Reservation>(entries: [])
    store.arrange(.answered(Intake.mineTag, reply(BookingAPI.reservations.response(none))))
    #expect(store.state.isGone)
  }

  @Test func whatCostsNothingNeedsNoCheckout() {
    filled()
    store.arrange(.submitted)
    var free = reservation(.confirmed)
    free.fee = 0
    #expect(
      store.arrange(.answered(Intake.reserveTag, reply(BookingAPI.reserve.response(free))))
        == [.replacePath("/reservations/r")])
  }

  @Test(arguments: [(fee: Int64(40_000), part: 50), (fee: 30_000, part: 0)])
  func whatWasNotAgreedToIsNotPaid(fee: Int64, part: Int) {
    filled()
    store.arrange(.submitted)
    var held = reservation()
    held.fee = fee
    held.policy.partPercent = part
    #expect(
      store.arrange(.answered(Intake.reserveTag, reply(BookingAPI.reserve.response(held))))
        == [.focus(elementID: "checks")])
    let model = Intake.page(store.state, .ko, when)
    #expect(submits(model) == [fee == 40_000 ? "40,000원 결제하기" : "30,000원 결제하기"])
    #expect(titles(model).contains("그 뒤 2시간 전까지는 50% 환불") == (part == 50))
    #expect(notice(model) == "그 사이 진료비나 예약 규정이 바뀌었어요. 확인하고 다시 동의해 주세요")
    // Not before it is agreed to, and then for the time that is held already.
    #expect(store.arrange(.submitted) == [.focus(elementID: "checks")])
    store.arrange(.policyTapped)
    #expect(notice(Intake.page(store.state, .ko, when)) == nil)
    guard case .ask(let request, _, Paying.orderTag)? = store.arrange(.submitted).first else {
      Issue.record("no order")
      return
    }
    let form = try? BookingAPI.order.read(request, parameters: [])
    #expect(form?.value.totalPrice == MajorAmount(minor: fee, decimals: 0))
  }

  @Test func aHoldThatEndedLeadsToWhatBecameOfIt() {
    filled()
    store.arrange(.submitted)
    store.arrange(.answered(Intake.reserveTag, reply(BookingAPI.reserve.response(reservation()))))
    #expect(
      store.arrange(.answered(Paying.orderTag, reply(APIError.reservationChanged.response)))
        == [.replacePath("/reservations/r")])
    guard case .ask(_, _, Intake.reserveTag)? = store.arrange(.submitted).first else {
      Issue.record("not reserved anew")
      return
    }
  }

  @Test func whatIsHeldKeepsItsTerms() {
    filled()
    store.arrange(.submitted)
    store.arrange(.answered(Intake.reserveTag, reply(BookingAPI.reserve.response(reservation()))))
    var dearer = page
    dearer.doctor.fee = 50_000
    store.arrange(.shown(ID("d"), start, offer: nil))
    store.arrange(.answered(Intake.pageTag, reply(BookingAPI.doctorPage.response(dearer))))
    #expect(submits(Intake.page(store.state, .ko, when)) == ["30,000원 결제하기"])
    #expect(store.state.agreesToPolicy)
  }

  @Test func termsThatChangeWhileTheyAreReadAreAgreedToAnew() {
    filled()
    var other = page
    other.policy = Policy(freeHours: 48, partHours: 2, partPercent: 50)
    store.arrange(.shown(ID("d"), start, offer: nil))
    #expect(store.state.agreesToPolicy)
    store.arrange(.answered(Intake.pageTag, reply(BookingAPI.doctorPage.response(other))))
    #expect(!store.state.agreesToPolicy && store.state.agreesToShare && store.state.hasChanged)
    // The same ones again are no news.
    store.arrange(.policyTapped)
    store.arrange(.answered(Intake.pageTag, reply(BookingAPI.doctorPage.response(other))))
    #expect(store.state.agreesToPolicy && !store.state.hasChanged)
  }

  private func notice(_ page: BookingPageModel) -> String? {
    for part in page.parts {
      if case .form(let form) = part { return form.notice }
    }
    return nil
  }

  private func key(of effects: [Effect]) -> String? {
    if case .ask(let request, _, _)? = effects.first { request.headers["Idempotency-Key"] } else { nil }
  }
}
