import Testing
import Wire

@testable import Booking

@Suite struct WaitingListTests {
  let rules = WaitingRules(offerMinutes: 120, shortestOfferMinutes: 10)
  let now = instant("2026-12-01T00:00:00Z")
  let slot = Slot(
    start: instant("2026-12-03T00:00:00Z"), end: instant("2026-12-03T00:30:00Z"),
    local: WallTime(date: day("2026-12-03"), time: TimeOfDay(minutes: 540) ?? .midnight), offsetMinutes: 540)

  func entry(
    _ id: Int64, since: Int64, from: String = "2026-12-01", to: String = "2026-12-31", offeredUntil: Timestamp? = nil,
    passed: [Timestamp] = []
  ) -> WaitingEntry {
    WaitingEntry(
      id: id, from: day(from), to: day(to), since: second(since), offeredUntil: offeredUntil, passed: passed)
  }

  func next(_ entries: [WaitingEntry], at now: Timestamp? = nil, first: Timestamp? = nil) -> WaitingRules.Offer? {
    rules.offer(slot, to: entries, firstStart: first ?? now ?? self.now, at: now ?? self.now)
  }

  @Test func whoWaitsLongestIsAskedFirst() {
    let offer = next([entry(5, since: 20), entry(9, since: 10), entry(3, since: 10)])
    #expect(offer == WaitingRules.Offer(entry: 3, until: now.adding(milliseconds: 7_200_000)))
    #expect(next([]) == nil)
  }

  @Test func onlyThoseWhoWantThatDayAreAsked() {
    let early = entry(1, since: 1, to: "2026-12-02")
    let late = entry(2, since: 2, from: "2026-12-04")
    let exact = entry(3, since: 3, from: "2026-12-03", to: "2026-12-03")
    #expect(next([early, late, exact])?.entry == 3)
    #expect(next([early, late, entry(4, since: 4, from: "2026-12-05", to: "2026-12-01")]) == nil)
  }

  @Test func nobodyHasTwoOffersOrIsAskedTwice() {
    let busy = entry(1, since: 1, offeredUntil: now.adding(milliseconds: 1))
    let asked = entry(2, since: 2, passed: [slot.start])
    #expect(next([busy, asked]) == nil)
    #expect(next([busy, asked, entry(3, since: 3)])?.entry == 3)
    #expect(next([entry(1, since: 1, offeredUntil: now)])?.entry == 1)
  }

  @Test func offersEndBeforeTheSlotCannotBeTakenAnyMore() {
    let limit = slot.start.adding(milliseconds: -3_600_000)
    #expect(next([entry(1, since: 1)], at: now, first: limit)?.until == now.adding(milliseconds: 3_600_000))
    let tooShort = slot.start.adding(milliseconds: -9 * 60_000)
    #expect(next([entry(1, since: 1)], at: now, first: tooShort) == nil)
    #expect(next([entry(1, since: 1)], first: Timestamp(milliseconds: .min)) == nil)
  }

  @Test func waitingHasBounds() {
    let today = day("2026-12-01")
    #expect(rules.accepts(from: today, to: today, today: today))
    #expect(!rules.accepts(from: today.adding(days: 1), to: today, today: today))
    #expect(!rules.accepts(from: today.adding(days: -3), to: today.adding(days: -1), today: today))
    #expect(rules.accepts(from: today, to: today.adding(days: 90), today: today))
    #expect(!rules.accepts(from: today, to: today.adding(days: 91), today: today))
  }
}
