import JSON
import Wire

extension OpenAPI {
  static func operation(_ call: APICallOutline) -> JSONValue {
    var statuses: Set<Int> = [420, 429, 500, 503]
    statuses.formUnion(call.refusals)
    if call.access == .person { statuses.formUnion([401, 403, 419]) }
    if !call.input.isEmpty { statuses.insert(400) }
    if call.hasBody { statuses.insert(413) }
    var responses: JSONObject = [
      "200": call.output.isEmpty
        ? ["description": "Done; no body."] : content(Schema.object(call.output), "As asked.")
    ]
    for status in statuses.sorted() { responses["\(status)"] = ["$ref": "#/components/responses/error"] }
    var operation: JSONObject = ["operationId": .string(call.name), "summary": .string(call.summary)]
    let parameters = call.input.filter { $0.place != .body }.map { field in
      let place = field.place == .path ? "path" : field.place == .query ? "query" : "header"
      return parameter(field.name, in: place, field.schema, isRequired: field.isRequired)
    }
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    let body = call.input.filter { $0.place == .body }
    if !body.isEmpty { operation["requestBody"] = requestBody(body) }
    operation["responses"] = .object(responses)
    if call.access == .key { operation["security"] = [["key": []]] }
    return .object(operation)
  }

  static func requestBody(_ fields: [Field]) -> JSONValue {
    [
      "required": true,
      "content": [
        "application/json": ["schema": Schema.object(fields)],
        "application/x-www-form-urlencoded": ["schema": Schema.object(fields)],
      ],
    ]
  }
}
