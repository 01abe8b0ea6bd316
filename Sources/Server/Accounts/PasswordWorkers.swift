import Contract
import Crypto
import Foundation
import Synchronization

/// Computes password hashes on threads of their own, a few at a time: many sign-ins at once wait for each other here
/// and for nothing else.
final class PasswordWorkers: Sendable {
  private static let waitingLimit = 64
  private let queue: OperationQueue
  private let waiting = Mutex(0)
  private let cost: PasswordHash.Cost
  /// Verified where there is no account, so that it takes as long.
  private let decoy: String

  init(cost: PasswordHash.Cost, count: Int) throws {
    self.cost = cost
    decoy = try PasswordHash.hash(Hex.encode(SecureRandom.bytes(16)), cost: cost)
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = max(1, count)
    queue.qualityOfService = .utility
  }

  func hash(_ password: String) async throws -> String {
    let cost = cost
    return try await run { try PasswordHash.hash(password, cost: cost) }
  }

  /// - Parameter hash: nil where nobody has that name; the answer is false, just as late.
  func verify(_ password: String, against hash: String?) async throws -> Bool {
    let decoy = decoy
    return try await run { PasswordHash.verify(password, against: hash ?? decoy) && hash != nil }
  }

  private func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    let isAccepted = waiting.withLock { waiting in
      guard waiting < Self.waitingLimit else { return false }
      waiting += 1
      return true
    }
    guard isAccepted else { throw APIError.tooManyCalls(retryAfterSeconds: 2) }
    defer { waiting.withLock { $0 -= 1 } }
    return try await withCheckedThrowingContinuation { continuation in
      queue.addOperation { continuation.resume(with: Result(catching: work)) }
    }
  }
}
