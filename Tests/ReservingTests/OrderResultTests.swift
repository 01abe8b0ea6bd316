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
      (order(.paid), .expired, .waiting, "환불을 진행하고 있어요", false),
      (order(.paid, refunded: 15_000), .cancelled, .waiting, "환불을 진행하고 있어요", true),
      (order(.refunded, refunded: 30_000), .declined, .bad, "전액 환불됐어요", true),
      (order(.expired), .expired, .bad, "결제 시간이 지났어요", true),
      (order(.failed), .held, .bad, "결제되지 않았어요", true),
      (order(.paid, isInReview: true), .held, .waiting, "결제를 확인하고 있어요", true),
    ] as [(OrderState, Reservation.State, ResultModel.Tone, String, Bool)])
  func everyStateHasItsWords(
    order: OrderState, state: Reservation.State, tone: ResultModel.Tone, title: String, isSettled: Bool
  ) {
    store.arrange(.shown(ID("M-1")))
    let effects = answer(order, state)
    let model = OrderResult.model(store.state, .ko, when)
    #expect(model?.tone == tone && model?.title == title)
    #expect(effects.isEmpty == isSettled)
    for language in Language.allCases {
      #expect(OrderResult.model(store.state, language, when)?.text.isEmpty == false)
    }
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
