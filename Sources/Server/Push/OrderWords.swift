import JSON
import Storage

/// What a notice about money says, in the language of whoever reads it: the row holds facts.
struct OrderWords {
  static let kind = "payment"

  let news: String
  let name: String
  /// With its currency: `50000 KRW`.
  let amount: String
  let target: String

  /// nil for every other notice.
  init?(_ row: NoticeRow) {
    guard row.kind == Self.kind, let facts = try? JSONValue(parsing: Array(row.body.utf8)) else { return nil }
    news = row.title
    name = facts["name"]?.string ?? ""
    amount = facts["amount"]?.string ?? ""
    target = row.subtitle
  }

  func words(_ language: String) -> (title: String, body: String) {
    let texts = Self.titles[news] ?? Self.other
    let title =
      switch language {
      case "en": texts.en
      case "ja": texts.ja
      default: texts.ko
      }
    return (title, [amount, name].filter { !$0.isEmpty }.joined(separator: " · "))
  }

  private static let other = (ko: "결제 소식이 있습니다", en: "News about a payment", ja: "お支払いのお知らせがあります")
  private static let titles: [String: (ko: String, en: String, ja: String)] = [
    "refunded": ("환불되었습니다", "Refunded", "返金されました"),
    "too_late": (
      "결제가 늦게 확인되어 전액 돌려드립니다", "Your payment came too late and goes back in full", "お支払いの確認が遅れたため、全額返金します"
    ),
    "second_payment": (
      "두 번 결제되어 한 번은 돌려드립니다", "You paid twice; one payment goes back", "二重にお支払いいただいたため、1回分を返金します"
    ),
    "goes_back": (
      "주문과 다르게 결제되어 돌려드립니다", "The payment did not match the order and goes back", "ご注文と異なるお支払いのため返金します"
    ),
    "reservation_failed": (
      "예약하지 못해 전액 돌려드립니다", "We could not book it; your payment goes back in full", "予約できなかったため、全額返金します"
    ),
    "account_needed": (
      "환불받을 계좌를 알려주세요", "Tell us the account for your refund", "返金先の口座を教えてください"
    ),
  ]
}
