import Foundation
import HTTPServer
import JSON
import RealtimeServer
import SocketIO
import Sockets
import Wire

/// A small server that the public conformance suites of Engine.IO and Socket.IO can be run against:
///
///     swift run ProtocolServer [PORT]
///
/// Socket.IO at `/socket.io/`: what is sent as `message` comes back as `message-back`, `message-with-ack` is
/// acknowledged with its own arguments. Engine.IO alone at `/engine.io/`, which sends every message back. Port 3000 if
/// none is given, on this machine only.
@main
struct ProtocolServer {
  static func main() async throws {
    let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 3000
    // One loop: a client that uses several connections is then answered in the order in which it sent.
    let group = try EventLoopGroup(count: 1)
    let socketIO = RealtimeServer(group: group, configuration: rooms)
    let engineIO = RealtimeServer(group: group, configuration: echo)
    let handler: HTTPHandler = { request in
      switch request.request.path {
      case "/socket.io/": await socketIO.handle(request)
      case "/engine.io/": await engineIO.handle(request)
      default: ServerResponse(404)
      }
    }
    let server = try HTTPServer(SocketAddress("127.0.0.1:\(port)"), group: group, handler: handler)
    // `localhost` may mean either; not every machine has the second.
    let other = try? HTTPServer(SocketAddress("[::1]:\(port)"), group: group, handler: handler)
    FileHandle.standardOutput.write(Data("ready on http://localhost:\(port)\n".utf8))
    await ended()
    await socketIO.close()
    await engineIO.close()
    await server.drain(deadlineMilliseconds: 100)
    await other?.drain(deadlineMilliseconds: 100)
    group.stop()
  }

  /// The main namespace and `/custom`; everybody may join.
  private static var rooms: RealtimeConfiguration {
    var configuration = RealtimeConfiguration { request in
      guard request.namespace == "/" || request.namespace == "/custom" else {
        return .refused(message: "Invalid namespace")
      }
      return .accepted(channels: [], greetings: [RealtimeEvent("auth", [request.payload ?? [:]])])
    }
    configuration.onEvent = { member, event, reply in
      switch event.name {
      case "message":
        member.emit(RealtimeEvent("message-back", event.arguments, attachments: event.attachments))
      case "message-with-ack": reply?(event.arguments, attachments: event.attachments)
      default: break
      }
    }
    configuration.engine = settings
    return configuration
  }

  private static var echo: RealtimeConfiguration {
    var configuration = RealtimeConfiguration(onMessage: { session, message in session.send(message) })
    configuration.engine = settings
    return configuration
  }

  private static var settings: EngineSettings {
    var settings = EngineSettings()
    settings.pingInterval = 300
    settings.pingTimeout = 200
    settings.maxPayload = 1_000_000
    settings.connectTimeout = 1_000
    return settings
  }

  /// Waits for SIGTERM or SIGINT.
  private static func ended() async {
    let signals = AsyncStream<Void> { stream in
      for number in [SIGTERM, SIGINT] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { stream.yield() }
        source.resume()
        // Kept as long as the process.
        _ = Unmanaged.passRetained(source as AnyObject)
      }
    }
    var first = signals.makeAsyncIterator()
    _ = await first.next()
  }
}
