import Contract
import Domain
import JSON
import Wire

/// A doctor as lists and reservations show one.
public struct DoctorSummary: Equatable, Sendable {
  public var id: ID<Person>
  public var nick: String
  public var profileImage: String?
  public var clinicID: ID<Clinic>
  public var clinicName: String
  public var specialty: String
  /// Minor units of `currency`.
  public var fee: Int64
  /// ISO 4217.
  public var currency: String
  /// BCP 47, such as `ko`.
  public var languages: [String]
  /// When the next free time begins; nil where there is none, or where it was not asked for.
  public var nextFree: Timestamp?

  public init(
    id: ID<Person>, nick: String, profileImage: String? = nil, clinicID: ID<Clinic>, clinicName: String,
    specialty: String, fee: Int64, currency: String, languages: [String] = [], nextFree: Timestamp? = nil
  ) {
    self.id = id
    self.nick = nick
    self.profileImage = profileImage
    self.clinicID = clinicID
    self.clinicName = clinicName
    self.specialty = specialty
    self.fee = fee
    self.currency = currency
    self.languages = languages
    self.nextFree = nextFree
  }

  static var form: APIForm<DoctorSummary> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("user_id"), Schema.text("nick"), Schema.text("profileImage").optional, Schema.text("clinic_id"),
      Schema.text("clinic_name"), Schema.text("specialty"), Schema.whole("fee"), Schema.text("currency"),
      Schema.list("languages", of: Schema.string), Schema.date("next_free").optional,
    ]) { doctor in
      var object: JSONObject = ["user_id": .string(doctor.id.text), "nick": .string(doctor.nick)]
      object.put("profileImage", doctor.profileImage)
      object["clinic_id"] = .string(doctor.clinicID.text)
      object["clinic_name"] = .string(doctor.clinicName)
      object["specialty"] = .string(doctor.specialty)
      object["fee"] = .integer(doctor.fee)
      object["currency"] = .string(doctor.currency)
      object["languages"] = .array(doctor.languages.map { .string($0) })
      object.put("next_free", doctor.nextFree)
      return object
    } read: { fields throws(APIError) in
      let image = fields.text("profileImage") ?? ""
      return DoctorSummary(
        id: ID(try fields.required("user_id")), nick: fields.text("nick") ?? "",
        profileImage: image.isEmpty ? nil : image, clinicID: ID(fields.text("clinic_id") ?? ""),
        clinicName: fields.text("clinic_name") ?? "", specialty: fields.text("specialty") ?? "",
        fee: try fields.amount("fee"), currency: try fields.required("currency"),
        languages: fields.texts("languages"), nextFree: try fields.date("next_free"))
    }
  }
}

/// What comes back of the fee when a patient cancels: all of it until `freeHours` before, `partPercent` of it until
/// `partHours` before, nothing after that. When the doctor cancels, all of it.
public struct Policy: Equatable, Sendable {
  public var freeHours: Int
  public var partHours: Int
  /// 0…100
  public var partPercent: Int

  public init(freeHours: Int, partHours: Int, partPercent: Int) {
    self.freeHours = freeHours
    self.partHours = partHours
    self.partPercent = partPercent
  }

  static var form: APIForm<Policy> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.between("free_hours", 0...8784), Schema.between("part_hours", 0...8784),
      Schema.between("part_percent", 0...100),
    ]) { policy in
      [
        "free_hours": .integer(Int64(policy.freeHours)), "part_hours": .integer(Int64(policy.partHours)),
        "part_percent": .integer(Int64(policy.partPercent)),
      ]
    } read: { fields throws(APIError) in
      let policy = Policy(
        freeHours: try fields.whole("free_hours", 0...8784), partHours: try fields.whole("part_hours", 0...8784),
        partPercent: try fields.whole("part_percent", 0...100))
      guard policy.partHours <= policy.freeHours else { throw .badRequest }
      return policy
    }
  }
}
