import Glibc
import Synchronization

/// Answers one line with one line, over a socket file that only its owner may open: for commands of the operator on the
/// same machine. One caller at a time, on a thread of its own; who dawdles is cut off.
public final class UnixLineServer: Sendable {
  private struct State {
    var descriptor: Int32
    var isClosed = false
  }

  public static let longestLine = 1 << 20
  private static let callerSeconds = 5
  private let path: String
  private let state: Mutex<State>

  /// Listens at once. A socket file that an ended process left behind is replaced.
  /// - Parameter answer: runs on the thread that serves callers; may wait.
  public init(path: String, answer: @escaping @Sendable ([UInt8]) -> [UInt8]) throws(SocketError) {
    self.path = path
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .listen(code: errno) }
    state = Mutex(State(descriptor: descriptor))
    do throws(SocketError) {
      try Self.listen(descriptor, path)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    guard Self.startThread({ Self.serve(descriptor, answer) }) else {
      close()
      throw .listen(code: EAGAIN)
    }
  }

  private static func listen(_ descriptor: Int32, _ path: String) throws(SocketError) {
    let address = try UnixAddress(path)
    unlink(path)
    // No moment in which others could open it.
    let mask = umask(0o177)
    let bound = address.use { bind(descriptor, $0, $1) }
    umask(mask)
    guard bound == 0 else { throw .listen(code: bound) }
    guard chmod(path, 0o600) == 0, Glibc.listen(descriptor, 8) == 0 else { throw .listen(code: errno) }
  }

  /// Takes no more callers, and removes the file.
  public func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    unlink(path)
    // The thread closes it once `accept` has returned.
    state.withLock { _ = shutdown($0.descriptor, Int32(SHUT_RDWR)) }
  }

  deinit { close() }

  private static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Box {
      let body: () -> Void
      init(_ body: @escaping () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    let code = pthread_create(
      &thread, nil,
      { raw in
        guard let raw else { return nil }
        Unmanaged<Box>.fromOpaque(raw).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private static func serve(_ descriptor: Int32, _ answer: ([UInt8]) -> [UInt8]) {
    while true {
      let caller = accept(descriptor, nil, nil)
      if caller < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
          usleep(100_000)
          continue
        }
        Glibc.close(descriptor)
        return
      }
      _ = fcntl(caller, F_SETFD, FD_CLOEXEC)
      let line = UnixLine(descriptor: caller, seconds: callerSeconds)
      if let question = line.read(atMost: longestLine) { line.write(answer(question)) }
    }
  }
}
