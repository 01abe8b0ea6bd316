import AccountContract
import Contract
import Domain
import JSON
import Testing
import Wire

@testable import ServerApp

@Suite struct CallTableTests {
  private struct Room: Equatable { var id: String, after: Int64?, text: String }

  private static let room = APIForm<Room>([
    OpenAPI.Schema.text("room").inPath, OpenAPI.Schema.whole("after").optional.inQuery, OpenAPI.Schema.text("text"),
  ]) { room in
    var object: JSONObject = ["room": .string(room.id), "text": .string(room.text)]
    if let after = room.after { object["after"] = .integer(after) }
    return object
  } read: { fields throws(APIError) in
    Room(id: try fields.required("room"), after: try fields.number("after"), text: try fields.required("text"))
  }

  private static let put = APICall(.put, "/v1/things/{room}", "put", "Puts.", access: .key, input: room, output: room)
  private static let read = APICall(.put, "/v1/things/all", "all", "All.", access: .key, input: .nothing, output: room)

  private var table: CallTable {
    var table = CallTable()
    table.serveAnyone(Self.put) { room, _ in room }
    table.serveAnyone(Self.read) { _, _ in Room(id: "all", after: nil, text: "말") }
    return table
  }

  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse? {
    guard let (entry, parameters) = table.find(request) else { return nil }
    let call = API.Call(request: request, app: .eyemon, isWeb: false, host: "127.0.0.1")
    return try await entry.answer(request, parameters, call, nil)
  }

  @Test func valuesTravelInPathQueryAndBody() async throws {
    let room = Room(id: "a/b", after: 3, text: "안녕")
    let request = Self.put.request(room, key: "eyemon")
    #expect(request.target == "/v1/things/a%2Fb?after=3")
    let response = try #require(try await answer(request))
    #expect(try Self.put.read(response) == room)
  }

  @Test func theMoreLiteralRouteIsMeant() async throws {
    let response = try #require(try await answer(HTTPRequest(.put, "/v1/things/all")))
    #expect(try Self.read.read(response).id == "all")
    #expect(try await answer(HTTPRequest(.get, "/v1/things/all")) == nil)
  }

  @Test func whatIsMissingIsRefused() async {
    await #expect(throws: APIError.missingValue) { try await answer(HTTPRequest(.put, "/v1/things/7")) }
  }

  @Test func theDescriptionNamesWhatIsServed() {
    let text = OpenAPI.document(version: "1", calls: table.outlines)["paths"]?["/v1/things/{room}"]?["put"]
    #expect(text?["parameters"]?.array?.count == 2)
    #expect(text?["requestBody"]?["content"]?["application/json"]?["schema"]?["required"] == ["text"])
  }
}
