import Foundation
import HTTPServer
import Sockets
import Testing
import Wire

/// A folder with a few files, removed with the last reference.
private final class Site {
  let root: URL
  let files: StaticFiles

  init() throws {
    let base = FileManager.default.temporaryDirectory.appending(path: "static-\(UUID().uuidString)")
    root = base.appending(path: "site")
    try FileManager.default.createDirectory(
      at: root.appending(path: "assets"), withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: base.appending(path: "secret.txt"))
    try FileManager.default.createSymbolicLink(
      atPath: root.appending(path: "leak.txt").path, withDestinationPath: "../secret.txt")
    try FileManager.default.createSymbolicLink(
      atPath: root.appending(path: "alias.js").path, withDestinationPath: "assets/app.js")
    files = try StaticFiles(
      root: root.path, rules: [.init(prefix: "/assets/", value: StaticFiles.immutable)],
      headers: ["X-A": "1"])
    for (name, text) in [
      ("assets/app.js", "0123456789"), ("assets/app.js.br", "br"), ("assets/app.js.gz", "gzip"),
      ("index.html", "<p>"), (".env", "hidden"), ("a b.png", "png"), ("x.wasm", "wasm"),
      ("y.woff2", "font"),
    ] { try Data(text.utf8).write(to: root.appending(path: name)) }
  }

  deinit {
    try? FileManager.default.removeItem(at: root.deletingLastPathComponent())
  }

  func get(_ path: String, _ headers: HTTPHeaders = [:], _ method: HTTPMethod = .get)
    -> ServerResponse?
  {
    files.answer(HTTPRequest(method, path, headers: headers))
  }
}

@Suite struct StaticFilesTests {
  @Test func aFileHasTypeLengthTagAndCacheRule() throws {
    let site = try Site()
    let answer = try #require(site.get("/assets/app.js"))
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"] == "text/javascript; charset=utf-8")
    #expect(answer.headers["cache-control"] == StaticFiles.immutable)
    #expect(answer.headers["vary"] == "Accept-Encoding")
    #expect(answer.headers["x-a"] == "1")
    #expect(answer.headers["x-content-type-options"] == "nosniff")
    #expect(answer.headers["accept-ranges"] == "bytes")
    #expect(size(answer) == 10)
    #expect(site.get("/index.html")?.headers["cache-control"] == "no-cache")
    #expect(site.get("/a%20b.png")?.headers["content-type"] == "image/png")
    #expect(site.get("/a%20b.png")?.headers["vary"] == nil)
    #expect(site.get("/x.wasm")?.headers["content-type"] == "application/wasm")
    #expect(site.get("/y.woff2")?.headers["content-type"] == "font/woff2")
    #expect(site.files.answer(HTTPRequest(.get, "/any/path"), file: "index.html")?.status == 200)
  }

  @Test(arguments: [
    "/", "", "/assets", "/assets/", "/none.js", "/.env", "/%2eenv", "/../secret.txt",
    "/assets/../index.html",
    "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets%2fapp.js", "/assets//app.js", "/leak.txt",
    "/index.html/",
    "/assets/%00", "/assets\\app.js", "/a%zz", "/index.html%00.js", "//index.html", "*",
  ])
  func whatIsNoPublicFileDoesNotExist(_ path: String) throws {
    #expect(try Site().get(path) == nil)
  }

  @Test func aLinkInsideTheRootIsFollowed() throws {
    #expect(size(try Site().get("/alias.js")) == 10)
  }

