import Booking
import BookingContract
import Bookings
import Domain
import Storage
import Synchronization
import Wire

/// Doctors with long hours, and patients who take their times one after the other; each hold is on the disk before it
/// is said.
final class Holds: Sendable {
  private static let doctorCount = 32
  private static let day: Int64 = 86_400_000

  private let store: DataStore
  private let bookings: Bookings
  private let identifiers: Identifiers
  private let doctors: [RowID<Person>]
  private let patients: [RowID<Person>]
  /// Two days from the start of the bench, at midnight UTC.
  private let first: Timestamp
  private let next = Atomic(0)

  init(path: String, patients count: Int, now: Timestamp) async throws {
    let store = try await DataStore.open(.file(path))
    self.store = store
    identifiers = try ServerSecrets.ephemeral().identifiers
    (doctors, patients) = try await store.write { tables in
      func person(_ name: String, _ role: Role) throws -> RowID<Person> {
        let new = NewPerson(realm: .eyemon, email: name + "@example.com", nick: name, role: role, passwordHash: "")
        guard let id = try tables.people.insert(new, at: now) else { throw Unexpected() }
        return id
      }
      let doctors = try (0..<Self.doctorCount).map { number in
        let doctor = try person("d\(number)", .doctor)
        try tables.people.insertDoctor(doctor, realm: .eyemon, state: .approved, clinic: "", specialty: "")
        var schedule = ScheduleRow(doctor: doctor)
        schedule.zone = "UTC"
        schedule.fee = 10_000
        schedule.horizonDays = 366
        schedule.rules = (1...7).map { ScheduleRow.Rule(weekday: $0, from: 0, to: 24 * 60) }
        _ = try tables.schedules.put(schedule, at: now)
        return doctor
      }
      return (doctors, try (0..<count).map { try person("p\($0)", .patient) })
    }
    var settings = BookingSettings()
    settings.holdsPerPatient = .max
    bookings = Bookings(
      store: store, identifiers: identifiers, settings: settings, zones: try TimeZones.system(),
      linkKey: [UInt8](repeating: 1, count: 32), clock: { now })
    first = Timestamp(milliseconds: (now.milliseconds / Self.day + 2) * Self.day)
  }

  /// Holds a second of so many patients, each with one on its way.
  func rate(patients count: Int, seconds: Double) async throws -> Double {
    let end = ContinuousClock.now.advanced(by: .seconds(seconds))
    let began = ContinuousClock.now
    let done = try await withThrowingTaskGroup(of: Int.self) { group in
      for patient in patients.prefix(count) {
        group.addTask {
          var done = 0
          while ContinuousClock.now < end {
            try await self.reserve(by: patient)
            done += 1
          }
          return done
        }
      }
      return try await group.reduce(0, +)
    }
    return Double(done) / ((ContinuousClock.now - began) / .seconds(1))
  }

  func close() { store.close() }

  private func reserve(by patient: RowID<Person>) async throws {
    let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
    let slot = Int64(number / Self.doctorCount)
    let form = ReservationForm(
      doctorID: identifiers.id(doctors[number % Self.doctorCount]),
      start: first.adding(milliseconds: slot * 1_800_000), personName: "정민지", symptoms: "눈이 침침해요")
    _ = try await bookings.reserve(form, by: patient)
  }
}
