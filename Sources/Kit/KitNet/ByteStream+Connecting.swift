#if os(Linux)
  import Foundation
  import Glibc
  import Sockets
  import Synchronization
  import TLS

  extension ByteStream {
    static func lookUp(_ address: ServerAddress) async throws(TransportError) -> [SocketAddress] {
      let (host, port) = (address.host, address.port)
      let result: Result<[SocketAddress], SocketError> = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          do throws(SocketError) {
            continuation.resume(returning: .success(try SocketAddress.lookUp(host: host, port: port)))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        }
      }
      switch result {
      case .success(let found): return found
      case .failure(let error): throw Self.error(error)
      }
    }

    static func connect(
      _ address: SocketAddress, _ loop: EventLoop, within milliseconds: Int64
    ) async throws(SocketError) -> TCPConnection {
      let attempt = Attempt()
      let result: Result<TCPConnection, SocketError> = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          loop.execute {
            attempt.begin(to: address, on: loop, within: milliseconds) { continuation.resume(returning: $0) }
          }
        }
      } onCancel: {
        loop.execute { attempt.cancel() }
      }
      return try result.get()
    }

    static func error(_ error: SocketError) -> TransportError {
      switch error {
      case .connect(ETIMEDOUT): .timedOut
      case .connect(ECANCELED): .cancelled
      case .connect(let code): .cannotConnect(String(cString: strerror(code)))
      case .lookUp(let code): .cannotConnect(String(cString: gai_strerror(code)))
      default: .cannotConnect("bad address")
      }
    }

    static func error(_ error: TLSError) -> TransportError {
      switch error {
      case .settings(let text), .untrusted(let text), .failed(let text): .notSecure(text)
      }
    }
  }

  /// An attempt to connect that can be called off from any thread; used on its loop only.
  private final class Attempt: @unchecked Sendable {
    private var connector: TCPConnector?
    private var isCancelled = false

    func begin(
      to address: SocketAddress, on loop: EventLoop, within milliseconds: Int64,
      done: @escaping @Sendable (Result<TCPConnection, SocketError>) -> Void
    ) {
      guard !isCancelled else { return done(.failure(.connect(code: ECANCELED))) }
      connector = TCPConnector.connect(to: address, on: loop, withinMilliseconds: milliseconds) { [self] result in
        connector = nil
        // Cancelled in the very turn in which it succeeded: the caller will find its task cancelled and close it.
        done(result)
      }
    }

    func cancel() {
      isCancelled = true
      connector?.cancel()
    }
  }

  extension Duration {
    /// Whole milliseconds, at most about a million years.
    var milliseconds: Int64 {
      let (seconds, attoseconds) = components
      return min(max(seconds, -1 << 45), 1 << 45) * 1_000 + attoseconds / 1_000_000_000_000_000
    }
  }
#endif
