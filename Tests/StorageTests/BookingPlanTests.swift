import Domain
import SQL
import SQLite
import Storage
import Testing
import Wire

struct BookingPlanTests {
  /// Some hundred reservations, every query about them, and no walk through a whole table.
  @Test func queriesAboutReservationsUseIndexes() async throws {
    let world = try await World.make()
    let slow = try await world.store.write { (tables) throws in
      let (patient, doctor) = (world.patient, world.doctor)
      _ = try tables.schedules.put(ScheduleRow(doctor: doctor), at: start)
      for number in 0..<300 as Range<Int64> {
        let from = start.adding(milliseconds: number * 3_600_000)
        let id = try tables.reservations.insert(
          ReservationRow(
            realm: .eyemon, doctor: doctor, patient: patient, clinic: nil, state: "held", startsAt: from,
            endsAt: from.adding(milliseconds: 1), dueAt: from, personName: "하나",
            schedule: ScheduleRow(doctor: doctor), at: start))
        _ = try tables.cells.take(number * 12..<number * 12 + 6, of: doctor, for: .reservation(id))
        let entry = try tables.waiting.insert(
          WaitingRow(
            realm: .eyemon, doctor: doctor, patient: patient, from: "2026-01-01", to: "2026-01-02", createdAt: start))
        _ = try tables.waiting.insert(
          WaitingOfferRow(
            entry: entry, doctor: doctor, startsAt: from, endsAt: from, until: from, createdAt: start))
      }
      try Self.askAboutReservations(patient, doctor, tables)
      try Self.askAboutDoctors(patient, doctor, tables)
      return (tables.connection as? SQLiteConnection)?.slowStatements
    }
    #expect(slow == [])
  }

  private static func askAboutReservations(
    _ patient: RowID<Person>, _ doctor: RowID<Person>, _ tables: Tables
  ) throws {
    _ = try tables.reservations.upcoming(of: patient, at: start, after: nil, limit: 5)
    _ = try tables.reservations.past(of: patient, at: start, after: nil, limit: 5)
    _ = try tables.reservations.list(of: doctor, from: start, to: start, limit: 5)
    _ = try tables.reservations.inCalendar(of: patient, since: start, limit: 5)
    _ = try tables.reservations.openTimeless(by: patient, of: doctor, at: start)
    _ = try tables.reservations.due(of: doctor, at: start, limit: 5)
    _ = try tables.reservations.open(of: patient, at: start, limit: 5)
    _ = try tables.reservations.holdCount(of: patient, at: start)
    _ = try tables.reservations.isConsultOpen(patient: patient, doctor: doctor, at: start)
    _ = try tables.reservations.hasOpen(patient: patient, doctor: doctor, at: start)
    _ = try tables.cells.taken(in: 0..<99, of: doctor)
    try tables.cells.release(.reservation(RowID(1)))
    try tables.cells.release(.offer(RowID(1)))
    guard let row = try tables.reservations.find(RowID(1)) else { throw Missing() }
    _ = try tables.reservations.change(row, at: start)
    try tables.reservations.setNote("", of: row.id, at: start)
  }

  private static func askAboutDoctors(_ patient: RowID<Person>, _ doctor: RowID<Person>, _ tables: Tables) throws {
    _ = try tables.waiting.open(of: patient)
    _ = try tables.waiting.queue(of: doctor, on: "2026-01-01", limit: 5)
    _ = try tables.waiting.offer(of: RowID(1))
    _ = try tables.waiting.wasOffered(start, to: RowID(1))
    _ = try tables.waiting.dueOffers(of: doctor, at: start, limit: 5)
    _ = try tables.waiting.end(RowID(1), as: .over)
    _ = try tables.schedules.find(doctor)
    _ = try tables.schedules.doctor(doctor, realm: .eyemon)
    _ = try tables.schedules.doctors(realm: .eyemon)
    _ = try tables.schedules.doctors(of: RowID(1))
    try tables.schedules.setLiked(true, doctor, by: patient, at: start)
    _ = try tables.schedules.liked(by: patient)
    _ = try tables.schedules.isLiked(doctor, by: patient)
    try tables.schedules.setLiked(false, doctor, by: patient, at: start)
    _ = try tables.clinics.list(realm: .eyemon)
    _ = try tables.clinics.clinic(of: doctor)
  }
}
