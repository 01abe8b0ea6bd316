import JSON
import Wire

/// The description of the API for other programs (OpenAPI 3.1), printed from the routes.
public enum OpenAPI {
  /// - Parameters:
  ///   - version: of the server that answers.
  ///   - calls: what it serves beside the routes of `APIRoute`.
  public static func document(version: String, calls: [APICallOutline] = []) -> JSONValue {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "Maru", "version": .string(version),
        "description": "The key in the header SeSACKey names realm and app. Errors have one form; go by `code`.",
      ],
      "security": [["key": [], "access": []]],
      "paths": .object(paths(calls)),
      "components": [
        "securitySchemes": [
          "key": ["type": "apiKey", "in": "header", "name": "SeSACKey"],
          "access": ["type": "apiKey", "in": "header", "name": "Authorization"],
          "refresh": ["type": "apiKey", "in": "header", "name": "RefreshToken"],
        ],
        "schemas": .object(Schema.named),
        "responses": ["error": content(Schema.reference("Error"), "The reason is in `code`.")],
      ],
    ]
  }

  private static func paths(_ calls: [APICallOutline]) -> JSONObject {
    var paths = JSONObject()
    func add(_ template: String, _ method: HTTPMethod, _ operation: JSONValue) {
      var item = paths[template]?.object ?? JSONObject()
      item[method.rawValue.lowercased()] = operation
      paths[template] = .object(item)
    }
    for route in APIRoute.allCases { add(route.template, route.method, operation(route)) }
    for call in calls { add(call.template, call.method, operation(call)) }
    for member in filePaths.members { paths[member.name] = member.value }
    return paths
  }

  private static func operation(_ route: APIRoute) -> JSONValue {
    let success = route.answer.map { content(.reference($0), "As asked.") } ?? ["description": "Done; no body."]
    var responses: JSONObject = ["200": success]
    for status in route.refusals { responses["\(status)"] = ["$ref": "#/components/responses/error"] }
    var operation: JSONObject = ["operationId": .string(route.name), "summary": .string(route.summary)]
    if !route.parameters.isEmpty { operation["parameters"] = .array(route.parameters) }
    if !route.fields.isEmpty { operation["requestBody"] = requestBody(route.fields) }
    operation["responses"] = .object(responses)
    if route == .refresh {
      operation["security"] = [["key": [], "refresh": []]]
    } else if !route.needsAccessToken {
      operation["security"] = [["key": []]]
    }
    return .object(operation)
  }

  static func parameter(
    _ name: String, in place: String, _ schema: JSONValue, isRequired: Bool = false
  ) -> JSONValue {
    [
      "name": .string(name), "in": .string(place), "required": .bool(isRequired || place == "path"),
      "schema": schema,
    ]
  }

  static func content(_ schema: JSONValue, _ description: String) -> JSONValue {
    ["description": .string(description), "content": ["application/json": ["schema": schema]]]
  }
}

extension JSONValue {
  fileprivate static func reference(_ name: String) -> JSONValue { OpenAPI.Schema.reference(name) }
}