  @Test func theClientChoosesTheCompressedTwin() throws {
    let site = try Site()
    func coding(_ accept: String) -> String? {
      site.get("/assets/app.js", ["Accept-Encoding": accept])?.headers["content-encoding"]
    }
    #expect(coding("gzip, deflate, br, zstd") == "br")
    #expect(coding("gzip") == "gzip")
    #expect(coding("br;q=0.5, gzip;q=0.9") == "gzip")
    #expect(coding("br;q=0, gzip") == "gzip")
    #expect(coding("*") == "br")
    #expect(coding("*;q=0") == nil)
    #expect(coding("identity") == nil)
    #expect(coding("br;q=2") == nil)
    #expect(size(site.get("/assets/app.js", ["Accept-Encoding": "br"])) == 2)
    let plain = site.get("/assets/app.js")?.headers["etag"]
    let brotli = site.get("/assets/app.js", ["Accept-Encoding": "br"])?.headers["etag"]
    #expect(plain != brotli)
  }

  @Test func anOldTwinIsNotServed() throws {
    let site = try Site()
    let past = Date(timeIntervalSinceNow: -3600)
    try FileManager.default.setAttributes(
      [.modificationDate: past], ofItemAtPath: site.root.appending(path: "assets/app.js.br").path)
    let answer = site.get("/assets/app.js", ["Accept-Encoding": "br, gzip"])
    #expect(answer?.headers["content-encoding"] == "gzip")
  }

  @Test func aKnownTagIsAnsweredWith304() throws {
    let site = try Site()
    let tag = try #require(site.get("/index.html")?.headers["etag"])
    for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*", "\"a,b\" , W/\"c\",\(tag)"] {
      let answer = try #require(site.get("/index.html", ["If-None-Match": field]))
      #expect(answer.status == 304)
      #expect(answer.headers["etag"] == tag)
      #expect(size(answer) == 0)
    }
    for field in ["\"x\"", "", tag.replacing("\"", with: ""), "\"unclosed", "W/"] {
      #expect(site.get("/index.html", ["If-None-Match": field])?.status == 200)
    }
    try Data("<q>".utf8).write(to: site.root.appending(path: "index.html"))
    #expect(site.get("/index.html", ["If-None-Match": tag])?.status == 200)
  }

  @Test func aRangeIsCutOut() throws {
    let site = try Site()
    func answer(_ range: String, _ more: HTTPHeaders = [:]) -> ServerResponse? {
      var headers = more
      headers["Range"] = range
      return site.get("/assets/app.js", headers)
    }
    #expect(answer("bytes=2-4")?.status == 206)
    #expect(answer("bytes=2-4")?.headers["content-range"] == "bytes 2-4/10")
    #expect(size(answer("bytes=2-4")) == 3)
    #expect(answer("bytes=-3")?.headers["content-range"] == "bytes 7-9/10")
    #expect(answer("bytes=8-99")?.headers["content-range"] == "bytes 8-9/10")
    #expect(answer("bytes=10-")?.status == 416)
    #expect(answer("bytes=10-")?.headers["content-range"] == "bytes */10")
    #expect(answer("lines=1-2")?.status == 200)
    #expect(
      answer("bytes=0-0,5-6")?.headers["content-type"]?.hasPrefix("multipart/byteranges; boundary=")
        == true)
    let tag = try #require(site.get("/assets/app.js")?.headers["etag"])
    #expect(answer("bytes=0-1", ["If-Range": tag])?.status == 206)
    #expect(answer("bytes=0-1", ["If-Range": "W/\(tag)"])?.status == 200)
    #expect(answer("bytes=0-1", ["If-Range": "Sun, 06 Nov 1994 08:49:37 GMT"])?.status == 200)
    #expect(site.get("/assets/app.js", ["Range": "bytes=0-1"], .head)?.status == 200)
  }

  @Test func onlyReadingIsAllowed() throws {
    let answer = try Site().get("/index.html", [:], .post)
    #expect(answer?.status == 405)
    #expect(answer?.headers["allow"] == "GET, HEAD")
  }

  private func size(_ response: ServerResponse?) -> Int64? {
    switch response?.body {
    case .file(let region)?: region.count
    case .bytes(let bytes)?: Int64(bytes.count)
    default: nil
    }
  }
}
