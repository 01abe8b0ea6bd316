import Booking
import BookingContract
import Contract
import Domain
import Storage
import Synchronization
import Testing
import Wire

@testable import Bookings

struct DoctorTests {
  @Test func aRequestWaitsForTheDoctor() async throws {
    let practice = try await Practice { $0.needsApproval = true }
    let bookings = try practice.bookings()
    let asked = try await practice.reserved(practice.at(15, day: 2), bookings)
    #expect(asked.state == .requested && asked.approveUntil == monday.adding(milliseconds: day))
    #expect(asked.roomID == nil && !asked.consult.isOpen)
    let list = try await bookings.reservations(
      on: DayRange(from: practice.date(2), to: practice.date(2)), of: practice.doctor)
    #expect(list.reservations.map(\.id) == [asked.id])
    #expect(list.reservations.first?.patient?.id == practice.identifiers.id(practice.patients[0]))
    let confirmed = try await bookings.approve(asked.id, by: practice.doctor)
    #expect(confirmed.state == .confirmed && confirmed.roomID != nil)
    #expect(await refusal { try await bookings.approve(asked.id, by: practice.doctor) } == .reservationChanged)
    #expect(await refusal { try await bookings.approve(asked.id, by: practice.patients[0]) } == .notTheDoctor)
  }

  @Test func declinedGivesAllBackAndFreesTheTime() async throws {
    let practice = try await Practice { $0.needsApproval = true }
    let bookings = try practice.bookings()
    let asked = try await practice.reserved(practice.at(15, day: 2), bookings)
    let declined = try await bookings.decline(asked.id, reason: "학회", by: practice.doctor)
    #expect(declined.state == .declined && declined.cancelReason == "학회")
    let row = try practice.row(asked)
    #expect(practice.ended.withLock { $0[row] } == Practice.Ended(end: .declined, refund: 10_000, account: nil))
    _ = try await bookings.reserve(practice.form(practice.at(15, day: 2)), by: practice.patients[1])
  }

