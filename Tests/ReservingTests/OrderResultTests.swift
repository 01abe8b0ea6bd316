import BookingContract
import Contract
import Domain
import FeatureCore
import FeatureTesting
import Testing
import Wire

@testable import Reserving

@Suite struct OrderResultTests {
  private let store = TestStore<OrderResult>(OrderResult.State())

  private func answer(_ order: OrderState, _ state: Reservation.State? = .held) -> [Effect] {
    let outcome = OrderOutcome(order: order, reservation: state.map { reservation($0) })
    return store.arrange(.answered(OrderResult.stateTag, reply(BookingAPI.orderState.response(outcome))))
  }

  @Test func whatIsNotSettledIsAskedAboutEverMoreSeldom() {
    let ask = BookingAPI.orderState.ask(ID("M-1"), OrderResult.stateTag)
    #expect(store.arrange(.shown(ID("M-1"))) == [ask])
    for seconds in [1, 1, 2, 3, 5, 8, 13, 20, 30, 30, 30] {
      #expect(answer(order()) == [.startTimer(milliseconds: seconds * 1000, OrderResult.timer)])
      #expect(store.arrange(.timerFired) == [ask])
    }
    #expect(answer(order()) == [])
    #expect(OrderResult.model(store.state, .ko, when)?.askLabel == "다시 확인하기")
    #expect(store.arrange(.askTapped) == [.cancel(OrderResult.timer), ask])
    #expect(answer(order(.paid)) == [.startTimer(milliseconds: 1000, OrderResult.timer)])
  }

  @Test func aLostAnswerIsNoEnd() {
    store.arrange(.shown(ID("M-1")))
    let again = store.arrange(.answered(OrderResult.stateTag, .unreachable))
    #expect(again == [.startTimer(milliseconds: 1000, OrderResult.timer)])
    #expect(store.state.outcome == .loading)
  }

  @Test func anotherPersonsOrderIsNotShown() {
    store.arrange(.shown(ID("M-1")))
    #expect(store.arrange(.answered(OrderResult.stateTag, reply(APIError.notBuyer.response))) == [])
    #expect(store.state.outcome == .missing)
    guard case .face(let face)? = OrderResult.page(store.state, .ko).parts.first else {
      Issue.record("no face")
      return
    }
    #expect(face.title == "결제를 찾을 수 없어요" && face.retry == nil && face.way?.title == "결제 내역")
  }

  @Test(
    arguments: [
      (order(), .held, ResultModel.Tone.waiting, "결제 결과를 기다리고 있어요", false),
      (order(.paid), .held, .waiting, "결제됐어요. 예약을 확정하고 있어요", false),
      (order(.paid), .confirmed, .good, "예약이 확정됐어요", true),
      (order(.paid), .requested, .good, "예약을 요청했어요", true),
      (order(.paid, returning: 30_000), .declined, .waiting, "환불을 진행하고 있어요", false),
      (order(.paid, returning: 15_000), .cancelled, .waiting, "환불을 진행하고 있어요", false),
      (order(.paid, refunded: 15_000), .cancelled, .bad, "15,000원 환불됐어요", true),
      (order(.paid), .cancelled, .bad, "예약이 취소됐어요", true),
      (order(.paid, returning: 30_000, needsAccount: true), .declined, .asks, "환불받을 계좌를 알려 주세요", true),
      (order(.expired, returning: 30_000), .expired, .waiting, "환불을 진행하고 있어요", false),
      (order(.open, returning: 29_900), .held, .waiting, "환불을 진행하고 있어요", false),
      (order(.paid, returning: 30_000), .confirmed, .good, "예약이 확정됐어요", false),
      (order(.refunded, refunded: 30_000), .declined, .bad, "전액 환불됐어요", true),
      (order(.expired), .expired, .bad, "결제 시간이 지났어요", false),
      (order(.failed), .held, .bad, "결제되지 않았어요", false),
      (order(.paid, isInReview: true), .held, .waiting, "결제를 확인하고 있어요", true),
    ] as [(OrderState, Reservation.State, ResultModel.Tone, String, Bool)])
  func everyStateHasItsWords(
    order: OrderState, state: Reservation.State, tone: ResultModel.Tone, title: String, isAtRest: Bool
  ) {
    store.arrange(.shown(ID("M-1")))
    let effects = answer(order, state)
    let model = OrderResult.model(store.state, .ko, when)
    #expect(model?.tone == tone && model?.title == title)
    #expect(effects.isEmpty == isAtRest)
    for language in Language.allCases {
      #expect(OrderResult.model(store.state, language, when)?.text.isEmpty == false)
    }
  }

  @Test func whatStaysWithTheClinicIsSaidAndNothingElse() {
    store.arrange(.shown(ID("M-1")))
    let says = { OrderResult.model(store.state, .ko, when)?.text ?? "" }
    _ = answer(order(.paid, returning: 15_000), .cancelled)
    #expect(says() == "15,000원을 돌려드려요. 취소 수수료는 15,000원이에요")
    _ = answer(order(.paid, refunded: 15_000), .cancelled)
    #expect(says().hasSuffix("취소 수수료는 15,000원이에요"))
    _ = answer(order(.paid, returning: 30_000), .declined)
    #expect(says() == "30,000원을 돌려드려요")
    var other = order(.failed)
    _ = answer(other)
    #expect(says() == "돈은 빠져나가지 않았어요")
    other.history = [.init(at: start, code: "refund_asked", amount: 20)]
    _ = answer(other)
    #expect(says() == "주문과 다르게 결제된 돈은 돌려드려요")
    // The policy gave nothing back, or somebody settled it otherwise: no word of money that comes.
    for by in [Reservation.Side.patient, .doctor] {
      var over = reservation(.cancelled)
      over.cancelledBy = by
      let outcome = OrderOutcome(order: order(.paid), reservation: over)
      store.arrange(.answered(OrderResult.stateTag, reply(BookingAPI.orderState.response(outcome))))
      for (language, words) in [(Language.ko, "돌려"), (.en, "back"), (.ja, "返金します")] {
        #expect(OrderResult.model(store.state, language, when)?.text.contains(words) == false)
      }
    }
  }

