import Contract
import Domain
import JSON
import Wire

/// Where somebody looks for doctors.
public struct EstateQuery: Equatable, Sendable {
  /// A specialty; nil: all.
  public var category: String?
  public var place: GeoPlace?
  /// Metres.
  public var maxDistance: Int64?

  public init(category: String? = nil, place: GeoPlace? = nil, maxDistance: Int64? = nil) {
    self.category = category
    self.place = place
    self.maxDistance = maxDistance
  }

  static var form: APIForm<EstateQuery> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("category").optional.inQuery, Schema.number("longitude").optional.inQuery,
      Schema.number("latitude").optional.inQuery, Schema.number("maxDistance").optional.inQuery,
    ]) { query in
      var object = JSONObject()
      object.put("category", query.category)
      query.place?.put(&object)
      object.put("maxDistance", query.maxDistance)
      return object
    } read: { fields throws(APIError) in
      var query = EstateQuery()
      if let category = fields.text("category"), !category.isEmpty { query.category = category }
      if !(fields.text("longitude") ?? "").isEmpty || !(fields.text("latitude") ?? "").isEmpty {
        query.place = try GeoPlace.read(fields)
      }
      // Clients send metres with or without a fraction.
      if let text = fields.text("maxDistance"), !text.isEmpty {
        guard let metres = scaled(text, decimals: 0, cutting: true), metres >= 0 else { throw .badRequest }
        query.maxDistance = metres
      }
      return query
    }
  }
}

/// Which of the doctors that the caller likes.
public struct LikedQuery: Equatable, Sendable {
  public var category: String?
  /// On the wire `next`; nil: the first.
  public var cursor: String?
  public var limit: Int?

  public init(category: String? = nil, cursor: String? = nil, limit: Int? = nil) {
    self.category = category
    self.cursor = cursor
    self.limit = limit
  }

  static var form: APIForm<LikedQuery> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("category").optional.inQuery, Schema.text("next").optional.inQuery,
      Schema.whole("limit").optional.inQuery,
    ]) { query in
      var object = JSONObject()
      object.put("category", query.category)
      object.put("next", query.cursor)
      object.put("limit", query.limit.map { Int64($0) })
      return object
    } read: { fields throws(APIError) in
      func text(_ name: String) -> String? { fields.text(name).flatMap { $0.isEmpty ? nil : $0 } }
      let limit = try fields.number("limit").map { Int(min(max($0, 1), Int64(PageQuery.maximumLimit))) }
      return LikedQuery(category: text("category"), cursor: text("next"), limit: limit)
    }
  }
}

/// A line of news on an older client's first page.
public struct Topic: Equatable, Sendable {
  public var title: String
  public var content: String
  /// Free text, such as `25.4.4`.
  public var date: String
  public var link: String?

  public init(title: String, content: String, date: String, link: String? = nil) {
    self.title = title
    self.content = content
    self.date = date
    self.link = link
  }

  static var form: APIForm<Topic> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("title"), Schema.text("content"), Schema.text("date"), Schema.text("link").optional,
    ]) { topic in
      var object: JSONObject = [
        "title": .string(topic.title), "content": .string(topic.content), "date": .string(topic.date),
      ]
      object.put("link", topic.link)
      return object
    } read: { fields throws(APIError) in
      Topic(
        title: fields.text("title") ?? "", content: fields.text("content") ?? "", date: fields.text("date") ?? "",
        link: fields.text("link"))
    }
  }
}

/// What an older EyeMon client asks for: doctors as estates.
extension BookingAPI {
  private static var list: APIForm<[Estate]> { Estate.form(id: "estate_id").list }

  public static var estates: APICall<EstateQuery, [Estate]> {
    APICall(
      .get, "/v1/estates/geolocation", "estates", "Doctors around a place, the nearest first.",
      input: EstateQuery.form, output: list)
  }

  public static var todayEstates: APICall<Nothing, [Estate]> {
    APICall(
      .get, "/v1/estates/today-estates", "todayEstates", "Doctors with a time today.", input: .nothing, output: list)
  }

  public static var hotEstates: APICall<Nothing, [Estate]> {
    APICall(.get, "/v1/estates/hot-estates", "hotEstates", "The doctors liked most.", input: .nothing, output: list)
  }

  public static var similarEstates: APICall<Nothing, [Estate]> {
    APICall(
      .get, "/v1/estates/similar-estates", "similarEstates", "Doctors like those that the caller likes.",
      input: .nothing, output: list)
  }

  public static var todayTopic: APICall<Nothing, [Topic]> {
    APICall(
      .get, "/v1/estates/today-topic", "todayTopic", "News for the first page.", input: .nothing,
      output: Topic.form.list)
  }

  public static var estate: APICall<ID<Person>, EstateDetail> {
    APICall(
      .get, "/v1/estates/{estate_id}", "estate", "One doctor.", input: path("estate_id"), output: EstateDetail.form,
      refusals: [404])
  }

  public static var likeEstate: APICall<Addressed<Person, Bool>, Bool> {
    APICall(
      .post, "/v1/estates/{estate_id}/like", "likeEstate", "Likes a doctor, or no longer.",
      input: likeForm.addressed("estate_id"), output: likeForm, refusals: [404])
  }

  public static var likedEstates: APICall<LikedQuery, RecordPage<Estate>> {
    APICall(
      .get, "/v1/estates/likes/me", "likedEstates", "The doctors that the caller likes, the last first.",
      input: LikedQuery.form, output: RecordPage.form(of: Estate.form(id: "estate_id")))
  }

  private static var likeForm: APIForm<Bool> {
    APIForm([OpenAPI.Schema.flag("like_status")]) {
      ["like_status": .bool($0)]
    } read: { fields throws(APIError) in
      try fields.requiredFlag("like_status")
    }
  }
}
