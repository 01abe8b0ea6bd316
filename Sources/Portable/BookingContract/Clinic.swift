import Contract
import Domain
import JSON
import Wire

/// When a clinic is open on one day of the week.
public struct ClinicHours: Equatable, Sendable {
  /// 1 (Monday) … 7 (Sunday), as ISO 8601 counts.
  public var weekday: Int
  public var from: ClockTime
  public var to: ClockTime

  public init(weekday: Int, from: ClockTime, to: ClockTime) {
    self.weekday = weekday
    self.from = from
    self.to = to
  }

  /// Also a doctor's weekly rule: both are a stretch of a day of the week.
  static var form: APIForm<ClinicHours> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.between("weekday", 1...7), Schema.clock("from"), Schema.clock("to")]) { hours in
      [
        "weekday": .integer(Int64(hours.weekday)), "from": .string(hours.from.text), "to": .string(hours.to.text),
      ]
    } read: { fields throws(APIError) in
      let hours = ClinicHours(
        weekday: try fields.whole("weekday", 1...7), from: try fields.clock("from"), to: try fields.clock("to"))
      guard hours.from < hours.to else { throw .badRequest }
      return hours
    }
  }
}

/// A place where doctors work.
public struct Clinic: Equatable, Sendable {
  /// Empty for a doctor who belongs to no clinic: then there is little more than a name.
  public var id: ID<Clinic>
  public var name: String
  public var address: String
  public var phone: String
  public var place: GeoPlace
  public var hours: [ClinicHours]
  /// Paths, opened like pictures of people.
  public var pictures: [String]
  public var specialties: [String]
  public var doctors: [DoctorSummary]

  public init(
    id: ID<Clinic>, name: String, address: String, phone: String, place: GeoPlace, hours: [ClinicHours] = [],
    pictures: [String] = [], specialties: [String] = [], doctors: [DoctorSummary] = []
  ) {
    self.id = id
    self.name = name
    self.address = address
    self.phone = phone
    self.place = place
    self.hours = hours
    self.pictures = pictures
    self.specialties = specialties
    self.doctors = doctors
  }

  static var form: APIForm<Clinic> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("clinic_id"), Schema.text("name"), Schema.text("address"), Schema.text("phone"),
      Schema.number("longitude"), Schema.number("latitude"), Schema.list("hours", of: ClinicHours.form.schema),
      Schema.list("pictures", of: Schema.string), Schema.list("specialties", of: Schema.string),
      Schema.list("doctors", of: DoctorSummary.form.schema),
    ]) { clinic in
      var object: JSONObject = [
        "clinic_id": .string(clinic.id.text), "name": .string(clinic.name), "address": .string(clinic.address),
        "phone": .string(clinic.phone),
      ]
      clinic.place.put(&object)
      object["hours"] = ClinicHours.form.array(clinic.hours)
      object["pictures"] = .array(clinic.pictures.map { .string($0) })
      object["specialties"] = .array(clinic.specialties.map { .string($0) })
      object["doctors"] = DoctorSummary.form.array(clinic.doctors)
      return object
    } read: { fields throws(APIError) in
      Clinic(
        id: ID(fields.text("clinic_id") ?? ""), name: fields.text("name") ?? "",
        address: fields.text("address") ?? "", phone: fields.text("phone") ?? "", place: try GeoPlace.read(fields),
        hours: try ClinicHours.form.list(in: fields, "hours"), pictures: fields.texts("pictures"),
        specialties: fields.texts("specialties"), doctors: try DoctorSummary.form.list(in: fields, "doctors"))
    }
  }
}

/// What the doctors of a clinic change; nil leaves it as it is.
public struct ClinicEdit: Equatable, Sendable {
  public var hours: [ClinicHours]?
  /// Which of the pictures stay, in their order.
  public var pictures: [String]?

  public init(hours: [ClinicHours]? = nil, pictures: [String]? = nil) {
    self.hours = hours
    self.pictures = pictures
  }

  static var form: APIForm<ClinicEdit> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.list("hours", of: ClinicHours.form.schema).optional,
      Schema.list("pictures", of: Schema.string).optional,
    ]) { edit in
      var object = JSONObject()
      if let hours = edit.hours { object["hours"] = ClinicHours.form.array(hours) }
      if let pictures = edit.pictures { object["pictures"] = .array(pictures.map { .string($0) }) }
      return object
    } read: { fields throws(APIError) in
      var edit = ClinicEdit()
      if fields.value("hours") != nil { edit.hours = try ClinicHours.form.list(in: fields, "hours") }
      if fields.value("pictures") != nil { edit.pictures = fields.texts("pictures") }
      return edit
    }
  }
}

extension BookingAPI {
  public static var clinics: APICall<Nothing, [Clinic]> {
    APICall(.get, "/v1/clinics", "clinics", "All clinics.", input: .nothing, output: Clinic.form.list)
  }

  public static var clinic: APICall<ID<Clinic>, Clinic> {
    APICall(
      .get, "/v1/clinics/{clinic_id}", "clinic", "One clinic with its doctors.", input: path("clinic_id"),
      output: Clinic.form, refusals: [404])
  }

  public static var changeClinic: APICall<Addressed<Clinic, ClinicEdit>, Clinic> {
    APICall(
      .put, "/v1/clinics/{clinic_id}", "changeClinic", "Changes hours and pictures; for the clinic's own doctors.",
      input: ClinicEdit.form.addressed("clinic_id"), output: Clinic.form, refusals: [404, 445])
  }

  /// Its body is `multipart/form-data`: pictures (jpg, jpeg, png, at most 1 MB each) as parts of any name.
  public static var addClinicPictures: APICall<ID<Clinic>, Clinic> {
    APICall(
      .post, "/v1/clinics/{clinic_id}/pictures", "addClinicPictures",
      "Adds pictures of the clinic: multipart, up to 5 files; for the clinic's own doctors.",
      input: path("clinic_id"), output: Clinic.form, refusals: [404, 408, 413, 445])
  }
}
