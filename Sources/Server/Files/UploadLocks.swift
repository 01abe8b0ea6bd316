import HTTPServer
import Synchronization

/// Uploads that a request is writing to: only one does at a time.
final class UploadLocks: Sendable {
  private struct Held {
    let body: RequestBody
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let held = Mutex<[String: Held]>([:])

  /// false where another request has it.
  func take(_ name: String, for body: RequestBody) -> Bool {
    held.withLock { held in
      guard held[name] == nil else { return false }
      held[name] = Held(body: body)
      return true
    }
  }

  func giveBack(_ name: String) {
    let waiting = held.withLock { $0.removeValue(forKey: name)?.waiting ?? [] }
    for continuation in waiting { continuation.resume() }
  }

  func isHeld(_ name: String) -> Bool { held.withLock { $0[name] != nil } }

  /// Ends the writing request, whose connection may be long gone without anybody having noticed, and waits until what
  /// it brought is kept.
  func interrupt(_ name: String) async {
    await withCheckedContinuation { continuation in
      let body = held.withLock { held -> RequestBody? in
        held[name]?.waiting.append(continuation)
        return held[name]?.body
      }
      if let body { body.abandon() } else { continuation.resume() }
    }
  }
}
