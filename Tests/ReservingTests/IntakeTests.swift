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
    store.send(.submitted, effects: [.focus(elementID: "consents")])
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
    let free = slot("2026-01-06T11:00")
    store.arrange(.answered(Intake.reserveTag, reply(SlotTaken.response([free]))))
    let model = Intake.page(store.state, .ko, when)
    #expect(titles(model) == ["1월 6일 (화) 오전 11:00", "다른 시간 고르기"])
    store.send(.slotTapped(free), effects: [.replacePath(BookingPath.book(ID("d"), free.start))])
    store.arrange(.shown(ID("d"), free.start, offer: nil))
    #expect(store.state.name == " 강하늘 " && store.state.agreesToPolicy && store.state.fresh.isEmpty)
  }

  @Test func whoComesBackFromALeftPaymentFindsTheirOwnReservation() {
    store.arrange(.shown(ID("d"), start, offer: nil))
    let table = SlotTable(
      zone: "Asia/Seoul", tzVersion: "2026b", slotMinutes: 30,
      days: [day("2026-01-06", [slot("2026-01-06T10:00", isFree: false)])])
    let asked = store.arrange(.answered(Intake.slotsTag, reply(BookingAPI.slots.response(table))))
    #expect(asked == [BookingAPI.reservations.ask(ReservationQuery(scope: .upcoming), Intake.mineTag)])
    let mine = BookingPage(entries: [reservation()])
    #expect(
      store.arrange(.answered(Intake.mineTag, reply(BookingAPI.reservations.response(mine))))
        == [.replacePath("/reservations/r")])
    let none = BookingPage<Reservation>(entries: [])
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

  private func key(of effects: [Effect]) -> String? {
    if case .ask(let request, _, _)? = effects.first { request.headers["Idempotency-Key"] } else { nil }
  }
}
