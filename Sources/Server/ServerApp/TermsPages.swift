import Accounts
import Domain
import Foundation
import HTTPServer
import Wire

/// The texts that people agree to, at `/terms/{kind}.{language}`: the operator's own from a folder, or short ones that
/// say what this server does. Open to everybody; plain text, so that nothing in it is ever code.
struct TermsPages: Sendable {
  private let texts: [String: String]

  /// - Parameter folder: holds `terms.ko.txt`, `privacy.en.txt` … where the operator has texts of their own. Read now.
  init(folder: String?) {
    var texts: [String: String] = [:]
    for kind in Terms.Kind.allCases {
      for (language, ours) in zip(Language.allCases, TermsTexts.of(kind)) {
        let own = folder.flatMap {
          try? String(contentsOfFile: "\($0)/\(kind.rawValue).\(language.rawValue).txt", encoding: .utf8)
        }
        texts[Self.path(kind, language)] = own ?? ours
      }
    }
    self.texts = texts
  }

  static func path(_ kind: Terms.Kind, _ language: Language) -> String {
    "/terms/\(kind.rawValue).\(language.rawValue)"
  }

  /// nil where the path names no text.
  func answer(_ request: HTTPRequest) -> ServerResponse? {
    guard request.method == .get, let text = texts[request.path] else { return nil }
    var response = ServerResponse.plain(200, text)
    response.headers["Cache-Control"] = "public, max-age=3600"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'self'"
    return response
  }
}
