import Booking
import BookingContract
import Contract
import Domain
import Storage
import Synchronization
import Testing
import Wire

@testable import Bookings

struct PortTests {
  @Test func moneyAfterTheHoldTakesTheTimeAgainWhereItIsFree() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let port = bookings.port
    let free = try await bookings.reserve(practice.form(practice.at(11)), by: practice.patients[0])
    let taken = try await bookings.reserve(practice.form(practice.at(12)), by: practice.patients[0])
    practice.pass(10 * minute)
    try await practice.runDue(bookings)
    _ = try await bookings.reserve(practice.form(practice.at(12)), by: practice.patients[1])
    #expect(try await practice.pay(free, bookings) == .gone)
    #expect(try await practice.pay(taken, bookings) == .gone)
    let now = practice.now.withLock { $0 }
    let rows = try (practice.row(free), practice.row(taken))
    let again = try await practice.store.write {
      (try port.takeAgain($0, rows.0, now), try port.takeAgain($0, rows.1, now))
    }
    #expect(again == (true, false))
    #expect(try await bookings.reservation(free.id, for: practice.patients[0]).state == .confirmed)
    #expect(try await bookings.reservation(taken.id, for: practice.patients[0]).state == .expired)
  }

  @Test func aDepositLetsTheHoldLast() async throws {
    let practice = try await Practice { $0.leadMinutes = 60 }
    let bookings = try practice.bookings()
    let port = bookings.port
    let held = try await bookings.reserve(practice.form(practice.at(11)), by: practice.patients[0])
    let row = try practice.row(held)
    let until = try await practice.store.write {
      try port.extend($0, row, monday.adding(milliseconds: 2 * hour), monday)
    }
    // Not past the lead time.
    #expect(until == practice.at(10))
    practice.pass(10 * minute)
    try await practice.runDue(bookings)
    #expect(try await bookings.reservation(held.id, for: practice.patients[0]).state == .held)
    practice.pass(50 * minute)
    try await practice.runDue(bookings)
    #expect(try await bookings.reservation(held.id, for: practice.patients[0]).state == .expired)
  }

  @Test func anOrderThatEndedGivesTheTimeBackAndHearsNothing() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let port = bookings.port
    let held = try await bookings.reserve(practice.form(practice.at(11)), by: practice.patients[0])
    let row = try practice.row(held)
    try await practice.store.write { try port.release($0, row, monday) }
    #expect(practice.ended.withLock { $0.isEmpty })
    #expect(try await bookings.reservation(held.id, for: practice.patients[0]).state == .cancelled)
    _ = try await bookings.reserve(practice.form(practice.at(11)), by: practice.patients[1])
    let fact = try await practice.store.read { try port.fact($0, row) }
    #expect(fact?.state == "cancelled" && fact?.doctorName == "김서윤" && fact?.clinicName == "밝은마루안과")
  }

  /// A doctor can neither be their own patient nor a colleague's in this app.
  @Test func onlyPatientsOrderAConsultationWithoutATime() async throws {
    let practice = try await Practice()
    let (port, doctor, patient) = (try practice.bookings().port, practice.doctor, practice.patients[0])
    let refused = await refusal {
      try await practice.store.write { try port.makeTimeless($0, doctor, doctor, monday) }
    }
    #expect(refused?.status == 445)
    let made = try await practice.store.write { try port.makeTimeless($0, doctor, patient, monday) }
    #expect(made?.patient == patient && made?.state == "held")
  }
}
