/// A webhook that has to be sent.
struct SandboxNotice: Equatable, Sendable {
  enum Event: Equatable, Sendable {
    case opened, issued, paid, failed
    /// With the id of the refund, and whether nothing is left.
    case cancelled(String, isAll: Bool)
  }

  var payment: String
  var event: Event
  /// Milliseconds.
  var at: Int64
}

extension SandboxBook {
  /// Queues what the API of that payment tells about the event, as often as its plan says.
  mutating func tell(_ payment: SandboxPayment, _ event: SandboxNotice.Event, at now: Int64) {
    // V1 says nothing of a checkout that opens and of one that fails.
    guard payment.noticeURL != nil, payment.dialect == .v2 || (event != .opened && event != .failed) else { return }
    var count = payment.plan.webhooks
    if event == .paid && payment.isTold { count = payment.paidAt == nil ? 1 : count - 1 }
    guard count > 0 else { return }
    for _ in 0..<count {
      notices.append(SandboxNotice(payment: payment.id, event: event, at: now + payment.plan.webhookDelay))
    }
  }
}
