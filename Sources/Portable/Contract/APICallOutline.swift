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

  struct Segment: Sendable {
    let name: String
    let isParameter: Bool
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
  let segments: [Segment]

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
    segments = template.utf8.split(separator: UInt8(ascii: "/")).map { segment in
      let isParameter = segment.first == UInt8(ascii: "{")
      return Segment(
        name: String(Substring(isParameter ? segment.dropFirst().dropLast() : segment)), isParameter: isParameter)
    }
  }

  var hasBody: Bool { input.contains { $0.place == .body } }

  /// How many segments are literal: of two that match, the more literal one is meant.
  public var literals: Int { segments.count { !$0.isParameter } }

  /// The values of the parameters, decoded, in the template's order; nil where the request is for another route.
  public func parameters(of request: HTTPRequest) -> [String]? {
    guard request.method == method else { return nil }
    let path = request.path.utf8.split(separator: UInt8(ascii: "/"))
    guard path.count == segments.count else { return nil }
    var values: [String] = []
    for (part, segment) in zip(path, segments) {
      if segment.isParameter {
        let text = String(Substring(part))
        values.append(PercentEncoding.decode(segment: text) ?? text)
      } else if !part.elementsEqual(segment.name.utf8) {
        return nil
      }
    }
    return values
  }
}
