import BookingContract
import Domain
import Storage

/// A doctor as lists of orders show them.
public struct DoctorFace: Sendable {
  public var summary: DoctorSummary
  public var estate: Estate
}

extension Bookings {
  /// Without those who are not to be found any more.
  public func faces(of doctors: [RowID<Person>], realm: Realm) async throws -> [RowID<Person>: DoctorFace] {
    let now = clock()
    return try await store.read { [self] tables in
      var faces: [RowID<Person>: DoctorFace] = [:]
      let views = views(tables, at: now)
      for id in Set(doctors) {
        guard let doctor = try tables.schedules.doctor(id, realm: realm),
          let estate = try shown([doctor], tables).first
        else { continue }
        faces[id] = DoctorFace(summary: views.summary(doctor), estate: estate)
      }
      return faces
    }
  }
}
