import Contract
import Domain
import JSON
import Testing
import Wire

@Suite struct LenientDecodingTests {
  private func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

  @Test func aPersonNeedsOnlyAnID() throws {
    #expect(Person(json: try parse(#"{"user_id":"1"}"#)) == Person(id: ID("1"), nick: ""))
    #expect(Person(json: try parse(#"{"user_id":"1","profileImage":"","nick":null}"#))?.profileImage == nil)
    #expect(Person(json: try parse(#"{"nick":"x"}"#)) == nil)
    #expect(Person(json: try parse(#"{"user_id":""}"#)) == nil)
    #expect(Person(json: try parse(#"{"user_id":1}"#)) == nil)
    #expect(Person(json: .null) == nil)
  }

  @Test func aMessageNeedsItsPlaceAndSender() throws {
    let text = #"{"chat_id":"c","room_id":"r","seq":1,"createdAt":"2025-05-13T10:20:00Z","sender":{"user_id":"1"}}"#
    let message = try #require(Message(json: try parse(text)))
    #expect(message.content == "" && message.files.isEmpty && message.clientID == nil)
    #expect(message.updatedAt == message.createdAt)
    for name in ["chat_id", "room_id", "seq", "createdAt", "sender"] {
      var object = try #require(try parse(text).object)
      object[name] = nil
      #expect(Message(json: .object(object)) == nil, "\(name)")
      object[name] = .null
      #expect(Message(json: .object(object)) == nil, "\(name)")
    }
    var object = try #require(try parse(text).object)
    object["seq"] = 0
    #expect(Message(json: .object(object)) == nil)
  }

  @Test func aRoomBoundsItsNumbers() throws {
    let text = #"{"room_id":"r","createdAt":"2025-05-13T10:20:00Z","unread_count":-1,"last_seq":-5,"lastChat":{}}"#
    let room = try #require(Room(json: try parse(text)))
    #expect(room.unreadCount == 0 && room.lastSeq == 0 && room.lastMessage == nil && room.participants.isEmpty)
    let far = #"{"room_id":"r","createdAt":"2025-05-13T10:20:00Z","unread_count":9223372036854775807}"#
    #expect(Room(json: try parse(far))?.unreadCount == Int(Int32.max))
    #expect(Room(json: try parse(#"{"room_id":"r"}"#)) == nil)
  }

  @Test func aSessionNeedsAPersonAndAToken() throws {
    let session = SessionAnswer(json: try parse(#"{"user_id":"1","accessToken":"a","role":"king"}"#))
    #expect(session?.role == .member)
    #expect(session?.refreshToken == "")
    #expect(SessionAnswer(json: try parse(#"{"user_id":"1","accessToken":""}"#)) == nil)
    #expect(SessionAnswer(json: try parse(#"{"accessToken":"a","refreshToken":"r"}"#)) == nil)
  }

  @Test func readPositionsAreNotNegative() throws {
    #expect(ReadPosition(json: try parse(#"{"user_id":"1","seq":0}"#)) == ReadPosition(personID: ID("1"), seq: 0))
    #expect(ReadPosition(json: try parse(#"{"user_id":"1","seq":-1}"#)) == nil)
    #expect(ReadPosition(json: try parse(#"{"seq":1}"#)) == nil)
  }

  @Test(arguments: ["", "{", "[]", "{}", #"{"data":{}}"#, #"{"data":[1]}"#, #"{"data":[{"chat_id":"c"}]}"#])
  func aListThatLacksSomethingIsNoAnswer(body: String) {
    let response = HTTPResponse(200, body: Array(body.utf8))
    for endpoint in [Endpoint.doctors, .rooms, .messages(room: ID("r"), after: nil)] {
      #expect(throws: APIError.unreadable) { try Answer(parsing: response, for: endpoint) }
    }
  }

  @Test func emptyAnswersMayHaveABody() throws {
    let response = HTTPResponse(204, body: Array("{}".utf8))
    #expect(try Answer(parsing: response, for: .logout) == .empty)
    #expect(try Answer(parsing: HTTPResponse(200), for: .validateEmail("a")) == .note(""))
  }

  /// A sign-out that a hotel's page has answered is none.
  @Test(arguments: ["<html>Sign in</html>", #"{"message":"Welcome"}"#, "[]"])
  func aPageIsNoEmptyAnswer(body: String) {
    let page = HTTPResponse(200, body: Array(body.utf8))
    for endpoint in [Endpoint.logout, .markRead(room: ID("r"), seq: 1), .markAllRead([])] {
      #expect(throws: APIError.unreadable) { try Answer(parsing: page, for: endpoint) }
    }
  }

  @Test func refusalsAreThrownAsTheyCame() {
    #expect(throws: APIError.accessExpired) { try Answer(parsing: APIError.accessExpired.response, for: .rooms) }
    #expect(throws: APIError.self) { try Answer(parsing: HTTPResponse(304), for: .logout) }
  }
}
