import Booking
import BookingContract
import Contract
import Domain
import Storage
import Synchronization
import Testing
import Wire

@testable import Bookings

struct ChangingTests {
  @Test func paidIsConfirmedAndOpensTheRoom() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let made = try await practice.reserved(practice.at(11), bookings)
    #expect(made.state == .confirmed && made.holdUntil == nil && made.roomID != nil)
    #expect(made.consult.isOpen && made.consult.opensAt == monday)
    #expect(made.consult.closesAt == practice.at(11, 30).adding(milliseconds: 72 * hour))
    let (patient, doctor) = (practice.patients[0], practice.doctor)
    let open = try await practice.store.read {
      try $0.reservations.isConsultOpen(patient: patient, doctor: doctor, at: monday)
    }
    #expect(open)
    #expect(try await practice.pay(made, bookings) == .taken)
  }

  @Test func whatComesBackIsShownBeforeAndKept() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let patient = practice.patients[0]
    let later = try await practice.reserved(practice.at(15, day: 2), bookings)
    let soon = try await practice.reserved(practice.at(15), bookings)
    let all = try await bookings.cancellation(of: later.id, for: patient)
    #expect(all == CancelPreview(refund: 10_000, feeKept: 0, currency: "KRW", needsAccount: false, isPossible: true))
    let part = try await bookings.cancellation(of: soon.id, for: patient)
    #expect(part.refund == 5_000 && part.feeKept == 5_000)
    practice.pass(4 * hour)
    #expect(
      await refusal { try await bookings.cancel(soon.id, CancelForm(expectedRefund: 5_000), by: patient) } == nil)
    let row = try practice.row(soon)
    #expect(practice.ended.withLock { $0[row] }?.refund == 5_000)
    let other = CancelForm(expectedRefund: 5_000)
    #expect(await refusal { try await bookings.cancel(later.id, other, by: patient) } == .refundChanged)
    let gone = try await bookings.cancel(later.id, CancelForm(expectedRefund: 10_000, reason: "여행"), by: patient)
    #expect(gone.state == .cancelled && gone.cancelledBy == .patient && gone.cancelReason == "여행")
    #expect(!gone.consult.isOpen)
    #expect(
      await refusal { try await bookings.cancel(later.id, CancelForm(expectedRefund: 0), by: patient) }
        == .reservationChanged)
    #expect(
      try await bookings.slots(of: later.doctor.id, SlotQuery(from: practice.date(2), days: 1), realm: .eyemon)
        .days[0].slots.first { $0.start == practice.at(15, day: 2) }?.isFree == true)
  }

  @Test func aDepositGoesBackToAnAccount() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let made = try await practice.reserved(practice.at(15, day: 2), bookings)
    let row = try practice.row(made)
    practice.money.withLock { $0[row]?.needsAccount = true }
    let patient = practice.patients[0]
    #expect(try await bookings.cancellation(of: made.id, for: patient).needsAccount)
    let bare = CancelForm(expectedRefund: 10_000)
    #expect(await refusal { try await bookings.cancel(made.id, bare, by: patient) } == .missingValue)
    let wrong = CancelForm(
      expectedRefund: 10_000, account: BankAccount(holder: "정민지", bank: "088", number: "no digits"))
    #expect(await refusal { try await bookings.cancel(made.id, wrong, by: patient) } == .badRequest)
    for name in ["마루은행", "", "SHINHAN CARD"] {
      let unknown = CancelForm(
        expectedRefund: 10_000, account: BankAccount(holder: "정민지", bank: name, number: "110-123-456789"))
      #expect(await refusal { try await bookings.cancel(made.id, unknown, by: patient) } == .unknownBank)
    }
    let form = CancelForm(
      expectedRefund: 10_000, account: BankAccount(holder: "정민지", bank: "신한 은행", number: "110-123-456789"))
    _ = try await bookings.cancel(made.id, form, by: patient)
    #expect(
      practice.ended.withLock { $0[row]?.account } == RefundTarget(holder: "정민지", bank: "088", number: "110123456789"))
  }

  @Test func aMoveKeepsThePaymentAndFreesTheOldTime() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let patient = practice.patients[0]
    let made = try await practice.reserved(practice.at(15, day: 2), bookings)
    _ = try await practice.reserved(practice.at(16, day: 2), by: 1, bookings)
    await #expect(throws: SlotGone.self) {
      try await bookings.reschedule(made.id, to: practice.at(16, day: 2), by: patient)
    }
    let same = try await bookings.reservation(made.id, for: patient)
    #expect(same.start == practice.at(15, day: 2) && same.version == made.version)
    let moved = try await bookings.reschedule(made.id, to: practice.at(12, day: 3), by: patient)
    #expect(moved.state == .confirmed && moved.start == practice.at(12, day: 3) && moved.version == made.version + 1)
    _ = try await bookings.reserve(practice.form(practice.at(15, day: 2)), by: practice.patients[2])
    #expect(practice.ended.withLock { $0.isEmpty })
  }

  @Test func remindersAreOfTheNewestVersionOnly() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let made = try await practice.reserved(practice.at(15, day: 2), bookings)
    _ = try await bookings.reschedule(made.id, to: practice.at(12, day: 3), by: practice.patients[0])
    let jobs = try await practice.jobs(.reminder)
    #expect(
      jobs.map(\.due) == [
        practice.at(15, day: 1), practice.at(14, day: 2), practice.at(12, day: 2), practice.at(11, day: 3),
      ])
    var told: [BookingNews?] = []
    for job in jobs { told.append(try await bookings.told(job.payload)?.news) }
    #expect(told == [nil, nil, .tomorrow, .soon])
    let message = try await bookings.told(jobs[3].payload)
    #expect(message?.person == practice.patients[0] && message?.local == "2026-12-03T12:00")
    #expect(message?.zone == "Asia/Seoul")
    _ = try await bookings.cancel(made.id, CancelForm(expectedRefund: 10_000), by: practice.patients[0])
    #expect(try await bookings.told(jobs[3].payload) == nil)
  }

  /// The server was down when they were due.
  @Test func aReminderThatComesLateSaysNothingUntrue() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    _ = try await practice.reserved(practice.at(10, 30, day: 2), bookings)
    let jobs = try await practice.jobs(.reminder)
    func told(_ time: Timestamp) async throws -> [BookingNews?] {
      practice.now.withLock { $0 = time }
      var told: [BookingNews?] = []
      for job in jobs { told.append(try await bookings.told(job.payload)?.news) }
      return told
    }
    #expect(try await told(practice.at(23, 59, day: 1)) == [.tomorrow, .soon])
    #expect(try await told(practice.at(0, day: 2)) == [.today, .soon])
    #expect(try await told(practice.at(9, 29, day: 2)) == [.today, .soon])
    #expect(try await told(practice.at(9, 30, day: 2)) == [nil, .soon])
    #expect(try await told(practice.at(10, 30, day: 2)) == [nil, nil])
  }

  /// Nobody pays for leaving a time that they did not choose.
  @Test func aTimeThatTheDoctorSetIsFreeToLeave() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let (patient, doctor) = (practice.patients[0], practice.doctor)
    let made = try await practice.reserved(practice.at(15, day: 2), bookings)
    let given = try await bookings.giveTime(practice.at(12), to: made.id, by: doctor)
    #expect(given.isTimeByDoctor)
    practice.pass(2 * hour)
    let all = CancelPreview(refund: 10_000, feeKept: 0, currency: "KRW", needsAccount: false, isPossible: true)
    #expect(try await bookings.cancellation(of: made.id, for: patient) == all)
    // The way out to a time of their own is open as well; from there the policy counts.
    let own = try await bookings.reschedule(made.id, to: practice.at(16), by: patient)
    #expect(!own.isTimeByDoctor)
    #expect(try await bookings.cancellation(of: made.id, for: patient).refund == 5_000)
    _ = try await bookings.giveTime(practice.at(17), to: made.id, by: doctor)
    practice.pass(6 * hour - 1)
    _ = try await bookings.cancel(made.id, CancelForm(expectedRefund: 10_000), by: patient)
    let row = try practice.row(made)
    #expect(practice.ended.withLock { $0[row] }?.refund == 10_000)
  }

  @Test func listsAreInOrder() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings { $0.holdsPerPatient = 99 }
    let patient = practice.patients[0]
    for index in [14, 11, 13, 12] as [Int64] { _ = try await practice.reserved(practice.at(index), bookings) }
    let first = try await bookings.reservations(ReservationQuery(scope: .upcoming, limit: 3), of: patient)
    #expect(first.entries.map(\.start) == [practice.at(11), practice.at(12), practice.at(13)])
    let rest = try await bookings.reservations(
      ReservationQuery(scope: .upcoming, cursor: first.next, limit: 3), of: patient)
    #expect(rest.entries.map(\.start) == [practice.at(14)] && rest.next == nil)
    practice.pass(4 * hour)
    let past = try await bookings.reservations(ReservationQuery(scope: .past), of: patient)
    #expect(past.entries.map(\.start) == [practice.at(12), practice.at(11)])
    let strange = ReservationQuery(scope: .past, cursor: "12.abc")
    #expect(await refusal { try await bookings.reservations(strange, of: patient) } == .badRequest)
  }
}
