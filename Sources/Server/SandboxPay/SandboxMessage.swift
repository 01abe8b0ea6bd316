import Crypto
import JSON
import Wire

/// A webhook as it goes out.
struct SandboxMessage {
  var headers: HTTPHeaders
  var body: [UInt8]
  /// The status of V1 or the type of V2.
  var said: String

  /// nil where that API says nothing of the event.
  init?(_ event: SandboxNotice.Event, of payment: SandboxPayment, id: String, at now: Timestamp) {
    switch payment.dialect {
    case .v1:
      guard let status = Self.status(event) else { return nil }
      self.init(v1: status, payment)
    case .v2: self.init(v2: Self.type(event), event, payment, id: id, at: now)
    }
  }

  /// PortOne V1, "Webhook": `imp_uid`, `merchant_uid` and `status`, as JSON or as a form.
  private init(v1 status: String, _ payment: SandboxPayment) {
    said = status
    let fields = [("imp_uid", payment.id), ("merchant_uid", payment.order), ("status", status)]
    if payment.plan.isForm {
      headers = ["Content-Type": "application/x-www-form-urlencoded"]
      body = Array(Query(fields.map { Query.Item($0.0, $0.1) }).text.utf8)
    } else {
      headers = ["Content-Type": "application/json"]
      var object: JSONObject = [:]
      for (name, value) in fields { object[name] = .string(value) }
      body = JSONValue.object(object).bytes
    }
    headers["User-Agent"] = "PortOne-Sandbox"
  }

  /// PortOne V2, "Webhook", in the envelope of Standard Webhooks.
  private init(
    v2 type: String, _ event: SandboxNotice.Event, _ payment: SandboxPayment, id: String, at now: Timestamp
  ) {
    said = type
    var data: JSONObject = [
      "paymentId": .string(payment.order), "storeId": .string(SandboxKeys.store),
      "transactionId": .string(payment.id),
    ]
    if case .cancelled(let refund, _) = event { data["cancellationId"] = .string(refund) }
    body =
      JSONValue.object(["type": .string(type), "timestamp": .string(now.iso8601), "data": .object(data)]).bytes
    let seconds = now.milliseconds / 1_000
    let signature = Self.signature(id: id, seconds: seconds, body: body, secret: SandboxKeys.webhookSecret)
    headers = [
      "Content-Type": "application/json", "User-Agent": "PortOne-Sandbox", "webhook-id": id,
      "webhook-timestamp": "\(seconds)", "webhook-signature": signature ?? "",
    ]
  }

  /// `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body` (Standard Webhooks, "Signature scheme").
  /// - Parameter secret: base64, after `whsec_`.
  /// - Returns: nil where the secret is no base64.
  static func signature(id: String, seconds: Int64, body: [UInt8], secret: String) -> String? {
    let text = secret.hasPrefix("whsec_") ? secret.dropFirst(6) : secret[...]
    guard let key = Base64.decode(Array(text.utf8)[...]) else { return nil }
    let code = Hashing.hmacSHA256(Array("\(id).\(seconds).".utf8) + body, key: key)
    return "v1," + String(decoding: Base64.encode(code), as: UTF8.self)
  }

  private static func status(_ event: SandboxNotice.Event) -> String? {
    switch event {
    case .issued: "ready"
    case .paid: "paid"
    case .cancelled: "cancelled"
    case .opened, .failed: nil
    }
  }

  private static func type(_ event: SandboxNotice.Event) -> String {
    switch event {
    case .opened: "Transaction.Ready"
    case .issued: "Transaction.VirtualAccountIssued"
    case .paid: "Transaction.Paid"
    case .failed: "Transaction.Failed"
    case .cancelled(_, let isAll): isAll ? "Transaction.Cancelled" : "Transaction.PartialCancelled"
    }
  }
}
