import AccountContract
import Domain
import Storage
import Wire

extension Profiles {
  /// Counts today, by the calendar of Seoul, once.
  public func attend(_ person: RowID<Person>) async throws -> Attendance {
    let now = clock()
    let day = String(now.adding(milliseconds: 9 * 3_600_000).iso8601.prefix(10))
    return try await store.write { tables in
      let isNew = try tables.attendances.add(day, of: person, at: now)
      return Attendance(days: try tables.attendances.count(of: person), isNew: isNew)
    }
  }
}
