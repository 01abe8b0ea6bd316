import Booking
import BookingContract
import Contract
import Domain
import Storage
import Synchronization
import Testing
import Wire

@testable import Bookings

struct ReservingTests {
  @Test func aTimeIsHeldForTenMinutes() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let held = try await bookings.reserve(practice.form(practice.at(11)), by: practice.patients[0])
    #expect(held.state == .held && held.holdUntil == monday.adding(milliseconds: 10 * minute))
    #expect(held.localStart?.text == "2026-11-30T11:00" && held.zone == "Asia/Seoul")
    #expect(held.fee == 10_000 && held.doctor.clinicName == "밝은마루안과")
    #expect(held.consult == BookingContract.Reservation.Consult())
    #expect(try await bookings.reservation(held.id, for: practice.patients[0]) == held)
    #expect(await refusal { try await bookings.reservation(held.id, for: practice.patients[1]) }?.status == 404)
  }

  @Test func whoComesSecondGetsWhatIsFree() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    _ = try await bookings.reserve(practice.form(practice.at(11)), by: practice.patients[0])
    await #expect(throws: SlotGone.self) {
      try await bookings.reserve(practice.form(practice.at(11)), by: practice.patients[1])
    }
    let free = try await bookings.freeSlots(of: practice.doctor)
    #expect(!free.isEmpty && free.allSatisfy { $0.isFree && $0.start != practice.at(11) })
    _ = try await bookings.reserve(practice.form(practice.at(11, 30)), by: practice.patients[1])
  }

  @Test func ofFiftyAtOnceOneWins() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings { $0.holdsPerPatient = 100 }
    let wins = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask {
          let patient = practice.patients[number % 5]
          let form = practice.form(practice.at(11), name: "\(number)")
          guard let held = try? await bookings.reserve(form, by: patient) else { return false }
          // Who holds it already may say anew for whom it is.
          return held.version == 1 && held.personName == "\(number)"
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    // One patient of five, with ten tries.
    #expect(wins == 10)
    let rows = try await practice.store.read { tables in
      try practice.patients.flatMap { try tables.reservations.upcoming(of: $0, at: monday, after: nil, limit: 99) }
    }
    #expect(rows.count == 1)
  }

  @Test func onlyTimesOfTheRulesCanBeHad() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let patient = practice.patients[0]
    let wrong = [
      practice.at(9, 30), practice.at(11, 10), practice.at(18), practice.at(11, day: -1), practice.at(11, day: 31),
      Timestamp(milliseconds: .max), Timestamp(milliseconds: .min),
    ]
    for start in wrong {
      await #expect(throws: SlotGone.self) { try await bookings.reserve(practice.form(start), by: patient) }
    }
    let names = ["", "  ", String(repeating: "가", count: 61), "a\u{0}b"]
    for name in names {
      #expect(
        await refusal { try await bookings.reserve(practice.form(practice.at(11), name: name), by: patient) }
          == .badRequest)
    }
    let form = practice.form(practice.at(11))
    #expect(await refusal { try await bookings.reserve(form, by: practice.doctor) }?.status == 445)
    var stranger = form
    stranger.doctorID = practice.identifiers.id(patient)
    #expect(await refusal { try await bookings.reserve(stranger, by: patient) } == .personNotFound)
  }

  @Test func nobodyHoldsAWholeDay() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    for index in 0..<3 as Range<Int64> {
      _ = try await bookings.reserve(practice.form(practice.at(11 + index)), by: practice.patients[0])
    }
    let refused = await refusal { try await bookings.reserve(practice.form(practice.at(15)), by: practice.patients[0]) }
    #expect(refused?.status == 429)
    practice.pass(10 * minute)
    _ = try await bookings.reserve(practice.form(practice.at(15)), by: practice.patients[0])
  }

  @Test func aHoldThatEndedIsFreeBeforeAnySweep() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let held = try await bookings.reserve(practice.form(practice.at(11)), by: practice.patients[0])
    practice.pass(10 * minute)
    let other = try await bookings.reserve(practice.form(practice.at(11)), by: practice.patients[1])
    #expect(other.state == .held)
    #expect(try await bookings.reservation(held.id, for: practice.patients[0]).state == .expired)
    #expect(practice.ended.withLock { $0.values.map(\.end) } == [.lapsed])
  }

  @Test func aClockThatStepsBackPutsOffTheEndOfAHold() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let held = try await bookings.reserve(practice.form(practice.at(11)), by: practice.patients[0])
    let jobs = try await practice.jobs(.bookingDue)
    let end = try #require(held.holdUntil)
    practice.now.withLock { $0 = end.adding(milliseconds: -5_000) }
    #expect(try await bookings.endDue(jobs[0].payload) == 5_000)
    #expect(try await bookings.reservation(held.id, for: practice.patients[0]).state == .held)
    practice.now.withLock { $0 = end }
    #expect(try await bookings.endDue(jobs[0].payload) == nil)
    #expect(try await bookings.reservation(held.id, for: practice.patients[0]).state == .expired)
  }

  @Test func theSweepEndsAHoldOnce() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let held = try await bookings.reserve(practice.form(practice.at(11)), by: practice.patients[0])
    try await practice.runDue(bookings)
    #expect(try await bookings.reservation(held.id, for: practice.patients[0]).state == .held)
    practice.pass(10 * minute)
    try await practice.runDue(bookings)
    try await practice.runDue(bookings)
    let expired = try await bookings.reservation(held.id, for: practice.patients[0])
    #expect(expired.state == .expired && expired.version == 2)
  }

  @Test func whatCostsNothingIsConfirmedAtOnce() async throws {
    let practice = try await Practice { $0.fee = 0 }
    let bookings = try practice.bookings()
    let made = try await bookings.reserve(practice.form(practice.at(11)), by: practice.patients[0])
    #expect(made.state == .confirmed && made.roomID != nil)
  }

  @Test func aRepeatUnderTheSameKeyIsTheSameReservation() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let form = practice.form(practice.at(11))
    let first = try await bookings.reserve(form, key: "k1", by: practice.patients[0])
    try await practice.pay(first, bookings)
    let again = try await bookings.reserve(form, key: "k1", by: practice.patients[0])
    #expect(again.id == first.id && again.state == .confirmed)
    let other = practice.form(practice.at(12))
    #expect(
      await refusal { try await bookings.reserve(other, key: "k1", by: practice.patients[0]) } == .reservationChanged)
    // A key is one person's.
    #expect(try await bookings.reserve(other, key: "k1", by: practice.patients[1]).state == .held)
  }
}
