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
