import Sockets
import Synchronization
import Testing
import Wire

@testable import Outgoing

@Suite struct HostileServerTests {
  let client: OutgoingClient

  init() throws { client = try OutgoingClient() }

  private func send(_ url: String, _ limits: OutgoingLimits = OutgoingLimits()) async throws(OutgoingError) -> Int {
    try await client.send(OutgoingRequest(.get, url), limits: limits).body.count
  }

  @Test func silenceEndsInTime() async throws {
    let server = try RawServer { _, _ in }
    await #expect(throws: OutgoingError.timedOut) { try await send(server.url, OutgoingLimits(milliseconds: 80)) }
    await server.waitForClose()
  }

  @Test func tooLongBodiesAreCutOff() async throws {
    let limits = OutgoingLimits(answerBytes: 1_000)
    let declared = try RawServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\nhello")
    await #expect(throws: OutgoingError.self) { try await send(declared.url, limits) }
    let chunk = String(repeating: "x", count: 900)
    let chunked = try RawServer(
      answering: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n384\r\n\(chunk)\r\n384\r\n\(chunk)\r\n0\r\n\r\n")
    await #expect(throws: OutgoingError.tooLarge) { try await send(chunked.url, limits) }
    let endless = try RawServer(answering: "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "y", count: 100_000))
    await #expect(throws: OutgoingError.tooLarge) { try await send(endless.url, limits) }
    let fitting = try RawServer(
      answering: "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "z", count: 1_000))
    #expect(try await send(fitting.url, limits) == 1_000)
  }

  @Test func endlessHeadersAreCutOff() async throws {
    let many = String(repeating: "X-Filler: " + String(repeating: "a", count: 1_000) + "\r\n", count: 80)
    let server = try RawServer(answering: "HTTP/1.1 200 OK\r\n" + many + "\r\n")
    await #expect(throws: OutgoingError.tooLarge) { try await send(server.url) }
    let informed = String(repeating: "HTTP/1.1 103 Early Hints\r\nX-A: b\r\n\r\n", count: 3_000)
    let hints = try RawServer(answering: informed + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    await #expect(throws: OutgoingError.tooLarge) { try await send(hints.url) }
  }

  @Test(arguments: [
    "", "\0\0\0", "HTTP/1.1", "HTTP/1.1 99999 X\r\n\r\n", "SSH-2.0-x\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\na",
  ])
  func whatIsNoAnswerIsAnError(text: String) async throws {
    let server = try RawServer(answering: text)
    do {
      let answer = try await client.send(OutgoingRequest(.get, server.url), limits: OutgoingLimits(milliseconds: 900))
      Issue.record("answered with \(answer.status)")
    } catch {
      #expect(error.isRetryable || error == .badRequest)
    }
  }

  @Test func compressedAnswersStayAsTheyAre() async throws {
    let server = try RawServer(
      answering: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc")
    #expect(try await send(server.url) == 3)
    #expect(server.requests.first?.contains("Accept-Encoding") == false)
  }

  @Test func redirectsInACircleEnd() async throws {
    let server = try RawServer(answering: "HTTP/1.1 302 Found\r\nLocation: /again\r\n\r\n")
    // The second one would already lead into this machine, and http is not followed.
    await #expect(throws: OutgoingError.self) { try await send(server.url, OutgoingLimits(redirects: 5)) }
  }

  @Test func nobodyThereIsUnreachable() async throws {
    do {
      _ = try await send("http://127.0.0.1:1/")
      Issue.record("answered")
    } catch {
      guard case .unreachable = error else { return #expect(Bool(false), "\(error)") }
    }
  }

  @Test func plainTextWhereTLSIsExpectedIsAnError() async throws {
    let server = try RawServer(answering: "HTTP/1.1 200 OK\r\n\r\n")
    let url = "https" + server.url.dropFirst(4)
    await #expect(throws: OutgoingError.self) { try await send(url) }
  }

  @Test func cancellingEndsACallAtOnce() async throws {
    let (began, go) = AsyncStream<Void>.makeStream()
    let server = try RawServer { _, _ in go.yield() }
    let (client, url) = (client, server.url)
    let call = Task {
      do {
        _ = try await client.send(OutgoingRequest(.get, url), limits: OutgoingLimits(milliseconds: 60_000))
        return OutgoingError?.none
      } catch let error as OutgoingError { return error }
    }
    for await _ in began { break }
    call.cancel()
    #expect(try await call.value == .cancelled)
    await server.waitForClose()
  }

  @Test func closingEndsWhatRunsAndRefusesTheRest() async throws {
    let (began, go) = AsyncStream<Void>.makeStream()
    let server = try RawServer { _, _ in go.yield() }
    let (client, url) = (client, server.url)
    let call = Task {
      do {
        _ = try await client.send(OutgoingRequest(.get, url))
        return OutgoingError?.none
      } catch let error as OutgoingError { return error }
    }
    for await _ in began { break }
    client.close()
    #expect(try await call.value == .closed)
    await #expect(throws: OutgoingError.closed) { try await send(url) }
  }

  @Test func moreThanMayWaitIsRefused() async throws {
    var settings = OutgoingSettings()
    settings.running = 1
    settings.waiting = 1
    let client = try OutgoingClient(settings)
    let server = try RawServer { _, _ in }
    let url = server.url
    let errors = await withTaskGroup(of: OutgoingError?.self) { group in
      for _ in 0..<6 {
        group.addTask {
          do throws(OutgoingError) {
            _ = try await client.send(OutgoingRequest(.get, url), limits: OutgoingLimits(milliseconds: 150))
            return nil
          } catch { return error }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(errors.contains(.overloaded))
    #expect(errors.contains(.timedOut))
    #expect(errors.allSatisfy { $0 == .overloaded || $0 == .timedOut })
  }
}
