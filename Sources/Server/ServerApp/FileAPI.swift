import Accounts
import Chats
import Contract
import Domain
import Files
import HTTPServer
import Privacy
import Storage
import Wire

/// The routes of files: who asks, and what they may. Refusals are thrown as `APIError`.
struct FileAPI: Sendable {
  let accounts: Accounts
  let chats: Chats
  let files: Files
  let privacy: Privacy

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
      let caller = try files.caller(of: file, from: host)
      if file.path.hasPrefix("/data/exports/") { return try await archive(request.request, file, caller) }
      return try await files.answer(request.request, for: file, by: caller)
    }
    let credentials = RequestCredentials(request.request.headers)
    let app = try API.app(credentials.key)
    let principal = try await accounts.authorize(credentials.accessToken, app: app)
    let caller = FileCaller(person: principal.person, session: principal.session, address: host)
    switch route {
    case .upload(let room):
      try await chats.checkMayWrite(in: room, by: principal.person)
      let type = request.request.headers["Content-Type"] ?? ""
      let attachments = try await files.upload(request.body, contentType: type, to: room, by: caller)
      return .api(UploadAnswer(attachments: attachments).response)
    case .data(let file):
      if file.path.hasPrefix(Person.pictureFolder) {
        let name = String(file.path.dropFirst(Person.pictureFolder.count))
        return try await files.answerPicture(request.request, name: name, for: caller.person)
      }
      if file.path.hasPrefix(ClinicRow.pictureFolder) {
        let name = String(file.path.dropFirst(ClinicRow.pictureFolder.count))
        return try await files.answerClinicPicture(request.request, name: name, for: caller.person)
      }
      if file.path.hasPrefix("/data/exports/") { return try await archive(request.request, file, caller) }
      return try await files.answer(request.request, for: file, by: caller)
    case .resumableCreate(let room):
      try await chats.checkMayWrite(in: room, by: principal.person)
      return try await files.resumableCreate(request, in: room, by: caller)
    case .resumableHead(let id): return try await files.resumableHead(request, id, by: caller)
    case .resumablePatch(let id): return try await files.resumablePatch(request, id, by: caller)
    case .resumableDelete(let id): return try await files.resumableDelete(request, id, by: caller)
    case .resumableOptions: throw APIError.unknownRoute
    }
  }

  /// An archive is its owner's only. Each fetch is written down before the first byte leaves, also of a part.
  private func archive(
    _ request: HTTPRequest, _ file: FileRequest, _ caller: FileCaller
  ) async throws -> ServerResponse {
    let row = try await privacy.export(named: String(file.path.dropFirst("/data/exports/".count)))
    guard row.person == caller.person else { throw APIError.fileGone }
    if request.method == .get {
      try await privacy.recordFetch(row, session: caller.session, address: caller.address)
    }
    return try await files.answerArchive(request, row)
  }
}
