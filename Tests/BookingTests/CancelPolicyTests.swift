import Testing
import Wire

@testable import Booking

@Suite struct CancelPolicyTests {
  let policy = CancelPolicy(freeHours: 24, partHours: 3, partPercent: 50)
  let start = Timestamp(milliseconds: 1_800_000_000_000)

  func refund(_ paid: Int64, secondsBefore: Int64, refunded: Int64 = 0) -> Int64 {
    policy.refund(
      paid: paid, refunded: refunded, start: start, now: start.adding(milliseconds: -secondsBefore * 1000))
  }

  @Test func boundariesBelongToThePatient() {
    #expect(refund(30_000, secondsBefore: 24 * 3600) == 30_000)
    #expect(refund(30_000, secondsBefore: 24 * 3600 - 1) == 15_000)
    #expect(refund(30_000, secondsBefore: 3 * 3600) == 15_000)
    #expect(refund(30_000, secondsBefore: 3 * 3600 - 1) == 0)
    #expect(refund(30_000, secondsBefore: 0) == 0)
    #expect(refund(30_000, secondsBefore: -60) == 0)
  }

  @Test func partsOfAUnitAreRoundedUp() {
    #expect(refund(30_001, secondsBefore: 4 * 3600) == 15_001)
    #expect(refund(1, secondsBefore: 4 * 3600) == 1)
    let third = CancelPolicy(freeHours: 24, partHours: 0, partPercent: 33)
    #expect(third.refund(paid: 100, start: start, now: start.adding(milliseconds: -1)) == 33)
    #expect(third.refund(paid: 101, start: start, now: start.adding(milliseconds: -1)) == 34)
  }

  @Test func neverMoreThanWhatIsLeft() {
    #expect(refund(30_000, secondsBefore: 48 * 3600, refunded: 20_000) == 10_000)
    #expect(refund(30_000, secondsBefore: 48 * 3600, refunded: 30_000) == 0)
    #expect(refund(30_000, secondsBefore: 48 * 3600, refunded: 40_000) == 0)
    #expect(refund(0, secondsBefore: 48 * 3600) == 0)
    #expect(refund(-5, secondsBefore: 48 * 3600) == 0)
  }

  @Test func largestAmountsAreExact() {
    #expect(CancelPolicy.share(of: .max, percent: 100) == .max)
    #expect(CancelPolicy.share(of: .max, percent: 50) == Int64.max / 2 + 1)
    #expect(refund(.max, secondsBefore: 48 * 3600) == .max)
  }

  @Test func withoutATimeEverythingComesBack() {
    #expect(policy.refund(paid: 9, start: nil, now: start) == 9)
    let never = CancelPolicy(freeHours: 0, partHours: 0, partPercent: 0)
    #expect(never.percent(start: start, now: start.adding(milliseconds: -1)) == 100)
    #expect(never.percent(start: start, now: start) == 0)
  }

  @Test func extremeInstantsDoNotTrap() {
    for value: Int64 in [.min, .min + 1, -1, 0, 1, .max] {
      for other: Int64 in [.min, .min + 1, -1, 0, 1, .max] {
        _ = policy.percent(start: Timestamp(milliseconds: value), now: Timestamp(milliseconds: other))
      }
    }
  }

  @Test func soundnessHasBounds() {
    #expect(CancelPolicy(freeHours: 0, partHours: 0, partPercent: 0).isSound)
    #expect(!CancelPolicy(freeHours: 3, partHours: 4, partPercent: 0).isSound)
    #expect(!CancelPolicy(freeHours: -1, partHours: -1, partPercent: 0).isSound)
    #expect(!CancelPolicy(freeHours: 721, partHours: 0, partPercent: 0).isSound)
    #expect(!CancelPolicy(freeHours: 24, partHours: 3, partPercent: 101).isSound)
  }
}
