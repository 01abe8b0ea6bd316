import Booking
import BookingContract
import Contract
import Domain
import Storage
import Testing
import Wire

@testable import Bookings

struct CalendarTests {
  @Test func aFeedKeepsItsNamesAndCountsItsChanges() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let made = try await practice.reserved(practice.at(15, day: 2), bookings)
    let token = try await bookings.calendarToken(of: practice.patients[0])
    let first = try await bookings.calendar(token, .ko).events
    #expect(first.count == 1 && first[0].status == .confirmed && first[0].summary == "김서윤 선생님 진료")
    _ = try await bookings.cancel(made.id, CancelForm(expectedRefund: 10_000), by: practice.patients[0])
    let then = try await bookings.calendar(token, .en).events
    #expect(then.count == 1 && then[0].status == .cancelled && then[0].uid == first[0].uid)
    #expect(then[0].sequence > first[0].sequence)
    let other = try await bookings.calendarToken(of: practice.patients[1])
    #expect(try await bookings.calendar(other, .ko).events.isEmpty)
  }

  @Test func aDoctorsFeedHasTheirPatients() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    for (index, clock) in [15, 11, 13].enumerated() as EnumeratedSequence<[Int64]> {
      _ = try await practice.reserved(practice.at(clock, day: 2), by: index, bookings)
    }
    let token = try await bookings.calendarToken(of: practice.doctor)
    let events = try await bookings.calendar(token, .ko).events
    #expect(events.map(\.start) == [15, 13, 11].map { practice.at($0, day: 2) })
    #expect(events[0].summary == "정민지 님 진료")
  }

  @Test func aFileIsItsPatientsAndItsDoctors() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let made = try await practice.reserved(practice.at(15, day: 2), bookings)
    let mine = try await bookings.calendarToken(of: made.id, for: practice.patients[0])
    let theirs = try await bookings.calendarToken(of: made.id, for: practice.doctor)
    #expect(try await bookings.calendar(mine, .ja).events[0].summary == "김서윤先生の診察")
    #expect(try await bookings.calendar(theirs, .ko).events[0].summary == "정민지 님 진료")
    #expect(await refusal { try await bookings.calendarToken(of: made.id, for: practice.patients[1]) }?.status == 404)
    for wrong in ["", ".", mine + "x", "MQ.MQ", String(mine.dropFirst())] {
      #expect(await refusal { try await bookings.calendar(wrong, .ko) } == .notFound)
    }
  }

  @Test func aNewAddressEndsTheOldOnes() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let made = try await practice.reserved(practice.at(15, day: 2), bookings)
    let (patient, doctor) = (practice.patients[0], practice.doctor)
    let old = [
      try await bookings.calendarToken(of: patient), try await bookings.calendarToken(of: made.id, for: patient),
    ]
    let theirs = try await bookings.calendarToken(of: made.id, for: doctor)
    for token in old { #expect(try await bookings.calendar(token, .ko).events.count == 1) }
    let new = try await bookings.renewCalendarToken(of: patient)
    for token in old { #expect(await refusal { try await bookings.calendar(token, .ko) } == .notFound) }
    #expect(try await bookings.calendar(new, .ko).events.count == 1)
    #expect(try await bookings.calendarToken(of: patient) == new)
    #expect(try await bookings.calendar(theirs, .ko).events.count == 1)
    let newest = try await bookings.renewCalendarToken(of: patient)
    #expect(await refusal { try await bookings.calendar(new, .ko) } == .notFound)
    #expect(try await bookings.calendar(newest, .ko).events.count == 1)
  }

  @Test func anAddressEndsWithItsAccount() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let patient = practice.patients[0]
    let token = try await bookings.calendarToken(of: patient)
    #expect(try await bookings.calendar(token, .ko).events.isEmpty)
    try await practice.store.write { try $0.erasures.markErased(patient, at: monday) }
    #expect(await refusal { try await bookings.calendar(token, .ko) } == .notFound)
  }
}
