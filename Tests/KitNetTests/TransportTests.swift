import Foundation
import Sockets
import Synchronization
import Testing
import Wire

@testable import KitNet

private let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

@Suite struct TransportTests {
  @Test func aConnectionIsUsedAgain() async throws {
    let server = try ScriptedServer({ connection, soFar in
      if soFar.suffix(4) == Array("\r\n\r\n".utf8) { connection.write(SharedBytes(ok)) }
    })
    let transport = try Transport.network(server.address)
    for _ in 0..<3 {
      let response = try await transport.send(TransportRequest(.get, "/")).collect()
      #expect(response.status == 200 && response.body == Array("ok".utf8))
    }
    #expect(server.acceptedCount == 1)
  }

  @Test func aConnectionThatWasClosedMeanwhileIsReplaced() async throws {
    let server = try ScriptedServer({ connection, soFar in
      if soFar.count(of: "\r\n\r\n") == 1 { connection.write(SharedBytes(ok)) } else { connection.close() }
    })
    let transport = try Transport.network(server.address)
    for _ in 0..<3 { #expect(try await transport.send(TransportRequest(.get, "/")).collect().status == 200) }
    #expect(server.acceptedCount == 3)
    // A POST may have been carried out: that is for the caller to decide.
    await #expect(throws: TransportError.cut) {
      _ = try await transport.send(TransportRequest(.post, "/")).collect()
    }
  }

