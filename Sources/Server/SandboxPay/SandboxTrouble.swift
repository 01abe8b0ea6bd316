/// Choices of the page, for people who want to see something go wrong.
enum SandboxTrouble: String, CaseIterable, Sendable {
  case none, late, never
  case failThenPay = "fail_then_pay"
  case twice, amount, currency, broken, lost, refused, part

  func apply(to plan: inout SandboxPlan, amount total: Int64, currency: String) {
    switch self {
    case .none: break
    case .late: plan.confirmAfter = 10_000
    case .never: plan.confirmAfter = -1
    case .failThenPay: plan.failThenPay = 5_000
    case .twice: plan.isTwice = true
    case .amount: plan.amount = total > 100 ? total - 100 : total + 100
    case .currency: plan.currency = currency == "USD" ? "KRW" : "USD"
    case .broken: plan.broken = 3
    case .lost: plan.lostAnswers = 1
    case .refused: plan.refusedCancels = 1
    case .part: plan.cancelPart = max(total / 2, 1)
    }
  }

  func words(_ language: String) -> String {
    switch (self, language) {
    case (.none, "en"): "Nothing"
    case (.none, "ja"): "なし"
    case (.none, _): "없음"
    case (.late, "en"): "Confirmed ten seconds late"
    case (.late, "ja"): "確認が10秒遅れる"
    case (.late, _): "확인이 10초 늦음"
    case (.never, "en"): "Not confirmed until somebody says so"
    case (.never, "ja"): "指示するまで確認されない"
    case (.never, _): "지시할 때까지 확인되지 않음"
    case (.failThenPay, "en"): "Fails, and is paid five seconds later"
    case (.failThenPay, "ja"): "失敗し、5秒後に支払われる"
    case (.failThenPay, _): "실패한 뒤 5초 후에 결제됨"
    case (.twice, "en"): "Paid twice"
    case (.twice, "ja"): "二重に支払われる"
    case (.twice, _): "두 번 결제됨"
    case (.amount, "en"): "Another amount"
    case (.amount, "ja"): "金額が異なる"
    case (.amount, _): "다른 금액"
    case (.currency, "en"): "Another currency"
    case (.currency, "ja"): "通貨が異なる"
    case (.currency, _): "다른 통화"
    case (.broken, "en"): "Three server errors"
    case (.broken, "ja"): "サーバーエラー3回"
    case (.broken, _): "서버 오류 세 번"
    case (.lost, "en"): "The answer to a refund gets lost"
    case (.lost, "ja"): "返金の応答が失われる"
    case (.lost, _): "환불 응답이 사라짐"
    case (.refused, "en"): "The first refund is refused"
    case (.refused, "ja"): "最初の返金が拒否される"
    case (.refused, _): "첫 환불이 거절됨"
    case (.part, "en"): "The first refund takes half at most"
    case (.part, "ja"): "最初の返金は半額まで"
    case (.part, _): "첫 환불은 절반까지만"
    }
  }
}

/// How the merchant hears of it.
enum SandboxTelling: String, CaseIterable, Sendable {
  case once, twice, never, early, form, slow

  func apply(to plan: inout SandboxPlan) {
    switch self {
    case .once: plan.webhooks = 1
    case .twice: plan.webhooks = 2
    case .never: plan.webhooks = 0
    case .early: plan.isEarly = true
    case .form: plan.isForm = true
    case .slow: plan.webhookDelay = 10_000
    }
  }

  func words(_ language: String) -> String {
    switch (self, language) {
    case (.once, "en"): "Once"
    case (.once, "ja"): "1回"
    case (.once, _): "한 번"
    case (.twice, "en"): "Twice"
    case (.twice, "ja"): "2回"
    case (.twice, _): "두 번"
    case (.never, "en"): "Never"
    case (.never, "ja"): "通知しない"
    case (.never, _): "알리지 않음"
    case (.early, "en"): "Before it is true"
    case (.early, "ja"): "支払い前に通知"
    case (.early, _): "결제되기 전에"
    case (.form, "en"): "As a form"
    case (.form, "ja"): "フォーム形式"
    case (.form, _): "폼 형식으로"
    case (.slow, "en"): "Ten seconds later"
    case (.slow, "ja"): "10秒後"
    case (.slow, _): "10초 늦게"
    }
  }
}
