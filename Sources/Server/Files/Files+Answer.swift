import Contract
import Crypto
import Domain
import HTTPServer
import Storage
import Wire

extension Files {
  /// Answers GET and HEAD of a file: validators, conditions and ranges (RFC 9110 sections 13 and 14) over its sealed
  /// bytes.
  /// - Throws: 404 `file_gone`.
  public func answer(
    _ request: HTTPRequest, for file: FileRequest, by caller: FileCaller
  ) async throws -> ServerResponse {
    let opened = try await open(file, for: caller)
    var headers = Self.headers(of: opened)
    let verdict = Conditions(tag: opened.tag, modified: opened.row.createdAt).judge(request)
    switch verdict {
    case .notModified: return ServerResponse(304, headers: headers)
    case .failed: return ServerResponse(412, headers: headers)
    case .answer(let mayBePart):
      headers.add("Content-Type", opened.mediaType)
      headers.add(
        "Content-Disposition",
        FileTitle.disposition(opened.row.title, isAttachment: opened.row.kind == .file && opened.variant == "original"))
      guard mayBePart, let field = request.headers["Range"] else {
        return try await whole(opened, request, headers, caller)
      }
      switch RangeSelection(field, length: opened.source.count) {
      case .whole: return try await whole(opened, request, headers, caller)
      case .unsatisfiable:
        headers["Content-Type"] = nil
        headers["Content-Disposition"] = nil
        headers.add("Content-Range", ByteRange.unsatisfiedContentRange(of: opened.source.count))
        return ServerResponse(416, headers: headers)
      case .parts(let ranges): return try await parts(ranges, opened, headers, caller)
      }
    }
  }

  private func whole(
    _ opened: OpenedFile, _ request: HTTPRequest, _ headers: HTTPHeaders, _ caller: FileCaller
  ) async throws -> ServerResponse {
    // A head shows nothing of the content; it is not an opening.
    if request.method == .get { try await record(opened, by: caller) }
    let all = ByteRange(first: 0, last: opened.source.count - 1)
    return ServerResponse(
      200, headers: headers, body: .produced(FileBody([.range(all)], of: opened.source, disk: disk).produced))
  }

  /// One part as it is, several as `multipart/byteranges` (section 14.6).
  private func parts(
    _ ranges: [ByteRange], _ opened: OpenedFile, _ headers: HTTPHeaders, _ caller: FileCaller
  ) async throws -> ServerResponse {
    try await record(opened, by: caller)
    var headers = headers
    let length = opened.source.count
    guard ranges.count > 1 else {
      headers.add("Content-Range", ranges[0].contentRange(of: length))
      return ServerResponse(
        206, headers: headers, body: .produced(FileBody([.range(ranges[0])], of: opened.source, disk: disk).produced))
    }
    let boundary = "maru-\(String(UInt64.random(in: 0...(.max)), radix: 36))"
    headers["Content-Type"] = "multipart/byteranges; boundary=\(boundary)"
    var pieces: [FileBody.Piece] = []
    for (index, range) in ranges.enumerated() {
      let line = index == 0 ? "" : "\r\n"
      let place = range.contentRange(of: length)
      let head = "\(line)--\(boundary)\r\nContent-Type: \(opened.mediaType)\r\nContent-Range: \(place)\r\n\r\n"
      pieces += [.bytes(Array(head.utf8)), .range(range)]
    }
    pieces.append(.bytes(Array("\r\n--\(boundary)--\r\n".utf8)))
    return ServerResponse(
      206, headers: headers, body: .produced(FileBody(pieces, of: opened.source, disk: disk).produced))
  }

  /// Fields of every answer, 304 and 412 included. A file runs nothing, frames nothing and leaks no address, wherever
  /// it is opened; what is of a consult is kept by no cache.
  private static func headers(of opened: OpenedFile) -> HTTPHeaders {
    let isConsult = opened.row.realm == .eyemon
    return [
      "ETag": opened.tag, "Last-Modified": HTTPDate.text(opened.row.createdAt), "Accept-Ranges": "bytes",
      "Cache-Control": isConsult ? "private, no-store" : "private, no-cache",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": opened.mediaType == "application/pdf" ? pagePolicy : closedPolicy,
      "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer",
    ]
  }

  private static let closedPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
  /// A browser's own viewer of PDFs does not start in a sandbox.
  private static let pagePolicy =
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
}
