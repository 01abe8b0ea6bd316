import JSON
import Outgoing
import Payment
import Wire

/// The practice provider (`maru sandbox-pay`): speaks both interfaces, and can be told to pay.
public enum PaymentSandbox {
  /// Pays an order as a buyer on its checkout page would.
  /// - Parameter origin: scheme, host and port.
  public static func play(origin: String, link: PaymentLink) -> @Sendable (String, Money) async -> Void {
    { code, price in
      let body: JSONObject = [
        "merchant_uid": .string(code), "name": .string(code), "amount": .string(price.decimal),
        "currency": .string(price.currency.code), "choice": "pay",
      ]
      _ = try? await link.ask(PaymentLink.post(origin + "/sandbox/pay", body))
    }
  }
}
