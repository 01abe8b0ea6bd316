import Wire

/// Which bytes of a file are wanted: the original, or a picture made from it.
public struct FileRequest: Equatable, Sendable {
  /// Widths in pixels that the server makes; others are rounded up to the next one.
  public static let widths = [160, 320, 640, 1280, 2048]

  /// Path under the API root: `/data/chats/{name}.{ext}`.
  public var path: String
  /// Of an image, or of the picture of a page; nil for the original.
  public var width: Int?
  /// The page of a PDF, from 1; only the first has a picture.
  public var page: Int?
  /// From `POST /v1/files/link`; nil where headers say who asks.
  public var token: String?

  public init(path: String, width: Int? = nil, page: Int? = nil, token: String? = nil) {
    self.path = path
    self.width = width
    self.page = page
    self.token = token
  }

  /// Numbers that are none count as not there: the original is then the answer.
  init(path: String, query: Query) {
    self.path = path
    width = query["width"].flatMap { Int($0) }.flatMap { $0 > 0 ? Self.rounded($0) : nil }
    page = query["page"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    token = query["token"].flatMap { $0.isEmpty ? nil : $0 }
  }

  public var query: Query {
    var query = Query()
    if let width { query.items.append(.init("width", "\(width)")) }
    if let page { query.items.append(.init("page", "\(page)")) }
    if let token { query.items.append(.init("token", token)) }
    return query
  }

  /// The next width that the server makes; the widest for all above.
  public static func rounded(_ width: Int) -> Int {
    for made in widths where made >= width { return made }
    return widths[widths.count - 1]
  }
}
