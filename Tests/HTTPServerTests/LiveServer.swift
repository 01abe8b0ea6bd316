import HTTPServer
import SocketTesting
import Sockets
import Wire

/// A server on a free port. Without a handler it answers with method and path.
final class LiveServer {
  let group: EventLoopGroup
  let server: HTTPServer

  init(
    loops: Int = 1, limits: HTTPLimits = HTTPLimits(), admission: Admission? = nil,
    streamedPath: String? = nil,
    handler: @escaping HTTPHandler = { request in
      ServerResponse(
        200, body: .bytes(Array("\(request.request.method.rawValue) \(request.request.path)".utf8)))
    }
  ) throws {
    group = try EventLoopGroup(count: loops)
    var configuration = HTTPServer.Configuration()
    configuration.limits = limits
    configuration.admission = admission
    configuration.overloadedBody = { _ in Array("[\"overloaded\"]".utf8) }
    configuration.isStreamed = { method, path in method == .post && path == streamedPath }
    server = try HTTPServer(
      SocketAddress(host: "127.0.0.1", port: 0), group: group, configuration: configuration,
      handler: handler)
  }

  deinit {
    group.stop()
  }

  func connect(receiveBuffer: Int32? = nil) throws -> RawClient {
    let client = try RawClient(port: server.address.port, receiveBuffer: receiveBuffer)
    client.owner = self
    return client
  }

  /// Sends the text and reads until the server closes.
  func talk(_ text: String) throws -> String {
    let client = try connect()
    client.send(text)
    return client.readToEnd()
  }
}

/// A signal from a handler to its test, or back. It has a loop of its own: tests that read from sockets block the
/// threads of the global pool.
actor Gate {
  private static let loop = try? EventLoop(name: "gate")
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    Gate.loop?.asUnownedSerialExecutor() ?? MainActor.sharedUnownedExecutor
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      if isOpen { continuation.resume() } else { waiting.append(continuation) }
    }
  }
}
