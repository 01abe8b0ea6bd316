import BookingContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Payment
import Testing
import Wire

@testable import Reserving

@Suite struct ReservationTests {
  @Test func theListHasTwoSides() {
    let store = TestStore<ReservationList>(ReservationList.State())
    let upcoming = ReservationQuery(scope: .upcoming)
    store.send(.shown, effects: [BookingAPI.reservations.ask(upcoming, ReservationList.listTag(.upcoming))])
    let first = RecordPage(entries: [reservation(.confirmed)], next: "c")
    store.send(.answered(ReservationList.listTag(.upcoming), reply(BookingAPI.reservations.response(first)))) {
      $0.reservations.take(.success(first), isMore: false) { $0.id == $1.id }
    }
    let more = ReservationQuery(scope: .upcoming, cursor: "c")
    store.send(.moreTapped, effects: [BookingAPI.reservations.ask(more, ReservationList.moreTag)]) {
      #expect($0.reservations.more() == "c")
    }
    let past = ReservationQuery(scope: .past)
    store.send(
      .scopeTapped(.past), effects: [BookingAPI.reservations.ask(past, ReservationList.listTag(.past))]
    ) {
      $0 = ReservationList.State()
      $0.scope = .past
    }
    // The answer to what was asked on the other side comes too late.
    store.send(.answered(ReservationList.listTag(.upcoming), reply(BookingAPI.reservations.response(first))))
  }

  @Test func theCalendarAddressIsCopied() {
    let store = TestStore<ReservationList>(ReservationList.State())
    store.send(.feedTapped, effects: [BookingAPI.calendarFeed.ask(Nothing(), ReservationList.feedTag)])
    store.send(
      .answered(ReservationList.feedTag, reply(BookingAPI.calendarFeed.response("/v1/calendar/x.ics"))),
      effects: [.copy("/v1/calendar/x.ics")]
    ) { $0.isCopied = true }
  }

  @Test func whatSomebodyElseDecidesIsAskedAbout() {
    let store = TestStore<ReservationPlace>(ReservationPlace.State())
    let ask = BookingAPI.reservation.ask(ID("r"), ReservationPlace.loadTag)
    store.send(.shown(ID("r")), effects: [ask]) { $0.id = ID("r") }
    store.send(
      .answered(ReservationPlace.loadTag, reply(BookingAPI.reservation.response(reservation(.requested)))),
      effects: [
        BookingAPI.doctorPage.ask(ID("d"), ReservationPlace.doctorTag),
        .startTimer(milliseconds: 20_000, ReservationPlace.timer),
      ]
    ) {
      $0.reservation = .value(reservation(.requested))
      $0.mayMove = true
    }
    store.send(.answered(ReservationPlace.doctorTag, reply(BookingAPI.doctorPage.response(page)))) { $0.page = page }
    store.send(.timerFired, effects: [ask])
    store.send(
      .answered(ReservationPlace.loadTag, reply(BookingAPI.reservation.response(reservation(.confirmed)))),
      effects: [.startTimer(milliseconds: 60_000, ReservationPlace.timer)]
    ) { $0.reservation = .value(reservation(.confirmed)) }
  }

  @Test func moneyOnItsWayIsFollowed() {
    let store = TestStore<ReservationPlace>(ReservationPlace.State())
    store.arrange(.shown(ID("r")))
    store.arrange(.answered(ReservationPlace.doctorTag, reply(BookingAPI.doctorPage.response(page))))
    let moving = order(.paid, returning: 30_000)
    let asking = order(.paid, returning: 30_000, needsAccount: true)
    for (order, isFollowed) in [(moving, true), (asking, false), (order(.refunded, refunded: 30_000), false)] {
      let answer = reply(BookingAPI.reservation.response(reservation(.declined, order: order)))
      let effects = store.arrange(.answered(ReservationPlace.loadTag, answer))
      #expect(effects == (isFollowed ? [.startTimer(milliseconds: 20_000, ReservationPlace.timer)] : []))
    }
  }

