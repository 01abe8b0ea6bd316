import BookingContract
import Domain
import FeatureCore
import Wire

/// What became of an order, in words.
public struct ResultModel {
  public enum Tone: Equatable, Sendable { case good, waiting, bad }

  public var tone: Tone
  public var title: String
  public var text: String
  public var parts: [BookingPageModel.Part]
  /// The way on: the reservation, or all of them.
  public var wayLabel: String
  public var wayPath: String
  public var payLabel: String?
  public var isBusy: Bool
  public var notice: String?
  /// Shown where nothing is asked by itself any more.
  public var askLabel: String?
}

extension OrderResult {
  public static func title(_ l: Language) -> String { l.say("결제 결과", "Payment", "お支払い結果") }

  public static func page(_ state: State, _ l: Language) -> BookingPageModel {
    BookingWords.page(
      title(l), l, state.outcome.lack ?? .loading, retry: .result(.askTapped),
      missing: .missing(
        l.say("결제를 찾을 수 없어요", "We can’t find this payment", "お支払いが見つかりません"), BookingWords.notYours(l),
        PaymentList.title(l), BookingPath.payments))
  }

  /// nil while nothing is known.
  public static func model(_ state: State, _ l: Language, _ when: When) -> ResultModel? {
    guard let outcome = state.outcome.value else { return nil }
    let (tone, title, text) = words(outcome, l, when)
    let reservation = outcome.reservation
    let isOpen = outcome.order.state == .open || outcome.order.state == .failed
    let isHeld = reservation?.state == .held
    return ResultModel(
      tone: tone, title: title, text: text, parts: parts(outcome, l, when),
      wayLabel: reservation.isNone
        ? l.say("내 예약 보기", "My bookings", "予約一覧") : l.say("예약 보기", "See the booking", "予約を見る"),
      wayPath: reservation.map { BookingPath.reservation($0.id) } ?? BookingPath.reservations,
      payLabel: isOpen && isHeld ? l.say("다시 결제하기", "Pay again", "もう一度支払う") : nil,
      isBusy: state.paying.isBusy, notice: state.paying.failure.map { BookingWords.refusal($0, l) },
      askLabel: !state.isPatient && !isSettled(outcome) ? l.say("다시 확인하기", "Check again", "もう一度確認") : nil)
  }

  private static func words(
    _ outcome: OrderOutcome, _ l: Language, _ when: When
  ) -> (ResultModel.Tone, String, String) {
    let order = outcome.order
    if order.isInReview {
      return (
        .waiting, l.say("결제를 확인하고 있어요", "We’re checking your payment", "お支払いを確認しています"),
        l.say(
          "담당자가 직접 확인하고 있어요. 돈은 예약이나 환불로 처리돼요", "A person is looking at it. You get the booking or your money back",
          "担当者が確認しています。予約または返金で処理されます")
      )
    }
    switch order.state {
    case .open:
      return (
        .waiting, l.say("결제 결과를 기다리고 있어요", "Waiting for the payment", "お支払い結果を待っています"),
        l.say(
          "결제했다면 곧 확인돼요. 이 화면을 닫아도 괜찮아요", "If you paid, it will show soon. You may close this page",
          "お支払い済みであればまもなく確認されます。この画面を閉じても大丈夫です")
      )
    case .waitingDeposit:
      let until = order.deposit.map { when.own($0.until) } ?? ""
      return (
        .waiting, l.say("입금을 기다리고 있어요", "Waiting for your transfer", "ご入金を待っています"),
        l.say("\(until)까지 입금하면 예약돼요", "Transfer by \(until) to book", "\(until)までにご入金ください")
      )
    case .paid: return paid(outcome, l, when)
    case .refunded:
      return (
        .bad, l.say("전액 환불됐어요", "Refunded in full", "全額返金されました"),
        l.say(
          "카드사에 따라 영업일 3~5일 걸릴 수 있어요", "Your card may take three to five working days to show it",
          "カード会社により3〜5営業日かかることがあります")
      )
    case .expired:
      return (
        .bad, l.say("결제 시간이 지났어요", "The time to pay has passed", "お支払い期限が過ぎました"),
        l.say(
          "자리는 다시 열렸어요. 그 뒤에 결제됐다면 자동으로 환불돼요", "The time is free again. Whatever was paid later is refunded",
          "空き枠に戻りました。その後のお支払いは自動的に返金されます")
      )
    case .failed:
      return (
        .bad, l.say("결제되지 않았어요", "The payment didn’t go through", "お支払いできませんでした"),
        l.say("돈은 빠져나가지 않았어요", "You were not charged", "料金は引き落とされていません")
      )
    }
  }

  private static func paid(
    _ outcome: OrderOutcome, _ l: Language, _ when: When
  ) -> (ResultModel.Tone, String, String) {
    switch outcome.reservation?.state {
    case .confirmed, .done, .noShow:
      return (
        .good, l.say("예약이 확정됐어요", "You’re booked", "予約が確定しました"),
        l.say("상담방에서 의사와 바로 이야기할 수 있어요", "Your consult room is ready", "相談ルームで医師と話せます")
      )
    case .requested:
      let until = outcome.reservation?.approveUntil.map { when.own($0) } ?? ""
      return (
        .good, l.say("예약을 요청했어요", "Your request is in", "予約をリクエストしました"),
        l.say(
          "의사가 \(until)까지 확인해요. 받지 못하면 전액 환불돼요", "The doctor answers by \(until); declined is refunded in full",
          "医師が\(until)までに確認します。お受けできない場合は全額返金されます")
      )
    case .cancelled, .declined, .expired:
      return (
        .waiting, l.say("환불을 진행하고 있어요", "Your refund is on its way", "返金の手続き中です"),
        l.say("예약이 끝나 결제를 돌려드려요", "The booking is over, so you get your money back", "予約が終了したため返金いたします")
      )
    case .held, nil:
      return (
        .waiting, l.say("결제됐어요. 예약을 확정하고 있어요", "Paid. Confirming your booking", "お支払い済みです。予約を確定しています"),
        l.say("잠시만 기다려 주세요", "One moment", "少々お待ちください")
      )
    }
  }

  private static func parts(
    _ outcome: OrderOutcome, _ l: Language, _ when: When
  ) -> [BookingPageModel.Part] {
    var parts: [BookingPageModel.Part] = []
    if let reservation = outcome.reservation {
      let lines = when.lines(of: reservation)
      parts.append(
        .rows(
          .init([
            .init("doctor", reservation.doctor.nick, detail: reservation.doctor.clinicName),
            .init("time", lines[0], detail: lines.count > 1 ? lines[1] : "", isMarked: true),
            .init("person", l.say("진료받는 분", "Who is treated", "診療を受ける方"), meta: reservation.personName),
          ])))
    }
    if outcome.order.state == .waitingDeposit, let deposit = outcome.order.deposit {
      parts.append(OrderWords.deposit(deposit, outcome.order, l, when))
    }
    parts.append(OrderWords.money(outcome.order, l))
    if !outcome.order.history.isEmpty { parts.append(OrderWords.history(outcome.order, l, when)) }
    return parts
  }
}
