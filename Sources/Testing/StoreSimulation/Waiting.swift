import Contract
import Dispatch
import Synchronization

/// Lets a call run to its end: in a simulation one thing happens at a time.
func wait<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
  let waiting = Waiting<Value>()
  Task {
    do { waiting.end(.success(try await body())) } catch { waiting.end(.failure(error)) }
  }
  return try waiting.value()
}

private final class Waiting<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  func end(_ value: Result<Value, any Error>) {
    result.withLock { $0 = value }
    done.signal()
  }

  func value() throws -> Value {
    done.wait()
    guard let result = result.withLock({ $0 }) else { throw APIError.internalError }
    return try result.get()
  }
}
