import Contract
import Domain
import JSON
import Testing
import Wire

/// Whatever a stranger sends, reading ends with a value or an error.
@Suite struct RandomWireTests {
  private struct Dice {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }

    mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }
  }

  @Test func requests() {
    var dice = Dice(state: 1)
    let segments = [
      "v1", "users", "join", "login", "chats", "read", "web", "eyemon", "session", "refresh", "auth", "%", "%00", "..",
      "눈", "", "doctors", "{room_id}", "validation", "email",
    ]
    let bodies = ["", "{}", "[", "{\"email\":1}", "a=b&files[]=", "{\"content\":[{}]}", "\u{0}", "{\"seq\":-1}"]
    for _ in 0..<20_000 {
      let path = "/" + (0..<dice.below(6)).map { _ in dice.pick(segments) }.joined(separator: "/")
      let request = HTTPRequest(
        dice.pick([.get, .post, .put, .head]), target: path + dice.pick(["", "?", "?next=", "?next=x", "?%"]),
        headers: ["Content-Type": dice.pick(["", "application/json", "application/x-www-form-urlencoded", ";"])],
        body: Array(dice.pick(bodies).utf8))
      do {
        let endpoint = try Endpoint(parsing: request)
        #expect(RouteMatch(request)?.route == endpoint.route)
      } catch {
        #expect([400, 444].contains(error.status))
      }
    }
  }

  /// Golden answers with one value replaced at random.
  @Test func answers() throws {
    var dice = Dice(state: 2)
    for (endpoint, answer, text) in GoldenBodyTests.answers where !text.isEmpty {
      let whole = try #require(answer.json)
      for _ in 0..<400 {
        let response = HTTPResponse(200, json: changed(whole, &dice))
        guard let read = try? Answer(parsing: response, for: endpoint) else { continue }
        #expect(try Answer(parsing: read.response, for: endpoint) == read)
      }
    }
  }

  private func changed(_ value: JSONValue, _ dice: inout Dice) -> JSONValue {
    let strange: [JSONValue] = [
      .null, true, 0, -1, .integer(.max), .integer(.min), "", "x", [], .object([:]), [[]],
      .number(JSONNumber(unchecked: "1e999")),
    ]
    switch value {
    case .object(var object) where !object.members.isEmpty && dice.below(8) > 0:
      let name = dice.pick(object.members).name
      object[name] = dice.below(4) == 0 ? nil : object[name].map { changed($0, &dice) }
      return .object(object)
    case .array(var elements) where !elements.isEmpty && dice.below(8) > 0:
      let index = dice.below(elements.count)
      elements[index] = changed(elements[index], &dice)
      return .array(elements)
    default: return dice.pick(strange)
    }
  }
}
