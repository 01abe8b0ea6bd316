import BookingContract
import Contract
import Domain
import JSON
import Testing
import Wire

@Suite struct BookingFormTests {
  private func refusal<Input, Output>(
    _ call: APICall<Input, Output>, _ body: JSONValue, _ parameters: [String] = [], key: String? = nil
  ) -> APIError? {
    var request = HTTPRequest(call.outline.method, call.outline.template)
    request.headers.add("Content-Type", "application/json")
    if let key { request.headers.add("Idempotency-Key", key) }
    request.body = body.bytes
    do {
      _ = try call.read(request, parameters: parameters)
      return nil
    } catch { return error }
  }

  @Test func theKeyOfATryIsAHeader() throws {
    let form = ReservationForm(doctorID: ID("d"), start: Samples.at, personName: "강하늘")
    let request = BookingAPI.reserve.request(Keyed(key: "k-1", form), key: "eyemon", accessToken: "t")
    #expect(request.headers["Idempotency-Key"] == "k-1")
    #expect(try JSONValue(parsing: request.body)["Idempotency-Key"] == nil)
    #expect(BookingAPI.reserve.request(Keyed(key: "", form), key: "eyemon").headers["Idempotency-Key"] == nil)
    let body = try JSONValue(parsing: request.body)
    #expect(refusal(BookingAPI.reserve, body, key: "has space") == .badRequest)
    #expect(refusal(BookingAPI.reserve, body, key: String(repeating: "a", count: 65)) == .badRequest)
    #expect(refusal(BookingAPI.reserve, body, key: String(repeating: "a", count: 64)) == nil)
  }

