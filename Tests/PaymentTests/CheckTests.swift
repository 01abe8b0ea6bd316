import Testing
import Wire

@testable import Payment

/// When the provider is asked although nobody said anything.
@Suite struct CheckTests {
  @Test func anOpenOrderIsAskedAboutSoonAndAtItsEnd() {
    var desk = Desk()
    desk.receive(.checked)
    #expect(desk.order.nextCheckAt == after(30_000))
    desk.receive(.checked, at: after(6 * minute))
    #expect(desk.order.nextCheckAt == after(7 * minute))
    desk.receive(.checked, at: after(10 * minute - 10_000))
    #expect(desk.order.nextCheckAt == after(10 * minute))
  }

  @Test func depositsAreAskedAboutLessOften() {
    var desk = Desk()
    desk.receive(.reported(.deposit()))
    #expect(desk.order.nextCheckAt == after(5 * minute))
  }

  @Test func whatEndedIsAskedAboutForTwoWeeks() {
    for isPaid in [true, false] {
      var desk = Desk()
      var now = after(10 * minute)
      desk.receive(isPaid ? .reported(.paid()) : .holdEnded, at: now)
      var looks = 0
      while let next = desk.order.nextCheckAt {
        #expect(next > now)
        now = next
        looks += 1
        desk.receive(.checked, at: now)
        if looks > 100 { break }
      }
      #expect(looks > 20 && looks < 50)
      #expect(now >= after(14 * 24 * 60 * minute))
    }
  }

  @Test func anOpenRefundIsNeverForgotten() {
    var desk = Desk()
    desk.receive(.reported(.paid("imp_1", 50_000, .virtualAccount)))
    desk.receive(.declined)
    desk.receive(.checked, at: after(90 * 24 * 60 * minute))
    #expect(desk.order.nextCheckAt != nil)
  }

  /// A bank may refuse to close an account, and take a deposit months later.
  @Test func anAccountThatStillWaitsIsNeverForgotten() {
    var desk = Desk()
    desk.receive(.reported(.deposit()))
    desk.receive(.holdEnded, at: after(61 * minute))
    let day = 24 * 60 * minute
    for later in [15, 90, 700] as [Int64] {
      desk.receive(.checked, at: after(later * day))
      #expect(desk.order.nextCheckAt == after((later + 1) * day))
    }
    var report = PaymentReport.deposit()
    report.status = .cancelled
    desk.receive(.reported(report), at: after(701 * day))
    desk.receive(.checked, at: after(701 * day))
    #expect(desk.order.nextCheckAt == nil)
  }

  @Test func timesAtTheEndsOfTheRangeDoNotTrap() {
    for now in [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)] {
      var desk = Desk()
      desk.receive(.reported(.deposit()), at: now)
      desk.receive(.reported(.paid()), at: now)
      desk.receive(.declined, at: now)
      desk.receive(.checked, at: now)
    }
  }
}
