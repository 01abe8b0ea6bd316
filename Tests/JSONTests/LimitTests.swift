import JSON
import Testing

@Suite struct LimitTests {
  private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test func depthHasALimit() throws {
    #expect(try JSONValue(parsing: nested(64)).text == nested(64))
    #expect(throws: JSONError(.tooDeep, at: 64)) { try JSONValue(parsing: nested(65)) }
    #expect(throws: JSONError(.tooDeep, at: 3)) {
      try JSONValue(parsing: "[[ {\"a\":1}]]", limits: JSONLimits(depth: 2))
    }
    #expect(throws: JSONError(.tooDeep, at: 64)) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
  }

  @Test func siblingsAreNotDepth() throws {
    let text = "[" + Array(repeating: "[{},[]]", count: 100).joined(separator: ",") + "]"
    #expect(try JSONValue(parsing: text, limits: JSONLimits(depth: 3)).array?.count == 100)
  }

  @Test func sizeHasALimit() throws {
    #expect(try JSONValue(parsing: "[1]", limits: JSONLimits(bytes: 3)).array?.count == 1)
    #expect(throws: JSONError(.tooLarge, at: 2)) { try JSONValue(parsing: "[1]", limits: JSONLimits(bytes: 2)) }
    #expect(throws: JSONError(.tooLarge, at: 0)) { try JSONValue(parsing: "1", limits: JSONLimits(bytes: 0)) }
  }

  @Test func theNumberOfValuesHasALimit() throws {
    #expect(try JSONValue(parsing: "[1,[2],{\"a\":3}]", limits: JSONLimits(values: 6)).array?.count == 3)
    #expect(throws: JSONError(.tooLarge, at: 12)) {
      try JSONValue(parsing: "[1,[2],{\"a\":3}]", limits: JSONLimits(values: 5))
    }
  }

  @Test func manyMembersTakeLinearTime() throws {
    let members = (0..<100_000).map { "\"\($0 % 60_000)\":\($0)" }
    let object = try #require(try JSONValue(parsing: "{" + members.joined(separator: ",") + "}").object)
    #expect(object.members.count == 60_000)
    #expect(object.members[1].value == 60_001)
    #expect(object.members[59_999].value == 59_999)
  }
}
