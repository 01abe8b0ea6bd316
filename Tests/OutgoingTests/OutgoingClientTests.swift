import Sockets
import Synchronization
import Testing
import Wire

@testable import Outgoing

@Suite struct OutgoingClientTests {
  let client: OutgoingClient

  init() throws { client = try OutgoingClient() }

  @Test func answersComeWithStatusHeadersAndBody() async throws {
    let server = try RawServer(
      answering: "HTTP/1.1 201 Created\r\nX-One:  a b \r\nX-One: c\r\nContent-Length: 5\r\n\r\nhello")
    let answer = try await client.send(OutgoingRequest(.get, server.url + "/a?b=c", headers: ["X-Mine": "1"]))
    #expect(answer.status == 201)
    #expect(answer.headers.values("x-one") == ["a b", "c"])
    #expect(answer.body == Array("hello".utf8))
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("GET /a?b=c HTTP/1.1\r\n"))
    #expect(request.contains("X-Mine: 1\r\n"))
  }

  @Test(arguments: [HTTPMethod.post, .put, .delete, .patch])
  func bodiesGoAlong(method: HTTPMethod) async throws {
    let server = try RawServer { connection, soFar in
      guard String(decoding: soFar, as: UTF8.self).hasSuffix("{\"a\":1}") else { return }
      connection.write(SharedBytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)))
    }
    let request = OutgoingRequest(
      method, server.url, headers: ["Content-Type": "application/json"], body: Array("{\"a\":1}".utf8))
    #expect(try await client.send(request).status == 200)
    let heard = try #require(server.requests.last)
    #expect(heard.hasPrefix("\(method.rawValue) / HTTP/1.1\r\n"))
    #expect(heard.contains("Content-Length: 7\r\n"))
    #expect(heard.contains("Content-Type: application/json\r\n"))
    #expect(!heard.contains("Expect"))
  }

  @Test func aPostWithoutBodyHasLengthZeroAndNoType() async throws {
    let server = try RawServer(answering: "HTTP/1.1 204 No Content\r\n\r\n")
    #expect(try await client.send(OutgoingRequest(.post, server.url)).status == 204)
    let heard = try #require(server.requests.last)
    #expect(heard.contains("Content-Length: 0\r\n"))
    #expect(!heard.contains("Content-Type"))
  }

  @Test func parallelCallsOfOneClientAreAllAnswered() async throws {
    let server = try RawServer { connection, soFar in
      guard soFar.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return }
      connection.write(SharedBytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)))
    }
    let (client, url) = (client, server.url)
    let count = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<300 {
        group.addTask { (try? await client.send(OutgoingRequest(.get, url + "/\(index)")))?.status == 200 }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(count == 300)
    #expect(server.acceptedCount <= 16)
  }

  @Test func redirectsAreAnswersUnlessAskedFor() async throws {
    let server = try RawServer(answering: "HTTP/1.1 302 Found\r\nLocation: https://example.org/\r\n\r\n")
    let answer = try await client.send(OutgoingRequest(.get, server.url))
    #expect(answer.status == 302)
    #expect(answer.headers["Location"] == "https://example.org/")
  }

  @Test(arguments: [
    "https://127.0.0.1:9/", "https://[::1]:9/", "https://10.0.0.1/", "https://[::ffff:7f00:1]/", "https://localhost/",
    "https://0x7f000001/", "https://2130706433/", "https://169.254.169.254/latest/",
  ])
  func redirectsIntoThePrivateNetworkAreRefused(place: String) async throws {
    let server = try RawServer(answering: "HTTP/1.1 302 Found\r\nLocation: \(place)\r\n\r\n")
    await #expect(throws: OutgoingError.privateAddress) {
      try await client.send(OutgoingRequest(.get, server.url), limits: OutgoingLimits(redirects: 3))
    }
  }

  @Test func redirectsToOtherSchemesAreRefused() async throws {
    for place in ["file:///etc/passwd", "gopher://127.0.0.1/", "http://127.0.0.1/"] {
      let server = try RawServer(answering: "HTTP/1.1 302 Found\r\nLocation: \(place)\r\n\r\n")
      await #expect(throws: OutgoingError.badRequest) {
        try await client.send(OutgoingRequest(.get, server.url), limits: OutgoingLimits(redirects: 3))
      }
    }
  }

  @Test(arguments: [
    "https://127.0.0.1:9/", "https://[::1]:9/", "https://localhost:9/", "https://192.168.0.1/", "https://0/",
  ])
  func aPublicRequestNeverReachesThePrivateNetwork(url: String) async throws {
    await #expect(throws: OutgoingError.privateAddress) {
      try await client.send(OutgoingRequest(.get, url, reach: .publicOnly))
    }
  }

  @Test(arguments: [
    "http://example.org/", "ftp://127.0.0.1/", "file:///etc/passwd", "https://user:pw@127.0.0.1/", "nonsense",
    "https://127.0.0.1/ a", "",
  ])
  func badAddressesOfAPublicRequestAreRefused(url: String) async throws {
    await #expect(throws: OutgoingError.self) {
      try await client.send(OutgoingRequest(.get, url, reach: .publicOnly))
    }
  }

  @Test func headerValuesCannotBringFieldsAlong() async throws {
    for (name, value) in [("X-A", "1\r\nX-B: 2"), ("X-A\r\nX-B", "1"), ("X A", "1"), ("", "1"), ("X-A", "a\0")] {
      var headers = HTTPHeaders()
      headers.add(name, value)
      await #expect(throws: OutgoingError.badRequest) {
        try await client.send(OutgoingRequest(.get, "http://127.0.0.1:9/", headers: headers))
      }
    }
  }
}