  @Test func whatIsNotThereHasAWayOnAndNoWayToTryAgain() {
    let store = TestStore<ReservationPlace>(ReservationPlace.State())
    store.arrange(.shown(ID("r")))
    store.arrange(.answered(ReservationPlace.loadTag, .unreachable))
    #expect(face(ReservationPlace.page(store.state, .ko, when))?.retryLabel == "다시 시도")
    store.arrange(.retryTapped)
    #expect(store.state.reservation == .loading)
    for refusal in [APIError.notFound, .notBuyer] {
      store.arrange(.answered(ReservationPlace.loadTag, reply(refusal.response)))
      for (language, title) in [
        (Language.ko, "예약을 찾을 수 없어요"), (.en, "We can’t find this booking"), (.ja, "予約が見つかりません"),
      ] {
        let face = face(ReservationPlace.page(store.state, language, when))
        #expect(face?.title == title && face?.retryLabel == nil && face?.way != nil)
      }
    }
    let cancelling = TestStore<Cancelling>(Cancelling.State())
    cancelling.arrange(.shown(ID("r")))
    cancelling.arrange(.answered(Cancelling.previewTag, reply(APIError.notFound.response)))
    #expect(face(Cancelling.page(cancelling.state, .ko, when))?.way?.title == "내 예약")
  }

  @Test func aTimeThatTheDoctorSetIsFreeToLeave() {
    let store = TestStore<ReservationPlace>(
      ReservationPlace.State(), clock: VirtualClock(now: start.adding(milliseconds: -3_600_000)))
    store.arrange(.shown(ID("r")))
    var given = reservation(.confirmed)
    given.isTimeByDoctor = true
    store.arrange(.answered(ReservationPlace.loadTag, reply(BookingAPI.reservation.response(given))))
    #expect(store.state.mayMove)
    #expect(titles(ReservationPlace.page(store.state, .ko, when)).contains("병원이 정한 시간이라 시작 전까지 취소하면 전액 환불"))
    let cancelling = TestStore<Cancelling>(Cancelling.State())
    cancelling.arrange(.shown(ID("r")))
    let all = CancelPreview(refund: 30_000, feeKept: 0, currency: "KRW", needsAccount: false, isPossible: true)
    cancelling.arrange(.answered(Cancelling.previewTag, reply(BookingAPI.cancellation.response(all))))
    cancelling.arrange(.answered(Cancelling.reservationTag, reply(BookingAPI.reservation.response(given))))
    #expect(titles(Cancelling.page(cancelling.state, .ko, when)).contains("병원이 정한 시간이라 시작 전까지 취소하면 전액 환불"))
    _ = store.advance(milliseconds: 3_600_000)
    store.arrange(.timerFired)
    store.arrange(.answered(ReservationPlace.loadTag, reply(BookingAPI.reservation.response(given))))
    #expect(!store.state.mayMove)
  }

  @Test func aTimeThatCannotBeChangedAnyMoreSaysSo() {
    let store = TestStore<ReservationPlace>(
      ReservationPlace.State(), clock: VirtualClock(now: start.adding(milliseconds: -3_600_000)))
    store.arrange(.shown(ID("r")))
    store.arrange(.answered(ReservationPlace.loadTag, reply(BookingAPI.reservation.response(reservation(.confirmed)))))
    #expect(!titles(ReservationPlace.page(store.state, .ko, when)).contains("시간 바꾸기"))
    let picker = TestStore<TimePicker>(
      TimePicker.State(), clock: VirtualClock(now: start.adding(milliseconds: -3_600_000)))
    picker.arrange(.shown(.move(ID("r")), today: today))
    let found = reply(BookingAPI.reservation.response(reservation(.confirmed)))
    picker.arrange(.answered(TimePicker.reservationTag, found))
    #expect(TimePicker.page(picker.state, .ko).flatMap { face($0) }?.title == "시간을 바꿀 수 없는 예약이에요")
  }

