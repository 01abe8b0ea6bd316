import Testing
import Wire

@testable import Payment

/// Cancellations, and money on its way back.
@Suite struct RefundTests {
  private func bought() -> Desk {
    var desk = Desk()
    desk.receive(.reported(.paid()))
    return desk
  }

  @Test func theDoctorsCancellationReturnsAll() {
    var desk = bought()
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    #expect(desk.call?.amount == 50_000)
    #expect(desk.call?.reason == .cancelledByDoctor)
    desk.receive(.reported(.paid(back: 50_000)))
    #expect(desk.order.phase == .refunded)
    #expect(desk.balance == 0)
    #expect(desk.news == [.paid, .refunded(Money(50_000, .won))])
  }

  @Test func aDeclinedRequestReturnsAll() {
    var desk = bought()
    desk.receive(.declined)
    #expect(desk.call?.amount == 50_000)
    #expect(desk.call?.reason == .declined)
  }

  @Test func thePolicyMayKeepAPart() {
    var desk = bought()
    desk.receive(.cancelled(by: .patient, refund: 25_000))
    #expect(desk.call?.amount == 25_000)
    #expect(desk.call?.remaining == 50_000)
    desk.receive(.reported(.paid(back: 25_000)))
    #expect(desk.order.phase == .paid)
    #expect(desk.order.refundedAmount == 25_000)
    #expect(desk.order.isSettled)
    #expect(desk.balance == 25_000)
  }

  @Test(arguments: [0, -1, .min] as [Int64])
  func nothingMayGoBack(refund: Int64) {
    var desk = bought()
    desk.receive(.cancelled(by: .patient, refund: refund))
    #expect(desk.refunds.isEmpty)
    #expect(desk.order.stage == .closed)
    #expect(desk.order.isSettled)
  }

  @Test func noMoreGoesBackThanCame() {
    var desk = bought()
    desk.receive(.cancelled(by: .patient, refund: 60_000))
    #expect(desk.call?.amount == 50_000)
  }

  @Test func aSecondCancellationReturnsNothing() {
    var desk = bought()
    desk.receive(.cancelled(by: .patient, refund: 25_000))
    let before = desk
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    desk.receive(.declined)
    #expect(desk.order == before.order)
    #expect(desk.refunds == before.refunds)
  }

  @Test func whatIsCancelledBeforePayingGoesBackWhenItComes() {
    var desk = Desk()
    desk.receive(.cancelled(by: .patient, refund: 0))
    #expect(desk.order.phase == .expired)
    desk.receive(.reported(.paid()))
    #expect(!desk.isConfirmed)
    #expect(desk.call?.reason == .alreadyCancelled)
    #expect(desk.news == [.tooLate])
  }

  @Test func aPartlyDoneRefundIsCompleted() {
    var desk = bought()
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    let first = desk.refunds[0]
    desk.receive(.reported(.paid(back: 20_000)))
    #expect(desk.machine.refundCall(payment: "imp_1", key: first.key) == nil)
    #expect(desk.call?.amount == 30_000)
    #expect(desk.call?.remaining == 30_000)
    desk.receive(.reported(.paid(back: 50_000)))
    #expect(desk.call == nil)
    #expect(desk.refunds.count == 2)
    #expect(desk.balance == 0)
  }

  @Test func aRefundOnItsWayIsNotAskedForAgain() {
    var desk = bought()
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    var report = PaymentReport.paid()
    report.cancelling = 50_000
    desk.receive(.reported(report))
    #expect(desk.call == nil)
    #expect(desk.refunds.count == 1)
    // It came to nothing.
    desk.receive(.reported(.paid()))
    #expect(desk.refunds.count == 2)
    #expect(desk.call?.amount == 50_000)
  }

  @Test func whatIsOnItsWayBackIsNotThereAnyMore() {
    var desk = bought()
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    var report = PaymentReport.paid()
    report.cancelling = 20_000
    desk.receive(.reported(report))
    // The provider compares what is left with what it can still cancel.
    #expect(desk.call?.amount == 30_000)
    #expect(desk.call?.remaining == 30_000)
  }

  @Test func aRefusalOfWhatIsOnItsWayAlreadyIsNoReview() throws {
    var desk = bought()
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    let refund = try #require(desk.refunds.last)
    var report = PaymentReport.paid()
    report.cancelling = 50_000
    desk.receive(.reported(report))
    desk.receive(.refundFailed(payment: refund.payment, key: refund.key, .refused))
    #expect(desk.order.reviews.isEmpty)
    desk.receive(.reported(.paid()))
    #expect(desk.refunds.count == 2 && desk.call?.amount == 50_000)
  }

  @Test func eachStateOfARefundIsAskedForOnce() {
    var desk = bought()
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    for _ in 0..<5 {
      desk.receive(.reported(.paid()))
      desk.receive(.checked)
    }
    #expect(desk.refunds.count == 1)
  }

  @Test func noAnswerIsTriedAgainLaterAndLater() {
    var desk = bought()
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    var pauses: [Int64] = []
    while desk.order.reviews.isEmpty, let refund = desk.refunds.last {
      desk.receive(.refundFailed(payment: "imp_1", key: refund.key, .unclear), at: refund.at)
      if let next = desk.refunds.last, next != refund { pauses.append(next.at.milliseconds - refund.at.milliseconds) }
      if pauses.count > 20 { break }
    }
    #expect(pauses == [2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000])
    #expect(desk.order.reviews == [.refundRefused])
    #expect(desk.call == nil)
    #expect(desk.notes.filter { $0 == .refundUnclear }.count == 1)
  }

