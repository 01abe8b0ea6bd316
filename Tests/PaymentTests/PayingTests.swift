import Testing
import Wire

@testable import Payment

/// From an open order to a bought reservation.
@Suite struct PayingTests {
  @Test func thePriceBuysTheHeldReservation() {
    var desk = Desk()
    desk.receive(.reported(.paid()))
    #expect(desk.isConfirmed)
    #expect(desk.order.phase == .paid)
    #expect(desk.order.stage == .bought)
    #expect(desk.order.paidBy == "imp_1")
    #expect(desk.news == [.paid])
    #expect(desk.notes == [.received, .paid])
    #expect(
      desk.ledger == [
        LedgerEntry(payment: "imp_1", kind: .captured, amount: 50_000, currency: .won, total: 50_000)
      ])
    #expect(desk.refunds.isEmpty)
    #expect(desk.order.verdict(of: "imp_1") == .buys)
  }

  @Test func theSameAnswerAgainChangesNothing() {
    var desk = Desk()
    desk.receive(.reported(.paid()))
    let before = desk
    for _ in 0..<3 { desk.receive(.reported(.paid())) }
    #expect(desk.order == before.order)
    #expect(desk.ledger == before.ledger)
    #expect(desk.news == before.news)
  }

  @Test func whatIsNotPaidBuysNothing() {
    for report in [PaymentReport.ready(), .failed(), .deposit()] {
      var desk = Desk()
      desk.receive(.reported(report))
      #expect(!desk.isConfirmed)
      #expect(desk.ledger.isEmpty)
      #expect(desk.order.paidBy == nil)
    }
  }

  @Test func afterAFailureTheSameOrderCanBePaid() {
    var desk = Desk()
    desk.receive(.reported(.failed()))
    #expect(desk.order.phase == .failed)
    #expect(desk.order.canBePaid(at: start))
    #expect(desk.order.verdict(of: "imp_1") == .unpaid)
    desk.receive(.reported(.paid("imp_2")))
    #expect(desk.order.phase == .paid)
    #expect(desk.isConfirmed)
  }

  @Test func aPaymentThatFailedMayTurnPaid() {
    var desk = Desk()
    desk.receive(.reported(.failed()))
    desk.receive(.reported(.failed()))
    desk.receive(.reported(.paid()))
    #expect(desk.order.phase == .paid)
    #expect(desk.notes == [.payingFailed, .received, .paid])
  }

  @Test func anOldAnswerTakesNothingBack() {
    var desk = Desk()
    desk.receive(.reported(.paid()))
    for old in [PaymentReport.ready(), .failed(), .deposit()] { desk.receive(.reported(old)) }
    #expect(desk.order.phase == .paid)
    #expect(desk.order.payment("imp_1")?.captured == 50_000)
    #expect(desk.order.reviews.isEmpty)
  }

  @Test func anotherOrdersPaymentIsNotTaken() {
    var desk = Desk()
    var report = PaymentReport.paid()
    report.orderCode = "M2"
    desk.receive(.reported(report))
    #expect(desk.order.payments.isEmpty)
    #expect(desk.ledger.isEmpty)
    #expect(desk.notes == [.otherOrder])
    #expect(desk.order.verdict(of: "imp_1") == .unclear)
  }

  @Test(arguments: [1, 49_999, 50_001, 5_000_000] as [Int64])
  func anotherAmountGoesBackWhole(amount: Int64) {
    var desk = Desk()
    desk.receive(.reported(.paid("imp_1", amount)))
    #expect(!desk.isConfirmed)
    #expect(desk.order.phase == .failed)
    #expect(desk.isLeft && desk.released == 0)
    #expect(desk.call?.amount == amount)
    #expect(desk.call?.remaining == amount)
    #expect(desk.call?.reason == .wrongAmount)
    #expect(desk.order.verdict(of: "imp_1") == .goesBack(.wrongAmount))
    #expect(desk.balance == amount)
    desk.receive(.reported(.paid("imp_1", amount, back: amount)))
    #expect(desk.order.phase == .refunded)
    #expect(desk.order.isSettled)
  }

  @Test func theSameNumberInAnotherCurrencyGoesBack() throws {
    var desk = Desk()
    let dollars = try #require(Currency("USD"))
    desk.receive(.reported(.paid("imp_1", 50_000, currency: dollars)))
    #expect(!desk.isConfirmed)
    #expect(desk.call?.reason == .wrongCurrency)
    #expect(desk.call?.currency == dollars)
    #expect(desk.order.paidAmount == 0)
  }

  /// Another order may have the reservation by now.
  @Test func afterAWrongAmountTheOrderBuysNothingMore() {
    var desk = Desk()
    desk.receive(.reported(.deposit("imp_0")))
    desk.receive(.reported(.paid("imp_1", 40_000)))
    #expect(desk.closed == ["imp_0"])
    #expect(!desk.order.canBePaid(at: start))
    desk.receive(.reported(.paid("imp_2")))
    #expect(!desk.isConfirmed)
    #expect(desk.order.paidBy == nil)
    #expect(desk.order.payment("imp_2")?.refundReason == .alreadyCancelled)
    desk.receive(.holdEnded, at: after(90 * minute))
    #expect(desk.released == 0)
  }

  /// The slot is taken again, if ever, by what is right.
  @Test func aWrongAmountAfterTheHoldLeavesNothing() {
    var desk = Desk()
    desk.receive(.holdEnded, at: after(10 * minute))
    desk.receive(.reported(.paid("imp_1", 40_000)), at: after(11 * minute))
    #expect(!desk.isLeft)
    desk.receive(.reported(.paid("imp_2")), at: after(12 * minute))
    #expect(desk.isConfirmed)
  }

  @Test(arguments: [true, false])
  func aReservationThatCannotBeWrittenEndsTheOrder(isHeld: Bool) {
    var desk = Desk()
    desk.isBroken = true
    if !isHeld { desk.receive(.holdEnded, at: after(10 * minute)) }
    desk.receive(.reported(.paid()), at: after(11 * minute))
    #expect(desk.order.stage == .closed)
    #expect(desk.order.phase == (isHeld ? .failed : .expired))
    #expect(desk.call?.reason == .reservationFailed && desk.call?.amount == 50_000)
    #expect(desk.news == [.goesBack(.reservationFailed)])
    #expect(desk.order.verdict(of: "imp_1") == .goesBack(.reservationFailed))
    desk.isBroken = false
    desk.receive(.reported(.paid("imp_1", 50_000, back: 50_000)), at: after(12 * minute))
    #expect(desk.order.phase == .refunded && desk.order.isSettled)
  }

  @Test func aSecondPaymentGoesBackWhole() {
    var desk = Desk()
    desk.receive(.reported(.paid("imp_1")))
    desk.receive(.reported(.paid("imp_2")))
    #expect(desk.order.paidBy == "imp_1")
    #expect(desk.refunds.map(\.payment) == ["imp_2"])
    #expect(desk.call?.reason == .secondPayment)
    desk.receive(.reported(.paid("imp_2", back: 50_000)))
    #expect(desk.order.phase == .paid)
    #expect(desk.order.isSettled)
    #expect(desk.balance == 50_000)
    #expect(desk.order.paidAmount == 100_000)
    #expect(desk.order.refundedAmount == 50_000)
  }

  @Test func whatWasTakenBackBeforeWeHeardBuysNothing() {
    for back: Int64 in [1, 50_000] {
      var desk = Desk()
      desk.receive(.reported(.paid(back: back)))
      #expect(!desk.isConfirmed)
      #expect(desk.balance == 50_000 - back)
      #expect(desk.order.verdict(of: "imp_1") == .goesBack(.refundedElsewhere))
      #expect(desk.refunds.count == (back == 50_000 ? 0 : 1))
      #expect(desk.isLeft)
      #expect(desk.order.phase == (back == 50_000 ? .refunded : .failed))
    }
  }

  @Test func impossibleFiguresAreForTheOperator() {
    for (captured, cancelled, cancelling) in [(-1, 0, 0), (10, 11, 0), (0, 0, 0), (10, 5, 6), (10, -1, 0)]
      as [(Int64, Int64, Int64)]
    {
      var desk = Desk()
      desk.receive(
        .reported(
          PaymentReport(
            id: "imp_1", orderCode: "M1", status: .paid, currency: .won, captured: captured, cancelled: cancelled,
            cancelling: cancelling)))
      #expect(desk.order.reviews == [.contradiction])
      #expect(desk.order.payments.isEmpty)
      #expect(!desk.isConfirmed)
    }
  }

  @Test func anAmountThatChangesIsForTheOperator() {
    var desk = Desk()
    desk.receive(.reported(.paid()))
    desk.receive(.reported(.paid("imp_1", 40_000)))
    #expect(desk.order.reviews == [.contradiction])
    #expect(desk.order.payment("imp_1")?.captured == 50_000)
    #expect(desk.balance == 50_000)
  }

  @Test func anUnreadableAnswerIsNotedOnce() {
    var desk = Desk()
    desk.receive(.unreadable)
    desk.receive(.unreadable)
    #expect(desk.order.reviews == [.unreadable])
    #expect(desk.notes == [.review])
    #expect(desk.order.nextCheckAt != nil)
  }

  @Test func anAnswerThatCanBeReadAgainEndsItsReview() {
    var desk = Desk()
    desk.receive(.unreadable)
    // One payment says nothing of the others.
    desk.receive(.reported(.ready()))
    #expect(desk.order.reviews == [.unreadable])
    desk.receive(.checked)
    desk.receive(.checked)
    #expect(desk.order.reviews.isEmpty)
    #expect(desk.notes == [.review, .readAgain])
  }

  @Test func readingAgainEndsNoOtherReview() {
    var desk = Desk()
    desk.receive(.unreadable)
    desk.receive(.reported(.paid(back: 60_000)))
    desk.receive(.checked)
    #expect(desk.order.reviews == [.contradiction])
  }

  @Test func whatCostsNothingIsBoughtAtOnce() {
    var order = OrderRecord.sample()
    order.price = Money(0, .won)
    var desk = Desk(order)
    desk.receive(.nothingToPay)
    desk.receive(.nothingToPay)
    #expect(desk.isConfirmed)
    #expect(desk.order.phase == .paid)
    #expect(desk.ledger.isEmpty)
    #expect(desk.order.payments.count == 1)
    desk.receive(.cancelled(by: .doctor, refund: 0))
    #expect(desk.refunds.isEmpty)
    #expect(desk.order.isSettled)
    var other = Desk()
    other.receive(.nothingToPay)
    #expect(other.order == .sample().checked)
  }

  @Test func silenceChangesNothing() {
    var desk = Desk()
    desk.receive(.unanswered)
    #expect(desk.order == .sample().checked)
  }
}

extension OrderRecord {
  fileprivate var checked: OrderRecord {
    var order = self
    order.nextCheckAt = after(30_000)
    return order
  }
}