  @Test func theReservationSaysWhoReadsItAndWhenAnAnswerComes() {
    let store = TestStore<ReservationPlace>(ReservationPlace.State())
    store.arrange(.shown(ID("r")))
    store.arrange(.answered(ReservationPlace.loadTag, reply(BookingAPI.reservation.response(reservation(.confirmed)))))
    store.arrange(.answered(ReservationPlace.doctorTag, reply(BookingAPI.doctorPage.response(page))))
    let page = ReservationPlace.page(store.state, .ko, when)
    #expect(titles(page).contains("누가 볼 수 있나요") && titles(page).contains("보통 답변 시간"))
    #expect(titles(page).contains("지도에서 보기"))
    #expect(page.parts.contains { if case .warning(let text) = $0 { text.contains("119") } else { false } })
  }

  @Test(arguments: Reservation.State.allCases)
  func everyStateHasWordsAndItsOwnWaysOn(state: Reservation.State) {
    let store = TestStore<ReservationPlace>(ReservationPlace.State())
    store.arrange(.shown(ID("r")))
    var value = reservation(state)
    value.roomID = state == .confirmed || state == .done ? ID("room") : nil
    value.note = state == .done ? "안약을 하루 두 번" : nil
    store.arrange(.answered(ReservationPlace.loadTag, reply(BookingAPI.reservation.response(value))))
    let page = ReservationPlace.page(store.state, .ko, when)
    let rows = titles(page)
    #expect(submits(page) == (state == .held ? ["30,000원 결제하기"] : []))
    #expect(rows.contains("시간 바꾸기") == (state == .requested || state == .confirmed))
    #expect(rows.contains("예약 취소") == [.held, .requested, .confirmed].contains(state))
    #expect(rows.contains("다시 예약하기") == ![.held, .requested, .confirmed].contains(state))
    #expect(rows.contains("상담 내용 보기") == (state == .confirmed || state == .done))
    let notes = page.parts.compactMap { if case .prose(_, let text) = $0 { text } else { nil } }
    #expect(notes == (state == .done ? ["안약을 하루 두 번"] : []))
    for language in Language.allCases {
      #expect(!ReservationWords.state(value, language).isEmpty)
      #expect(!ReservationWords.text(value, language, when).isEmpty)
    }
  }

