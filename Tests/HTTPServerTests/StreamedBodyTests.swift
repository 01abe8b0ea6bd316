import Foundation
import HTTPServer
import SocketTesting
import Sockets
import Synchronization
import Testing
import Wire

/// A server whose `/s` takes its body while it arrives.
private func streaming(limits: HTTPLimits = HTTPLimits(), _ handler: @escaping HTTPHandler) throws -> LiveServer {
  try LiveServer(limits: limits, streamedPath: "/s", handler: handler)
}

/// Answers with the number of bytes, and how the body ended.
@Sendable private func count(_ request: ServerRequest) async -> ServerResponse {
  var bytes = 0
  let body = request.body
  do {
    while let piece = try await body.next() { bytes += piece.count }
    return ServerResponse(200, body: .bytes(Array("got \(bytes)".utf8)))
  } catch { return ServerResponse(400, body: .bytes(Array("\(error) after \(bytes)".utf8))) }
}

@Suite struct StreamedBodyTests {
  private func head(_ fields: String) -> String { "POST /s HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n" }

  @Test func aBodyBeyondTheLimitOfMemoryIsHandedOn() throws {
    var limits = HTTPLimits()
    limits.bodyBytes = 1_000
    let server = try streaming(limits: limits, count)
    let body = String(repeating: "x", count: 3 << 20)
    let answer = try server.talk(head("Content-Length: \(body.utf8.count)\r\nConnection: close") + body)
    #expect(answer.hasSuffix("got \(3 << 20)"))
  }

  @Test func otherRoutesKeepTheirLimit() throws {
    var limits = HTTPLimits()
    limits.bodyBytes = 10
    let server = try streaming(limits: limits, count)
    let answer = try server.talk("POST /t HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n01234567890")
    #expect(answer.hasPrefix("HTTP/1.1 413"))
  }

  @Test func chunksAreJoinedAndTheNextRequestFollows() throws {
    let server = try streaming(count)
    let next = "POST /s HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"
    let answer = try server.talk(head("Transfer-Encoding: chunked") + "5\r\nhello\r\n3\r\nyou\r\n0\r\n\r\n" + next)
    #expect(answer.contains("got 8") && answer.hasSuffix("got 2"))
  }

  @Test func aBodyThatBreaksOffIsAnError() throws {
    let server = try streaming(count)
    let client = try server.connect()
    client.send(head("Content-Length: 100") + "0123456789")
    client.finishWriting()
    #expect(client.readToEnd().contains("cut after 10"))
  }

  @Test func brokenChunksAreAnErrorAndEndTheConnection() throws {
    let server = try streaming(count)
    let answer = try server.talk(head("Transfer-Encoding: chunked") + "5\r\nhello\r\nzz\r\n")
    #expect(answer.contains("malformed") && answer.contains("Connection: close"))
  }

  @Test func aSlowBodyIsAnError() throws {
    var limits = HTTPLimits()
    limits.bodyGraceMilliseconds = 50
    let server = try streaming(limits: limits, count)
    let client = try server.connect()
    client.send(head("Content-Length: 100") + "01")
    let answer = client.readToEnd()
    #expect(answer.contains("timeout after 2"))
  }

  @Test func theClientIsToldToGoOnOnlyWhenTheHandlerWantsTheBody() throws {
    let server = try streaming { request in
      if request.request.headers["X-No"] != nil { return ServerResponse(403) }
      return await count(request)
    }
    let refused = try server.talk(head("Content-Length: 5\r\nExpect: 100-continue\r\nX-No: 1"))
    #expect(refused.hasPrefix("HTTP/1.1 403") && refused.contains("Connection: close"))
    let client = try server.connect()
    client.send(head("Content-Length: 5\r\nExpect: 100-continue\r\nConnection: close"))
    let line = client.read(until: "\r\n\r\n")
    #expect(line.hasPrefix("HTTP/1.1 100"))
    client.send("hello")
    #expect(client.readToEnd().hasSuffix("got 5"))
  }

  @Test func anAnswerBeforeTheEndOfTheBodyEndsTheConnection() throws {
    let server = try streaming { _ in ServerResponse(413) }
    let answer = try server.talk(head("Content-Length: 100000") + String(repeating: "x", count: 1_000))
    #expect(answer.hasPrefix("HTTP/1.1 413") && answer.contains("Connection: close"))
  }

  @Test func whatNobodyTakesStaysInTheNetwork() async throws {
    let gate = Gate()
    let server = try streaming { request in
      await gate.pass()
      return await count(request)
    }
    let client = try server.connect()
    let body = [UInt8](repeating: 7, count: 8 << 20)
    client.send(head("Content-Length: \(body.count)\r\nConnection: close"))
    let all = Sender(client: client, bytes: body)
    let sending = Task.detached { all.send() }
    // The kernel's buffers and the window fill up; the server holds no more than its window and one read.
    #expect(server.server.heldRequestBytes <= 512 << 10)
    await gate.open()
    #expect(await sending.value)
    #expect(client.readToEnd().hasSuffix("got \(8 << 20)"))
    #expect(server.server.heldRequestBytes == 0)
  }

