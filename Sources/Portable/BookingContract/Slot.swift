import Contract
import Domain
import JSON
import Wire

/// A stretch of a doctor's day that can be reserved as a whole.
public struct Slot: Equatable, Sendable {
  public var start: Timestamp
  public var end: Timestamp
  /// Of `start`, in the doctor's zone.
  public var local: LocalTime
  /// Minutes east of UTC of the doctor's zone at `start`.
  public var offset: Int
  public var isFree: Bool

  public init(start: Timestamp, end: Timestamp, local: LocalTime, offset: Int, isFree: Bool) {
    self.start = start
    self.end = end
    self.local = local
    self.offset = offset
    self.isFree = isFree
  }

  static var form: APIForm<Slot> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.date("start"), Schema.date("end"), Schema.wallTime("local"), Schema.between("offset", -1440...1440),
      Schema.flag("is_free"),
    ]) { slot in
      [
        "start": .string(slot.start.iso8601), "end": .string(slot.end.iso8601), "local": .string(slot.local.text),
        "offset": .integer(Int64(slot.offset)), "is_free": .bool(slot.isFree),
      ]
    } read: { fields throws(APIError) in
      guard let local = LocalTime(text: try fields.required("local")) else { throw .badDate }
      return Slot(
        start: try fields.requiredDate("start"), end: try fields.requiredDate("end"), local: local,
        offset: try fields.whole("offset", -1440...1440), isFree: try fields.flag("is_free"))
    }
  }
}

/// The times of one day in the doctor's zone; empty on a day without any.
public struct SlotDay: Equatable, Sendable {
  public var date: CalendarDate
  public var slots: [Slot]

  public init(date: CalendarDate, slots: [Slot]) {
    self.date = date
    self.slots = slots
  }

  static var form: APIForm<SlotDay> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.day("date"), Schema.list("slots", of: Slot.form.schema)]) { day in
      ["date": .string(day.date.wireText), "slots": Slot.form.array(day.slots)]
    } read: { fields throws(APIError) in
      SlotDay(date: try fields.day("date"), slots: try Slot.form.list(in: fields, "slots"))
    }
  }
}

/// A doctor's times from one day on.
public struct SlotTable: Equatable, Sendable {
  /// IANA, such as `Asia/Seoul`.
  public var zone: String
  /// Of the tz database that the times were computed with.
  public var tzVersion: String
  public var slotMinutes: Int
  /// What day it is there now.
  public var today: CalendarDate?
  public var days: [SlotDay]

  public init(zone: String, tzVersion: String, slotMinutes: Int, today: CalendarDate? = nil, days: [SlotDay]) {
    self.zone = zone
    self.tzVersion = tzVersion
    self.slotMinutes = slotMinutes
    self.today = today
    self.days = days
  }

  static var form: APIForm<SlotTable> {
    typealias Schema = OpenAPI.Schema
    return APIForm([
      Schema.text("zone"), Schema.text("tz_version"), Schema.between("slot_minutes", 5...480),
      Schema.day("today").optional, Schema.list("days", of: SlotDay.form.schema),
    ]) { table in
      var object: JSONObject = [
        "zone": .string(table.zone), "tz_version": .string(table.tzVersion),
        "slot_minutes": .integer(Int64(table.slotMinutes)), "days": SlotDay.form.array(table.days),
      ]
      object.put("today", table.today?.wireText)
      return object
    } read: { fields throws(APIError) in
      SlotTable(
        zone: try fields.required("zone"), tzVersion: fields.text("tz_version") ?? "",
        slotMinutes: try fields.whole("slot_minutes", 5...480),
        today: fields.text("today").flatMap { CalendarDate(wire: $0) }, days: try SlotDay.form.list(in: fields, "days"))
    }
  }
}

/// Which days of a doctor, in the doctor's zone.
public struct SlotQuery: Equatable, Sendable {
  public static let maximumDays = 60

  public var from: CalendarDate
  /// 1…60
  public var days: Int

  public init(from: CalendarDate, days: Int) {
    self.from = from
    self.days = days
  }

  static var form: APIForm<SlotQuery> {
    typealias Schema = OpenAPI.Schema
    return APIForm([Schema.day("from").inQuery, Schema.between("days", 1...60).optional.inQuery]) { query in
      ["from": .string(query.from.wireText), "days": .integer(Int64(query.days))]
    } read: { fields throws(APIError) in
      let days = try fields.number("days") ?? 1
      guard (1...Int64(maximumDays)).contains(days) else { throw .badRequest }
      return SlotQuery(from: try fields.day("from"), days: Int(days))
    }
  }
}

/// The refusal of somebody who came second: 409 `slot_taken`, with what is free now.
public enum SlotTaken {
  /// - Parameter slots: the doctor's next free times.
  public static func response(_ slots: [Slot]) -> HTTPResponse {
    var object = APIError.slotTaken.json.object ?? JSONObject()
    object["slots"] = Slot.form.array(slots)
    return HTTPResponse(APIError.slotTaken.status, json: .object(object))
  }

  /// What is free now, out of such a refusal; nil for every other answer.
  public static func read(_ response: HTTPResponse) -> [Slot]? {
    guard response.status == 409, let object = (try? JSONValue(parsing: response.body))?.object,
      object["code"]?.string == ErrorCode.slotTaken.rawValue
    else { return nil }
    return (try? Slot.form.list(in: BodyFields(object), "slots")) ?? []
  }
}
