import HTTPServer

/// A long poll that waits for its answer; used on the session's loop only.
final class PollWaiter: @unchecked Sendable {
  private var continuation: CheckedContinuation<ServerResponse, Never>?

  init(_ continuation: CheckedContinuation<ServerResponse, Never>) {
    self.continuation = continuation
  }

  /// Only the first answer counts.
  func answer(_ response: ServerResponse) {
    continuation?.resume(returning: response)
    continuation = nil
  }
}
