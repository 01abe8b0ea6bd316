import Contract
import JSON

/// What a client shows while a code is on its way.
public struct CodeSent: Equatable, Sendable {
  public var expiresInSeconds: Int
  /// How long until another message may be asked for. It brings the same code while that is valid.
  public var resendAfterSeconds: Int

  public init(expiresInSeconds: Int, resendAfterSeconds: Int) {
    self.expiresInSeconds = expiresInSeconds
    self.resendAfterSeconds = resendAfterSeconds
  }

  static var form: APIForm<CodeSent> {
    APIForm([OpenAPI.Schema.whole("expires_in"), OpenAPI.Schema.whole("resend_after")]) { sent in
      [
        "expires_in": .integer(Int64(sent.expiresInSeconds)), "resend_after": .integer(Int64(sent.resendAfterSeconds)),
      ]
    } read: { fields throws(APIError) in
      CodeSent(
        expiresInSeconds: Int(clamping: try fields.requiredNumber("expires_in")),
        resendAfterSeconds: Int(clamping: try fields.requiredNumber("resend_after")))
    }
  }
}
