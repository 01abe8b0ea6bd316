import Payments

extension Flag {
  /// Who takes the money. Keys are best given by the environment; they are never printed.
  static let charging: [Flag] = [
    secret("--portone-v1-key", "The REST key of PortOne V1.") { $1.v1Keys.key = $0 },
    secret("--portone-v1-secret", "Its secret.") { $1.v1Keys.secret = $0 },
    secret("--portone-v1-code", "The merchant's code imp…, for the checkout.") { $1.v1Keys.code = $0 },
    secret("--portone-v1-channel", "The channel of the checkout.") { $1.v1Keys.channel = $0 },
    secret("--portone-v2-secret", "The API secret of PortOne V2.") { $1.v2Keys.secret = $0 },
    secret("--portone-v2-store", "The store's id.") { $1.v2Keys.store = $0 },
    secret("--portone-v2-channel", "The channel key of the checkout.") { $1.v2Keys.channel = $0 },
    Flag(
      name: "--portone-webhook-secrets", value: "TEXT",
      help: "Secrets of V2's webhooks, with commas while one takes the other's place."
    ) { (text, settings) throws(UsageError) in
      let secrets = text.split(separator: ",").map { String($0) }
      guard WebhookSignature(secrets: secrets) != nil else {
        throw UsageError.badValue("--portone-webhook-secrets", "…", "whsec_… in base64")
      }
      settings.payments.webhookSecrets = secrets
    },
    Flag(
      name: "--pay-through", value: "v1|v2", help: "Which interface new orders are paid through (v1, if it has keys)."
    ) {
      (text, settings) throws(UsageError) in
      guard text == "v1" || text == "v2" else { throw UsageError.badValue("--pay-through", text, "v1 or v2") }
      settings.payments.prefersV2 = text == "v2"
    },
    number("--deposit-minutes", "N", in: 1...10_080, "How long a virtual account waits for its deposit (60).") {
      $1.payments.depositTime = $0 * 60_000
    },
  ]

  private static func secret(
    _ name: String, _ help: String, _ set: @escaping @Sendable (String, inout PaymentSettings) -> Void
  ) -> Flag {
    Flag(name: name, value: "TEXT", help: help) { (text, settings) throws(UsageError) in
      guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw UsageError.badValue(name, "…", "a text without blanks")
      }
      set(text, &settings.payments)
    }
  }
}

extension PaymentSettings {
  /// Keys of one interface are there as a whole or not at all: an order must be paid where it is asked about.
  func checkKeys() throws(UsageError) {
    if let v1 {
      for (value, flag) in [
        (v1.key, "--portone-v1-key"), (v1.secret, "--portone-v1-secret"), (v1.code, "--portone-v1-code"),
      ] where value.isEmpty { throw .missing(flag, besides: "the other keys of PortOne V1") }
    }
    if let v2 {
      for (value, flag) in [
        (v2.secret, "--portone-v2-secret"), (v2.store, "--portone-v2-store"), (v2.channel, "--portone-v2-channel"),
      ] where value.isEmpty { throw .missing(flag, besides: "the other keys of PortOne V2") }
    }
    if prefersV2, v2 == nil, v1 != nil { throw .missing("--portone-v2-secret", besides: "--pay-through v2") }
  }

  /// Kept from the first key that is given.
  fileprivate var v1Keys: V1 {
    get { v1 ?? V1() }
    set { v1 = newValue }
  }

  fileprivate var v2Keys: V2 {
    get { v2 ?? V2() }
    set { v2 = newValue }
  }
}