  @Test func whatALatePaymentCanUndoIsAskedAboutForAMinute() {
    store.arrange(.shown(ID("M-1")))
    for state in [OrderState.State.failed, .expired] {
      for seconds in [1, 1, 2, 3, 5, 8, 13, 20] {
        #expect(answer(order(state)) == [.startTimer(milliseconds: seconds * 1000, OrderResult.timer)])
        store.arrange(.timerFired)
      }
      #expect(answer(order(state)) == [])
      #expect(OrderResult.model(store.state, .ko, when)?.askLabel == nil)
    }
    #expect(answer(order(.paid), .confirmed) == [])
    #expect(OrderResult.model(store.state, .ko, when)?.title == "예약이 확정됐어요")
  }

  @Test func aRefundIsAskedAnAccountAndFollowed() throws {
    store.arrange(.shown(ID("M-1")))
    _ = answer(order(.paid, returning: 30_000, needsAccount: true), .declined)
    #expect(submits(OrderResult.model(store.state, .ko, when)?.parts ?? []) == ["이 계좌로 환불받기"])
    #expect(store.arrange(.accountSubmitted) == [.focus(elementID: "bank")])
    store.arrange(.accountChanged(.bank("088")))
    store.arrange(.accountChanged(.number("110 123 456789")))
    store.arrange(.accountChanged(.holder("강하늘")))
    let account = BankAccount(holder: "강하늘", bank: "088", number: "110123456789")
    #expect(
      store.arrange(.accountSubmitted)
        == [BookingAPI.refundAccount.ask(Addressed(ID("M-1"), account), OrderResult.accountTag)])
    #expect(store.arrange(.accountSubmitted) == [])
    // Not sent, or the bank is none that the provider knows: what was written stays.
    for lost in [HTTPOutcome.unreachable, reply(APIError.badRequest.response)] {
      #expect(store.arrange(.answered(OrderResult.accountTag, lost)) == [])
      #expect(store.state.failure != nil && store.state.account.account == account)
      store.arrange(.accountSubmitted)
      #expect(store.state.failure == nil)
    }
    let ask = BookingAPI.orderState.ask(ID("M-1"), OrderResult.stateTag)
    let given = reply(BookingAPI.refundAccount.response(Nothing()))
    #expect(store.arrange(.answered(OrderResult.accountTag, given)) == [.cancel(OrderResult.timer), ask])
    #expect(store.state.account == AccountEntry())
    #expect(
      answer(order(.paid, returning: 30_000), .declined) == [.startTimer(milliseconds: 1000, OrderResult.timer)])
    #expect(submits(OrderResult.model(store.state, .ko, when)?.parts ?? []) == [])
  }

  @Test func anAccountThatNothingWaitsForIsLookedAtAnew() {
    store.arrange(.shown(ID("M-1")))
    _ = answer(order(.paid, returning: 30_000, needsAccount: true), .declined)
    store.arrange(.accountChanged(.bank("088")))
    store.arrange(.accountChanged(.number("110123456789")))
    store.arrange(.accountChanged(.holder("강하늘")))
    store.arrange(.accountSubmitted)
    let refused = reply(APIError.reservationChanged.response)
    #expect(
      store.arrange(.answered(OrderResult.accountTag, refused))
        == [.cancel(OrderResult.timer), BookingAPI.orderState.ask(ID("M-1"), OrderResult.stateTag)])
  }

  @Test func anAccountThatTheMoneyCouldNotGoToIsAskedForInOtherWords() {
    store.arrange(.shown(ID("M-1")))
    var refused = order(.paid, returning: 30_000, isInReview: true, needsAccount: true)
    refused.history = [.init(at: start, code: "account_given")]
    _ = answer(refused, .cancelled)
    #expect(OrderResult.model(store.state, .ko, when)?.title == "환불 계좌를 확인해 주세요")
    // That one served another refund.
    refused.history.append(.init(at: start, code: "refunded", amount: 5))
    _ = answer(refused, .cancelled)
    #expect(OrderResult.model(store.state, .ko, when)?.title == "환불받을 계좌를 알려 주세요")
  }

  @Test func aDepositSaysWhereAndUntilWhen() {
    store.arrange(.shown(ID("M-1")))
    var waiting = order(.waitingDeposit)
    waiting.deposit = OrderState.Deposit(bank: "신한은행", account: "110-123", holder: "마루", until: start)
    _ = answer(waiting)
    let model = OrderResult.model(store.state, .ko, when)
    #expect(model?.text == "1월 6일 (화) 오전 10:00까지 입금하면 예약돼요")
    #expect(model?.payLabel == nil)
  }

  @Test func whatFailedCanBePaidAgainUnderTheSameOrder() {
    store.arrange(.shown(ID("M-1")))
    _ = answer(order(.failed))
    #expect(OrderResult.model(store.state, .ko, when)?.payLabel == "다시 결제하기")
    let form = CheckoutForm(app: "eyemon", returnTo: "/eyemon/orders/M-1")
    #expect(
      store.arrange(.payTapped) == [BookingAPI.checkout.ask(Addressed(ID("M-1"), form), Paying.checkoutTag)])
  }
}
