import Domain
import Wire

/// The routes of files, whose bodies are no JSON: as values that print a request's line and read it back. Their answers
/// are `UploadAnswer`, the headers of tus 1.0, and the bytes of the file.
public enum FileRoute: Equatable, Sendable {
  /// `POST /v1/chats/{room_id}/files`: `multipart/form-data` with parts named `files`.
  case upload(room: ID<Room>)
  /// `OPTIONS /v1/chats/{room_id}/uploads`: what this server's tus can do. `/v1/uploads/{id}` answers the same.
  case resumableOptions
  /// `POST /v1/chats/{room_id}/uploads` (tus creation).
  case resumableCreate(room: ID<Room>)
  /// `HEAD /v1/uploads/{id}`: how much has come.
  case resumableHead(upload: String)
  /// `PATCH /v1/uploads/{id}`: the next bytes.
  case resumablePatch(upload: String)
  /// `DELETE /v1/uploads/{id}` (tus termination).
  case resumableDelete(upload: String)
  /// `GET /v1/data/chats/{name}`, and `profiles`, `exports` and `clinics` in place of `chats`
  case data(FileRequest)

  public var method: HTTPMethod {
    switch self {
    case .upload, .resumableCreate: .post
    case .resumableOptions: .options
    case .resumableHead: .head
    case .resumablePatch: .patch
    case .resumableDelete: .delete
    case .data: .get
    }
  }

  /// Percent-encoded, without the query.
  public var path: String {
    switch self {
    case .upload(let room): "/v1/chats/" + PercentEncoding.encode(segment: room.text) + "/files"
    case .resumableOptions: "/v1/uploads"
    case .resumableCreate(let room): "/v1/chats/" + PercentEncoding.encode(segment: room.text) + "/uploads"
    case .resumableHead(let upload), .resumablePatch(let upload), .resumableDelete(let upload):
      Self.uploadPath(upload)
    case .data(let request): "/v1" + request.path
    }
  }

  public var query: Query {
    guard case .data(let request) = self else { return Query() }
    return request.query
  }

  /// The address of a resumable upload.
  public static func uploadPath(_ upload: String) -> String {
    "/v1/uploads/" + PercentEncoding.encode(segment: upload)
  }

  /// The request without a body, which is streamed behind it.
  /// - Parameters:
  ///   - key: names realm and app (header `SeSACKey`).
  ///   - accessToken: sent raw; not needed for a link.
  public func request(key: String, accessToken: String? = nil) -> HTTPRequest {
    var request = HTTPRequest(method, path, query: query)
    request.headers.add("SeSACKey", key)
    if let accessToken { request.headers.add("Authorization", accessToken) }
    switch self {
    case .resumableCreate, .resumableHead, .resumablePatch, .resumableDelete:
      request.headers.add("Tus-Resumable", Tus.version)
    case .upload, .resumableOptions, .data: break
    }
    return request
  }

  /// nil where the request is for no file. A client that can send no PATCH or DELETE says so in a field of a POST (tus,
  /// `X-HTTP-Method-Override`).
  public init?(_ request: HTTPRequest) {
    if let route = FileRoute(request.method, request.path, query: request.query) {
      self = route
      return
    }
    guard request.method == .post, let name = request.headers["X-HTTP-Method-Override"],
      let method = HTTPMethod(rawValue: name), let route = FileRoute(method, request.path)
    else { return nil }
    switch route {
    case .resumableHead, .resumablePatch, .resumableDelete: self = route
    default: return nil
    }
  }

  /// - Parameter query: read for `data` only.
  public init?(_ method: HTTPMethod, _ path: String, query: Query = Query()) {
    let segments = path.utf8.split(separator: UInt8(ascii: "/")).map { segment in
      let text = String(Substring(segment))
      return PercentEncoding.decode(segment: text) ?? text
    }
    guard segments.count >= 2, segments[0] == "v1" else { return nil }
    switch (segments[1], segments.count) {
    case ("chats", 4) where segments[3] == "files" && method == .post: self = .upload(room: ID(segments[2]))
    case ("chats", 4) where segments[3] == "uploads":
      guard let route = Self.creation(method, room: ID(segments[2])) else { return nil }
      self = route
    case ("uploads", 2) where method == .options: self = .resumableOptions
    case ("uploads", 3):
      guard let route = Self.upload(method, segments[2]) else { return nil }
      self = route
    case ("data", 4) where Self.dataFolders.contains(segments[2]) && (method == .get || method == .head):
      self = .data(FileRequest(path: "/data/" + segments[2] + "/" + segments[3], query: query))
    default: return nil
    }
  }

  /// Files of messages, pictures of profiles, archives of people's data, pictures of clinics.
  private static var dataFolders: [String] { ["chats", "profiles", "exports", "clinics"] }

  private static func creation(_ method: HTTPMethod, room: ID<Room>) -> FileRoute? {
    switch method {
    case .post: .resumableCreate(room: room)
    case .options: .resumableOptions
    default: nil
    }
  }

  private static func upload(_ method: HTTPMethod, _ id: String) -> FileRoute? {
    switch method {
    case .head: .resumableHead(upload: id)
    case .patch: .resumablePatch(upload: id)
    case .delete: .resumableDelete(upload: id)
    case .options: .resumableOptions
    default: nil
    }
  }
}
