import Testing
import Wire

@testable import Payment

/// Holds that end, deposits, and money that comes late.
@Suite struct HoldTests {
  @Test func aHoldEndsAtItsTimeAndNotBefore() {
    var desk = Desk()
    desk.receive(.holdEnded, at: after(10 * minute - 1))
    #expect(desk.order.phase == .open)
    desk.receive(.holdEnded, at: after(10 * minute))
    #expect(desk.order.phase == .expired)
    #expect(desk.order.stage == .lapsed)
    #expect(desk.released == 1)
    desk.receive(.holdEnded, at: after(11 * minute))
    #expect(desk.released == 1)
  }

  @Test func aBoughtReservationDoesNotExpire() {
    var desk = Desk()
    desk.receive(.reported(.paid()))
    desk.receive(.holdEnded, at: after(60 * minute))
    #expect(desk.order.phase == .paid)
    #expect(desk.released == 0)
  }

  @Test func latePaymentTakesAFreeSlotAgain() {
    var desk = Desk()
    desk.receive(.holdEnded, at: after(10 * minute))
    desk.receive(.reported(.paid()), at: after(12 * minute))
    #expect(desk.isConfirmed)
    #expect(desk.order.phase == .paid)
    #expect(desk.notes.contains(.takenAgain))
    #expect(desk.refunds.isEmpty)
  }

  @Test func latePaymentForATakenSlotGoesBack() {
    var desk = Desk()
    desk.receive(.holdEnded, at: after(10 * minute))
    desk.isSlotFree = false
    desk.receive(.reported(.paid()), at: after(12 * minute))
    #expect(!desk.isConfirmed)
    #expect(desk.call?.amount == 50_000)
    #expect(desk.call?.reason == .slotGone)
    #expect(desk.news == [.tooLate])
    desk.receive(.reported(.paid(back: 50_000)), at: after(13 * minute))
    #expect(desk.order.phase == .refunded)
    #expect(desk.balance == 0)
    #expect(desk.order.isSettled)
  }

  @Test func anAccountThatNobodyWaitsForIsClosed() {
    var desk = Desk()
    desk.receive(.reported(.deposit()), at: after(minute))
    #expect(desk.closed.isEmpty)
    desk.receive(.holdEnded, at: after(61 * minute))
    #expect(desk.closed == ["imp_1"])
    // Once; and one that was given out after the end at once.
    desk.receive(.reported(.deposit()), at: after(62 * minute))
    desk.receive(.holdEnded, at: after(62 * minute))
    desk.receive(.reported(.deposit("imp_2")), at: after(63 * minute))
    #expect(desk.closed == ["imp_1", "imp_2"])
  }

  @Test func anAccountIsClosedWhereSomethingElsePaidOrThePatientLeft() {
    var desk = Desk()
    desk.receive(.reported(.deposit()))
    desk.receive(.reported(.paid("imp_2")))
    #expect(desk.isConfirmed)
    desk.receive(.reported(.deposit("imp_3")))
    #expect(desk.closed == ["imp_1", "imp_3"])
    var left = Desk()
    left.receive(.reported(.deposit()))
    left.receive(.cancelled(by: .patient, refund: 0))
    #expect(left.closed == ["imp_1"])
  }

  @Test func aHoldThatEndedElsewhereIsTakenAgain() {
    var desk = Desk()
    desk.isHeld = false
    desk.receive(.reported(.paid()))
    #expect(desk.isConfirmed)
    #expect(desk.notes == [.received, .takenAgain, .paid])
  }

  @Test func aHoldThatEndedElsewhereAndWasTakenGoesBack() {
    var desk = Desk()
    (desk.isHeld, desk.isSlotFree) = (false, false)
    desk.receive(.reported(.paid()))
    #expect(desk.order.stage == .closed)
    #expect(desk.call?.reason == .slotGone)
    // What comes now cannot take the slot that somebody else has left meanwhile.
    desk.isSlotFree = true
    desk.receive(.reported(.paid("imp_2")))
    #expect(!desk.isConfirmed)
    #expect(desk.order.payment("imp_2")?.refundReason == .alreadyCancelled)
  }

