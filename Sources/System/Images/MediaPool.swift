import Foundation
import Synchronization

/// A few worker processes, started when first needed. A file that kills one costs that file only: the next job gets
/// another one.
public final class MediaPool: Sendable {
  private struct State {
    var idle: [Idle] = []
    var confinement: MediaDecoder.Confinement?
    var waiting = 0
    var isClosed = false
  }

  /// Handed from thread to thread, used by one at a time.
  private struct Idle: @unchecked Sendable {
    let process: MediaProcess
  }

  /// A process is replaced after so many jobs: what leaks, or hides, does not live on.
  private static let jobsPerProcess = 50
  private static let waitingLimit = 64
  private let command: [String]
  private let folder: String
  private let milliseconds: Int
  private let mayBeUnconfined: Bool
  private let queue = OperationQueue()
  private let state = Mutex(State())

  /// - Parameters:
  ///   - command: the program, with its path, and what makes it a worker.
  ///   - folder: empty, for the workers alone.
  ///   - count: processes at the same time.
  ///   - milliseconds: for one job, its bytes included.
  ///   - mayBeUnconfined: whether workers decode also where the system does not hold them back.
  public init(command: [String], folder: String, count: Int, milliseconds: Int, mayBeUnconfined: Bool = false) {
    self.command = command
    self.folder = folder
    self.milliseconds = milliseconds
    self.mayBeUnconfined = mayBeUnconfined
    queue.maxConcurrentOperationCount = max(1, count)
    queue.qualityOfService = .utility
  }

  /// What holds the workers back; nil before the first one.
  public var confinement: MediaDecoder.Confinement? { state.withLock { $0.confinement } }

  /// - Parameter next: the bytes of the file, piece by piece, `count` in all; it may block.
  /// - Throws: `MediaError`, or what `next` throws.
  public func run(
    _ job: MediaJob, limits: MediaLimits, count: Int, next: @escaping @Sendable () throws -> [UInt8]
  ) async throws -> MediaResult {
    let isAccepted = state.withLock { state in
      guard state.waiting < Self.waitingLimit, !state.isClosed else { return false }
      state.waiting += 1
      return true
    }
    guard isAccepted else { throw MediaError.unavailable }
    defer { state.withLock { $0.waiting -= 1 } }
    return try await withCheckedThrowingContinuation { continuation in
      queue.addOperation { [self] in
        continuation.resume(with: Result { try perform(job, limits: limits, count: count, next: next) })
      }
    }
  }

  private func perform(
    _ job: MediaJob, limits: MediaLimits, count: Int, next: () throws -> [UInt8]
  ) throws -> MediaResult {
    let idle = state.withLock { $0.idle.popLast() }
    let process = try idle?.process ?? start()
    do {
      let result = try process.run(job, limits: limits, milliseconds: milliseconds, count: count, next: next)
      giveBack(process)
      return result
    } catch let error as MediaError where error == .unreadable || error == .tooLarge {
      giveBack(process)
      throw error
    }
  }

  /// Nobody's bytes come to a worker that could do harm with them.
  private func start() throws -> MediaProcess {
    let process = try MediaProcess(command: command, folder: folder)
    let confinement = process.confinement
    state.withLock { $0.confinement = confinement }
    guard mayBeUnconfined || confinement.missing.isEmpty else {
      process.end()
      throw MediaError.unavailable
    }
    return process
  }

  private func giveBack(_ process: MediaProcess) {
    let idle = Idle(process: process)
    let isKept = state.withLock { state in
      guard !state.isClosed, idle.process.jobCount < Self.jobsPerProcess else { return false }
      state.idle.append(idle)
      return true
    }
    if !isKept { process.end() }
  }

  /// Ends the workers.
  public func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      let idle = state.idle
      state.idle = []
      return idle
    }
    for worker in idle { worker.process.end() }
  }
}
