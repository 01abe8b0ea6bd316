import BookingContract
import Domain
import FeatureCore

/// Orders in words: sums, deposits, what happened.
enum OrderWords {
  static func deposit(
    _ deposit: OrderState.Deposit, _ order: OrderState, _ l: Language, _ when: When
  ) -> BookingPageModel.Part {
    .rows(
      .init(
        l.say("입금할 계좌", "Where to transfer", "お振込先"),
        footer: l.say(
          "금액이 정확히 같아야 해요", "It must be exactly this amount", "金額が正確に一致する必要があります"),
        [
          .init("bank", deposit.bank, detail: deposit.account, isMarked: true),
          .init("holder", l.say("예금주", "Account holder", "口座名義"), meta: deposit.holder),
          .init(
            "amount", l.say("금액", "Amount", "金額"), meta: BookingWords.money(order.totalPrice, order.currency, l)),
          .init("until", l.say("입금 기한", "Transfer by", "入金期限"), meta: when.own(deposit.until)),
        ]))
  }

  static func money(
    _ order: OrderState, _ l: Language, more: [BookingPageModel.Row] = []
  ) -> BookingPageModel.Part {
    var rows: [BookingPageModel.Row] = [
      .init("total", l.say("금액", "Amount", "金額"), meta: BookingWords.money(order.totalPrice, order.currency, l))
    ]
    if order.paidAmount > 0 {
      rows.append(
        .init(
          "paid", l.say("결제한 금액", "Paid", "お支払い済み"),
          meta: BookingWords.money(order.paidAmount, order.currency, l), isMarked: true))
    }
    if order.refundedAmount > 0 {
      rows.append(
        .init(
          "refunded", l.say("환불된 금액", "Refunded", "返金済み"),
          meta: BookingWords.money(order.refundedAmount, order.currency, l), isMarked: true))
    }
    if order.returningAmount > 0 {
      rows.append(
        .init(
          "returning", l.say("환불할 금액", "To be refunded", "返金予定額"),
          meta: BookingWords.money(order.returningAmount, order.currency, l), isMarked: true))
    }
    rows.append(.init("code", l.say("주문번호", "Order", "注文番号"), meta: order.orderCode.text))
    return .rows(.init(l.say("결제", "Payment", "お支払い"), rows + more))
  }

  static func history(_ order: OrderState, _ l: Language, _ when: When) -> BookingPageModel.Part {
    let rows = order.history.enumerated().compactMap { index, event -> BookingPageModel.Row? in
      word(event.code, l).map { word in
        let amount = event.amount.map { " " + BookingWords.money($0, order.currency, l) } ?? ""
        return BookingPageModel.Row("\(index)", word + amount, detail: when.own(event.at))
      }
    }
    return .rows(.init(l.say("진행 내역", "What happened", "これまでの経過"), rows))
  }

  /// nil for a word of a later server.
  private static func word(_ code: String, _ l: Language) -> String? {
    switch code {
    case "opened": l.say("주문", "Ordered", "注文")
    case "deposit_awaited": l.say("입금 대기", "Waiting for a transfer", "入金待ち")
    case "paid": l.say("결제 완료", "Paid", "お支払い完了")
    case "paid_late": l.say("시간이 지난 뒤 결제됨", "Paid after the time had passed", "期限後のお支払い")
    case "failed": l.say("결제 실패", "Payment failed", "お支払い失敗")
    case "expired": l.say("결제 시간 지남", "Time to pay passed", "お支払い期限切れ")
    case "refund_asked": l.say("환불 요청", "Refund asked for", "返金依頼")
    case "refunded": l.say("환불 완료", "Refunded", "返金完了")
    case "refund_failed": l.say("환불 다시 시도 중", "Refund is tried again", "返金を再試行中")
    case "review": l.say("담당자 확인 중", "A person is looking at it", "担当者が確認中")
    case "account_given": l.say("환불 계좌 등록", "Account to refund given", "返金先の口座を登録")
    case "account_needed": l.say("환불 계좌 필요", "An account is needed to refund", "返金先の口座が必要")
    case "cancelled_by_patient": l.say("예약 취소", "You cancelled", "予約をキャンセル")
    case "cancelled_by_doctor", "cancelled_by_operator": l.say("병원에서 취소", "The clinic cancelled", "医院がキャンセル")
    case "declined": l.say("의사가 받지 못함", "The doctor declined", "医師がお受けできず")
    default: nil
    }
  }

  /// What of the price stays with the clinic, in a sentence of its own; empty where nothing does.
  static func kept(_ order: OrderState, _ l: Language) -> String {
    let kept = order.paidAmount - order.refundedAmount - order.returningAmount
    guard kept > 0 else { return "" }
    let money = BookingWords.money(kept, order.currency, l)
    return l.say(". 취소 수수료는 \(money)이에요", ". The cancellation fee is \(money)", "。キャンセル料は\(money)です")
  }

  /// Whether an account was given for what is still to go back.
  static func couldNotGo(_ order: OrderState) -> Bool {
    let given = order.history.lastIndex { $0.code == "account_given" }
    let done = order.history.lastIndex { $0.code == "refunded" }
    return order.needsAccount && (given ?? -1) > (done ?? -1)
  }

  static func state(_ state: OrderState.State, refunded: Int64, _ l: Language) -> String {
    switch state {
    case .paid where refunded > 0: l.say("일부 환불", "Partly refunded", "一部返金")
    case .paid: l.say("결제 완료", "Paid", "お支払い済み")
    case .refunded: l.say("전액 환불", "Refunded", "全額返金")
    case .open: l.say("결제 전", "Not paid yet", "お支払い前")
    case .waitingDeposit: l.say("입금 대기", "Waiting for a transfer", "入金待ち")
    case .expired: l.say("시간 지남", "Expired", "期限切れ")
    case .failed: l.say("결제 실패", "Failed", "失敗")
    }
  }
}
