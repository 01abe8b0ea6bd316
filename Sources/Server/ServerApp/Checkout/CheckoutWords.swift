import Wire

/// What the checkout says.
struct CheckoutWords: Sendable {
  var language: String
  var title: String
  var service: String
  var method: String
  var card: String
  var account: String
  var accountNote: @Sendable (String) -> String
  var pay: @Sendable (String) -> String
  var back: String
  var order: String
  var closed: String
  var expired: String
  var unknown: String
  var noScript: String
  var missing: String
  var failed: String

  /// What was chosen, or else what the browser prefers; Korean for everybody else.
  static func choose(_ request: HTTPRequest) -> CheckoutWords {
    let all = [korean, english, japanese]
    let preferred = (request.headers["Accept-Language"] ?? "").split(separator: ",")
      .map { String($0.drop { $0 == " " }.prefix(2)).lowercased() }
    for code in [request.query["lang"] ?? ""] + preferred {
      if let words = all.first(where: { $0.language == code }) { return words }
    }
    return korean
  }

  static let korean = CheckoutWords(
    language: "ko", title: "결제", service: "EyeMon 결제", method: "결제 방법", card: "신용카드", account: "가상계좌",
    accountNote: { "\($0)까지 입금하면 예약이 확정됩니다." }, pay: { "\($0) 결제하기" }, back: "앱으로 돌아가기", order: "주문번호",
    closed: "결제할 것이 없습니다", expired: "결제 시간이 지났습니다", unknown: "결제 정보를 찾을 수 없습니다",
    noScript: "결제하려면 자바스크립트를 켜주세요.", missing: "결제 회사의 스크립트를 불러오지 못했습니다. 잠시 후 다시 시도해주세요.",
    failed: "결제하지 못했습니다. 다시 시도해주세요.")

  static let english = CheckoutWords(
    language: "en", title: "Payment", service: "EyeMon payment", method: "Pay with", card: "Card",
    account: "Virtual account", accountNote: { "Your reservation is confirmed once you pay in, until \($0)." },
    pay: { "Pay \($0)" }, back: "Back to the app", order: "Order", closed: "There is nothing to pay",
    expired: "The time to pay is over", unknown: "There is no such payment",
    noScript: "Please turn on JavaScript to pay.",
    missing: "The payment company's script could not be loaded. Please try again in a moment.",
    failed: "The payment did not go through. Please try again.")

  static let japanese = CheckoutWords(
    language: "ja", title: "お支払い", service: "EyeMon お支払い", method: "お支払い方法", card: "クレジットカード",
    account: "仮想口座", accountNote: { "\($0)までに入金すると予約が確定します。" }, pay: { "\($0)を支払う" },
    back: "アプリに戻る", order: "注文番号", closed: "お支払いはありません", expired: "お支払いの期限が過ぎました",
    unknown: "お支払い情報が見つかりません", noScript: "お支払いにはJavaScriptを有効にしてください。",
    missing: "決済会社のスクリプトを読み込めませんでした。しばらくしてからやり直してください。", failed: "お支払いできませんでした。もう一度お試しください。")

  /// `30,000원`, `₩30,000`, `USD 12.50`.
  func money(_ order: CheckoutOrder) -> String {
    let whole = order.amountText.prefix { $0 != "." }
    var grouped = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    grouped += order.amountText.dropFirst(whole.count)
    switch (order.currency, language) {
    case ("KRW", "ko"): return grouped + "원"
    case ("KRW", _): return "₩" + grouped
    case ("JPY", _): return "¥" + grouped
    default: return order.currency + " " + grouped
    }
  }
}
