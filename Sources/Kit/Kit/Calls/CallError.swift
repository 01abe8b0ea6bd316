import Contract
import KitNet

/// Why a call or a transfer came to nothing.
public enum CallError: Error, Equatable, Sendable {
  /// The server said no; repeating the same call cannot help, except after `retryAfter`.
  case refused(APIError)
  /// The server is in trouble, or has too much to do (5xx). It may or may not have happened.
  case unavailable(APIError)
  /// No answer came. It may or may not have happened.
  case unreachable(TransportError)
  /// Nobody is signed in (any longer).
  case signedOut
  /// The task was cancelled. It may or may not have happened.
  case cancelled

  /// From a transport.
  public init(_ error: TransportError) {
    self = error == .cancelled ? .cancelled : .unreachable(error)
  }

  /// From an answer that is no success.
  public init(_ error: APIError) {
    self = error.status >= 500 ? .unavailable(error) : .refused(error)
  }

  /// How long the server asks to wait before the next attempt; nil where it does not say.
  public var retryAfter: Duration? {
    switch self {
    case .refused(let error), .unavailable(let error): error.retryAfterSeconds.map { .seconds($0) }
    case .unreachable, .signedOut, .cancelled: nil
    }
  }

  /// Waits as long as the server asks, five minutes at most, or until the task is cancelled.
  func pause() async {
    if let pause = retryAfter { try? await Task.sleep(for: min(pause, .seconds(300))) }
  }

  /// Whether the same call can go well later.
  public var canRetry: Bool {
    switch self {
    case .refused(let error): error.status == 429
    case .unavailable: true
    case .unreachable(.unreadableFile), .unreachable(.unwritableFile), .unreachable(.notSecure): false
    case .unreachable: true
    case .signedOut, .cancelled: false
    }
  }
}
