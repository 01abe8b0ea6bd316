import Booking
import BookingContract
import Contract
import Domain
import JSON
import SQL
import Storage
import StorageTesting
import Synchronization
import Wire

@testable import Bookings

/// Monday 2026-11-30, 09:00 in Seoul.
let monday = Timestamp(milliseconds: 1_795_996_800_000)
let minute: Int64 = 60_000
let hour: Int64 = 3_600_000
let day: Int64 = 24 * hour

struct Missing: Error {}

/// A doctor with hours, patients, and a till that only writes down what it is told.
final class Practice: Sendable {
  struct Ended: Equatable {
    var end: ReservationEnd
    var refund: Int64
    var account: RefundTarget?
  }

  let store: DataStore
  let identifiers: Identifiers
  let doctor: RowID<Person>
  let patients: [RowID<Person>]
  let now = Mutex(monday)
  let money = Mutex<[RowID<ReservationRow>: ReservationMoney]>([:])
  let ended = Mutex<[RowID<ReservationRow>: Ended]>([:])
  let linkKey = [UInt8](repeating: 7, count: 32)

  init(_ change: @Sendable @escaping (inout ScheduleRow) -> Void = { _ in }) async throws {
    let store = try await DataStore.open(.ofTest(), durability: .off)
    self.store = store
    identifiers = try ServerSecrets.ephemeral().identifiers
    (doctor, patients) = try await store.write { tables in
      func person(_ name: String, _ role: Role) throws -> RowID<Person> {
        let new = NewPerson(realm: .eyemon, email: name + "@example.com", nick: name, role: role, passwordHash: "")
        guard let id = try tables.people.insert(new, at: monday) else { throw Missing() }
        return id
      }
      let doctor = try person("김서윤", .doctor)
      try tables.people.insertDoctor(doctor, realm: .eyemon, state: .approved, clinic: "", specialty: "망막")
      var schedule = ScheduleRow(doctor: doctor)
      schedule.fee = 10_000
      schedule.policy = PolicyRow(freeHours: 24, partHours: 2, partPercent: 50)
      schedule.rules = (1...7).map { ScheduleRow.Rule(weekday: $0, from: 10 * 60, to: 18 * 60) }
      change(&schedule)
      _ = try tables.schedules.put(schedule, at: monday)
      let clinic = try tables.clinics.insert(ClinicRow(realm: .eyemon, name: "밝은마루안과"), at: monday)
      try tables.schedules.assign(doctor, to: clinic, at: monday)
      return (doctor, try ["가", "나", "다", "라", "마"].map { try person($0, .patient) })
    }
  }

  func bookings(_ change: (inout BookingSettings) -> Void = { _ in }) throws -> Bookings {
    var settings = BookingSettings()
    change(&settings)
    return Bookings(
      store: store, identifiers: identifiers, settings: settings, zones: try TimeZones.system(), linkKey: linkKey,
      orders: OrderPort(
        money: { [self] _, id in money.withLock { $0[id] } },
        ended: { [self] _, id, end, refund, account, _ in
          ended.withLock { $0[id] = Ended(end: end, refund: refund, account: account) }
        }), clock: { [self] in now.withLock { $0 } })
  }

  func pass(_ milliseconds: Int64) { now.withLock { $0 = $0.adding(milliseconds: milliseconds) } }

  /// Today at an hour in Seoul, or a later day.
  func at(_ clock: Int64, _ minutes: Int64 = 0, day later: Int64 = 0) -> Timestamp {
    monday.adding(milliseconds: (clock - 9) * hour + minutes * minute + later * day)
  }

  func form(_ start: Timestamp, name: String = "정민지") -> ReservationForm {
    ReservationForm(doctorID: identifiers.id(doctor), start: start, personName: name)
  }

  func row(_ reservation: BookingContract.Reservation) throws -> RowID<ReservationRow> {
    guard let row = identifiers.row(reservation.id, as: ReservationRow.self) else { throw Missing() }
    return row
  }

  /// As payments do once the money is there.
  @discardableResult
  func pay(
    _ reservation: BookingContract.Reservation, _ bookings: Bookings
  ) async throws -> ReservationPort.Confirmation {
    let (row, port, now) = (try row(reservation), bookings.port, now.withLock { $0 })
    let answer = try await store.write { try port.confirm($0, row, now) }
    if answer == .taken {
      money.withLock { $0[row] = ReservationMoney(paid: reservation.fee, refunded: 0, currency: "KRW") }
    }
    return answer
  }

  /// A reservation that is paid.
  func reserved(
    _ start: Timestamp, by patient: Int = 0, _ bookings: Bookings
  ) async throws -> BookingContract.Reservation {
    let held = try await bookings.reserve(form(start), by: patients[patient])
    try await pay(held, bookings)
    return try await bookings.reservation(held.id, for: patients[patient])
  }

  /// The payloads of jobs of a kind, with what they are keyed by.
  func jobs(_ kind: JobKind) async throws -> [(key: String, payload: JSONValue, due: Timestamp?)] {
    try await store.read { try $0.jobs.list([.open], limit: 1_000) }
      .filter { $0.kind == kind }.reversed().map { ($0.key ?? "", $0.payload, $0.dueAt) }
  }

  /// Runs what is due by now, as the job runner would.
  func runDue(_ bookings: Bookings) async throws {
    for job in try await jobs(.bookingDue) {
      if let due = job.due, due <= now.withLock({ $0 }) { _ = try await bookings.endDue(job.payload) }
    }
  }
}

/// What a call is refused with; nil where it is not.
func refusal(_ call: () async throws -> some Any) async -> APIError? {
  do {
    _ = try await call()
    return nil
  } catch { return error as? APIError }
}

extension Practice {
  /// So many days after Monday.
  func date(_ later: Int) -> CalendarDate {
    CalendarDate(daysSinceEpoch: (monday.milliseconds + 9 * hour) / day + Int64(later))
  }
}
