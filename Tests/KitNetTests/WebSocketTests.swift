import Foundation
import SocketIO
import Sockets
import Testing
import Wire

@testable import KitNet

/// Answers the handshake and then writes these frames.
private func webSocketServer(_ frames: [[UInt8]]) throws -> ScriptedServer {
  try ScriptedServer({ connection, soFar in
    guard soFar.suffix(4) == Array("\r\n\r\n".utf8) else { return }
    let request = String(decoding: soFar, as: UTF8.self)
    guard let line = request.split(separator: "\r\n").first(where: { $0.hasPrefix("Sec-WebSocket-Key: ") }) else {
      return
    }
    let accept = WebSocketHandshake.accept(key: String(line.dropFirst(19)))
    let head = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(accept)", "", "",
    ].joined(separator: "\r\n")
    connection.write(SharedBytes(Array(head.utf8) + frames.flatMap { $0 }))
  })
}

@Suite struct WebSocketTests {
  @Test func messagesComeInOrderAndAGoodbyeIsTheEnd() async throws {
    let server = try webSocketServer([
      WebSocketFrame.encode(.text, Array("하나".utf8)), WebSocketFrame.encode(.ping, [1, 2]),
      WebSocketFrame.encode(.text, Array("둘".utf8)), WebSocketFrame.close(.normal),
    ])
    let socket = try await WebSocketOpener.network(server.address).open("/socket.io/")
    #expect(try await socket.receive() == "하나")
    #expect(try await socket.receive() == "둘")
    #expect(try await socket.receive() == nil)
    await server.waitForClose()
  }

  @Test func aMaskedFrameOfAServerIsABrokenAnswer() async throws {
    let server = try webSocketServer([WebSocketFrame.encode(.text, [65], mask: 7)])
    let socket = try await WebSocketOpener.network(server.address).open("/")
    await #expect(throws: TransportError.badAnswer) { _ = try await socket.receive() }
  }

  @Test func aRefusalSaysItsStatusAndPause() async throws {
    let server = try ScriptedServer({ connection, _ in
      connection.write(SharedBytes("HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n"))
    })
    let opener = try WebSocketOpener.network(server.address)
    await #expect(throws: WebSocketError.refused(status: 503, retryAfter: .seconds(7))) {
      _ = try await opener.open("/")
    }
    await server.waitForClose()
  }

  @Test(arguments: [
    "HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: wrong\r\n\r\n",
    "HTTP/1.1 101 X\r\nConnection: Upgrade\r\n\r\n", "nonsense\r\n\r\n",
  ])
  func anAnswerThatProvesNothingIsRefused(answer: String) async throws {
    let server = try ScriptedServer({ connection, _ in connection.write(SharedBytes(answer)) })
    let opener = try WebSocketOpener.network(server.address)
    await #expect(throws: WebSocketError.transport(.badAnswer)) { _ = try await opener.open("/") }
  }

  @Test func cancellingAReaderClosesItsSocket() async throws {
    let server = try webSocketServer([WebSocketFrame.encode(.text, [65])])
    let socket = try await WebSocketOpener.network(server.address).open("/")
    let reading = Task { () -> TransportError? in
      do throws(TransportError) {
        while try await socket.receive() != nil {}
        return nil
      } catch {
        return error
      }
    }
    reading.cancel()
    #expect(await reading.value == .cancelled)
    await server.waitForClose()
  }
}
