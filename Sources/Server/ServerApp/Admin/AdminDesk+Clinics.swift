import AccountContract
import Bookings
import Contract
import Domain
import Foundation
import JSON
import Storage
import Wire

/// Clinics, and who works in them.
extension AdminDesk {
  func clinics() async throws -> JSONValue {
    try await store.read { [identifiers] tables in
      .array(
        try tables.clinics.list(realm: .eyemon).map { clinic -> JSONValue in
          let doctors = try tables.schedules.doctors(of: clinic.id).map { doctor -> JSONValue in
            ["user_id": .string(identifiers.id(doctor.person.id).text), "nick": .string(doctor.person.nick)]
          }
          return [
            "clinic_id": .string(identifiers.id(clinic.id).text), "name": .string(clinic.name),
            "address": .string(clinic.address), "phone": .string(clinic.phone),
            "place": .string("\(clinic.longitude),\(clinic.latitude)"),
            "specialties": .array(clinic.specialties.map { .string($0) }),
            "hours": .string(ClinicFlags.text(clinic.hours)),
            "pictures": .array(clinic.pictures.map { .string($0) }), "doctors": .array(doctors),
          ]
        })
    }
  }

  /// Makes a clinic, or changes one: what is not said stays as it is.
  func putClinic(_ question: JSONValue) async throws -> JSONValue {
    let id = question["id"]?.string
    let now = clock()
    let fields = question["fields"]
    let pictures = try Self.read(question["pictures"])
    let dropsPictures = question["drops_pictures"]?.bool == true
    let row = try await store.write { [self] tables -> RowID<ClinicRow> in
      var clinic = ClinicRow(realm: .eyemon, name: "")
      if let id { clinic = try known(clinic: id, tables) }
      try Self.change(&clinic, fields)
      guard !clinic.name.isEmpty else { throw Refusal(text: "a clinic needs a name") }
      if dropsPictures {
        try tables.clinicPictures.delete(clinic.pictures)
        clinic.pictures = []
      }
      guard clinic.pictures.count + pictures.count <= Bookings.picturesPerClinic else {
        let most = Bookings.picturesPerClinic
        throw Refusal(text: "a clinic has \(most) pictures at most (--no-pictures takes all away)")
      }
      try note(question, tables)
      guard id != nil else { return try tables.clinics.insert(clinic, at: now) }
      _ = try tables.clinics.update(clinic, at: now)
      return clinic.id
    }
    let made = identifiers.id(row).text
    for picture in pictures { try await add(picture, to: row, of: made) }
    return ["clinic_id": .string(made)]
  }

  /// - Throws: for what is not there, or larger than a picture may be.
  private static func read(_ paths: JSONValue?) throws -> [(path: String, bytes: [UInt8])] {
    try (paths?.array ?? []).compactMap(\.string).map { path in
      guard let data = FileManager.default.contents(atPath: path) else {
        throw Refusal(text: "the server cannot read \(path)")
      }
      guard data.count <= PictureUpload.maximumBytes else {
        throw Refusal(text: "\(path) has more than \(PictureUpload.maximumBytes) bytes")
      }
      return (path, Array(data))
    }
  }

  private func add(_ picture: (path: String, bytes: [UInt8]), to row: RowID<ClinicRow>, of id: String) async throws {
    guard let takePicture else { throw Refusal(text: "this server keeps no pictures") }
    let kept: String
    do { kept = try await takePicture(picture.bytes, row) } catch let error as APIError where error.status < 500 {
      throw Refusal(text: "\(picture.path) is no jpg or png that can be shown; clinic \(id) is kept without it")
    }
    let now = clock()
    try await store.write { tables in
      guard var clinic = try tables.clinics.find(row) else { return }
      clinic.pictures.append(kept)
      _ = try tables.clinics.update(clinic, at: now)
    }
  }

  /// Puts a doctor into a clinic, or out of all.
  func assign(_ question: JSONValue) async throws -> JSONValue {
    let (doctor, clinic) = (question["doctor"]?.string ?? "", question["id"]?.string)
    let now = clock()
    try await store.write { [self] tables in
      guard let person = identifiers.row(ID<Person>(doctor)), try tables.doctors.find(person) != nil else {
        throw Refusal(text: "there is no doctor \(doctor)")
      }
      let place = try clinic.map { try known(clinic: $0, tables).id }
      try tables.schedules.assign(person, to: place, at: now)
      try note(question, tables)
    }
    return ["doctor": .string(doctor), "clinic_id": clinic.map { .string($0) } ?? .null]
  }

  private func known(clinic id: String, _ tables: Tables) throws -> ClinicRow {
    guard let row = identifiers.row(ID<ClinicRow>(id)), let clinic = try tables.clinics.find(row) else {
      throw Refusal(text: "there is no clinic \(id)")
    }
    return clinic
  }

  private static func change(_ clinic: inout ClinicRow, _ fields: JSONValue?) throws {
    func text(_ name: String, _ limit: Int) throws -> String? {
      guard let text = fields?[name]?.string else { return nil }
      guard text.utf8.count <= limit, !text.utf8.contains(0) else { throw Refusal(text: "--\(name) is too long") }
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    if let name = try text("name", 300) { clinic.name = name }
    if let address = try text("address", 600) { clinic.address = address }
    if let phone = try text("phone", 60) { clinic.phone = phone }
    if let place = try text("place", 60) {
      guard let (longitude, latitude) = ClinicFlags.place(place) else {
        throw Refusal(text: "--place takes \(ClinicFlags.placeHint)")
      }
      clinic.longitude = longitude
      clinic.latitude = latitude
    }
    if let hours = try text("hours", 2_000) {
      guard let hours = ClinicFlags.hours(hours) else { throw Refusal(text: "--hours takes \(ClinicFlags.hoursHint)") }
      clinic.hours = hours
    }
    if let specialties = try text("specialties", 600) { clinic.specialties = ClinicFlags.list(specialties) }
  }
}
