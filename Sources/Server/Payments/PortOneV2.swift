import JSON
import Outgoing
import Payment
import Wire

/// PortOne's second interface (`api.portone.io`). The payment id is ours: the order's code. Amounts are whole numbers
/// in minor units, times are RFC 3339; a refusal is `{type, message}`.
///
/// Source: developers.portone.io, "REST API v2" (GET /payments/{paymentId}, POST …/pre-register, POST …/cancel, POST
/// …/virtual-account/close) and the
/// published server SDK.
public struct PortOneV2: Sendable {
  public static let name = "portone-v2"

  private let base: String
  private let secret: String
  private let store: String?
  private let link: PaymentLink

  /// - Parameter store: `storeId`, where the secret opens several.
  public init(base: String = "https://api.portone.io", secret: String, store: String?, link: PaymentLink) {
    self.base = base
    self.secret = secret
    self.store = store
    self.link = link
  }

  public var provider: PaymentProvider {
    PaymentProvider(
      name: Self.name, payment: { id throws(PaymentFault) in try await payment(id) },
      payments: { code throws(PaymentFault) in try await payment(code).map { [$0] } ?? [] },
      prepare: { code, price throws(PaymentFault) in try await prepare(code, price) },
      cancel: { call, account throws(PaymentFault) in try await cancel(call, account) },
      closeAccount: { id throws(PaymentFault) in try await closeAccount(id) })
  }

  private var headers: HTTPHeaders { ["Authorization": "PortOne " + secret] }

  private func url(_ id: String, _ rest: String = "") -> String {
    base + "/payments/" + PercentEncoding.encode(segment: id) + rest
  }

  /// With the store in the address, where there is no body for it.
  private func addressed(_ id: String, _ rest: String = "") -> String {
    url(id, rest) + (store.map { "?" + (["storeId": $0] as Query).text } ?? "")
  }

  private func payment(_ id: String) async throws(PaymentFault) -> ReportedPayment? {
    guard PortOneV1.isName(id) else { return nil }
    let (status, json) = try await link.ask(OutgoingRequest(.get, addressed(id), headers: headers))
    switch status {
    case 200: return try Self.read(.object(json))
    case 404: return nil
    default: throw Self.fault(status, json)
    }
  }

  private func prepare(_ code: String, _ price: Money) async throws(PaymentFault) {
    var body: JSONObject = ["totalAmount": .integer(price.amount), "currency": .string(price.currency.code)]
    if let store { body["storeId"] = .string(store) }
    let (status, json) = try await link.ask(PaymentLink.post(url(code, "/pre-register"), body, headers: headers))
    guard status == 200 else { throw Self.fault(status, json) }
  }

  /// `currentCancellableAmount` is what we think can still be given back; another one is refused.
  private func cancel(_ call: RefundCall, _ account: RefundAccount?) async throws(PaymentFault) {
    var body: JSONObject = [
      "amount": .integer(call.amount), "currentCancellableAmount": .integer(call.remaining),
      "reason": .string(call.reason.rawValue),
      "requester": .string(call.reason == .cancelledByPatient ? "CUSTOMER" : "ADMIN"),
    ]
    if let store { body["storeId"] = .string(store) }
    if let account {
      body["refundAccount"] = [
        "bank": .string(account.bank.word), "number": .string(account.number), "holderName": .string(account.holder),
      ]
    }
    let (status, json) = try await link.ask(PaymentLink.post(url(call.payment, "/cancel"), body, headers: headers))
    guard status == 200 else { throw Self.fault(status, json) }
    // The refusal of a bank is an answer with 200.
    if json["cancellation"]?["status"]?.string == "FAILED" { throw .refused("the cancellation failed") }
  }

  private func closeAccount(_ id: String) async throws(PaymentFault) {
    guard PortOneV1.isName(id) else { return }
    let address = addressed(id, "/virtual-account/close")
    let (status, json) = try await link.ask(OutgoingRequest(.post, address, headers: headers))
    guard status == 200 else { throw Self.fault(status, json) }
  }

  private static func fault(_ status: Int, _ json: JSONObject) -> PaymentFault {
    let type = json["type"]?.string ?? ""
    // 502 is caught before; a bank's refusal may also come as another status with that type.
    return status == 401 ? .unavailable("the secret is refused") : .refused("status \(status) \(type)")
  }
}
