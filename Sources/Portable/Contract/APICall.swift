import Domain
import JSON
import Wire

/// One route as a value that holds everything about it: clients print requests with it and read the answers, the server
/// reads requests and prints answers, and the API description is printed from its outline.
///
/// `Endpoint` holds the routes that every app needs from the start; whatever is needed later is an `APICall`, so that
/// the first load of an app does not carry it.
public struct APICall<Input: Sendable, Output: Sendable>: Sendable {
  public let outline: APICallOutline
  public let input: APIForm<Input>
  public let output: APIForm<Output>

  /// - Parameters:
  ///   - template: the path, with parameters in braces; each is a field of `input` placed in the path.
  ///   - refusals: statuses beside those that every route has.
  public init(
    _ method: HTTPMethod, _ template: String, _ name: String, _ summary: String,
    access: APICallOutline.Access = .person, input: APIForm<Input>, output: APIForm<Output>, refusals: [Int] = []
  ) {
    self.input = input
    self.output = output
    outline = APICallOutline(
      method: method, template: template, name: name, summary: summary, access: access, input: input.fields,
      output: output.fields, refusals: refusals)
  }

  /// The request as a client sends it.
  /// - Parameters:
  ///   - key: names realm and app (header `SeSACKey`).
  ///   - accessToken: sent raw, and only where the route reads it.
  ///   - web: true in a browser, where a cookie holds the refresh token (header `X-Maru-Web`).
  public func request(_ value: Input, key: String, accessToken: String? = nil, web: Bool = false) -> HTTPRequest {
    let members = input.print(value)
    var body = JSONObject()
    var query = Query()
    var path = ""
    var headers: [(name: String, value: String)] = []
    for segment in outline.path.segments {
      path += "/"
      path += segment.isParameter ? PercentEncoding.encode(segment: Self.text(members[segment.text])) : segment.text
    }
    for field in outline.input {
      guard let member = members[field.name] else { continue }
      switch field.place {
      case .path: break
      case .query: query.items.append(.init(field.name, Self.text(member)))
      case .body: body[field.name] = member
      case .header: headers.append((field.name, Self.text(member)))
      }
    }
    var request = HTTPRequest(outline.method, path, query: query)
    request.headers.add("SeSACKey", key)
    if let accessToken, outline.access == .person { request.headers.add("Authorization", accessToken) }
    if web { request.headers.add("X-Maru-Web", "1") }
    for header in headers { request.headers.add(header.name, header.value) }
    if !body.members.isEmpty {
      request.headers.add("Content-Type", "application/json")
      request.body = JSONValue.object(body).bytes
    }
    return request
  }

  /// Reads the values of a request that the outline has matched.
  /// - Throws: 400 for missing or malformed values.
  public func read(_ request: HTTPRequest, parameters: [String]) throws(APIError) -> Input {
    var members = JSONObject()
    let body = outline.hasBody ? try BodyFields(request) : nil
    var names = parameters.makeIterator()
    for segment in outline.path.segments where segment.isParameter {
      if let value = names.next() { members[segment.text] = .string(value) }
    }
    for field in outline.input {
      switch field.place {
      case .path: break
      case .query: if let text = request.query[field.name] { members[field.name] = .string(text) }
      case .body: if let value = body?.value(field.name) { members[field.name] = value }
      case .header: if let text = request.headers[field.name] { members[field.name] = .string(text) }
      }
    }
    return try input.read(BodyFields(members))
  }

  /// 200 with the body; without fields there is none.
  public func response(_ value: Output) -> HTTPResponse {
    if outline.output.isEmpty { return HTTPResponse(200) }
    return HTTPResponse(200, json: .object(output.print(value)))
  }

  /// Reads the answer to a request of this call.
  /// - Throws: the error of the server; `unreadable` (500) where a success has another form than agreed.
  public func read(_ response: HTTPResponse) throws(APIError) -> Output {
    guard (200..<300).contains(response.status) else { throw APIError(parsing: response) }
    var object = JSONObject()
    if !outline.output.isEmpty {
      guard let body = (try? JSONValue(parsing: response.body))?.object else { throw .unreadable }
      object = body
    }
    do { return try output.read(BodyFields(object)) } catch { throw .unreadable }
  }

  private static func text(_ value: JSONValue?) -> String {
    switch value {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let flag): flag ? "true" : "false"
    default: ""
    }
  }
}