  @Test func silenceEndsByTheTimeOut() async throws {
    let server = try ScriptedServer({ _, _ in })
    let transport = try Transport.network(server.address)
    await #expect(throws: TransportError.timedOut) {
      _ = try await transport.send(TransportRequest(.get, "/", idleTimeout: .milliseconds(50)))
    }
  }

  @Test func aServerThatIsNotThereCannotBeReached() async throws {
    let address: ServerAddress
    do { address = try ScriptedServer({ _, _ in }).address }
    let transport = try Transport.network(address)
    do {
      _ = try await transport.send(TransportRequest(.get, "/"))
      Issue.record("an answer from nowhere")
    } catch {
      guard case .cannotConnect = error else { return #expect(error == .cut) }
    }
  }

  /// While the reader pauses, the end of what was sent is heard before the last bytes are read.
  @Test func aSlowReaderGetsAllOfAnAnswerThatEndsWithItsConnection() async throws {
    let size = 900_000
    let server = try ScriptedServer({ connection, _ in
      connection.write(SharedBytes("HTTP/1.1 200 OK\r\n\r\n"))
      connection.write(SharedBytes([UInt8](repeating: 7, count: size)))
      connection.finish()
    })
    let response = try await Transport.network(server.address).send(TransportRequest(.get, "/"))
    try await Task.sleep(for: .milliseconds(300))
    var count = 0
    for try await bytes in response.body { count += bytes.count }
    #expect(count == size)
  }

  @Test func whoIsCutOffBeforeAnybodyListensHearsOfIt() async throws {
    let server = try ScriptedServer({ _, _ in })
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let address = try #require(try await ByteStream.lookUp(server.address).first)
    let connection = try await ByteStream.connect(address, loop, within: 1_000)
    await withCheckedContinuation { continuation in
      loop.execute {
        connection.close(.peer)
        continuation.resume()
      }
    }
    let stream = try await ByteStream.start(connection, server.address, nil, within: 1_000)
    await stream.setIdleLimit(.seconds(30))
    await #expect(throws: TransportError.cut) { _ = try await stream.read() }
  }

  @Test func cancellingEndsTheExchangeAndItsConnection() async throws {
    let (asked, told) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer({ _, _ in told.yield() })
    let transport = try Transport.network(server.address)
    let call = Task { () -> TransportError? in
      do throws(TransportError) {
        _ = try await transport.send(TransportRequest(.get, "/"))
        return nil
      } catch {
        return error
      }
    }
    for await _ in asked { break }
    call.cancel()
    #expect(await call.value == .cancelled)
    await server.waitForClose()
  }

  @Test func anEarlyRefusalReachesTheOneWhoUploads() async throws {
    let refusal = "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    let server = try ScriptedServer({ connection, soFar in
      if soFar.count < 100_000 { connection.write(SharedBytes(refusal)) }
      connection.finish()
    })
    let transport = try Transport.network(server.address)
    let body = RequestBody([UInt8](repeating: 7, count: 30 << 20))
    let response = try await transport.send(TransportRequest(.post, "/", body: body)).collect()
    #expect(response.status == 413)
  }

  @Test func progressGrowsToTheWhole() async throws {
    let size = 300_000
    let server = try ScriptedServer({ connection, soFar in
      if soFar.count > size, soFar.last == 9 { connection.write(SharedBytes(ok)) }
    })
    let transport = try Transport.network(server.address)
    let seen = Mutex<[TransferProgress]>([])
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    #expect(FileManager.default.createFile(atPath: path, contents: Data(repeating: 7, count: size)))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var request = TransportRequest(.post, "/")
    request.body = RequestBody([.file(FileSlice(path: path, offset: 0, count: Int64(size))), .bytes([9])])
    request.onSent = { progress in seen.withLock { $0.append(progress) } }
    #expect(try await transport.send(request).collect().status == 200)
    let all = seen.withLock { $0 }
    #expect(all.count >= 5 && all.last == TransferProgress(completed: 300_001, total: 300_001))
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.completed < $1.completed })
  }

  @Test func aFileThatIsTooShortIsToldAsSuch() async throws {
    let server = try ScriptedServer({ _, _ in })
    let transport = try Transport.network(server.address)
    var request = TransportRequest(.post, "/")
    request.body = RequestBody([.file(FileSlice(path: "/nowhere/at/all", offset: 0, count: 5))])
    await #expect(throws: TransportError.unreadableFile("/nowhere/at/all")) { _ = try await transport.send(request) }
  }

  @Test func whatIsNotReadIsNotFetched() async throws {
    let piece = [UInt8](repeating: 1, count: 256 << 10)
    let total = 256
    let sent = Atomic(0)
    let more: @Sendable (TCPConnection) -> Void = { connection in
      guard sent.load(ordering: .relaxed) < total else { return }
      sent.add(1, ordering: .relaxed)
      connection.write(SharedBytes(piece))
    }
    let server = try ScriptedServer(
      { connection, _ in
        connection.write(SharedBytes("HTTP/1.1 200 OK\r\nContent-Length: \(piece.count * total)\r\n\r\n"))
      }, drained: more)
    let transport = try Transport.network(server.address)
    let response = try await transport.send(TransportRequest(.get, "/"))
    var read = 0
    var ahead = 0
    for try await bytes in response.body {
      read += bytes.count
      ahead = max(ahead, sent.load(ordering: .relaxed) * piece.count - read)
      // The reader is slow: the server gets every chance to run ahead.
      for _ in 0..<20 { await Task.yield() }
    }
    #expect(read == piece.count * total)
    #expect(ahead < 24 << 20, "the socket's buffers, and no more")
  }

  @Test func aBodyThatIsLetGoClosesItsConnection() async throws {
    let server = try ScriptedServer({ connection, _ in
      connection.write(SharedBytes("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc"))
    })
    let transport = try Transport.network(server.address)
    do {
      let response = try await transport.send(TransportRequest(.get, "/"))
      #expect(response.length == 1000)
    }
    await server.waitForClose()
  }

  @Test func noValueBeginsALineOfItsOwn() async throws {
    let (asked, told) = AsyncStream.makeStream(of: [UInt8].self)
    let server = try ScriptedServer({ connection, soFar in
      told.yield(soFar)
      connection.write(SharedBytes(ok))
    })
    let transport = try Transport.network(server.address)
    let headers: HTTPHeaders = ["X": "a\r\nY: b"]
    _ = try await transport.send(TransportRequest(.get, "/", headers: headers)).collect()
    for await bytes in asked {
      #expect(bytes.count(of: "X: aY: b\r\n") == 1)
      break
    }
  }
}
