import Accounts
import Contract
import Domain
import Files
import HTTPServer
import Wire

/// The routes of files: who asks, and what they may. Refusals are thrown as `APIError`.
struct FileAPI: Sendable {
  let accounts: Accounts
  let files: Files

  /// Whose bodies go to the disk while they arrive.
  static func isStreamed(_ method: HTTPMethod, _ path: String) -> Bool {
    switch FileRoute(method, path) {
    case .upload, .resumableCreate, .resumablePatch: true
    // A PATCH may come as a POST that says so in a field.
    case nil where method == .post: FileRoute(.patch, path) != nil
    default: false
    }
  }

  func answer(_ request: ServerRequest, as route: FileRoute, from host: String) async throws -> ServerResponse {
    if case .resumableOptions = route { return files.resumableOptions() }
    if case .data(let file) = route, file.token != nil {
      return try await files.answer(request.request, for: file, by: files.caller(of: file, from: host))
    }
    let credentials = RequestCredentials(request.request.headers)
    let app = try API.app(credentials.key)
    let principal = try await accounts.authorize(credentials.accessToken, app: app)
    let caller = FileCaller(person: principal.person, session: principal.session, address: host)
    switch route {
    case .upload(let room):
      let type = request.request.headers["Content-Type"] ?? ""
      let attachments = try await files.upload(request.body, contentType: type, to: room, by: caller)
      return .api(UploadAnswer(attachments: attachments).response)
    case .data(let file): return try await files.answer(request.request, for: file, by: caller)
    case .resumableCreate(let room): return try await files.resumableCreate(request, in: room, by: caller)
    case .resumableHead(let id): return try await files.resumableHead(request, id, by: caller)
    case .resumablePatch(let id): return try await files.resumablePatch(request, id, by: caller)
    case .resumableDelete(let id): return try await files.resumableDelete(request, id, by: caller)
    case .resumableOptions: throw APIError.unknownRoute
    }
  }
}
