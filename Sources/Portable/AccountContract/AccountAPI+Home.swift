import Contract
import JSON
import Wire

/// A picture on the home screen of older clients that opens a page of the server.
public struct Banner: Equatable, Sendable {
  public var name: String
  /// Below the API root.
  public var imagePath: String
  /// Below the server's root.
  public var pagePath: String

  public init(name: String, imagePath: String, pagePath: String) {
    self.name = name
    self.imagePath = imagePath
    self.pagePath = pagePath
  }

  static var form: APIForm<[Banner]> {
    typealias Schema = OpenAPI.Schema
    let payload = Schema.object([Schema.word("type", ["WEBVIEW"]), Schema.text("value")])
    let fields = [Schema.text("name"), Schema.text("imageUrl"), Schema.member("payload", payload)]
    return APIForm([Schema.list("data", of: Schema.object(fields))]) { banners in
      [
        "data": .array(
          banners.map { banner in
            [
              "name": .string(banner.name), "imageUrl": .string(banner.imagePath),
              "payload": ["type": "WEBVIEW", "value": .string(banner.pagePath)],
            ]
          })
      ]
    } read: { fields throws(APIError) in
      try fields.required("data") { element in
        guard let name = element["name"]?.string, let image = element["imageUrl"]?.string,
          let page = element["payload"]?["value"]?.string
        else { return nil }
        return Banner(name: name, imagePath: image, pagePath: page)
      }
    }
  }
}

/// A day on which somebody was there.
public struct Attendance: Equatable, Sendable {
  /// On how many days in all.
  public var days: Int64
  /// false where today counted already.
  public var isNew: Bool

  public init(days: Int64, isNew: Bool) {
    self.days = days
    self.isNew = isNew
  }

  static var form: APIForm<Attendance> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.whole("days"), Schema.flag("is_new")]) { attendance in
      ["days": .integer(attendance.days), "is_new": .bool(attendance.isNew)]
    } read: { fields throws(APIError) in
      Attendance(days: try fields.requiredNumber("days"), isNew: try fields.flag("is_new"))
    }
  }
}

extension AccountAPI {
  public static var banners: APICall<Nothing, [Banner]> {
    APICall(
      .get, "/v1/banners/main", "banners", "What the home screen of older clients shows on top.", input: .nothing,
      output: Banner.form)
  }

  /// Once a day, by the calendar of Seoul; a repeat counts nothing.
  public static var attend: APICall<Nothing, Attendance> {
    APICall(
      .post, "/v1/events/attendance", "attend", "Counts today as a day on which the caller was there.",
      input: .nothing, output: Attendance.form)
  }

  /// Older clients show the requests that they sent. What people ask is nobody else's to read: there are none.
  public static var requestLog: APICall<Nothing, Nothing> {
    APICall(
      .get, "/v1/log", "requestLog", "An empty list of requests, for older clients.", access: .key, input: .nothing,
      output: emptyLog)
  }

  private static var emptyLog: APIForm<Nothing> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.whole("count"), Schema.list("logs", of: Schema.object([]))]) { _ in
      ["count": 0, "logs": []]
    } read: { _ in
      Nothing()
    }
  }
}
