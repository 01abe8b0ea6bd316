import Glibc
import Sockets
import Wire

/// Files below one folder, as they lie there: with types, validators, ranges and the compressed twins of a build. What
/// starts with a dot or leads out of the folder, by name or by symbolic link, does not exist.
public struct StaticFiles: Sendable {
  /// `Cache-Control` for all paths that start so.
  public struct CacheRule: Sendable {
    public let prefix: String
    public let value: String

    public init(prefix: String, value: String) {
      self.prefix = prefix
      self.value = value
    }
  }

  /// For names that carry a hash of their content.
  public static let immutable = "public, max-age=31536000, immutable"

  private let root: String
  private let rules: [CacheRule]
  private let headers: HTTPHeaders

  /// - Parameters:
  ///   - rules: the first that fits wins; without one, `no-cache` (ask each time).
  ///   - headers: added to every answer.
  public init(root: String, rules: [CacheRule] = [], headers: HTTPHeaders = HTTPHeaders()) throws(SocketError) {
    guard let path = StaticFiles.canonical(root) else { throw .openFile(code: errno) }
    self.root = path
    self.rules = rules
    self.headers = headers
  }

  /// The answer for the request's own path; nil if there is no such file.
  public func answer(_ request: HTTPRequest) -> ServerResponse? {
    answer(request, file: request.path)
  }

  /// The answer with another file, such as the one page of an app for all its paths. `file` is a path below the root,
  /// percent-encoded, with or without a slash before it.
  public func answer(_ request: HTTPRequest, file: String, headers extra: HTTPHeaders = HTTPHeaders())
    -> ServerResponse?
  {
    guard let path = localPath(file), let plain = open(path) else { return nil }
    guard request.method == .get || request.method == .head else {
      return ServerResponse(405, headers: ["Allow": "GET, HEAD"])
    }
    var headers = self.headers
    for field in extra.fields { headers.add(field.name, field.value) }
    headers.add("Content-Type", ContentType.named(path))
    headers.add("X-Content-Type-Options", "nosniff")
    headers.add("Cache-Control", rules.first { path.hasPrefix(rootless($0.prefix)) }?.value ?? "no-cache")
    var file = plain
    var coding: ContentCoding?
    if ContentType.mayHaveTwins(path) {
      headers.add("Vary", "Accept-Encoding")
      if let twin = twin(of: plain, path, request.headers["Accept-Encoding"]) {
        (file, coding) = (twin.file, twin.coding)
        headers.add("Content-Encoding", twin.coding.rawValue)
      }
    }
    let tag = EntityTag(of: file, coding: coding)
    headers.add("ETag", tag.text)
    if tag.isNamed(in: request.headers.values("If-None-Match")) { return ServerResponse(304, headers: headers) }
    headers.add("Accept-Ranges", "bytes")
    return body(of: file, tag, request, headers)
  }

  // MARK: Names

  /// nil for what must not be served: empty or dotted parts, escapes that hide a separator, a slash at the end.
  private func localPath(_ target: String) -> String? {
    var parts: [String] = []
    let encoded = target.utf8.first == UInt8(ascii: "/") ? target.dropFirst() : target[...]
    for segment in encoded.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let name = PercentEncoding.decode(segment: String(Substring(segment))), let first = name.utf8.first,
        first != UInt8(ascii: ".")
      else { return nil }
      for byte in name.utf8 where isControl(byte) || byte == 0x09 || byte == 0x2F || byte == 0x5C { return nil }
      parts.append(name)
    }
    return parts.joined(separator: "/")
  }

  private func rootless(_ prefix: String) -> Substring {
    prefix.utf8.first == UInt8(ascii: "/") ? prefix.dropFirst() : prefix[...]
  }

  /// Follows links first, so that nothing outside the root is opened.
  private func open(_ path: String) -> OpenFile? {
    guard let real = StaticFiles.canonical(root + "/" + path), real.utf8.starts(with: (root + "/").utf8) else {
      return nil
    }
    return try? OpenFile(path: real)
  }

  private static func canonical(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// A twin that is older than the file was left behind by another build.
  private func twin(
    of plain: OpenFile, _ path: String, _ accepted: String?
  ) -> (file: OpenFile, coding: ContentCoding)? {
    for coding in ContentCoding.accepted(accepted) {
      if let file = open(path + coding.suffix), file.modified >= plain.modified { return (file, coding) }
    }
    return nil
  }

  // MARK: Ranges

  private func body(
    of file: OpenFile, _ tag: EntityTag, _ request: HTTPRequest, _ headers: HTTPHeaders
  ) -> ServerResponse {
    let whole = ServerResponse(200, headers: headers, body: .file(FileRegion(file)))
    guard request.method == .get, let field = request.headers["Range"] else { return whole }
    if let condition = request.headers["If-Range"], condition != tag.text { return whole }
    var headers = headers
    switch RangeSelection(field, length: file.size) {
    case .whole:
      return whole
    case .unsatisfiable:
      headers["Content-Range"] = ByteRange.unsatisfiedContentRange(of: file.size)
      return ServerResponse(416, headers: headers)
    case .parts(let ranges):
      guard ranges.count > 1 else {
        headers["Content-Range"] = ranges[0].contentRange(of: file.size)
        return ServerResponse(206, headers: headers, body: .file(region(file, ranges[0])))
      }
      return multipart(file, ranges, headers)
    }
  }

  private func region(_ file: OpenFile, _ range: ByteRange) -> FileRegion {
    FileRegion(file, offset: range.first, count: range.count)
  }

  /// RFC 9110 section 14.6.
  private func multipart(_ file: OpenFile, _ ranges: [ByteRange], _ headers: HTTPHeaders) -> ServerResponse {
    var headers = headers
    let type = headers["Content-Type"] ?? "application/octet-stream"
    let boundary = "maru-\(String(UInt64.random(in: 0...(.max)), radix: 36))"
    headers["Content-Type"] = "multipart/byteranges; boundary=\(boundary)"
    var pieces: [ServerResponse.Piece] = []
    for (index, range) in ranges.enumerated() {
      let line = index == 0 ? "" : "\r\n"
      let head =
        "\(line)--\(boundary)\r\nContent-Type: \(type)\r\nContent-Range: \(range.contentRange(of: file.size))\r\n\r\n"
      pieces.append(.bytes(SharedBytes(head)))
      pieces.append(.file(region(file, range)))
    }
    pieces.append(.bytes(SharedBytes("\r\n--\(boundary)--\r\n")))
    return ServerResponse(206, headers: headers, body: .pieces(pieces))
  }
}
