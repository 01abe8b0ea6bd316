import JSON
import Testing

@Suite struct ObjectTests {
  @Test func aRepeatedNameKeepsItsPlaceAndLastValue() throws {
    let object = try #require(try JSONValue(parsing: #"{"a":1,"b":2,"a":3,"\u0061":4}"#).object)
    #expect(object.members.map(\.name) == ["a", "b"])
    #expect(object["a"] == 4)
    let literal: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(literal.members.map(\.name) == ["a", "b"])
    #expect(literal["a"] == 3)
  }

  @Test func membersAreSetReplacedAndRemoved() {
    var object = JSONObject()
    object["a"] = 1
    object["b"] = "x"
    object["a"] = true
    #expect(JSONValue.object(object).text == #"{"a":true,"b":"x"}"#)
    object["a"] = nil
    object["c"] = nil
    #expect(JSONValue.object(object).text == #"{"b":"x"}"#)
  }

  @Test func valuesAreAskedByKind() throws {
    let value = try JSONValue(parsing: #"{"s":"x","i":-7,"d":1.5,"b":true,"n":null,"a":[1]}"#)
    #expect(value["s"]?.string == "x")
    #expect(value["i"]?.int64 == -7)
    #expect(value["d"]?.int64 == nil)
    #expect(value["b"]?.bool == true)
    #expect(value["n"] == .null)
    #expect(value["a"]?.array == [1])
    #expect(value["x"] == nil)
    #expect(value["s"]?["x"] == nil)
    #expect(value.string == nil)
    #expect(value["s"]?.int64 == nil)
    #expect(value["i"]?.string == nil)
  }

  @Test(
    arguments: [
      ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min), ("-0", 0), ("9223372036854775808", nil),
      ("1.0", nil), ("1e3", nil),
    ] as [(String, Int64?)])
  func wholeNumbersThatFit(text: String, value: Int64?) throws {
    #expect(try JSONValue(parsing: text).int64 == value)
  }

  @Test func doublesAreReadWhenAskedFor() throws {
    guard case .number(let number) = try JSONValue(parsing: "-1.5e3") else {
      Issue.record("no number")
      return
    }
    #expect(number.double == -1500)
  }
}
