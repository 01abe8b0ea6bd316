import Wire

/// The path of a route, with parameters in braces: `/v1/chats/{room_id}/read`.
struct PathTemplate: Sendable {
  struct Segment: Sendable {
    /// Of a parameter, its name.
    let text: String
    let isParameter: Bool
  }

  let segments: [Segment]

  init(_ template: String) {
    segments = RequestPath.split(template).map { segment in
      let isParameter = segment.first == UInt8(ascii: "{")
      return Segment(
        text: String(Substring(isParameter ? segment.dropFirst().dropLast() : segment)), isParameter: isParameter)
    }
  }

  /// How many segments are literal: of two templates that match, the more literal one is meant, so `/v1/chats/read` is
  /// not a room of that name.
  var literals: Int { segments.count { !$0.isParameter } }

  /// The values of the parameters, decoded, in order; nil where the path is another one.
  func parameters(of path: RequestPath) -> [String]? {
    guard path.segments.count == segments.count else { return nil }
    var values: [String] = []
    for (part, segment) in zip(path.segments, segments) {
      if segment.isParameter {
        let text = String(Substring(part))
        values.append(PercentEncoding.decode(segment: text) ?? text)
      } else if !part.elementsEqual(segment.text.utf8) {
        return nil
      }
    }
    return values
  }
}

/// The path of a request in its segments, cut once however many templates it is held against.
public struct RequestPath: Sendable {
  let segments: [Substring.UTF8View]

  public init(_ path: String) { segments = Self.split(path) }

  /// Empty ones count for nothing: a base URL may end in a slash.
  fileprivate static func split(_ path: String) -> [Substring.UTF8View] {
    path.utf8.split(separator: UInt8(ascii: "/"))
  }
}