  @Test func aMemberOfTheBodyIsNoHeader() throws {
    var request = HTTPRequest(.post, "/v1/payments/validation")
    request.body = Array(#"{"imp_uid":"x","Idempotency-Key":"y"}"#.utf8)
    #expect(try BookingAPI.validate.read(request, parameters: []).key.isEmpty)
  }

  @Test func whatCannotBeIsRefused() {
    let start = JSONValue.string(Samples.at.iso8601)
    #expect(refusal(BookingAPI.reserve, ["doctor_id": "d", "start": start]) == .missingValue)
    #expect(refusal(BookingAPI.reserve, ["doctor_id": "d", "start": "soon", "person_name": "a"]) == .badDate)
    let born: JSONValue = ["doctor_id": "d", "start": start, "person_name": "a", "person_birth_date": "2026-02-30"]
    #expect(refusal(BookingAPI.reserve, born) == .badDate)
    #expect(refusal(BookingAPI.cancel, ["expected_refund": -1], ["r"]) == .badRequest)
    #expect(refusal(BookingAPI.cancel, ["expected_refund": 1, "account": [1]], ["r"]) == .badRequest)
    #expect(refusal(BookingAPI.cancel, ["expected_refund": 1, "account": ["bank": "1"]], ["r"]) == .missingValue)
    #expect(refusal(BookingAPI.joinWaiting, ["from": "2026-12-02", "to": "2026-12-01"], ["d"]) == .badRequest)
    #expect(refusal(BookingAPI.order, ["estate_id": "d", "total_price": "1e3"]) == .badRequest)
    #expect(refusal(BookingAPI.order, ["estate_id": "d", "total_price": "30000"]) == nil)
    #expect(refusal(BookingAPI.writeNote, [:], ["r"]) == .missingValue)
  }

  @Test(arguments: [
    #"{"from":"09:00","to":"09:00","weekday":1}"#, #"{"from":"09:00","to":"24:01","weekday":1}"#,
    #"{"from":"9:00","to":"18:00","weekday":1}"#, #"{"from":"09:00","to":"18:00","weekday":8}"#,
    #"{"from":"09:60","to":"18:00","weekday":1}"#,
  ])
  func hoursThatAreNoneAreRefused(rule: String) throws {
    let body: JSONValue = ["hours": .array([try JSONValue(parsing: Array(rule.utf8))])]
    #expect(refusal(BookingAPI.changeClinic, body, ["c"]) != nil)
  }

  @Test func daysOfAQueryAreLimited() throws {
    func read(_ query: String) throws(APIError) -> SlotQuery {
      let request = HTTPRequest(.get, "/v1/doctors/d/slots", query: Query(parsing: query))
      return try BookingAPI.slots.read(request, parameters: ["d"]).value
    }
    #expect(try read("from=2026-12-01") == SlotQuery(from: Samples.day, days: 1))
    #expect(throws: APIError.badRequest) { try read("from=2026-12-01&days=61") }
    #expect(throws: APIError.badRequest) { try read("from=2026-12-01&days=0") }
    #expect(throws: APIError.badDate) { try read("from=20261201") }
    #expect(throws: APIError.missingValue) { try read("days=3") }
  }

  @Test func whoComesSecondIsToldWhatIsFree() throws {
    let response = SlotTaken.response([Samples.slot])
    #expect(SlotTaken.read(response) == [Samples.slot])
    #expect(throws: APIError.slotTaken) { try BookingAPI.reserve.read(response) }
    #expect(SlotTaken.read(APIError.slotTaken.response) == [])
    #expect(SlotTaken.read(APIError.refundChanged.response) == nil)
  }

  @Test func amountsInMajorUnitsKeepTheirDecimals() {
    #expect(MajorAmount(minor: 1250, decimals: 2).text == "12.50")
    #expect(MajorAmount(minor: 5, decimals: 2).text == "0.05")
    #expect(MajorAmount(minor: 30_000, decimals: 0).text == "30000")
    #expect(MajorAmount(minor: 1250, decimals: 2).minor(decimals: 2) == 1250)
    #expect(MajorAmount(minor: 1250, decimals: 2).minor(decimals: 0) == nil)
    #expect(MajorAmount(minor: 1200, decimals: 2).minor(decimals: 0) == 12)
    #expect(MajorAmount(minor: .max, decimals: 0).minor(decimals: 2) == nil)
  }

  @Test func placesAreReadToAMillionthOfADegree() {
    #expect(GeoPlace(longitude: "126.9780001234", latitude: "37")?.longitude == 126_978_000)
    #expect(GeoPlace(longitude: "-0.5", latitude: "-90")?.longitude == -500_000)
    for wrong in ["", "-", ".", "181", "1.2.3", "1e2", "NaN", "99999999999999999999"] {
      #expect(GeoPlace(longitude: wrong, latitude: "0") == nil)
    }
  }

  /// Every key that a strict decoder of an older client needs.
  @Test func whatADoctorIsNotIsZero() throws {
    let object = try #require(JSONValue(parsing: BookingAPI.orders.response([Samples.paid]).body)["data"]?.array?.first)
    let estate = try #require(object["estate"]?.object)
    #expect(estate["id"] == "d" && estate["estate_id"] == nil)
    for name in ["deposit", "monthly_rent", "area", "floors"] { #expect(estate[name] == 0) }
    #expect(estate["created_at"] == estate["createdAt"] && estate["created_at"] != nil)
    #expect(object["total_price"] == 30_000)
    #expect(estate["geolocation"]?["latitude"]?.number == "-37.566500")
  }

  @Test func wallTimesAreWhatTheySay() {
    #expect(LocalTime(text: "2026-12-01T09:30")?.text == "2026-12-01T09:30")
    for wrong in ["2026-12-01T24:00", "2026-12-01 09:30", "2026-12-01T9:30", "2026-13-01T09:30", ""] {
      #expect(LocalTime(text: wrong) == nil)
    }
    #expect(ClockTime(text: "24:00")?.minutes == 1440)
  }
}

extension JSONValue {
  fileprivate var number: String? { if case .number(let value) = self { value.text } else { nil } }
}
