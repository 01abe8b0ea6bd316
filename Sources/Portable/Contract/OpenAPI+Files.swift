import JSON

extension OpenAPI {
  /// The routes of `FileRoute`.
  static let filePaths: JSONObject = [
    "/v1/chats/{room_id}/files": [
      "post": operation(
        "uploadFiles", "Uploads files into a room, for a message that names them.", [room], [413, 445, 503],
        body: [
          "multipart/form-data": [
            "schema": [
              "type": "object", "required": ["files"],
              "properties": ["files": ["type": "array", "items": bytes]],
            ]
          ]
        ],
        answers: ["200": content(Schema.reference("Upload"), "All are kept.")])
    ],
    "/v1/chats/{room_id}/uploads": [
      "post": operation(
        "createUpload", "Begins a resumable upload (tus 1.0, creation and creation-with-upload).",
        [
          room, version, header("Upload-Length", Schema.whole("").schema, isRequired: true),
          header("Upload-Metadata", Schema.string),
        ], [413, 445, 503], body: stream,
        answers: ["201": plain("Begun; its address is in Location."), "412": wrongVersion])
    ],
    "/v1/uploads/{upload_id}": [
      "head": operation(
        "lookAtUpload", "How much has come, in Upload-Offset.", [upload, version], [410, 423],
        answers: ["200": plain("The state is in the headers."), "412": wrongVersion]),
      "patch": operation(
        "continueUpload", "The next bytes of an upload.",
        [
          upload, version, header("Upload-Offset", Schema.whole("").schema, isRequired: true),
          header("Upload-Checksum", Schema.string),
        ], [409, 410, 413, 415, 423, 460, 503], body: stream,
        answers: ["204": plain("Kept; after the last ones X-Maru-File has the path."), "412": wrongVersion]),
      "delete": operation(
        "endUpload", "Throws an upload away.", [upload, version], [410, 423],
        answers: ["204": plain("Gone."), "412": wrongVersion]),
    ],
    "/v1/data/chats/{name}": [
      "get": operation(
        "openFile", "The bytes of a file, or of a picture made from it.",
        [
          parameter("name", in: "path", Schema.string), parameter("width", in: "query", Schema.whole("").schema),
          parameter("page", in: "query", Schema.whole("").schema), parameter("token", in: "query", Schema.string),
          header("Range", Schema.string),
        ], [503],
        answers: [
          "200": binary("The whole."), "206": binary("The parts that were asked for."), "304": plain("Not modified."),
          "412": plain("A precondition failed."), "416": plain("No part of the file was asked for."),
        ])
    ],
  ]

  private static let bytes: JSONValue = ["type": "string", "contentMediaType": "application/octet-stream"]
  private static let stream: JSONValue = [Tus.contentType: ["schema": bytes]]
  private static let wrongVersion = plain("Another version of tus; this server's is in Tus-Version.")
  private static let room = parameter("room_id", in: "path", Schema.string)
  private static let upload = parameter("upload_id", in: "path", Schema.string)
  private static let version = header("Tus-Resumable", ["const": .string(Tus.version)], isRequired: true)

  private static func header(_ name: String, _ schema: JSONValue, isRequired: Bool = false) -> JSONValue {
    parameter(name, in: "header", schema, isRequired: isRequired)
  }

  private static func plain(_ description: String) -> JSONValue { ["description": .string(description)] }

  private static func binary(_ description: String) -> JSONValue {
    ["description": .string(description), "content": ["*/*": ["schema": bytes]]]
  }

  /// - Parameter refusals: beside those that every route has.
  private static func operation(
    _ name: String, _ summary: String, _ parameters: [JSONValue], _ refusals: [Int], body: JSONValue? = nil,
    answers: JSONObject
  ) -> JSONValue {
    var responses = answers
    for status in [400, 401, 403, 404, 408, 419, 420, 429, 500] + refusals {
      responses["\(status)"] = ["$ref": "#/components/responses/error"]
    }
    var operation: JSONObject = [
      "operationId": .string(name), "summary": .string(summary), "parameters": .array(parameters),
    ]
    if let body { operation["requestBody"] = ["content": body] }
    operation["responses"] = .object(responses)
    return .object(operation)
  }
}
