import Synchronization

/// Uploads that a request is writing to: only one does at a time.
final class UploadLocks: Sendable {
  private let held = Mutex<Set<String>>([])

  /// false where another request has it.
  func take(_ name: String) -> Bool { held.withLock { $0.insert(name).inserted } }

  func giveBack(_ name: String) { _ = held.withLock { $0.remove(name) } }

  func isHeld(_ name: String) -> Bool { held.withLock { $0.contains(name) } }
}
