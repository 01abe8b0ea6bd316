import BookingContract
import Domain
import Storage
import Wire

/// A doctor as lists of orders show them.
public struct DoctorFace: Sendable {
  public var summary: DoctorSummary
  public var estate: Estate
}

extension Bookings {
  /// All of them: what was paid stays to be seen, also where its doctor is not to be found any more.
  public func faces(of doctors: [RowID<Person>], realm: Realm) async throws -> [RowID<Person>: DoctorFace] {
    let now = clock()
    return try await store.read { [self] tables in
      var faces: [RowID<Person>: DoctorFace] = [:]
      let views = views(tables, at: now)
      for id in Set(doctors) {
        if let doctor = try tables.schedules.doctor(id, realm: realm), let estate = try shown([doctor], tables).first {
          faces[id] = DoctorFace(summary: views.summary(doctor), estate: estate)
        } else {
          faces[id] = try pastFace(of: id, tables)
        }
      }
      return faces
    }
  }

  /// Of one who has left, or may not work here any more: what is still known.
  private func pastFace(of id: RowID<Person>, _ tables: Tables) throws -> DoctorFace? {
    guard let nowhere = GeoPlace(longitude: 0, latitude: 0) else { return nil }
    let person = try tables.people.known(id)
    let schedule = try tables.schedules.find(id)
    let clinic = try schedule?.clinic.flatMap { try tables.clinics.find($0) }
    let doctor = identifiers.id(id)
    let epoch = Timestamp(milliseconds: 0)
    return DoctorFace(
      summary: DoctorSummary(
        id: doctor, nick: person?.nick ?? "", profileImage: person?.profileImage,
        clinicID: clinic.map { identifiers.id($0.id, of: Clinic.self) } ?? ID(""), clinicName: clinic?.name ?? "",
        specialty: "", fee: schedule?.fee ?? 0, currency: schedule?.currency ?? "KRW",
        languages: schedule?.languages ?? []),
      estate: Estate(
        id: doctor, category: "", title: person?.nick ?? "", introduction: "",
        thumbnails: person?.profileImage.map { [$0] } ?? [],
        place: clinic.flatMap { GeoPlace(longitude: $0.longitude, latitude: $0.latitude) } ?? nowhere,
        createdAt: epoch, updatedAt: epoch))
  }
}
