import BookingContract
import Domain
import FeatureCore

/// Reservations in words.
enum ReservationWords {
  static func state(_ reservation: Reservation, _ l: Language) -> String {
    switch reservation.state {
    case .held where reservation.order?.isInReview ?? false:
      l.say("결제 확인 중", "Checking the payment", "お支払いを確認中")
    case .held where reservation.order?.state == .waitingDeposit: OrderWords.state(.waitingDeposit, refunded: 0, l)
    case .held: l.say("결제 대기", "Waiting for payment", "お支払い待ち")
    case .requested: l.say("의사 확인 중", "Waiting for the doctor", "医師の確認待ち")
    case .confirmed: l.say("예약 확정", "Booked", "予約確定")
    case .done: l.say("진료 완료", "Done", "診療完了")
    case .noShow: l.say("방문하지 않음", "Missed", "来院なし")
    case .cancelled: l.say("취소됨", "Cancelled", "キャンセル済み")
    case .expired: l.say("시간 지남", "Expired", "期限切れ")
    case .declined: l.say("예약 불가", "Declined", "お受けできませんでした")
    }
  }

  /// What it means for the person, and until when.
  static func text(_ reservation: Reservation, _ l: Language, _ when: When) -> String {
    let when = when.near(reservation.start, reservation.localStart)
    switch reservation.state {
    case .held:
      let until = reservation.holdUntil.map { when.own($0) } ?? ""
      if reservation.order?.state == .waitingDeposit {
        return l.say("\(until)까지 입금하면 예약돼요", "Transfer by \(until) to book", "\(until)までにご入金ください")
      }
      return l.say(
        "\(until)까지 결제하면 예약돼요", "Pay by \(until) to keep this time", "\(until)までにお支払いください")
    case .requested:
      let until = reservation.approveUntil.map { when.own($0) } ?? ""
      if reservation.fee == 0 {
        return l.say("의사가 \(until)까지 확인해요", "The doctor answers by \(until)", "医師が\(until)までに確認します")
      }
      return l.say(
        "결제됐어요. 의사가 \(until)까지 확인하고, 받지 못하면 전액 환불돼요",
        "Paid. The doctor answers by \(until); declined is refunded in full",
        "お支払い済みです。医師が\(until)までに確認し、お受けできない場合は全額返金されます")
    case .confirmed:
      return reservation.consult.isOpen
        ? l.say("상담방이 열려 있어요", "Your consult room is open", "相談ルームが開いています")
        : opening(reservation, l, when)
    case .done: return l.say("진료가 끝났어요", "The consultation is over", "診療は終了しました")
    case .noShow: return l.say("예약 시간에 만나지 못했어요", "You didn’t meet at the time", "予約時間にお会いできませんでした")
    case .cancelled: return cancelled(reservation, l)
    case .expired:
      return sentences(
        l.say(
          "제때 결제되지 않아 자리가 다시 열렸어요", "It wasn’t paid in time, so the time is free again", "期限内のお支払いがなかったため、空き枠に戻りました"),
        refund(reservation, l))
    case .declined:
      return sentences(
        l.say("의사가 받지 못한 예약이에요", "The doctor couldn’t take this booking", "医師がお受けできなかった予約です"),
        refund(reservation, l))
    }
  }

  /// What becomes of the money of a reservation that is over; empty where there was none.
  private static func refund(_ reservation: Reservation, _ l: Language) -> String {
    guard let order = reservation.order, order.paidAmount > 0 else { return "" }
    if order.needsAccount {
      return l.say("환불받을 계좌를 알려 주세요", "Tell us where to refund to", "返金先の口座を教えてください")
    }
    if order.returningAmount > 0 {
      let money = BookingWords.money(order.returningAmount, order.currency, l)
      return l.say("\(money)을 돌려드리고 있어요", "\(money) is going back to you", "\(money)を返金しています")
    }
    if order.refundedAmount == order.paidAmount { return l.say("전액 환불됐어요", "Refunded in full", "全額返金されました") }
    let money = BookingWords.money(order.refundedAmount, order.currency, l)
    if order.refundedAmount > 0 { return l.say("\(money) 환불됐어요", "\(money) refunded", "\(money)が返金されました") }
    return reservation.cancelledBy == .patient
      ? l.say("취소·환불 규정에 따라 환불되는 금액이 없어요", "Nothing is refunded by the policy", "規定により返金額はありません") : ""
  }

  private static func sentences(_ a: String, _ b: String) -> String { a.isEmpty || b.isEmpty ? a + b : a + "\n" + b }

  /// Why a time stays as it is.
  static func fixed(_ l: Language) -> String {
    l.say(
      "전액 환불되는 동안에만 시간을 바꿀 수 있어요", "The time can be changed only while all would be refunded",
      "時間を変更できるのは全額返金の期間内だけです")
  }

  static func timeByDoctor(_ l: Language) -> String {
    l.say(
      "병원이 정한 시간이라 시작 전까지 취소하면 전액 환불", "The clinic set this time: full refund until it starts",
      "医院が決めた時間のため、開始前のキャンセルは全額返金")
  }

  private static func opening(_ reservation: Reservation, _ l: Language, _ when: When) -> String {
    guard let opens = reservation.consult.opensAt else {
      return l.say("예약이 확정됐어요", "You’re booked", "予約が確定しました")
    }
    return l.say("상담방은 ", "The consult room opens ", "相談ルームは") + when.own(opens) + l.say("에 열려요", "", "に開きます")
  }

  private static func cancelled(_ reservation: Reservation, _ l: Language) -> String {
    let who =
      switch reservation.cancelledBy {
      case .patient: l.say("내가 취소한 예약이에요", "You cancelled this booking", "ご自身でキャンセルした予約です")
      case .doctor: l.say("병원에서 취소한 예약이에요", "The clinic cancelled this booking", "医院がキャンセルした予約です")
      case .server, nil: l.say("취소된 예약이에요", "This booking was cancelled", "キャンセルされた予約です")
      }
    return sentences(BookingWords.joined(who, reservation.cancelReason ?? ""), refund(reservation, l))
  }
}
