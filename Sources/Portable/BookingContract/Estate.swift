import Contract
import Domain
import JSON
import Wire

/// A doctor as an older EyeMon client knows one. What a flat has and a doctor has not is 0, `""` or false.
public struct Estate: Equatable, Sendable {
  /// The doctor's id.
  public var id: ID<Person>
  /// The specialty.
  public var category: String
  /// The doctor's name.
  public var title: String
  public var introduction: String
  public var thumbnails: [String]
  public var place: GeoPlace
  /// Metres from where the client asked for.
  public var distance: Int64?
  public var likeCount: Int64
  public var isRecommended: Bool
  public var createdAt: Timestamp
  public var updatedAt: Timestamp

  public init(
    id: ID<Person>, category: String, title: String, introduction: String, thumbnails: [String] = [],
    place: GeoPlace, distance: Int64? = nil, likeCount: Int64 = 0, isRecommended: Bool = false,
    createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.category = category
    self.title = title
    self.introduction = introduction
    self.thumbnails = thumbnails
    self.place = place
    self.distance = distance
    self.likeCount = likeCount
    self.isRecommended = isRecommended
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  private static let zeros = ["deposit", "monthly_rent", "area", "floors"]
  private static let dates = ["createdAt", "created_at", "updatedAt", "updated_at"]

  /// - Parameter name: of the id: `estate_id`, or `id` inside of an order.
  static func form(id name: String) -> APIForm<Estate> {
    typealias Schema = OpenAPI.Schema
    return APIForm(
      [name, "category", "title", "introduction", "built_year"].map { Schema.text($0) }
        + zeros.map { Schema.whole($0) } + dates.map { Schema.date($0) } + [
          Schema.list("thumbnails", of: Schema.string),
          Schema.member("geolocation", Schema.object([Schema.number("longitude"), Schema.number("latitude")])),
          Schema.whole("distance"), Schema.whole("like_count"), Schema.flag("is_safe_estate"),
          Schema.flag("is_recommended"),
        ]
    ) {
      $0.members(name)
    } read: { fields throws(APIError) in
      try Estate(fields, name)
    }
  }

  private func members(_ name: String) -> JSONObject {
    var place = JSONObject()
    self.place.put(&place)
    var object: JSONObject = [
      name: .string(id.text), "category": .string(category), "title": .string(title),
      "introduction": .string(introduction), "thumbnails": .array(thumbnails.map { .string($0) }),
    ]
    for name in Self.zeros { object[name] = 0 }
    object["built_year"] = ""
    object["geolocation"] = .object(place)
    // One older client needs it to be there.
    object["distance"] = .integer(distance ?? 0)
    object["like_count"] = .integer(likeCount)
    object["is_safe_estate"] = false
    object["is_recommended"] = .bool(isRecommended)
    object.putDates(createdAt, updatedAt)
    return object
  }

  private init(_ fields: BodyFields, _ name: String) throws(APIError) {
    guard let place = fields.value("geolocation")?.object else { throw .badRequest }
    self.init(
      id: ID(try fields.required(name)), category: fields.text("category") ?? "", title: fields.text("title") ?? "",
      introduction: fields.text("introduction") ?? "", thumbnails: fields.texts("thumbnails"),
      place: try GeoPlace.read(BodyFields(place)), distance: try fields.number("distance"),
      likeCount: try fields.amount("like_count"), isRecommended: try fields.flag("is_recommended"),
      createdAt: try fields.requiredDate("created_at"), updatedAt: try fields.requiredDate("updated_at"))
  }
}

/// One doctor with everything, as an older EyeMon client reads it.
public struct EstateDetail: Equatable, Sendable {
  public var estate: Estate
  /// The fee.
  public var reservationPrice: MajorAmount
  public var description: String
  public var creator: Person
  public var isLiked: Bool
  /// Whether the caller has an open reservation there.
  public var isReserved: Bool

  public init(
    estate: Estate, reservationPrice: MajorAmount, description: String, creator: Person, isLiked: Bool,
    isReserved: Bool
  ) {
    self.estate = estate
    self.reservationPrice = reservationPrice
    self.description = description
    self.creator = creator
    self.isLiked = isLiked
    self.isReserved = isReserved
  }

  private static let options = [
    "refrigerator", "washer", "air_conditioner", "closet", "shoe_rack", "microwave", "sink", "tv",
  ]

  static var form: APIForm<EstateDetail> {
    typealias Schema = OpenAPI.Schema
    let fields: [OpenAPI.Field] = [
      Schema.number("reservation_price"), Schema.text("description"), Schema.whole("maintenance_fee"),
      Schema.whole("parking_count"), Schema.member("options", Schema.object(options.map { Schema.flag($0) })),
      Schema.member("creator", Schema.reference("Person")), Schema.flag("is_liked"), Schema.flag("is_reserved"),
      Schema.list("comments", of: ["type": "object"]),
    ]
    let estate = Estate.form(id: "estate_id")
    return APIForm(estate.fields + fields) { detail in
      var object = estate.print(detail.estate)
      object["reservation_price"] = detail.reservationPrice.json
      object["description"] = .string(detail.description)
      for name in ["maintenance_fee", "parking_count"] { object[name] = 0 }
      var flags = JSONObject()
      for option in options { flags[option] = false }
      object["options"] = .object(flags)
      object["creator"] = detail.creator.json
      object["is_liked"] = .bool(detail.isLiked)
      object["is_reserved"] = .bool(detail.isReserved)
      object["comments"] = []
      return object
    } read: { fields throws(APIError) in
      guard let creator = fields.value("creator").flatMap(Person.init(json:)) else { throw .badRequest }
      return EstateDetail(
        estate: try estate.read(fields), reservationPrice: try MajorAmount.read("reservation_price", fields),
        description: fields.text("description") ?? "", creator: creator, isLiked: try fields.flag("is_liked"),
        isReserved: try fields.flag("is_reserved"))
    }
  }
}