  @Test func paidAfterFailedAndAfterTheHoldStillBuys() {
    var desk = Desk()
    desk.receive(.reported(.failed()))
    desk.receive(.holdEnded, at: after(10 * minute))
    #expect(desk.order.phase == .failed)
    desk.receive(.reported(.paid()), at: after(20 * minute))
    #expect(desk.order.phase == .paid)
  }

  @Test func aDepositHoldsTheSlotLonger() {
    var desk = Desk()
    desk.receive(.reported(.deposit()), at: after(minute))
    #expect(desk.order.phase == .waitingDeposit)
    #expect(desk.extended == after(61 * minute))
    #expect(desk.order.expiresAt == after(61 * minute))
    #expect(desk.order.verdict(of: "imp_1") == .waitingDeposit)
    desk.receive(.holdEnded, at: after(10 * minute))
    #expect(desk.order.stage == .held)
    desk.receive(.reported(.paid("imp_1", 50_000, .virtualAccount)), at: after(30 * minute))
    #expect(desk.order.phase == .paid)
  }

  @Test func aDepositNeverHoldsPastTheLeadTime() {
    var desk = Desk(.sample(latestHold: after(20 * minute)))
    desk.receive(.reported(.deposit()), at: after(minute))
    #expect(desk.extended == after(20 * minute))
  }

  @Test func aDepositHoldsNoLongerThanItsAccount() {
    var desk = Desk()
    desk.receive(.reported(.deposit(until: after(15 * minute))), at: after(minute))
    #expect(desk.extended == after(15 * minute))
  }

  @Test func aDepositDoesNotShortenAHold() {
    var desk = Desk()
    desk.receive(.reported(.deposit(until: after(5 * minute))), at: after(minute))
    #expect(desk.extended == nil)
    #expect(desk.order.expiresAt == after(10 * minute))
  }

  @Test func askingAgainDoesNotHoldLonger() {
    var desk = Desk()
    desk.receive(.reported(.deposit()), at: after(minute))
    desk.receive(.reported(.deposit()), at: after(30 * minute))
    #expect(desk.order.expiresAt == after(61 * minute))
  }

  @Test func anAccountAfterTheHoldHoldsNothing() {
    var desk = Desk()
    desk.receive(.holdEnded, at: after(10 * minute))
    desk.receive(.reported(.deposit()), at: after(11 * minute))
    #expect(desk.extended == nil)
    #expect(desk.order.phase == .expired)
  }

  @Test func aGivenUpAccountLeavesTheOrderUnpaid() {
    var desk = Desk()
    desk.receive(.reported(.deposit()))
    var report = PaymentReport.deposit()
    report.status = .cancelled
    desk.receive(.reported(report))
    #expect(desk.order.phase == .failed)
    #expect(desk.order.canBePaid(at: after(minute)))
  }

  @Test func oneFailureDoesNotEndAnotherDeposit() {
    var desk = Desk()
    desk.receive(.reported(.deposit("imp_1")))
    desk.receive(.reported(.failed("imp_2")))
    #expect(desk.order.phase == .waitingDeposit)
  }

  @Test func aLateDepositForATakenSlotWaitsForAnAccount() {
    var desk = Desk()
    desk.receive(.reported(.deposit()))
    desk.receive(.holdEnded, at: after(70 * minute))
    desk.isSlotFree = false
    desk.receive(.reported(.paid("imp_1", 50_000, .virtualAccount)), at: after(80 * minute))
    #expect(desk.refunds.isEmpty)
    #expect(desk.order.needsRefundAccount)
    #expect(desk.news.contains(.accountNeeded))
    desk.receive(.checked, at: after(90 * minute))
    #expect(desk.news.filter { $0 == .accountNeeded }.count == 1)
    desk.receive(.accountGiven, at: after(100 * minute))
    #expect(desk.call?.needsAccount == true)
    desk.receive(.reported(.paid("imp_1", 50_000, back: 50_000, .virtualAccount)), at: after(101 * minute))
    #expect(desk.forgotten == 1)
    #expect(desk.order.phase == .refunded)
  }
}