  @Test func theFailureOfAnOldRefundSaysNothing() {
    var desk = bought()
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    let first = desk.refunds[0]
    desk.receive(.reported(.paid(back: 20_000)))
    let before = desk.order
    desk.receive(.refundFailed(payment: "imp_1", key: first.key, .refused))
    #expect(desk.order == before)
  }

  @Test func aRefusedRefundIsForTheOperator() {
    var desk = bought()
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    desk.receive(.refundFailed(payment: "imp_1", key: desk.refunds[0].key, .refused))
    #expect(desk.order.reviews == [.refundRefused])
    #expect(desk.refunds.count == 1)
    // The provider turns out to have done it.
    desk.receive(.reported(.paid(back: 50_000)))
    #expect(desk.order.reviews.isEmpty)
    #expect(desk.order.phase == .refunded)
  }

  @Test func oneRefusedRefundDoesNotHoldUpAnother() {
    var desk = bought()
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    desk.receive(.refundFailed(payment: "imp_1", key: desk.refunds[0].key, .refused))
    desk.receive(.reported(.paid("imp_2")))
    #expect(desk.refunds.last?.payment == "imp_2")
    #expect(desk.call?.amount == 50_000)
  }

  @Test func theOperatorMayTryARefusedRefundAgain() {
    var desk = bought()
    desk.receive(.cancelled(by: .patient, refund: 25_000))
    desk.receive(.refundFailed(payment: "imp_1", key: desk.refunds[0].key, .refused))
    desk.receive(.resolved(.refund))
    #expect(desk.order.reviews.isEmpty)
    #expect(desk.call?.amount == 50_000)
  }

  @Test func theOperatorMaySettleARefusedRefundElsewhere() {
    var desk = bought()
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    desk.receive(.refundFailed(payment: "imp_1", key: desk.refunds[0].key, .refused))
    desk.receive(.resolved(.accept))
    #expect(desk.order.reviews.isEmpty)
    #expect(desk.order.isSettled)
    #expect(desk.call == nil)
    #expect(desk.balance == 50_000)
  }

  @Test func moneyThatWentBackElsewhereIsForTheOperator() {
    var desk = bought()
    desk.receive(.reported(.paid(back: 50_000)))
    #expect(desk.order.reviews == [.refundedElsewhere])
    #expect(desk.refunds.isEmpty)
    #expect(desk.balance == 0)
    #expect(desk.isConfirmed)
    desk.receive(.resolved(.refund))
    #expect(!desk.isConfirmed)
    #expect(desk.order.stage == .closed)
    #expect(desk.order.isSettled)
  }

  @Test func whatWentBackElsewhereCountsForThePolicy() {
    var desk = bought()
    desk.receive(.reported(.paid(back: 30_000)))
    desk.receive(.cancelled(by: .patient, refund: 25_000))
    #expect(desk.refunds.isEmpty)
    desk = bought()
    desk.receive(.reported(.paid(back: 30_000)))
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    #expect(desk.call?.amount == 20_000)
  }

  @Test func theOperatorMayEndAnOpenOrder() {
    var desk = Desk()
    desk.receive(.resolved(.refund))
    #expect(desk.released == 1)
    desk.receive(.reported(.paid()))
    #expect(desk.call?.reason == .alreadyCancelled)
  }

  @Test func aLostJobIsAskedForAgain() {
    var desk = bought()
    desk.receive(.cancelled(by: .doctor, refund: 50_000))
    desk.receive(.checked, at: after(5 * 60 * minute))
    #expect(desk.refunds.count == 1)
    desk.receive(.checked, at: after(7 * 60 * minute))
    #expect(desk.refunds.count == 2)
    #expect(desk.call?.amount == 50_000)
  }

  @Test func cardsNeedNoAccount() {
    var desk = bought()
    desk.receive(.accountGiven)
    #expect(!desk.order.hasRefundAccount)
    #expect(desk.order == bought().order)
  }

  @Test func aDepositsCancellationUsesTheAccountThatCameWithIt() {
    var desk = Desk()
    desk.receive(.reported(.deposit()))
    desk.receive(.reported(.paid("imp_1", 50_000, .virtualAccount)))
    desk.receive(.accountGiven)
    desk.receive(.cancelled(by: .patient, refund: 25_000))
    #expect(desk.call?.amount == 25_000)
    #expect(desk.call?.needsAccount == true)
    #expect(!desk.notes.contains(.accountNeeded))
    desk.receive(.reported(.paid("imp_1", 50_000, back: 25_000, .virtualAccount)))
    #expect(desk.forgotten == 1)
  }

  @Test func aBetterAccountTriesARefusedRefundAgain() {
    var desk = Desk()
    desk.receive(.reported(.paid("imp_1", 50_000, .virtualAccount)))
    desk.receive(.accountGiven)
    desk.receive(.declined)
    desk.receive(.refundFailed(payment: "imp_1", key: desk.refunds[0].key, .refused))
    #expect(desk.call == nil)
    desk.receive(.accountGiven)
    #expect(desk.order.reviews.isEmpty)
    #expect(desk.call?.amount == 50_000)
  }
}
