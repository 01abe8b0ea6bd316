import Contract
import JSON
import Wire

/// What a provider's message names: about whom to ask. Nothing else of it is believed.
public struct PaymentWebhook: Equatable, Sendable {
  /// `imp_uid`, or nil.
  public var payment: String?
  /// `merchant_uid`, or the payment id.
  public var orderCode: String?

  /// `{imp_uid, merchant_uid, status}` as JSON or as a form. nil where it names nothing.
  public init?(v1 request: HTTPRequest) {
    let fields: (String) -> String?
    let type = HeaderValue(parsing: request.headers["Content-Type"] ?? "").value
    guard request.body.count <= 64 << 10 else { return nil }
    if type == "application/x-www-form-urlencoded" {
      let form = Query(parsing: String(decoding: request.body, as: UTF8.self))
      fields = { form[$0] }
    } else {
      guard let json = try? JSONValue(parsing: request.body) else { return nil }
      fields = { json[$0]?.string }
    }
    self.init(payment: fields("imp_uid"), orderCode: fields("merchant_uid"))
  }

  /// `{type, timestamp, data: {paymentId, …}}` (version 2024-04-25), or `{payment_id, tx_id, status}` (2024-01-01). nil
  /// for types that are about something else.
  public init?(v2 request: HTTPRequest) {
    guard request.body.count <= 64 << 10, let json = try? JSONValue(parsing: request.body) else { return nil }
    let code = json["data"]?["paymentId"]?.string ?? json["payment_id"]?.string
    self.init(payment: nil, orderCode: code)
  }

  private init?(payment: String?, orderCode: String?) {
    self.payment = payment.flatMap { PortOneV1.isName($0) ? $0 : nil }
    self.orderCode = orderCode.flatMap { PortOneV1.isName($0) ? $0 : nil }
    guard self.payment != nil || self.orderCode != nil else { return nil }
  }
}
