import Testing
import Wire

@testable import Booking

@Suite struct ConsultWindowTests {
  let start = instant("2026-12-10T00:00:00Z")
  let end = instant("2026-12-10T00:30:00Z")
  let confirmed = instant("2026-12-01T00:00:00Z")

  func window(
    _ state: ReservationState = .confirmed, timed: Bool = true, confirmedAt: Timestamp?? = nil,
    finishedAt: Timestamp? = nil, rules: ConsultRules = ConsultRules()
  ) -> ConsultWindow {
    ConsultWindow(
      state: state, start: timed ? start : nil, end: timed ? end : nil, confirmedAt: confirmedAt ?? confirmed,
      finishedAt: finishedAt, rules: rules)
  }

  @Test func opensWithTheConfirmationAndClosesAfterDays() {
    let window = window()
    #expect(window.opensAt == confirmed)
    #expect(window.closesAt == instant("2026-12-13T00:30:00Z"))
    #expect(!window.isOpen(at: confirmed.adding(milliseconds: -1)))
    #expect(window.isOpen(at: confirmed))
    #expect(window.isOpen(at: instant("2026-12-13T00:29:59Z")))
    #expect(!window.isOpen(at: instant("2026-12-13T00:30:00Z")))
  }

  @Test func opensASetTimeBeforeTheStart() {
    let rules = ConsultRules(opensBeforeMinutes: 15, closesAfterHours: 1)
    #expect(window(rules: rules).opensAt == instant("2026-12-09T23:45:00Z"))
    #expect(window(rules: rules).closesAt == instant("2026-12-10T01:30:00Z"))
    // Confirmed later than that.
    let late = instant("2026-12-09T23:55:00Z")
    #expect(window(confirmedAt: late, rules: rules).opensAt == late)
  }

  @Test func withoutATimeItOpensAtOnceAndEndsAfterItIsDone() {
    let rules = ConsultRules(opensBeforeMinutes: 15)
    #expect(window(timed: false, rules: rules).opensAt == confirmed)
    #expect(window(timed: false, rules: rules).closesAt == nil)
    #expect(window(timed: false, rules: rules).isOpen(at: end.adding(milliseconds: 1 << 50)))
    let done = window(.done, timed: false, finishedAt: start, rules: rules)
    #expect(done.closesAt == instant("2026-12-13T00:00:00Z"))
  }

  @Test func isClosedInEveryStateWithoutAConsultation() {
    for state in ReservationState.allCases {
      let isOpen = window(state).isOpen(at: start)
      #expect(isOpen == [.confirmed, .done, .noShow].contains(state))
    }
    #expect(!window(confirmedAt: .some(nil)).isOpen(at: start))
  }
}
