import JSON
import Wire

/// The fields of a request, whether they came as JSON, as a form or in the query: PortOne V1 takes all three.
struct SandboxFields: Sendable {
  let json: JSONValue
  private let form: Query

  /// nil where the body says that it is JSON and is not.
  init?(_ request: HTTPRequest) {
    let kind = request.headers["Content-Type"] ?? ""
    if kind.lowercased().hasPrefix("application/json") {
      guard let json = request.body.isEmpty ? .object([:]) : try? JSONValue(parsing: request.body), json.object != nil
      else { return nil }
      (self.json, form) = (json, request.query)
    } else {
      let body = Query(parsing: String(decoding: request.body, as: UTF8.self))
      (json, form) = (.null, Query(body.items + request.query.items))
    }
  }

  /// The text of a field; numbers as they were written. nil where it is missing, empty or null.
  subscript(name: String) -> String? {
    let text: String? =
      switch json[name] {
      case .string(let text): text
      case .number(let number): number.text
      case nil: form[name]
      default: nil
      }
    return text == "" ? nil : text
  }
}
