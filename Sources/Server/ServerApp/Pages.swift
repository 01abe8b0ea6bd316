import Contract
import Domain
import HTTPServer
import Sockets
import Wire

/// The built pages: the index at `/`, one shell per app for every path below its name, and what they load.
struct Pages: Sendable {
  private let files: StaticFiles

  private static let policy = [
    "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "connect-src 'self'",
    "img-src 'self' data: blob:", "media-src 'self'", "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].joined(separator: "; ")

  private static let pageHeaders: HTTPHeaders = [
    "Content-Security-Policy": policy, "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
  ]

  /// Apps that have pages.
  private static let apps: [App] = [.eyemon, .eyemonDoctor]

  init(folder: String) throws(SocketError) {
    files = try StaticFiles(
      root: folder, rules: [StaticFiles.CacheRule(prefix: "/assets/", value: StaticFiles.immutable)],
      headers: ["Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin"])
  }

  /// What older clients open in a window of their own: the attendance page, whose address then names the app that came
  /// with its key, and the banner that leads there.
  func answerOlderClient(_ request: HTTPRequest) -> ServerResponse? {
    switch request.path {
    case "/v1/data/banners/attendance.png": return files.answer(request, file: "attendance.png")
    case "/event-application", "/v1/event-application":
      if let app = RequestCredentials(request.headers).key.flatMap(App.init(rawValue:)), request.query["app"] == nil {
        return ServerResponse(303, headers: ["Location": "/event-application?app=" + app.rawValue])
      }
      return files.answer(request, file: "attendance.html", headers: Self.pageHeaders)
    default: return nil
    }
  }

  /// nil where there is no such page.
  func answer(_ request: HTTPRequest) -> ServerResponse? {
    let path = request.path
    if path == "/" { return files.answer(request, file: "index.html", headers: Self.pageHeaders) }
    if path.hasPrefix("/assets/") || path == "/favicon.ico" { return files.answer(request) }
    guard let app = Self.apps.first(where: { path == "/" + $0.rawValue || path.hasPrefix("/\($0.rawValue)/") }) else {
      return nil
    }
    if path == "/" + app.rawValue { return ServerResponse(308, headers: ["Location": path + "/"]) }
    // The worker and the manifest lie beside the shell; a worker obeys the policy that it was served with.
    if !path.hasSuffix("/"), let file = files.answer(request, file: path, headers: Self.pageHeaders) { return file }
    return files.answer(request, file: app.rawValue + "/index.html", headers: Self.pageHeaders)
  }
}
