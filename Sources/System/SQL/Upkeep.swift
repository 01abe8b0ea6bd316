import Foundation

/// Work that a database wants done after commits, away from the thread that writes: at once after the first, then at
/// most once in a pause.
final class Upkeep: @unchecked Sendable {
  private static let pause = 0.1
  private let condition = NSCondition()
  private var isDue = false
  private var isClosed = false

  func committed() {
    condition.lock()
    isDue = true
    condition.signal()
    condition.unlock()
  }

  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }

  func runUntilClosed(_ work: () -> Void) {
    while waitUntilDue() {
      work()
      rest()
    }
  }

  private func waitUntilDue() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while !isDue && !isClosed { condition.wait() }
    isDue = false
    return !isClosed
  }

  private func rest() {
    let end = Date(timeIntervalSinceNow: Self.pause)
    condition.lock()
    defer { condition.unlock() }
    while !isClosed && condition.wait(until: end) {}
  }
}
