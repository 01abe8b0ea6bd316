import Booking
import BookingContract
import Contract
import Domain
import Storage
import Testing
import Wire

@testable import Bookings

struct WaitingTests {
  private func days(_ practice: Practice, _ from: Int, _ to: Int) -> DayRange {
    DayRange(from: practice.date(from), to: practice.date(to))
  }

  @Test func daysThatAreOverAreNotWaitedFor() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let doctor = practice.identifiers.id(practice.doctor)
    let place = try await bookings.wait(for: doctor, days(practice, -1, 5), by: practice.patients[0])
    #expect(place.from == practice.date(0) && place.to == practice.date(5))
    let over = days(practice, -2, -1)
    #expect(await refusal { try await bookings.wait(for: doctor, over, by: practice.patients[0]) } == .badRequest)
  }

  @Test func aFreedTimeGoesToWhoWaitedLongest() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let doctor = practice.identifiers.id(practice.doctor)
    let made = try await practice.reserved(practice.at(15, day: 2), bookings)
    let other = try await bookings.wait(for: doctor, days(practice, 3, 9), by: practice.patients[3])
    let first = try await bookings.wait(for: doctor, days(practice, 0, 5), by: practice.patients[1])
    let second = try await bookings.wait(for: doctor, days(practice, 2, 2), by: practice.patients[2])
    #expect([other, first, second].allSatisfy { $0.state == .waiting })
    _ = try await bookings.cancel(made.id, CancelForm(expectedRefund: 10_000), by: practice.patients[0])

    let offered = try await bookings.waiting(of: practice.patients[1])
    #expect(offered.map(\.state) == [.offered] && offered[0].offer?.slot.start == practice.at(15, day: 2))
    #expect(try await bookings.waiting(of: practice.patients[2]).map(\.state) == [.waiting])
    #expect(try await bookings.waiting(of: practice.patients[3]).map(\.state) == [.waiting])
    // It is nobody else's, and cannot be taken with a made-up offer.
    let plain = practice.form(practice.at(15, day: 2))
    await #expect(throws: SlotGone.self) { try await bookings.reserve(plain, by: practice.patients[2]) }
    var asked = plain
    asked.offerID = offered[0].offer?.id
    let form = asked
    #expect(await refusal { try await bookings.reserve(form, by: practice.patients[2]) } == .reservationChanged)
    let held = try await bookings.reserve(form, by: practice.patients[1])
    #expect(held.state == .held)
    #expect(try await bookings.waiting(of: practice.patients[1]).isEmpty)
  }

  @Test func anOfferThatEndsGoesToTheNextAndThenToAll() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let doctor = practice.identifiers.id(practice.doctor)
    let made = try await practice.reserved(practice.at(15, day: 2), bookings)
    for patient in [1, 2] {
      _ = try await bookings.wait(for: doctor, days(practice, 2, 2), by: practice.patients[patient])
    }
    _ = try await bookings.cancelAsDoctor(made.id, reason: "", by: practice.doctor)
    let until = try #require(try await bookings.waiting(of: practice.patients[1])[0].offer?.until)
    #expect(until == monday.adding(milliseconds: 2 * hour))
    practice.pass(2 * hour)
    try await practice.runDue(bookings)
    #expect(try await bookings.waiting(of: practice.patients[1]).map(\.state) == [.waiting])
    #expect(try await bookings.waiting(of: practice.patients[2]).map(\.state) == [.offered])
    let mine = try await bookings.waiting(of: practice.patients[2])[0]
    try await bookings.leaveWaiting(mine.id, by: practice.patients[2])
    #expect(await refusal { try await bookings.leaveWaiting(mine.id, by: practice.patients[2]) }?.status == 404)
    // The first has had this time already.
    #expect(try await bookings.waiting(of: practice.patients[1]).map(\.state) == [.waiting])
    _ = try await bookings.reserve(practice.form(practice.at(15, day: 2)), by: practice.patients[4])
  }

  @Test func waitingAgainChangesTheDays() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let doctor = practice.identifiers.id(practice.doctor)
    let first = try await bookings.wait(for: doctor, days(practice, 0, 5), by: practice.patients[0])
    let again = try await bookings.wait(for: doctor, days(practice, 3, 4), by: practice.patients[0])
    #expect(again.id == first.id && again.from == practice.date(3))
    for wrong in [days(practice, -3, -1), days(practice, 0, 200)] {
      #expect(await refusal { try await bookings.wait(for: doctor, wrong, by: practice.patients[0]) } == .badRequest)
    }
    #expect(await refusal { try await bookings.leaveWaiting(first.id, by: practice.patients[1]) }?.status == 404)
    practice.pass(5 * day)
    #expect(try await bookings.waiting(of: practice.patients[0]).isEmpty)
  }
}
