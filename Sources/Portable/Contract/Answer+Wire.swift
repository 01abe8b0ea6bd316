import Domain
import JSON
import Wire

extension Answer {
  /// 200 with the body; `empty` has none.
  public var response: HTTPResponse {
    guard let json else { return HTTPResponse(200) }
    return HTTPResponse(200, json: json)
  }

  /// nil for `empty`.
  public var json: JSONValue? {
    switch self {
    case .empty: nil
    case .note(let message): ["message": .string(message)]
    case .session(let session): session.json
    case .doctors(let doctors): Self.list(doctors.map { $0.json })
    case .rooms(let rooms): Self.list(rooms.map { $0.json })
    case .room(let room): room.json
    case .messages(let messages): Self.list(messages.map { $0.json })
    case .message(let message): message.json
    case .history(let page): page.json
    case .changes(let page): page.json
    case .found(let page): page.json
    case .people(let people): Self.list(people.map { $0.json })
    case .fileLink(let link): ["url": .string(link.url), "expires_in": .integer(Int64(link.expiresInSeconds))]
    }
  }

  static func list(_ elements: [JSONValue]) -> JSONValue { ["data": .array(elements)] }

  /// Reads the answer to a request that was made from `endpoint`.
  /// - Throws: the error of the server; `unreadable` (500) where a success has another form than agreed.
  public init(parsing response: HTTPResponse, for endpoint: Endpoint) throws(APIError) {
    guard (200..<300).contains(response.status) else { throw APIError(parsing: response) }
    let body = (try? JSONValue(parsing: response.body)) ?? .null
    let answer: Answer? =
      switch endpoint {
      // By its status a stranger's page is a success as well.
      case .logout, .markRead, .markAllRead, .report, .block:
        response.body.isEmpty || body.object?.members.isEmpty ?? false ? .empty : nil
      case .health, .validateEmail: .note(body.string(at: "message") ?? "")
      case .join, .login, .refresh, .refreshWebSession: SessionAnswer(json: body).map { .session($0) }
      case .doctors: Self.read(body["data"], Doctor.init(json:)).map { .doctors($0) }
      case .rooms: Self.read(body["data"], Room.init(json:)).map { .rooms($0) }
      case .openRoom, .pin, .mute: Room(json: body).map { .room($0) }
      case .messages: Self.read(body["data"], Message.init(json:)).map { .messages($0) }
      case .send, .edit, .delete, .react: Message(json: body).map { .message($0) }
      case .history: MessagePage(json: body).map { .history($0) }
      case .changes: ChangePage(json: body).map { .changes($0) }
      case .search: SearchPage(json: body).map { .found($0) }
      case .blocks: Self.read(body["data"], Person.init(json:)).map { .people($0) }
      case .fileLink: FileLink(json: body).map { .fileLink($0) }
      }
    guard let answer else { throw .unreadable }
    self = answer
  }

  /// nil where one element cannot be read: a list that silently lacks something would be taken for the whole.
  static func read<Element>(_ json: JSONValue?, _ read: (JSONValue) -> Element?) -> [Element]? {
    guard let values = json?.array else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for value in values {
      guard let element = read(value) else { return nil }
      elements.append(element)
    }
    return elements
  }
}

extension APIError {
  /// A success that cannot be read.
  public static let unreadable = APIError(status: 500, code: .internalError, message: "unreadable answer")
}
