import Foundation
import Threads

/// A thread that owns what its body captures, and can be waited for.
final class DatabaseThread: @unchecked Sendable {
  private let done = DispatchGroup()
  private let thread: Thread

  init(name: String, body: sending @escaping () -> Void) {
    let done = done
    done.enter()
    nonisolated(unsafe) var body: (() -> Void)? = body
    thread = Thread.named(name) {
      body?()
      // Closes the connections before anybody is told.
      body = nil
      done.leave()
    }
  }

  func start() { thread.start() }

  /// Only for started threads.
  func waitUntilDone() { done.wait() }
}
