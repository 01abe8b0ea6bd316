import Domain
import JSON
import Wire

/// The answer to an upload, `{files, attachments}`: paths as older clients know them, and what the server found out.
public struct UploadAnswer: Equatable, Sendable {
  public var attachments: [Attachment]

  public init(attachments: [Attachment]) {
    self.attachments = attachments
  }

  public var json: JSONValue {
    [
      "files": .array(attachments.map { .string($0.path) }),
      "attachments": .array(attachments.map { $0.json }),
    ]
  }

  public var response: HTTPResponse { HTTPResponse(200, json: json) }

  /// Older servers know paths only.
  /// - Throws: the error of the server; `unreadable` where a success has another form than agreed.
  public init(parsing response: HTTPResponse) throws(APIError) {
    guard (200..<300).contains(response.status) else { throw APIError(parsing: response) }
    guard let body = try? JSONValue(parsing: response.body), let files = body.array(at: "files") else {
      throw .unreadable
    }
    if let list = body.array(at: "attachments") {
      attachments = list.compactMap(Attachment.init(json:))
    } else {
      attachments = files.compactMap { $0.string.map { Attachment(path: $0, kind: .file, name: "", size: 0) } }
    }
    guard attachments.count == files.count else { throw .unreadable }
  }
}