  @Test func whatBecameOfAPaymentIsAskedWhereItsReservationIsSeen() {
    let store = TestStore<ReservationPlace>(ReservationPlace.State())
    store.arrange(.shown(ID("r")))
    let held = reservation(order: order())
    let ask = BookingAPI.orderState.ask(ID("M-1"), ReservationPlace.orderTag)
    #expect(
      store.arrange(.answered(ReservationPlace.loadTag, reply(BookingAPI.reservation.response(held)))).contains(ask))
    #expect(submits(ReservationPlace.page(store.state, .ko, when)) == ["30,000원 결제하기"])
    let outcome = OrderOutcome(order: order(.paid), reservation: reservation(.confirmed))
    let answer = reply(BookingAPI.orderState.response(outcome))
    #expect(store.arrange(.answered(ReservationPlace.orderTag, answer)) == [])
    #expect(store.state.reservation.value == reservation(.confirmed, order: order(.paid)))
    // Nothing is asked of what has no order, or is decided.
    for other in [reservation(), reservation(.confirmed, order: order(.paid))] {
      #expect(
        !store.arrange(.answered(ReservationPlace.loadTag, reply(BookingAPI.reservation.response(other)))).contains(ask)
      )
    }
  }

  @Test func whatCannotBePaidAnyMoreIsLookedAtAnew() {
    let place = TestStore<ReservationPlace>(ReservationPlace.State())
    place.arrange(.shown(ID("r")))
    let held = reservation(order: order())
    place.arrange(.answered(ReservationPlace.loadTag, reply(BookingAPI.reservation.response(held))))
    place.arrange(.payTapped)
    let refused = reply(APIError.reservationChanged.response)
    #expect(
      place.arrange(.answered(Paying.checkoutTag, refused))
        == [BookingAPI.reservation.ask(ID("r"), ReservationPlace.loadTag)])
    let result = TestStore<OrderResult>(OrderResult.State())
    result.arrange(.shown(ID("M-1")))
    let failed = OrderOutcome(order: order(.failed), reservation: reservation())
    result.arrange(.answered(OrderResult.stateTag, reply(BookingAPI.orderState.response(failed))))
    result.arrange(.payTapped)
    #expect(
      result.arrange(.answered(Paying.checkoutTag, refused))
        == [BookingAPI.orderState.ask(ID("M-1"), OrderResult.stateTag)])
  }

  @Test func theListAsksWhatBecameOfPaymentsUnderWay() {
    let store = TestStore<ReservationList>(ReservationList.State())
    store.arrange(.shown)
    var other = reservation(.confirmed, order: order(.paid))
    other.id = ID("r2")
    let list = RecordPage(entries: [reservation(order: order(.waitingDeposit)), other])
    let tag = Tag("reservations/order/r")
    #expect(
      store.arrange(.answered(ReservationList.listTag(.upcoming), reply(BookingAPI.reservations.response(list))))
        == [BookingAPI.orderState.ask(ID("M-1"), tag)])
    #expect(metas(ReservationList.parts(store.state, .ko, when)).prefix(2) == ["입금 대기", "예약 확정"])
    let outcome = OrderOutcome(order: order(.paid), reservation: reservation(.requested))
    #expect(store.arrange(.answered(tag, reply(BookingAPI.orderState.response(outcome)))) == [])
    #expect(metas(ReservationList.parts(store.state, .ko, when)).prefix(2) == ["의사 확인 중", "예약 확정"])
    store.arrange(.answered(tag, .unreachable))
    #expect(store.state.reservations.entries.value?.map(\.id) == [ID("r"), ID("r2")])
  }

  @Test func aRefundThatWaitsForAnAccountIsSaidWhereverItsReservationIs() {
    let waiting = reservation(.declined, order: order(.paid, returning: 30_000, needsAccount: true))
    let store = TestStore<ReservationPlace>(ReservationPlace.State())
    store.arrange(.shown(ID("r")))
    store.arrange(.answered(ReservationPlace.loadTag, reply(BookingAPI.reservation.response(waiting))))
    #expect(titles(ReservationPlace.page(store.state, .ko, when)).contains("환불받을 계좌 알려 주기"))
    let list = TestStore<ReservationList>(ReservationList.State())
    list.arrange(.shown)
    let found = RecordPage(entries: [waiting])
    list.arrange(.answered(ReservationList.listTag(.upcoming), reply(BookingAPI.reservations.response(found))))
    #expect(metas(ReservationList.parts(list.state, .ko, when)).first == "환불 계좌 필요")
  }

  @Test(
    arguments: [
      (.declined, nil, "의사가 받지 못한 예약이에요"),
      (.declined, order(.paid, returning: 30_000), "의사가 받지 못한 예약이에요\n30,000원을 돌려드리고 있어요"),
      (.declined, order(.refunded, refunded: 30_000), "의사가 받지 못한 예약이에요\n전액 환불됐어요"),
      (.cancelled, order(.paid), "내가 취소한 예약이에요\n취소·환불 규정에 따라 환불되는 금액이 없어요"),
      (.cancelled, order(.paid, refunded: 15_000), "내가 취소한 예약이에요\n15,000원 환불됐어요"),
      (.cancelled, order(.expired), "내가 취소한 예약이에요"),
      (
        .expired, order(.expired, returning: 30_000), "제때 결제되지 않아 자리가 다시 열렸어요\n30,000원을 돌려드리고 있어요"
      ),
    ] as [(Reservation.State, OrderState?, String)])
  func whatIsOverSaysWhatBecameOfTheMoney(state: Reservation.State, order: OrderState?, text: String) {
    var over = reservation(state, order: order)
    over.cancelledBy = state == .cancelled ? .patient : nil
    #expect(ReservationWords.text(over, .ko, when) == text)
  }

  @Test func theRefundIsSeenBeforeItIsAskedFor() throws {
    let store = TestStore<Cancelling>(Cancelling.State())
    store.send(
      .shown(ID("r")),
      effects: [
        BookingAPI.reservation.ask(ID("r"), Cancelling.reservationTag),
        BookingAPI.cancellation.ask(ID("r"), Cancelling.previewTag),
      ]
    ) { $0.id = ID("r") }
    let half = CancelPreview(refund: 15_000, feeKept: 15_000, currency: "KRW", needsAccount: false, isPossible: true)
    store.arrange(.answered(Cancelling.previewTag, reply(BookingAPI.cancellation.response(half))))
    guard case .form(let form)? = Cancelling.page(store.state, .ko, when).parts.last else {
      Issue.record("no form")
      return
    }
    #expect(form.submitLabel == "15,000원 환불받고 취소하기" && form.fields.count == 1)
    guard case .ask(let request, _, Cancelling.cancelTag)? = store.arrange(.submitted).first else {
      Issue.record("not cancelled")
      return
    }
    let sent = try BookingAPI.cancel.read(request, parameters: ["r"])
    #expect(sent.value.value == CancelForm(expectedRefund: 15_000) && sent.key.count == 32)
    // By now less comes back: it is shown before anything else is sent.
    #expect(
      store.arrange(.answered(Cancelling.cancelTag, reply(APIError.refundChanged.response))).count == 2)
    #expect(store.state.failure == .refused(.refundChanged))
    store.arrange(.submitted)
    #expect(
      store.arrange(.answered(Cancelling.cancelTag, reply(BookingAPI.cancel.response(reservation(.cancelled)))))
        == [.replacePath("/reservations/r")])
  }

  @Test func whereNothingWasPaidNothingIsSaidOfMoney() {
    let store = TestStore<Cancelling>(Cancelling.State())
    store.arrange(.shown(ID("r")))
    let free = CancelPreview(refund: 0, feeKept: 0, currency: "KRW", needsAccount: false, isPossible: true)
    store.arrange(.answered(Cancelling.previewTag, reply(BookingAPI.cancellation.response(free))))
    store.arrange(.answered(Cancelling.reservationTag, reply(BookingAPI.reservation.response(reservation(.confirmed)))))
    let page = Cancelling.page(store.state, .ko, when)
    guard case .form(let form)? = page.parts.last, case .rows(let rows)? = page.parts.first else {
      Issue.record("no form")
      return
    }
    #expect(form.submitLabel == "예약 취소하기")
    #expect(rows.rows.map(\.key) == ["time"])
  }

  @Test func everyBankOfTheListTakesMoneyBack() {
    for bank in BankWords.all { #expect(Bank(bank.code)?.code == bank.code, "\(bank.name(.en))") }
  }

  @Test func aDepositGoesBackToAnAccount() throws {
    let store = TestStore<Cancelling>(Cancelling.State())
    store.arrange(.shown(ID("r")))
    let preview = CancelPreview(refund: 30_000, feeKept: 0, currency: "KRW", needsAccount: true, isPossible: true)
    store.arrange(.answered(Cancelling.previewTag, reply(BookingAPI.cancellation.response(preview))))
    #expect(store.arrange(.submitted) == [.focus(elementID: "bank")])
    guard case .form(let empty)? = Cancelling.page(store.state, .ko, when).parts.last else {
      Issue.record("no form")
      return
    }
    #expect(empty.fields.map(\.id) == ["bank", "number", "holder", "reason"])
    #expect(empty.fields.map { $0.error != nil } == [true, true, true, false])
    #expect(empty.fields[0].choices.count == BankWords.all.count + 1)
    store.arrange(.accountChanged(.bank("088")))
    #expect(store.arrange(.submitted) == [.focus(elementID: "number")])
    store.arrange(.accountChanged(.number("110-123-456789")))
    #expect(store.arrange(.submitted) == [.focus(elementID: "holder")])
    store.arrange(.accountChanged(.holder(" 강하늘 ")))
    guard case .ask(let request, _, _)? = store.arrange(.submitted).first else {
      Issue.record("not cancelled")
      return
    }
    let form = try BookingAPI.cancel.read(request, parameters: ["r"]).value.value
    #expect(form.account == BankAccount(holder: "강하늘", bank: "088", number: "110123456789"))
  }
}
