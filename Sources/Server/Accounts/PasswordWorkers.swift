import Contract
import Crypto
import Foundation
import Synchronization
import Threads

/// Computes password hashes on threads of their own, a few at a time and after everything else: many sign-ins at once
/// wait for each other here and for nothing else.
final class PasswordWorkers: Sendable {
  private static let waitingLimit = 64
  private let queue = WorkQueue()
  private let waiting = Mutex(0)
  private let cost: PasswordHash.Cost
  /// Verified where there is no account, so that it takes as long.
  private let decoy: String

  init(cost: PasswordHash.Cost, count: Int) throws {
    self.cost = cost
    decoy = try PasswordHash.hash(Hex.encode(SecureRandom.bytes(16)), cost: cost)
    for number in 0..<max(1, count) { queue.startThread(name: "password-\(number)") }
  }

  deinit { queue.close() }

  func hash(_ password: String) async throws -> String {
    let cost = cost
    return try await run { try PasswordHash.hash(password, cost: cost) }
  }

  /// - Parameter hash: nil where nobody has that name, empty where somebody has no password; the answer is false, just
  ///   as late.
  func verify(_ password: String, against hash: String?) async throws -> Bool {
    let decoy = decoy
    let known = hash.flatMap { $0.isEmpty ? nil : $0 }
    return try await run { [cost] in
      let isRight = PasswordHash.verify(password, against: known ?? decoy) && known != nil
      // A hash that was cheaper to make would tell, by a quick refusal, that somebody has the name.
      if !isRight, let known, PasswordHash.isOutdated(known, cost: cost) {
        _ = PasswordHash.verify(password, against: decoy)
      }
      return isRight
    }
  }

  /// Whether a hash was made at another cost than today's.
  func isOutdated(_ hash: String) -> Bool { PasswordHash.isOutdated(hash, cost: cost) }

  private func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    let isAccepted = waiting.withLock { waiting in
      guard waiting < Self.waitingLimit else { return false }
      waiting += 1
      return true
    }
    guard isAccepted else { throw APIError.tooManyCalls(retryAfterSeconds: 2) }
    defer { waiting.withLock { $0 -= 1 } }
    return try await withCheckedThrowingContinuation { continuation in
      queue.add { continuation.resume(with: Result(catching: work)) }
    }
  }
}

/// Work in the order in which it came, on threads that give way to those of the server.
private final class WorkQueue: Sendable {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  private let threads = Mutex(0)

  func add(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.work.append(work) }
    filled.signal()
  }

  func startThread(name: String) {
    threads.withLock { $0 += 1 }
    Thread.named(name) { [self] in
      // For this thread only: Linux counts niceness by thread. At 10 the loops go first, and a machine that is busy
      // with something else still signs people in (at 19 they would wait for seconds).
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
      while let work = next() { work() }
    }.start()
  }

  /// Ends the threads after what they have to do.
  func close() {
    state.withLock { $0.isClosed = true }
    for _ in 0..<threads.withLock({ $0 }) { filled.signal() }
  }

  private func next() -> (@Sendable () -> Void)? {
    while true {
      filled.wait()
      let (work, isOver) = state.withLock { state in
        state.work.isEmpty ? (nil, state.isClosed) : (state.work.removeFirst(), false)
      }
      if let work { return work }
      if isOver { return nil }
    }
  }
}
