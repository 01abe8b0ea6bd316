/// Media types of what the server sends from disk, by the end of the name.
enum ContentType {
  private static let byExtension: [String: String] = [
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "json": "application/json",
    "map": "application/json",
    "webmanifest": "application/manifest+json",
    "txt": "text/plain; charset=utf-8",
    "vtt": "text/vtt; charset=utf-8",
    "svg": "image/svg+xml",
    "wasm": "application/wasm",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
    "gif": "image/gif",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
    "pdf": "application/pdf",
    "mp4": "video/mp4",
    "m3u8": "application/vnd.apple.mpegurl",
    "ts": "video/mp2t",
  ]

  private static let compressible: Set<String> = [
    "html", "css", "js", "mjs", "json", "map", "webmanifest", "txt", "vtt", "svg", "wasm",
  ]

  static func named(_ fileName: String) -> String {
    byExtension[suffix(fileName)] ?? "application/octet-stream"
  }

  /// Whether a build may have left compressed twins beside it.
  static func mayHaveTwins(_ fileName: String) -> Bool { compressible.contains(suffix(fileName)) }

  private static func suffix(_ fileName: String) -> String {
    guard let dot = fileName.lastIndex(of: ".") else { return "" }
    return String(fileName[fileName.index(after: dot)...])
  }
}
