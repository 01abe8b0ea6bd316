import Crypto
import HTTPServer
import Wire

/// Sealed bytes of another kind than files of messages, ready to be sent: a picture of a profile, an archive.
struct KeptBytes: Sendable {
  var source: SealedFile
  var name: String
  var mediaType: String
  /// The name under which a browser saves it; nil shows it.
  var saveAs: String?
  var createdAt: Timestamp
  var mayBeCached: Bool

  /// Answers GET and HEAD, with validators and one range (RFC 9110 sections 13 and 14); of several ranges the whole is
  /// the answer.
  func answer(_ request: HTTPRequest, disk: DiskWorkers) -> ServerResponse {
    var headers: HTTPHeaders = [
      "ETag": "\"\(name)\"", "Last-Modified": HTTPDate.text(createdAt), "Accept-Ranges": "bytes",
      "Cache-Control": mayBeCached ? "private, no-cache" : "private, no-store", "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer",
    ]
    switch Conditions(tag: "\"\(name)\"", modified: createdAt).judge(request) {
    case .notModified: return ServerResponse(304, headers: headers)
    case .failed: return ServerResponse(412, headers: headers)
    case .answer(let mayBePart):
      var range: ByteRange?
      if mayBePart, let field = request.headers["Range"] {
        switch RangeSelection(field, length: source.count) {
        case .whole: break
        case .unsatisfiable:
          headers.add("Content-Range", ByteRange.unsatisfiedContentRange(of: source.count))
          return ServerResponse(416, headers: headers)
        case .parts(let ranges): if ranges.count == 1 { range = ranges.first }
        }
      }
      headers.add("Content-Type", mediaType)
      if let saveAs { headers.add("Content-Disposition", FileTitle.disposition(saveAs, isAttachment: true)) }
      if let range { headers.add("Content-Range", range.contentRange(of: source.count)) }
      let body = FileBody(
        [.range(range ?? ByteRange(first: 0, last: source.count - 1))], of: source, disk: disk)
      return ServerResponse(range == nil ? 200 : 206, headers: headers, body: .produced(body.produced))
    }
  }
}