  /// What was paid stays to be seen, whoever it was paid to.
  @Test func doctorsWhoAreNotToBeFoundAnyMoreKeepTheirFaces() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let doctor = practice.doctor
    func face() async throws -> DoctorFace? {
      try await bookings.faces(of: [doctor, doctor], realm: .eyemon)[doctor]
    }
    let before = try await face()
    #expect(before?.summary.specialty == "망막" && before?.estate.category == "망막")
    _ = try await practice.store.write { try $0.doctors.decide(.refused, reason: "", on: doctor, at: monday) }
    let after = try await face()
    #expect(after?.summary.nick == "김서윤" && after?.summary.clinicName == "밝은마루안과")
    #expect(after?.summary.id == practice.identifiers.id(doctor) && after?.summary.currency == "KRW")
    #expect(after?.estate.title == "김서윤" && after?.estate.id == practice.identifiers.id(doctor))
    let nobody = RowID<Person>(999)
    #expect(try await bookings.faces(of: [nobody], realm: .eyemon)[nobody]?.summary.nick == "")
  }

  @Test func noAnswerIsANo() async throws {
    let practice = try await Practice { $0.needsApproval = true }
    let bookings = try practice.bookings()
    let asked = try await practice.reserved(practice.at(15, day: 2), bookings)
    practice.pass(day)
    #expect(await refusal { try await bookings.approve(asked.id, by: practice.doctor) } == .reservationChanged)
    try await practice.runDue(bookings)
    let row = try practice.row(asked)
    #expect(practice.ended.withLock { $0[row] } == Practice.Ended(end: .unanswered, refund: 10_000, account: nil))
  }

  /// In whatever order they arrive.
  @Test func ofApprovedAndCancelledOneWins() async throws {
    let practice = try await Practice { $0.needsApproval = true }
    let bookings = try practice.bookings()
    for index in 0..<6 as Range<Int64> {
      let asked = try await practice.reserved(practice.at(11 + index, day: 2), by: Int(index) % 5, bookings)
      let patient = practice.patients[Int(index) % 5]
      async let approved = refusal { try await bookings.approve(asked.id, by: practice.doctor) }
      async let declined = refusal { try await bookings.decline(asked.id, reason: "", by: practice.doctor) }
      async let again = refusal { try await bookings.approve(asked.id, by: practice.doctor) }
      let refused = await [approved, declined, again]
      #expect(refused.filter { $0 == nil }.count == 1)
      #expect(refused.filter { $0 == .reservationChanged }.count == 2)
      let now = try await bookings.reservation(asked.id, for: patient)
      #expect(now.version == asked.version + 1)
    }
  }

  @Test func aDoctorsCancellationGivesAllBack() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let made = try await practice.reserved(practice.at(11), bookings)
    practice.pass(90 * minute)
    let gone = try await bookings.cancelAsDoctor(made.id, reason: "응급", key: "k", by: practice.doctor)
    let again = try await bookings.cancelAsDoctor(made.id, reason: "응급", key: "k", by: practice.doctor)
    #expect(again == gone)
    for (reason, key) in [("응급", "other"), ("다른 이유", "k")] {
      let refused = await refusal {
        try await bookings.cancelAsDoctor(made.id, reason: reason, key: key, by: practice.doctor)
      }
      #expect(refused == .reservationChanged)
    }
    #expect(gone.cancelledBy == .doctor)
    let row = try practice.row(made)
    #expect(
      practice.ended.withLock { $0[row] } == Practice.Ended(end: .cancelledByDoctor, refund: 10_000, account: nil))
  }

  @Test func doneAndNoShowComeAfterTheStart() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let made = try await practice.reserved(practice.at(11), bookings)
    for call in [bookings.markDone, bookings.markNoShow] {
      #expect(await refusal { try await call(made.id, "", practice.doctor) } == .reservationChanged)
    }
    practice.pass(3 * hour)
    #expect(try await bookings.markNoShow(made.id, by: practice.doctor).state == .noShow)
    #expect(try await bookings.markDone(made.id, by: practice.doctor).state == .done)
    let noted = try await bookings.writeNote("한 달 뒤 다시 오세요.", on: made.id, by: practice.doctor)
    #expect(noted.version == 4)
    #expect(try await bookings.reservation(made.id, for: practice.patients[0]).note == "한 달 뒤 다시 오세요.")
    let long = String(repeating: "가", count: 4_001)
    #expect(await refusal { try await bookings.writeNote(long, on: made.id, by: practice.doctor) } == .badRequest)
  }

  @Test func aConsultationWithoutATimeGetsOne() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    let (doctor, patient, port) = (practice.doctor, practice.patients[0], bookings.port)
    let fact = try await practice.store.write { try port.makeTimeless($0, doctor, patient, monday) }
    let id = try #require(fact?.id)
    #expect(try await practice.store.write { try port.confirm($0, id, monday) } == .taken)
    let wire = practice.identifiers.id(id, of: BookingContract.Reservation.self)
    let made = try await bookings.reservation(wire, for: patient)
    #expect(made.state == .confirmed && made.start == nil && made.consult.isOpen && made.consult.closesAt == nil)
    let list = try await bookings.reservations(
      on: DayRange(from: practice.date(0), to: practice.date(0)), of: practice.doctor)
    #expect(list.reservations.map(\.id) == [wire] && list.offset == 540)
    #expect(
      await refusal { try await bookings.giveTime(practice.at(11).adding(milliseconds: 1), to: wire, by: doctor) }
        == .badRequest)
    // Outside of the hours that patients see.
    let given = try await bookings.giveTime(practice.at(19, 5, day: 1), to: wire, by: doctor)
    #expect(given.start == practice.at(19, 5, day: 1) && given.end == practice.at(19, 35, day: 1))
    let other = try await practice.reserved(practice.at(11, day: 1), by: 1, bookings)
    await #expect(throws: SlotGone.self) {
      try await bookings.giveTime(practice.at(19, 10, day: 1), to: other.id, by: doctor)
    }
  }

  /// Each would be another order to pay.
  @Test func aRepeatOfAnOrderWithoutATimeGetsTheOpenOne() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings { $0.holdsPerPatient = 2 }
    let (doctor, patients, port) = (practice.doctor, practice.patients, bookings.port)
    func ask(_ patient: Int = 0) async throws -> RowID<ReservationRow> {
      let now = practice.now.withLock { $0 }
      let fact = try await practice.store.write { try port.makeTimeless($0, doctor, patients[patient], now) }
      return try #require(fact?.id)
    }
    let first = try await ask()
    #expect(try await ask() == first)
    #expect(try await ask(1) != first)
    // Another fee, another order; and not as many as one likes.
    func setFee(_ fee: Int64) async throws {
      try await practice.store.write { tables in
        guard var schedule = try tables.schedules.find(doctor) else { throw Missing() }
        schedule.fee = fee
        _ = try tables.schedules.put(schedule, at: monday)
      }
    }
    try await setFee(20_000)
    let second = try await ask()
    #expect(second != first)
    try await setFee(30_000)
    #expect(await refusal { try await ask() } == .tooManyHolds)
    practice.pass(10 * minute)
    try await practice.runDue(bookings)
    let third = try await ask()
    #expect(third != second)
    // What is paid is over for this: who asks again buys again.
    let now = practice.now.withLock { $0 }
    #expect(try await practice.store.write { try port.confirm($0, third, now) } == .taken)
    #expect(try await ask() != third)
  }

  @Test func whatCostsNothingIsNotBoughtTwice() async throws {
    let practice = try await Practice { $0.fee = 0 }
    let bookings = try practice.bookings()
    let (doctor, patient, port) = (practice.doctor, practice.patients[0], bookings.port)
    let made = try await practice.store.write { tables in
      try (0..<2).map { _ in try port.makeTimeless(tables, doctor, patient, monday) }
    }
    #expect(made[0]?.state == "confirmed" && made[1]?.id == made[0]?.id)
  }

  @Test func hoursAreWrittenByWhoReadTheNewest() async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    var form = try await bookings.schedule(of: practice.doctor)
    #expect(form.rules.count == 7 && form.specialty == "망막")
    form.slotMinutes = 60
    form.exceptions = [ScheduleException(date: practice.date(1), kind: .closed, note: "휴진")]
    let stored = try await bookings.setSchedule(form, of: practice.doctor)
    #expect(stored.version == form.version + 1)
    #expect(try await bookings.schedule(of: practice.doctor) == stored)
    let old = form
    #expect(await refusal { try await bookings.setSchedule(old, of: practice.doctor) } == .reservationChanged)
    let table = try await bookings.slots(
      of: practice.identifiers.id(practice.doctor), SlotQuery(from: practice.date(0), days: 2), realm: .eyemon)
    #expect(table.slotMinutes == 60 && table.days[0].slots.count == 8 && table.days[1].slots.isEmpty)
    #expect(await refusal { try await bookings.schedule(of: practice.patients[0]) } == .notTheDoctor)
  }

  static let impossible: [@Sendable (inout ScheduleForm) -> Void] = [
    { $0.zone = "Asia/Nowhere" }, { $0.currency = "ABC" }, { $0.currency = "krw" }, { $0.fee = .max },
    { $0.slotMinutes = 7 }, { $0.languages = ["ko; DROP"] }, { $0.specialty = "\u{0}" }, { $0.version = -1 },
    { $0.introduction = String(repeating: "가", count: 2_001) }, { $0.horizonDays = 400 },
    { $0.policy = Policy(freeHours: 1, partHours: 2, partPercent: 50) },
  ]

  @Test(arguments: impossible.indices)
  func rulesThatCannotBeAreRefused(_ index: Int) async throws {
    let practice = try await Practice()
    let bookings = try practice.bookings()
    var form = try await bookings.schedule(of: practice.doctor)
    Self.impossible[index](&form)
    let wrong = form
    #expect(await refusal { try await bookings.setSchedule(wrong, of: practice.doctor) } == .badRequest)
  }
}
