import Accounts
import BookingContract
import Contract
import Payments
import Wire

/// What providers tell by themselves: routes without a key, believed nothing, answered at once.
struct PaymentHooks: Sendable {
  let payments: Payments
  /// nil: messages of the second interface cannot be verified, and are refused.
  let signature: WebhookSignature?
  /// By network: whoever it is, they cost little.
  let tries: TryLimiter
  let clock: @Sendable () -> Timestamp

  /// nil where it is no such route.
  func answer(_ request: HTTPRequest, from host: String) async throws -> HTTPResponse? {
    guard request.method == .post else { return nil }
    switch request.path {
    case BookingAPI.portOneV1Webhook:
      try tries.take(host, at: clock())
      if let webhook = PaymentWebhook(v1: request) { try await payments.hear(webhook, from: PortOneV1.name) }
    case BookingAPI.portOneV2Webhook:
      try tries.take(host, at: clock())
      guard let signature, signature.isValid(request, at: clock()) else { throw APIError.badRequest }
      if let webhook = PaymentWebhook(v2: request) { try await payments.hear(webhook, from: PortOneV2.name) }
    default: return nil
    }
    return HTTPResponse(200)
  }
}
