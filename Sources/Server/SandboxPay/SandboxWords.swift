/// What the pages say.
struct SandboxWords: Sendable {
  var language: String
  var title: String
  var practice: String
  var payWith: String
  var card: String
  var cardNote: String
  var account: String
  var accountNote: String
  var troubles: String
  var troublesNote: String
  var trouble: String
  var webhooks: String
  var pay: @Sendable (String) -> String
  var fail: String
  var close: String
  var leave: String
  var back: String
  var order: String
  var waiting: String
  var waitingNote: String
  var number: String
  var holder: String
  var until: String
  var deposit: String
  var late: String
  var paid: String
  var closeTab: String
  var onItsWay: String
  var failed: String
  var cancelled: String
  var refunded: String
  var receipt: String
  var none: String
  var mistake: String
  var alreadyPaid: String
  var otherAmount: String
  var startAgain: String
  var bank: String

  static func of(_ language: String) -> SandboxWords {
    switch language {
    case "en": .english
    case "ja": .japanese
    default: .korean
    }
  }

  /// What was chosen on the page, or else what the browser prefers; Korean for everybody else.
  static func choose(_ chosen: String?, accept: String?) -> String {
    if let chosen, ["ko", "en", "ja"].contains(chosen) { return chosen }
    for part in (accept ?? "").split(separator: ",") {
      let code = part.drop { $0 == " " }.prefix(2).lowercased()
      if ["ko", "en", "ja"].contains(code) { return code }
    }
    return "ko"
  }

  static let korean = SandboxWords(
    language: "ko", title: "연습 결제", practice: "연습용 결제 페이지입니다. 실제로 돈이 나가지 않습니다.", payWith: "결제 방법",
    card: "신용카드", cardNote: "연습 카드로 바로 결제됩니다.", account: "가상계좌", accountNote: "계좌를 발급받고 나중에 입금합니다.",
    troubles: "문제 만들어 보기", troublesNote: "시험하는 사람을 위한 선택입니다.", trouble: "결제에 생길 일", webhooks: "가맹점에 알림",
    pay: { "\($0) 결제하기" }, fail: "카드사가 거절하게 하기", close: "결제하고 돌아가지 않기", leave: "결제하지 않고 돌아가기",
    back: "가맹점으로 돌아가기", order: "주문번호", waiting: "입금을 기다리고 있습니다", waitingNote: "아래 계좌로 입금하면 결제가 끝납니다.",
    number: "계좌번호", holder: "예금주", until: "입금 기한", deposit: "입금하기 (시험)", late: "기한이 지났습니다. 그래도 입금해 볼 수 있습니다.",
    paid: "결제했습니다", closeTab: "돌아가지 않고 이 탭을 닫아도 결제는 가맹점에 알려집니다.", onItsWay: "결제를 확인하고 있습니다",
    failed: "결제하지 못했습니다", cancelled: "취소되었습니다", refunded: "돌려준 금액", receipt: "영수증", none: "아직 결제가 없습니다.",
    mistake: "잘못된 요청입니다", alreadyPaid: "이미 결제한 주문입니다", otherAmount: "등록된 금액과 다릅니다", startAgain: "앱에서 다시 시작해주세요.",
    bank: "신한은행")

  static let english = SandboxWords(
    language: "en", title: "Practice payment", practice: "This page is for practice. No money is taken.",
    payWith: "Pay with", card: "Card", cardNote: "A practice card pays at once.", account: "Virtual account",
    accountNote: "You are given an account and pay into it later.", troubles: "Make trouble",
    troublesNote: "Choices for people who test.", trouble: "What happens to the payment",
    webhooks: "What the merchant is told", pay: { "Pay \($0)" }, fail: "Let the bank refuse",
    close: "Pay and do not go back", leave: "Go back without paying", back: "Back to the merchant", order: "Order",
    waiting: "Waiting for your deposit", waitingNote: "Pay into this account to finish.", number: "Account",
    holder: "Holder", until: "Until", deposit: "Deposit (test)", late: "It is too late. You can still try to deposit.",
    paid: "Paid", closeTab: "You may close this tab: the merchant is told all the same.",
    onItsWay: "The payment is being confirmed", failed: "Not paid", cancelled: "Cancelled", refunded: "Given back",
    receipt: "Receipt", none: "There are no payments yet.", mistake: "This request cannot be understood",
    alreadyPaid: "This order is paid already", otherAmount: "Another amount was registered",
    startAgain: "Please start again in the app.", bank: "Shinhan Bank")

  static let japanese = SandboxWords(
    language: "ja", title: "練習用の決済", practice: "練習用の決済ページです。実際の支払いは発生しません。", payWith: "お支払い方法",
    card: "クレジットカード", cardNote: "練習用カードですぐに支払います。", account: "仮想口座", accountNote: "口座を発行し、あとで入金します。",
    troubles: "問題を起こしてみる", troublesNote: "テストする人のための選択です。", trouble: "決済に起こること", webhooks: "加盟店への通知",
    pay: { "\($0)を支払う" }, fail: "カード会社に拒否させる", close: "支払って戻らない", leave: "支払わずに戻る", back: "加盟店に戻る",
    order: "注文番号", waiting: "入金を待っています", waitingNote: "下の口座に入金すると完了します。", number: "口座番号", holder: "口座名義",
    until: "入金期限", deposit: "入金する（テスト）", late: "期限が過ぎました。それでも入金を試せます。", paid: "支払いました",
    closeTab: "このタブを閉じても、加盟店には通知されます。", onItsWay: "決済を確認しています", failed: "支払えませんでした",
    cancelled: "取り消されました", refunded: "返金額", receipt: "領収書", none: "まだ決済がありません。", mistake: "正しくないリクエストです",
    alreadyPaid: "すでに支払われた注文です", otherAmount: "登録された金額と異なります", startAgain: "アプリからやり直してください。", bank: "新韓銀行")

  /// `30,000원`, `₩30,000`, `USD 12.5`.
  func money(_ minor: Int64, _ currency: String) -> String {
    let text = SandboxMoney.major(minor, in: currency)
    let whole = text.prefix { $0 != "." }
    var grouped = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    grouped += text.dropFirst(whole.count)
    switch (currency, language) {
    case ("KRW", "ko"): return grouped + "원"
    case ("KRW", _): return "₩" + grouped
    case ("JPY", _): return "¥" + grouped
    default: return currency + " " + grouped
    }
  }
}
