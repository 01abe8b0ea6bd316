import Glibc
import Sockets
import Testing

/// How connecting ends, and whether it succeeded.
private func connect(
  to address: SocketAddress, cancels: Bool = false
) async throws -> SocketError? {
  let group = try EventLoopGroup(count: 1)
  defer { group.stop() }
  let loop = group.loops[0]
  return await withCheckedContinuation { continuation in
    loop.execute {
      let connector = TCPConnector.connect(to: address, on: loop, withinMilliseconds: 5_000) { result in
        switch result {
        case .success(let connection):
          connection.close()
          continuation.resume(returning: nil)
        case .failure(let error): continuation.resume(returning: error)
        }
      }
      if cancels { connector?.cancel() }
    }
  }
}

@Suite struct TCPConnectorTests {
  @Test(arguments: ["127.0.0.1", "::1"])
  func aListenerIsReached(host: String) async throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.stop() }
    let listener = try TCPListener(SocketAddress(host: host, port: 0), group: group) { $0.close() }
    #expect(try await connect(to: listener.address) == nil)
  }

  @Test func whereNobodyListensItIsRefused() async throws {
    let group = try EventLoopGroup(count: 1)
    let listener = try TCPListener(SocketAddress(host: "127.0.0.1", port: 0), group: group) { $0.close() }
    let address = listener.address
    // Nothing else takes the port of a listener that is just closing.
    group.stop()
    let error = try await connect(to: address)
    #expect(error == .connect(code: ECONNREFUSED) || error == nil)
  }

  @Test func anAttemptCanBeCalledOff() async throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.stop() }
    let listener = try TCPListener(SocketAddress(host: "127.0.0.1", port: 0), group: group) { $0.close() }
    #expect(try await connect(to: listener.address, cancels: true) == .connect(code: ECANCELED))
  }

  @Test func namesAndNumbersAreLookedUp() throws {
    #expect(try SocketAddress.lookUp(host: "127.0.0.1", port: 80).map(\.text) == ["127.0.0.1:80"])
    #expect(try SocketAddress.lookUp(host: "localhost", port: 80).contains { $0.isLoopback && $0.port == 80 })
    #expect(throws: SocketError.badAddress) { try SocketAddress.lookUp(host: "localhost", port: 70_000) }
    #expect(throws: SocketError.self) { try SocketAddress.lookUp(host: "no such host", port: 80) }
  }
}
