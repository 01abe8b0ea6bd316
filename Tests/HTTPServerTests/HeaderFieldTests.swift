import HTTPServer
import Testing
import Wire

@Suite struct HeaderFieldTests {
  private func failureOf(_ fields: String) -> RequestFailure? {
    failure("GET / HTTP/1.1\r\n\(fields)\r\n\r\n")
  }

  @Test func blanksAroundAValueAreCutAndOrderIsKept() throws {
    let text = "GET / HTTP/1.1\r\nHost:h\r\nA: \t one two \t\r\nB:\r\nA:3\r\nC: caf\u{e9}\r\n\r\n"
    let parsed = try #require(requests(parse(text)).first)
    #expect(parsed.request.headers.values("a") == ["one two", "3"])
    #expect(parsed.request.headers["b"] == "")
    #expect(parsed.request.headers["c"] == "caf\u{e9}")
  }

  @Test(arguments: ["A : 1", "A\t: 1", ": 1", "A", "A b: 1", "(A): 1", "A\u{e9}: 1", "A,B: 1"])
  func aBadNameIsRefused(_ field: String) {
    #expect(failureOf("Host: h\r\n\(field)") == .badHeaderName)
  }

  @Test func aFoldedFieldIsRefused() {
    #expect(failureOf("Host: h\r\nA: 1\r\n 2") == .foldedHeader)
    #expect(failureOf("Host: h\r\nA: 1\r\n\t2") == .foldedHeader)
    #expect(failureOf(" Host: h") == .foldedHeader)
  }

  @Test func aBareLineEndIsRefused() {
    #expect(failure("GET / HTTP/1.1\nHost: h\n\n") == .bareLineFeed)
    #expect(failureOf("Host: h\nA: 1") == .bareLineFeed)
    #expect(failureOf("Host: h\rA: 1") == .bareCarriageReturn)
    #expect(failure("GET / HTTP/1.1\r\nHost: h\r\n\rA") == .bareCarriageReturn)
    #expect(failureOf("Host: h\r\r\nA: 1") == .bareCarriageReturn)
  }

  @Test(arguments: [0, 1, 8, 11, 12, 27, 31, 127])
  func aControlByteIsRefused(_ byte: UInt8) {
    let head = Array("GET / HTTP/1.1\r\nHost: h\r\nA: x".utf8) + [byte] + Array("y\r\n\r\n".utf8)
    #expect(parse(head) == [.failed(.controlByte)])
  }

  @Test func hostIsNeededOnceIn11() {
    #expect(failureOf("A: 1") == .badHost)
    #expect(failureOf("Host: a\r\nHost: a") == .badHost)
    #expect(failureOf("Host:") == .badHost)
    #expect(failureOf("Host: a, b") == .badHost)
    #expect(failureOf("Host: a/b") == .badHost)
    #expect(failureOf("Host: u@a") == .badHost)
    #expect(failureOf("Host: a b") == .badHost)
    #expect(failureOf("Host: [::1]:80") == nil)
    #expect(requests(parse("GET / HTTP/1.0\r\n\r\n")).count == 1)
    #expect(failure("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n") == .badHost)
  }

  @Test func connectionDecidesWhetherToStay() {
    func keeps(_ version: String, _ field: String) -> Bool? {
      requests(parse("GET / HTTP/\(version)\r\nHost: h\r\n\(field)\r\n")).first?.keepsAlive
    }
    #expect(keeps("1.1", "") == true)
    #expect(keeps("1.1", "Connection: close\r\n") == false)
    #expect(keeps("1.1", "Connection: Upgrade, CLOSE\r\n") == false)
    #expect(keeps("1.1", "Connection: keep-alive\r\nConnection: close\r\n") == false)
    #expect(keeps("1.1", "Connection: closed\r\n") == true)
    #expect(keeps("1.0", "") == false)
    #expect(keeps("1.0", "Connection: Keep-Alive\r\n") == true)
    #expect(keeps("1.0", "Connection: keep-alive, close\r\n") == false)
  }

  @Test func onlyOneExpectationIsKnown() {
    #expect(failureOf("Host: h\r\nExpect: 200-ok") == .unknownExpectation)
    #expect(RequestFailure.unknownExpectation.status == 417)
  }

  @Test func anErrorIsSeenAsSoonAsItsByteIsThere() {
    #expect(failure("GET / HTTP/1.1\n") == .bareLineFeed)
    #expect(failure("\u{16}\u{3}\u{1}") == .controlByte)
    #expect(failure("SSH-2.0-x\r\n") == .badRequestLine)
    #expect(failure("GET / HTTP/1.1\r\nHost: h\r\nbad line\r\n") == .badHeaderName)
  }
}
