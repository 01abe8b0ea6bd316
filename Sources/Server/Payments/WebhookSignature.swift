import Crypto
import Wire

/// Verifies a webhook by its headers (Standard Webhooks 1.0, "Verifying webhook authenticity"): HMAC-SHA256 over
/// `id.timestamp.body`.
public struct WebhookSignature: Sendable {
  /// How far the clocks may lie apart, and how long a recorded message is good for.
  public static let toleranceSeconds: Int64 = 300

  private let keys: [[UInt8]]

  /// - Parameter secrets: base64, with or without `whsec_` in front; several while one takes the other's place.
  /// - Returns: nil where there is none, or one cannot be read.
  public init?(secrets: [String]) {
    var keys: [[UInt8]] = []
    for secret in secrets {
      let text = secret.hasPrefix("whsec_") ? String(secret.dropFirst(6)) : secret
      guard let key = Base64.decode(Array(text.utf8)[...]), !key.isEmpty else { return nil }
      keys.append(Array(key))
    }
    guard !keys.isEmpty else { return nil }
    self.keys = keys
  }

  public func isValid(_ request: HTTPRequest, at now: Timestamp) -> Bool {
    guard let id = request.headers["webhook-id"], !id.isEmpty, id.utf8.count <= 256,
      let time = request.headers["webhook-timestamp"], let seconds = Int64(time),
      let signatures = request.headers["webhook-signature"], signatures.utf8.count <= 4_096
    else { return false }
    let age = (now.milliseconds / 1_000).subtractingReportingOverflow(seconds)
    guard !age.overflow, age.partialValue.magnitude <= UInt64(Self.toleranceSeconds) else { return false }
    let signed = Array("\(id).\(time).".utf8) + request.body
    let codes = keys.map { Hashing.hmacSHA256(signed, key: $0) }
    // Several may stand there, each with the name of its scheme.
    for signature in signatures.split(separator: " ") where signature.hasPrefix("v1,") {
      guard let code = Base64.decode(Array(signature.dropFirst(3).utf8)[...]) else { continue }
      for ours in codes where Hashing.constantTimeEqual(ours, Array(code)) { return true }
    }
    return false
  }
}
