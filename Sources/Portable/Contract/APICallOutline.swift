import JSON
import Wire

/// A call without its values: what the server finds it by, and what the API description prints.
public struct APICallOutline: Sendable {
  public enum Access: Equatable, Sendable {
    /// The key alone: before there is a session.
    case key
    /// A person's access token.
    case person
  }

  public let method: HTTPMethod
  public let template: String
  /// A word for the route, for logs and generated clients.
  public let name: String
  public let summary: String
  public let access: Access
  let input: [OpenAPI.Field]
  let output: [OpenAPI.Field]
  let refusals: [Int]
  let path: PathTemplate

  init(
    method: HTTPMethod, template: String, name: String, summary: String, access: Access, input: [OpenAPI.Field],
    output: [OpenAPI.Field], refusals: [Int]
  ) {
    self.method = method
    self.template = template
    self.name = name
    self.summary = summary
    self.access = access
    self.input = input
    self.output = output
    self.refusals = refusals
    path = PathTemplate(template)
  }

  var hasBody: Bool { input.contains { $0.place == .body } }

  /// How many segments are literal: of two that match, the more literal one is meant.
  public var literals: Int { path.literals }

  /// The values of the parameters, decoded, in the template's order; nil where the request is for another route.
  public func parameters(_ method: HTTPMethod, _ path: RequestPath) -> [String]? {
    method == self.method ? self.path.parameters(of: path) : nil
  }
}

// Not in `APICall`, of which a program carries one for each of its calls.
extension APICallOutline {
  func request(_ members: JSONObject, key: String, accessToken: String?, web: Bool) -> HTTPRequest {
    var body = JSONObject()
    var request = HTTPRequest(method, filled(members))
    request.headers.add("SeSACKey", key)
    if let accessToken, access == .person { request.headers.add("Authorization", accessToken) }
    if web { request.headers.add("X-Maru-Web", "1") }
    for field in input {
      guard let member = members[field.name] else { continue }
      switch field.place {
      case .path: break
      case .query: request.query.items.append(.init(field.name, Self.text(member)))
      case .body: body[field.name] = member
      case .header: request.headers.add(field.name, Self.text(member))
      }
    }
    if !body.members.isEmpty {
      request.headers.add("Content-Type", "application/json")
      request.body = JSONValue.object(body).bytes
    }
    return request
  }

  private func filled(_ members: JSONObject) -> String {
    var path = ""
    for segment in self.path.segments {
      path += "/"
      path += segment.isParameter ? PercentEncoding.encode(segment: Self.text(members[segment.text])) : segment.text
    }
    return path
  }

  func values(of request: HTTPRequest, parameters: [String]) throws(APIError) -> BodyFields {
    var members = JSONObject()
    let body = hasBody ? try BodyFields(request) : nil
    var names = parameters.makeIterator()
    for segment in path.segments where segment.isParameter {
      if let value = names.next() { members[segment.text] = .string(value) }
    }
    for field in input {
      switch field.place {
      case .path: break
      case .query: if let text = request.query[field.name] { members[field.name] = .string(text) }
      case .body: if let value = body?.value(field.name) { members[field.name] = value }
      case .header: if let text = request.headers[field.name] { members[field.name] = .string(text) }
      }
    }
    return BodyFields(members)
  }

  /// Of a success; without fields there is nothing to read. By its status a stranger's page is a success as well.
  func fields(of response: HTTPResponse) throws(APIError) -> BodyFields {
    guard (200..<300).contains(response.status) else { throw APIError(parsing: response) }
    if output.isEmpty && response.body.isEmpty { return BodyFields(JSONObject()) }
    guard let body = (try? JSONValue(parsing: response.body))?.object else { throw .unreadable }
    return BodyFields(body)
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
