import Accounts
import Domain
import Foundation
import HTTPServer
import Wire

/// The texts that people agree to, at `/terms/{kind}.{language}`: the operator's own from a folder, or short ones that
/// say what this server does. Open to everybody; plain text, so that nothing in it is ever code.
struct TermsPages: Sendable {
  /// Holds `terms.ko.txt`, `privacy.en.txt` … where the operator has texts of their own.
  let folder: String?

  static func path(_ kind: Terms.Kind, _ language: Language) -> String {
    "/terms/\(kind.rawValue).\(language.rawValue)"
  }

  /// nil where the path names no text.
  func answer(_ request: HTTPRequest) -> ServerResponse? {
    guard request.method == .get else { return nil }
    for kind in Terms.Kind.allCases {
      for language in Language.allCases where request.path == Self.path(kind, language) {
        var response = ServerResponse.plain(200, text(kind, language))
        response.headers["Cache-Control"] = "public, max-age=3600"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'self'"
        return response
      }
    }
    return nil
  }

  private func text(_ kind: Terms.Kind, _ language: Language) -> String {
    let name = "/\(kind.rawValue).\(language.rawValue).txt"
    let own = folder.flatMap { try? String(contentsOfFile: $0 + name, encoding: .utf8) }
    return own ?? TermsTexts.of(kind)[Language.allCases.firstIndex(of: language) ?? 0]
  }
}
