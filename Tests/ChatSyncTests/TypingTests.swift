import ChatSync
import Domain
import Testing
import Wire

@Suite struct TypingTests {
  private let other = ID<Room>("room-2")

  private func typing(_ milliseconds: Int64, at now: Int64 = 0) -> TypingLeases {
    var leases = TypingLeases()
    leases.take(doctor.id, in: room, milliseconds: milliseconds, now: instant(now))
    return leases
  }

  @Test func wordHoldsForItsTime() {
    let leases = typing(5_000)
    #expect(leases.people(in: room, now: instant(4_999)) == [doctor.id])
    #expect(leases.people(in: room, now: instant(5_000)) == [])
    #expect(leases.people(in: other, now: instant(0)) == [])
  }

  @Test func nextWordTakesThePlaceOfTheLast() {
    var leases = typing(5_000)
    leases.take(doctor.id, in: room, milliseconds: 5_000, now: instant(3_000))
    #expect(leases.people(in: room, now: instant(7_000)) == [doctor.id])
  }

  @Test(arguments: [0, -1, Int64.min]) func stopEndsAtOnce(_ milliseconds: Int64) {
    var leases = typing(5_000)
    leases.take(doctor.id, in: room, milliseconds: milliseconds, now: instant(1))
    #expect(leases.people(in: room, now: instant(1)) == [])
  }

  @Test func noWordHoldsLongerThanTheLongest() {
    let leases = typing(.max)
    #expect(leases.people(in: room, now: instant(TypingLeases.longestMilliseconds - 1)) == [doctor.id])
    #expect(leases.people(in: room, now: instant(TypingLeases.longestMilliseconds)) == [])
  }

  @Test func clockThatStepsBackEndsAWord() {
    let leases = typing(5_000, at: 10_000)
    #expect(leases.people(in: room, now: instant(9_999)) == [])
    #expect(leases.nextEnd(now: instant(9_999)) == nil)
  }

  @Test func whatTheyTypedEndsItInThatRoomOnly() {
    var leases = typing(5_000)
    leases.take(doctor.id, in: other, milliseconds: 5_000, now: instant(0))
    leases.end(doctor.id, in: room)
    #expect(leases.people(in: room, now: instant(1)) == [])
    #expect(leases.people(in: other, now: instant(1)) == [doctor.id])
    leases.endAll()
    #expect(leases.people(in: other, now: instant(1)) == [])
  }

  @Test func nextEndIsTheSoonest() {
    var leases = typing(5_000)
    leases.take(mina.id, in: other, milliseconds: 2_000, now: instant(1_000))
    #expect(leases.nextEnd(now: instant(1_000)) == 2_000)
    #expect(leases.nextEnd(now: instant(3_000)) == 2_000)
    #expect(leases.nextEnd(now: instant(5_000)) == nil)
  }

  @Test func othersAreToldAtOnceAndAgainAfterAPause() {
    var signal = TypingSignal()
    #expect(signal.typed(isEmpty: false, now: instant(0)) == true)
    #expect(signal.typed(isEmpty: false, now: instant(TypingSignal.pauseMilliseconds - 1)) == nil)
    #expect(signal.typed(isEmpty: false, now: instant(TypingSignal.pauseMilliseconds)) == true)
  }

  @Test func stopIsToldOnce() {
    var signal = TypingSignal()
    #expect(signal.stopped() == nil)
    #expect(signal.typed(isEmpty: true, now: instant(0)) == nil)
    _ = signal.typed(isEmpty: false, now: instant(0))
    #expect(signal.typed(isEmpty: true, now: instant(1)) == false)
    #expect(signal.stopped() == nil)
    #expect(signal.typed(isEmpty: false, now: instant(2)) == true)
  }

  @Test func clockThatStepsBackTellsAgain() {
    var signal = TypingSignal()
    _ = signal.typed(isEmpty: false, now: instant(10_000))
    #expect(signal.typed(isEmpty: false, now: instant(0)) == true)
  }
}
