import SandboxPay
import Wire

/// What is handed to the provider: fields of a form that the practice provider takes as they are, and that a script of
/// ours hands to PortOne's.
struct CheckoutFields {
  let fields: [(name: String, value: String)]
  /// The values of the two methods, under the name of that field.
  let method: (name: String, card: String, account: String?)
  /// Where the form goes; nil: to a script.
  let action: String?
  /// Script of ours and of the provider.
  let scripts: [String]
  /// Sources that the policy has to allow beyond ours.
  let policy: [String]

  init(order: CheckoutOrder, provider: CheckoutProvider, here: String, origin: String) {
    let v1 = Self.v1(order, here: here, origin: origin)
    let v2 = Self.v2(order, here: here, origin: origin)
    let isDeposit = order.depositUntil != nil
    let v1Method = (name: "pay_method", card: "card", account: isDeposit ? "vbank" : nil)
    let v2Method = (name: "payMethod", card: "CARD", account: isDeposit ? "VIRTUAL_ACCOUNT" : nil)
    switch provider {
    case .sandbox(let place, let isV2):
      let store = [("storeId", SandboxKeys.store), ("channelKey", SandboxKeys.channel)]
      fields = isV2 ? store + v2 : [("imp_code", SandboxKeys.userCode)] + v1
      method = isV2 ? v2Method : v1Method
      (action, scripts) = (place + "/checkout", [])
      policy = ["form-action \(place)", "script-src 'none'"]
    case .portOneV1(let code, let channel):
      fields = [("imp_code", code)] + (channel.map { [("channelKey", $0)] } ?? []) + v1
      (method, action) = (v1Method, nil)
      scripts = ["https://cdn.iamport.kr/v1/iamport.js", "/checkout/portone-v1.js"]
      policy = Self.portOne(script: "https://cdn.iamport.kr", calls: "https://*.iamport.kr https://*.iamport.co")
    case .portOneV2(let store, let channel):
      fields = [("storeId", store), ("channelKey", channel)] + v2
      (method, action) = (v2Method, nil)
      scripts = ["https://cdn.portone.io/v2/browser-sdk.js", "/checkout/portone-v2.js"]
      policy = Self.portOne(script: "https://cdn.portone.io", calls: "https://*.portone.io https://*.iamport.co")
    }
  }

  /// The windows of card companies and banks come from many places, in frames and by forms; scripts from one.
  private static func portOne(script: String, calls: String) -> [String] {
    [
      "script-src 'self' \(script)", "connect-src \(calls)", "frame-src https:", "form-action https:",
      "img-src 'self' https: data:", "style-src 'self' 'unsafe-inline'",
    ]
  }

  private static func v1(_ order: CheckoutOrder, here: String, origin: String) -> [(name: String, value: String)] {
    var fields = [
      ("merchant_uid", order.code), ("name", order.title), ("amount", order.amountText),
      ("currency", order.currency), ("m_redirect_url", here + "/return"),
      ("notice_url", origin + "/v1/payments/webhooks/portone-v1"),
    ]
    if let until = order.depositUntil { fields.append(("vbank_due", compact(until))) }
    if let name = order.buyerName { fields.append(("buyer_name", name)) }
    if let email = order.buyerEmail { fields.append(("buyer_email", email)) }
    if let phone = order.buyerPhone { fields.append(("buyer_tel", phone)) }
    return fields.map { (name: $0.0, value: $0.1) }
  }

  private static func v2(_ order: CheckoutOrder, here: String, origin: String) -> [(name: String, value: String)] {
    var fields = [
      ("paymentId", order.code), ("orderName", order.title), ("totalAmount", String(order.amount)),
      ("currency", "CURRENCY_" + order.currency), ("redirectUrl", here + "/return"),
      ("noticeUrls", origin + "/v1/payments/webhooks/portone-v2"),
    ]
    if let until = order.depositUntil { fields.append(("dueDate", until.iso8601)) }
    if let name = order.buyerName { fields.append(("customerName", name)) }
    if let email = order.buyerEmail { fields.append(("customerEmail", email)) }
    if let phone = order.buyerPhone { fields.append(("customerPhone", phone)) }
    return fields.map { (name: $0.0, value: $0.1) }
  }

  /// `202612010930`, as V1 wants it: in Korea.
  private static func compact(_ time: Timestamp) -> String {
    let digits = time.adding(milliseconds: 9 * 3_600_000).iso8601.filter(\.isNumber)
    return String(digits.prefix(12))
  }
}
