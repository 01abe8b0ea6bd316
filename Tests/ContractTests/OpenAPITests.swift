import Contract
import Domain
import JSON
import Testing
import Wire

/// The description agrees with what is really printed.
@Suite struct OpenAPITests {
  private let document = OpenAPI.document(version: "1.2.3")

  private func operation(_ route: APIRoute) throws -> JSONValue {
    let item = try #require(document["paths"]?[route.template])
    return try #require(item[route.method.rawValue.lowercased()])
  }

  /// nil where the value has the form; otherwise where it differs.
  private func fault(_ value: JSONValue, _ schema: JSONValue, at place: String = "$") -> String? {
    if let reference = schema["$ref"]?.string {
      let name = String(reference.split(separator: "/").last ?? "")
      guard let target = document["components"]?["schemas"]?[name] else { return "\(place): no schema \(name)" }
      return fault(value, target, at: place)
    }
    switch schema["type"]?.string {
    case "string":
      guard let text = value.string else { return place }
      if let values = schema["enum"]?.array, !values.contains(.string(text)) { return "\(place): \(text)" }
      return schema["format"] == "date-time" && Timestamp(iso8601: text) == nil ? place : nil
    case "integer": return (value.int64 ?? -1) < 0 ? place : nil
    case "boolean": return value.bool == nil ? place : nil
    case "array":
      guard let values = value.array, let items = schema["items"] else { return place }
      return values.lazy.compactMap { fault($0, items, at: place + "[]") }.first
    case "object":
      guard let members = value.object?.members, let properties = schema["properties"]?.object else { return place }
      let missing = schema["required"]?.array?.compactMap(\.string).first { value[$0] == nil }
      if let missing { return "\(place).\(missing) is missing" }
      return members.lazy.compactMap { member in
        guard let property = properties[member.name] else { return "\(place).\(member.name) is unknown" }
        return fault(member.value, property, at: "\(place).\(member.name)")
      }.first
    default: return "\(place): no type"
    }
  }

  @Test func everyRouteIsDescribedOnce() throws {
    #expect(Set(APIRoute.allCases.map(\.name)).count == APIRoute.allCases.count)
    for route in APIRoute.allCases { #expect(try operation(route)["operationId"]?.string == route.name) }
    let operations = document["paths"]?.object?.members.compactMap { $0.value.object?.members.count }
    let files = ["uploadFiles", "createUpload", "lookAtUpload", "continueUpload", "endUpload", "openFile"]
    #expect(operations?.reduce(0, +) == APIRoute.allCases.count + files.count)
    let text = document.text
    for name in files { #expect(text.contains("\"operationId\":\"\(name)\"")) }
    #expect(document["info"]?["version"] == "1.2.3")
  }

  @Test func uploadsHaveTheirForm() throws {
    let file = Attachment(path: "/data/chats/a.pdf", kind: .pdf, name: "a", size: 5, width: 1, height: 2, pageCount: 3)
    let schema = try #require(document["components"]?["schemas"]?["Upload"])
    #expect(fault(UploadAnswer(attachments: [file]).json, schema) == nil)
  }

  @Test(arguments: GoldenBodyTests.answers)
  func answersHaveTheirForm(endpoint: Endpoint, answer: Answer, text: String) throws {
    let success = try operation(endpoint.route)["responses"]?["200"]
    let schema = success?["content"]?["application/json"]?["schema"]
    if let json = answer.json {
      #expect(fault(json, try #require(schema)) == nil)
    } else {
      #expect(schema == nil)
    }
  }

  @Test(arguments: EndpointRoundTripTests.endpoints)
  func requestsHaveTheirForm(endpoint: Endpoint) throws {
    let request = endpoint.request(key: "k")
    let described = try operation(endpoint.route)
    let schema = described["requestBody"]?["content"]?["application/json"]?["schema"]
    #expect((schema == nil) == request.body.isEmpty)
    if let schema { #expect(fault(try JSONValue(parsing: request.body), schema) == nil) }
    for item in request.query.items {
      let names = described["parameters"]?.array?.compactMap { $0["name"]?.string }
      #expect(names?.contains(item.name) == true)
    }
  }

  @Test(arguments: APIErrorTests.all)
  func errorsHaveTheirForm(error: APIError) throws {
    #expect(fault(error.json, ["$ref": "#/components/schemas/Error"]) == nil)
  }

  @Test func parametersOfThePathAreDescribed() throws {
    for route in APIRoute.allCases {
      let names = try operation(route)["parameters"]?.array?.filter { $0["in"] == "path" }.compactMap {
        $0["name"]?.string
      }
      let braces = route.template.split(separator: "/").filter { $0.hasPrefix("{") }.map {
        String($0.dropFirst().dropLast())
      }
      #expect(names ?? [] == braces)
    }
  }

  @Test func openRoutesAskForNoToken() throws {
    for route in APIRoute.allCases {
      let security = try operation(route)["security"]?.array
      #expect((security == nil) == route.needsAccessToken)
      #expect(security?.first?["access"] == nil)
    }
  }

  @Test func theCheckFindsFaults() {
    let schema: JSONValue = ["$ref": "#/components/schemas/ReadPosition"]
    #expect(fault(["user_id": "1", "seq": 1, "joined_seq": 0], schema) == nil)
    #expect(fault(["user_id": "1"], schema) == "$.seq is missing")
    #expect(fault(["user_id": "1", "seq": "1", "joined_seq": 0], schema) == "$.seq")
    #expect(fault(["user_id": "1", "seq": 1, "joined_seq": 0, "x": 1], schema) == "$.x is unknown")
  }
}
