import Booking
import BookingContract
import Contract
import Domain
import Foundation
import Payment
import Storage
import Wire

/// Doctors as an older client knows estates.
extension Bookings {
  private static let hotLimit = 20

  /// Doctors, the nearest first where a place is named.
  public func estates(_ query: EstateQuery, realm: Realm) async throws -> [Estate] {
    try await store.read { [self] tables in
      var found = try shown(tables.schedules.doctors(realm: realm), tables)
      if let category = query.category { found = found.filter { $0.category.contains(category) } }
      guard let place = query.place else { return found }
      for index in found.indices { found[index].distance = place.metres(to: found[index].place) }
      if let limit = query.maxDistance { found = found.filter { $0.distance ?? 0 <= limit } }
      return found.sorted { ($0.distance ?? 0, $0.id.text) < ($1.distance ?? 0, $1.id.text) }
    }
  }

  /// Those with a free time today.
  public func estatesToday(realm: Realm) async throws -> [Estate] {
    let now = clock()
    return try await store.read { [self] tables in
      let free = try tables.schedules.doctors(realm: realm).filter { doctor in
        guard let times = DoctorTimes(doctor, zones, tables, at: now) else { return false }
        return try times.slots(from: times.finder.zone.date(at: now), days: 1).contains { $0.isFree }
      }
      return try shown(free, tables)
    }
  }

  /// Those whom most people like.
  public func hotEstates(realm: Realm) async throws -> [Estate] {
    try await store.read { [self] tables in
      let doctors = try tables.schedules.doctors(realm: realm)
        .sorted { ($1.likeCount, $0.person.id) < ($0.likeCount, $1.person.id) }
      return try shown(Array(doctors.prefix(Self.hotLimit)), tables)
    }
  }

  /// Those of the same specialties as the doctors whom somebody likes; without any, all.
  public func similarEstates(to person: RowID<Person>, realm: Realm) async throws -> [Estate] {
    try await store.read { [self] tables in
      let liked = try tables.schedules.liked(by: person)
      let specialties = Set(liked.map(\.specialty)).subtracting([""])
      let doctors = try tables.schedules.doctors(realm: realm).filter { doctor in
        specialties.isEmpty
          || (specialties.contains(doctor.specialty) && !liked.contains { $0.person.id == doctor.person.id })
      }
      return try shown(doctors, tables)
    }
  }

  /// One line for each clinic.
  public func topics(realm: Realm) async throws -> [Topic] {
    let now = clock()
    return try await store.read { [self] tables in
      let today = (zones.rules(of: "Asia/Seoul") ?? .utc).date(at: now)
      return try tables.clinics.list(realm: realm).map { clinic in
        Topic(
          title: clinic.name,
          content: clinic.specialties.isEmpty
            ? clinic.address : clinic.specialties.joined(separator: " · "),
          date: "\(today.year % 100).\(today.month).\(today.day)")
      }
    }
  }

  /// - Throws: 404 for an unknown doctor.
  public func estate(_ id: ID<Person>, realm: Realm, for person: RowID<Person>) async throws -> EstateDetail {
    let now = clock()
    return try await store.read { [self] tables in
      let doctor = try self.doctor(id, realm: realm, tables)
      guard let estate = try shown([doctor], tables).first else { throw APIError.personNotFound }
      let schedule = doctor.schedule
      return EstateDetail(
        estate: estate,
        reservationPrice: MajorAmount(minor: schedule.fee, decimals: Currency(schedule.currency)?.decimals ?? 0),
        description: schedule.answerTime, creator: identifiers.person(doctor.person),
        isLiked: try tables.schedules.isLiked(doctor.person.id, by: person),
        isReserved: try tables.reservations.hasOpen(patient: person, doctor: doctor.person.id, at: now))
    }
  }

  /// - Throws: 404 for an unknown doctor.
  public func like(_ id: ID<Person>, _ isLiked: Bool, realm: Realm, by person: RowID<Person>) async throws -> Bool {
    try await change { [self] tables, now in
      try tables.schedules.setLiked(isLiked, try doctor(id, realm: realm, tables).person.id, by: person, at: now)
      return isLiked
    }
  }

  /// The last liked first.
  public func likedEstates(_ query: LikedQuery, by person: RowID<Person>) async throws -> RecordPage<Estate> {
    try await store.read { [self] tables in
      var found = try shown(tables.schedules.liked(by: person), tables)
      if let category = query.category { found = found.filter { $0.category.contains(category) } }
      if let cursor = query.cursor, cursor != "0" {
        // Whoever is not liked any more cannot say where the page began.
        guard let last = found.firstIndex(where: { $0.id.text == cursor }) else { return RecordPage(entries: []) }
        found.removeFirst(last + 1)
      }
      let limit = min(max(query.limit ?? PageQuery.defaultLimit, 1), PageQuery.maximumLimit)
      let page = Array(found.prefix(limit))
      return RecordPage(entries: page, next: found.count > limit ? page.last?.id.text : nil)
    }
  }

  func shown(_ doctors: [BookableDoctor], _ tables: Tables) throws -> [Estate] {
    var clinics: [RowID<ClinicRow>: ClinicRow] = [:]
    return try doctors.compactMap { doctor in
      let schedule = doctor.schedule
      if let id = schedule.clinic, clinics[id] == nil { clinics[id] = try tables.clinics.find(id) }
      let clinic = schedule.clinic.flatMap { clinics[$0] }
      guard let place = GeoPlace(longitude: clinic?.longitude ?? 0, latitude: clinic?.latitude ?? 0) else { return nil }
      let pictures = clinic?.pictures ?? []
      let face = doctor.person.profileImage.map { [$0] } ?? []
      return Estate(
        id: identifiers.id(doctor.person.id), category: doctor.specialty, title: doctor.person.nick,
        introduction: schedule.introduction.isEmpty ? doctor.person.introduction : schedule.introduction,
        thumbnails: pictures.isEmpty ? face : pictures, place: place, likeCount: doctor.likeCount,
        createdAt: doctor.updatedAt, updatedAt: doctor.updatedAt)
    }
  }
}

extension GeoPlace {
  /// Along a great circle of a sphere of the earth's mean radius.
  func metres(to other: GeoPlace) -> Int64 {
    func radians(_ millionths: Int64) -> Double { Double(millionths) / 1_000_000 * .pi / 180 }
    let north = radians(other.latitude - latitude) / 2
    let east = radians(other.longitude - longitude) / 2
    let chord =
      sin(north) * sin(north) + cos(radians(latitude)) * cos(radians(other.latitude)) * sin(east) * sin(east)
    return Int64(2 * 6_371_008.8 * asin(min(1, chord.squareRoot())))
  }
}
