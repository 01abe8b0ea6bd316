/// Whether this browser may show notifications, and gets them.
public enum PushStanding: Equatable, Sendable {
  case unsupported
  /// The person has refused: only the browser's own settings can change that.
  case refused
  case off
  /// Subscribed (W3C Push API): where to send and what to seal with, base64url.
  case on(endpoint: String, p256dh: String, auth: String)
}

public enum PushWish: Equatable, Sendable {
  case check
  /// Only as the answer to a press: the browser asks the person. `key`: the server's own, base64url.
  case subscribe(key: String)
  case unsubscribe
}