  /// Sends while the test goes on; the two use the socket one after the other.
  private struct Sender: @unchecked Sendable {
    let client: RawClient
    let bytes: [UInt8]

    func send() -> Bool { client.send(bytes) }
  }
}

@Suite struct ProducedBodyTests {
  private func producing(_ pieces: [Int], count: Int64) -> HTTPHandler {
    { _ in
      let left = Mutex(pieces)
      let body = ProducedBody(count: count) {
        left.withLock { left in left.isEmpty ? nil : [UInt8](repeating: 0x61, count: left.removeFirst()) }
      }
      return ServerResponse(200, body: .produced(body))
    }
  }

  @Test func piecesArriveInOrderAndTheConnectionGoesOn() throws {
    let server = try LiveServer(handler: producing([3, 70_000, 1], count: 70_004))
    let get = "GET / HTTP/1.1\r\nHost: h\r\n"
    let answer = try server.talk(get + "\r\n" + get + "Connection: close\r\n\r\n")
    #expect(answer.utf8.filter { $0 == 0x61 }.count >= 140_008)
    #expect(answer.contains("Content-Length: 70004"))
  }

  @Test func aHeadHasTheLengthAndNoBody() throws {
    let server = try LiveServer(handler: producing([5], count: 5))
    let answer = try server.talk("HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    #expect(answer.contains("Content-Length: 5\r\n") && answer.hasSuffix("\r\n\r\n"))
  }

  @Test(arguments: [[3], [3, 30]])
  func aProducerThatBreaksItsPromiseCutsTheConnection(_ pieces: [Int]) throws {
    let server = try LiveServer(handler: producing(pieces, count: 10))
    let answer = try server.talk("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(answer.utf8.filter { $0 == 0x61 }.count < 10)
  }

  private struct Fault: Error {}

  /// Pieces whose sum nobody knows; nil breaks off.
  private func growing(_ pieces: [String?]) -> HTTPHandler {
    { _ in
      let left = Mutex(pieces)
      let body = ProducedBody {
        try left.withLock { left in
          if left.isEmpty { return nil }
          guard let piece = left.removeFirst() else { throw Fault() }
          return Array(piece.utf8)
        }
      }
      return ServerResponse(200, body: .produced(body))
    }
  }

  @Test func whatHasNoLengthComesInChunks() throws {
    let long = String(repeating: "b", count: 300)
    let server = try LiveServer(handler: growing(["a", "", long]))
    let get = "GET / HTTP/1.1\r\nHost: h\r\n"
    let answer = try server.talk(get + "\r\n" + get + "Connection: close\r\n\r\n")
    let body = "\r\n\r\n1\r\na\r\n12c\r\n\(long)\r\n0\r\n\r\n"
    #expect(answer.components(separatedBy: body).count == 3)
    #expect(answer.components(separatedBy: "Transfer-Encoding: chunked\r\n").count == 3)
    #expect(!answer.contains("Content-Length"))
  }

  @Test func anOlderPeerReadsItToTheEndOfTheConnection() throws {
    let server = try LiveServer(handler: growing(["ab", "c"]))
    let answer = try server.talk("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    #expect(answer.hasSuffix("\r\n\r\nabc"))
    #expect(answer.contains("Connection: close") && !answer.contains("chunked"))
  }

  @Test func aHeadOfWhatHasNoLengthHasNoBody() throws {
    let server = try LiveServer(handler: growing(["a"]))
    let answer = try server.talk("HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    #expect(answer.contains("Transfer-Encoding: chunked") && answer.hasSuffix("\r\n\r\n"))
    #expect(!answer.contains("0\r\n\r\n"))
  }

  /// Without the last chunk: the peer sees that something is missing.
  @Test func whatBreaksOffHasNoEnd() throws {
    let server = try LiveServer(handler: growing(["a", nil]))
    let answer = try server.talk("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(!answer.hasSuffix("0\r\n\r\n"))
  }

  @Test func nothingIsMadeForAPeerThatTakesNothing() throws {
    let made = Mutex(0)
    let server = try LiveServer { _ in
      let body = ProducedBody(count: 1 << 30) {
        made.withLock { $0 += 1 }
        return [UInt8](repeating: 0, count: 64 << 10)
      }
      return ServerResponse(200, body: .produced(body))
    }
    let client = try server.connect(receiveBuffer: 4_096)
    client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    _ = client.read(until: "\r\n\r\n")
    #expect(made.withLock { $0 } < 200)
  }
}
