import HTTPServer
import Testing
import Wire

@Suite struct RequestLineTests {
  @Test func theTargetIsSplitIntoPathAndQuery() throws {
    let parsed = try #require(
      requests(parse("GET /a%20b/c?x=1&y=%41 HTTP/1.1\r\nHost: h\r\n\r\n")).first)
    #expect(parsed.request.method == .get)
    #expect(parsed.request.path == "/a%20b/c")
    #expect(parsed.request.query["x"] == "1")
    #expect(parsed.request.query["y"] == "A")
    #expect(parsed.keepsAlive)
    #expect(!parsed.isHTTP10)
  }

  @Test(arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
  func everyKnownMethodIsRead(_ name: String) {
    let parsed = requests(parse("\(name) / HTTP/1.1\r\nHost: h\r\n\r\n"))
    #expect(parsed.map(\.request.method.rawValue) == [name])
  }

  @Test(arguments: ["TRACE", "CONNECT", "PROPFIND", "get", "GETT", "X!#$%&'*+-.^_`|~9"])
  func aWellFormedMethodThatIsUnknownIs501(_ name: String) {
    #expect(failure("\(name) / HTTP/1.1\r\nHost: h\r\n\r\n") == .unknownMethod)
    #expect(RequestFailure.unknownMethod.status == 501)
  }

  @Test(arguments: [
    " GET / HTTP/1.1", "GET  / HTTP/1.1", "GET /  HTTP/1.1", "GET / HTTP/1.1 ", "GET\t/ HTTP/1.1",
    "GET /", "GET",
    "(GET) / HTTP/1.1", "G@T / HTTP/1.1", "GET / http/1.1", "GET / HTTP/1", "GET / HTTP/11",
    "GET / HTTPS/1.1",
    "GET / HTTP/1.1.", "HTTP/1.1 200 OK", "GET HTTP/1.1", "/ HTTP/1.1", "GET / HTTP/a.1",
  ])
  func aMalformedLineIsRefused(_ line: String) throws {
    let found = try #require(failure("\(line)\r\nHost: h\r\n\r\n"))
    #expect(found.status == 400)
  }

  @Test(arguments: ["HTTP/2.0", "HTTP/0.9", "HTTP/1.2", "HTTP/3.0", "HTTP/9.9"])
  func anotherVersionIs505(_ version: String) {
    #expect(failure("GET / \(version)\r\nHost: h\r\n\r\n") == .unsupportedVersion)
    #expect(RequestFailure.unsupportedVersion.status == 505)
  }

  @Test func thePrefaceOfHTTP2Is505() {
    #expect(failure("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") == .unsupportedVersion)
  }

  @Test(arguments: [
    "a", "*", "h:443", "ftp://h/", "http:///x", "http://", "http://u@h/", "/a#b", "//h\u{7f}",
    "/\u{e9}", ":",
  ])
  func aBadTargetIsRefused(_ target: String) throws {
    let found = try #require(failure("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n"))
    #expect(found.status == 400)
  }

  @Test func anAbsoluteTargetReplacesHost() throws {
    let text =
      "GET HTTP://real:81/a?b=c HTTP/1.1\r\nHost: other\r\n\r\nGET https://h HTTP/1.1\r\nHost: h\r\n\r\n"
    let parsed = requests(parse(text))
    #expect(parsed.map(\.request.path) == ["/a", "/"])
    #expect(parsed.first?.request.headers.values("host") == ["real:81"])
    #expect(parsed.first?.request.query["b"] == "c")
  }

  @Test func theAsteriskBelongsToOptions() {
    #expect(requests(parse("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n")).map(\.request.path) == ["*"])
  }

  @Test func oneEmptyLineBeforeARequestIsForgiven() {
    #expect(requests(parse("\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n")).count == 1)
    #expect(failure("\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n") == .badRequestLine)
  }

  @Test func aLongLineIs414AndALongHeadIs431() {
    var limits = HTTPLimits()
    limits.requestLineBytes = 64
    limits.headBytes = 128
    limits.headerCount = 4
    let path = String(repeating: "a", count: 64 - 14)
    #expect(requests(parse("GET /\(path) HTTP/1.1\r\nHost: h\r\n\r\n", limits: limits)).count == 1)
    #expect(
      failure("GET /\(path)a HTTP/1.1\r\nHost: h\r\n\r\n", limits: limits) == .requestLineTooLong)
    #expect(
      failure("GET /" + String(repeating: "a", count: 100), limits: limits) == .requestLineTooLong)
    let value = String(repeating: "b", count: 100)
    #expect(
      failure("GET / HTTP/1.1\r\nHost: h\r\nA: \(value)\r\n\r\n", limits: limits) == .headTooLarge)
    #expect(failure("GET / HTTP/1.1\r\nHost: h\r\nA: \(value)b", limits: limits) == .headTooLarge)
    let many = String(repeating: "A:\r\n", count: 4)
    #expect(failure("GET / HTTP/1.1\r\nHost: h\r\n\(many)\r\n", limits: limits) == .tooManyHeaders)
    #expect(RequestFailure.requestLineTooLong.status == 414)
    #expect(RequestFailure.headTooLarge.status == 431)
    #expect(RequestFailure.tooManyHeaders.status == 431)
  }
}
