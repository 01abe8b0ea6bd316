import Contract

/// How a call of a room's machine ended.
public enum SyncResult<Value: Equatable & Sendable>: Equatable, Sendable {
  case success(Value)
  /// The server said no (4xx): repeating the same call cannot help.
  case refused(APIError)
  /// No answer, or a 5xx: it may or may not have happened.
  case unreachable

  /// A refusal that a later repeat of the same call can turn into an answer counts as none; so does one that speaks of
  /// the session and not of the call.
  public init(_ error: APIError) {
    switch error.code {
    case .accessExpired, .accessInvalid, .refreshExpired, .sessionEnded: self = .unreachable
    default: self = error.status == 429 || error.status >= 500 ? .unreachable : .refused(error)
    }
  }
}
