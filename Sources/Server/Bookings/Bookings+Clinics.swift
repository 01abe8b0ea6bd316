import Booking
import BookingContract
import Contract
import Domain
import Storage
import Wire

/// Clinics.
extension Bookings {
  public static let picturesPerClinic = 20

  public func clinics(realm: Realm) async throws -> [Clinic] {
    let now = clock()
    return try await store.read { [self] tables in
      let views = self.views(tables, at: now)
      return try tables.clinics.list(realm: realm).map { try views.clinic($0) }
    }
  }

  /// - Throws: 404.
  public func clinic(_ id: ID<Clinic>, realm: Realm) async throws -> Clinic {
    let now = clock()
    return try await store.read { [self] tables in
      try views(tables, at: now).clinic(try clinic(id, realm, tables))
    }
  }

  /// Hours and pictures, by the clinic's own doctors.
  /// - Throws: 400 for too much and for pictures that it has not, 404, 445.
  public func changeClinic(_ id: ID<Clinic>, _ edit: ClinicEdit, by doctor: RowID<Person>) async throws -> Clinic {
    guard edit.hours?.count ?? 0 <= 50 else { throw APIError.badRequest }
    return try await change { [self] tables, now in
      var row = try ownClinic(id, of: doctor, tables)
      if let hours = edit.hours {
        row.hours = hours.map {
          ClinicRow.Hours(weekday: Int64($0.weekday), from: Int64($0.from.minutes), to: Int64($0.to.minutes))
        }
      }
      if let pictures = edit.pictures {
        guard Set(pictures).count == pictures.count, pictures.allSatisfy({ row.pictures.contains($0) }) else {
          throw APIError.badRequest
        }
        try tables.clinicPictures.delete(row.pictures.filter { !pictures.contains($0) })
        row.pictures = pictures
      }
      _ = try tables.clinics.update(row, at: now)
      return try views(tables, at: now).clinic(row)
    }
  }

  /// The clinic into which a doctor may put so many pictures. - Throws: 400 `file_count`, 404, 445.
  public func clinic(
    _ id: ID<Clinic>, forPictures count: Int, by doctor: RowID<Person>
  ) async throws -> RowID<ClinicRow> {
    try await store.read { [self] tables in
      let row = try ownClinic(id, of: doctor, tables)
      guard row.pictures.count + count <= Self.picturesPerClinic else { throw APIError.fileCount }
      return row.id
    }
  }

  /// - Parameter pictures: paths of pictures that are kept already. - Throws: 400 `file_count`, 404, 445.
  public func addPictures(
    _ pictures: [String], to id: ID<Clinic>, by doctor: RowID<Person>
  ) async throws -> Clinic {
    try await change { [self] tables, now in
      var row = try ownClinic(id, of: doctor, tables)
      row.pictures += pictures
      guard row.pictures.count <= Self.picturesPerClinic else { throw APIError.fileCount }
      _ = try tables.clinics.update(row, at: now)
      return try views(tables, at: now).clinic(row)
    }
  }

  private func clinic(_ id: ID<Clinic>, _ realm: Realm, _ tables: Tables) throws -> ClinicRow {
    guard let number = identifiers.row(id, as: ClinicRow.self), let row = try tables.clinics.find(number),
      row.realm == realm
    else { throw APIError.clinicNotFound }
    return row
  }

  private func ownClinic(_ id: ID<Clinic>, of doctor: RowID<Person>, _ tables: Tables) throws -> ClinicRow {
    try checkDoctor(doctor, tables)
    guard let person = try tables.people.find(doctor) else { throw APIError.personGone }
    let row = try clinic(id, person.realm, tables)
    guard try tables.schedules.find(doctor)?.clinic == row.id else { throw APIError.notTheDoctor }
    return row
  }
}
