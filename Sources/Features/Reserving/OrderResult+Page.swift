import BookingContract
import Domain
import FeatureCore
import Wire

/// What became of an order, in words.
public struct ResultModel {
  public enum Tone: Equatable, Sendable { case good, waiting, asks, bad }

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
  /// Whether something goes on that is asked about by itself.
  public var isMoving: Bool

  /// Whether something else than the way on is to be done first.
  public var hasTask: Bool {
    payLabel != nil || askLabel != nil || parts.contains { if case .form = $0 { true } else { false } }
  }
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
    let when = when.near(outcome.reservation?.start, outcome.reservation?.localStart)
    let (tone, title, text) = words(outcome, l, when)
    let reservation = outcome.reservation
    let isOpen = outcome.order.state == .open || outcome.order.state == .failed
    let isHeld = reservation?.state == .held
    let isSettled = isSettled(outcome)
    return ResultModel(
      tone: tone, title: title, text: text, parts: form(state, outcome.order, l) + parts(outcome, l, when),
      wayLabel: reservation.isNone
        ? l.say("내 예약 보기", "My bookings", "予約一覧") : l.say("예약 보기", "See the booking", "予約を見る"),
      wayPath: reservation.map { BookingPath.reservation($0.id) } ?? BookingPath.reservations,
      payLabel: isOpen && isHeld ? l.say("다시 결제하기", "Pay again", "もう一度支払う") : nil,
      isBusy: state.paying.isBusy, notice: state.paying.failure.map { BookingWords.refusal($0, l) },
      askLabel: !state.isPatient && !isSettled ? l.say("다시 확인하기", "Check again", "もう一度確認") : nil,
      isMoving: state.isPatient && !isSettled)
  }

  private static func form(_ state: State, _ order: OrderState, _ l: Language) -> [BookingPageModel.Part] {
    guard order.needsAccount else { return [] }
    return [
      .form(
        .init(
          AccountEntry.title(l),
          text: l.say(
            "가상계좌로 낸 돈은 은행 계좌로 돌려드려요. 계좌는 환불이 끝나면 지워요",
            "What came by bank transfer goes back to a bank account. We delete the account once it is done",
            "仮想口座へのご入金は銀行口座に返金します。口座情報は返金後に削除します"),
          fields: state.account.fields(l) { .result(.accountChanged($0)) },
          submitLabel: l.say("이 계좌로 환불받기", "Refund to this account", "この口座で返金を受け取る"), isBusy: state.isGiving,
          submit: .result(.accountSubmitted), notice: state.failure.map { BookingWords.refusal($0, l) }))
    ]
  }

  private typealias Said = (ResultModel.Tone, String, String)

  private static func words(_ outcome: OrderOutcome, _ l: Language, _ when: When) -> Said {
    let order = outcome.order
    if order.state == .paid, let said = booked(outcome.reservation, l, when), !order.isInReview { return said }
    if order.needsAccount { return asking(order, l) }
    if order.isInReview {
      return (
        .waiting, l.say("결제를 확인하고 있어요", "We’re checking your payment", "お支払いを確認しています"),
        l.say(
          "담당자가 직접 확인하고 있어요. 처리되면 여기에 보여요", "A person is looking at it. What becomes of it shows here",
          "担当者が直接確認しています。結果はここに表示されます")
      )
    }
    if order.returningAmount > 0 { return returning(order, l) }
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
    case .paid: return over(outcome, l)
    case .refunded:
      return (.bad, l.say("전액 환불됐어요", "Refunded in full", "全額返金されました"), arrival(l))
    case .expired:
      return (
        .bad, l.say("결제 시간이 지났어요", "The time to pay has passed", "お支払い期限が過ぎました"),
        l.say(
          "자리는 다시 열렸어요. 늦게 결제됐다면 예약되거나, 자리가 없으면 자동으로 환불돼요",
          "The time is free again. A late payment books it if it still is, or is refunded",
          "空き枠に戻りました。遅れてお支払いされた場合は予約されるか、空きがなければ自動的に返金されます")
      )
    case .failed:
      return (
        .bad, l.say("결제되지 않았어요", "The payment didn’t go through", "お支払いできませんでした"),
        // In another currency it is in none of the sums.
        order.history.contains { $0.code == "refund_asked" }
          ? l.say("주문과 다르게 결제된 돈은 돌려드려요", "What wasn’t paid as ordered goes back to you", "注文と異なるお支払いは返金します")
          : l.say("돈은 빠져나가지 않았어요", "You were not charged", "料金は引き落とされていません")
      )
    }
  }

  /// nil where the reservation does not stand, or not yet.
  private static func booked(_ reservation: Reservation?, _ l: Language, _ when: When) -> Said? {
    switch reservation?.state {
    case .confirmed, .done, .noShow:
      return (
        .good, l.say("예약이 확정됐어요", "You’re booked", "予約が確定しました"),
        l.say("상담방에서 의사와 바로 이야기할 수 있어요", "Your consult room is ready", "相談ルームで医師と話せます")
      )
    case .requested:
      let until = reservation?.approveUntil.map { when.own($0) } ?? ""
      return (
        .good, l.say("예약을 요청했어요", "Your request is in", "予約をリクエストしました"),
        l.say(
          "의사가 \(until)까지 확인해요. 받지 못하면 전액 환불돼요", "The doctor answers by \(until); declined is refunded in full",
          "医師が\(until)までに確認します。お受けできない場合は全額返金されます")
      )
    default: return nil
    }
  }

  private static func asking(_ order: OrderState, _ l: Language) -> Said {
    let money = BookingWords.money(order.returningAmount, order.currency, l)
    if OrderWords.couldNotGo(order) {
      return (
        .asks, l.say("환불 계좌를 확인해 주세요", "Please check your account", "返金先の口座をご確認ください"),
        l.say(
          "알려 주신 계좌로 \(money)을 보내지 못했어요. 계좌를 다시 알려 주세요",
          "We couldn’t send \(money) to the account you gave. Please enter it again",
          "ご入力の口座に\(money)を送金できませんでした。口座をもう一度ご入力ください")
      )
    }
    return (
      .asks, l.say("환불받을 계좌를 알려 주세요", "Where should we refund to?", "返金先の口座を教えてください"),
      l.say(
        "계좌를 알려 주시면 \(money)을 돌려드려요", "Once we have an account, \(money) goes back to you",
        "口座をご入力いただくと、\(money)を返金します")
    )
  }

  private static func returning(_ order: OrderState, _ l: Language) -> Said {
    let money = BookingWords.money(order.returningAmount, order.currency, l)
    let text =
      switch order.state {
      case .open, .waitingDeposit, .failed:
        l.say(
          "주문과 다르게 결제된 \(money)을 돌려드려요", "\(money) wasn’t paid as ordered, so it goes back to you",
          "注文と異なるお支払い\(money)を返金します")
      case .paid, .refunded, .expired:
        l.say("\(money)을 돌려드려요", "\(money) is going back to you", "\(money)を返金します") + OrderWords.kept(order, l)
      }
    return (.waiting, l.say("환불을 진행하고 있어요", "Your refund is on its way", "返金の手続き中です"), text)
  }

  /// Paid, and nothing is on its way back.
  private static func over(_ outcome: OrderOutcome, _ l: Language) -> Said {
    let order = outcome.order
    let reservation = outcome.reservation
    if reservation.isNone || reservation?.state == .held {
      return (
        .waiting, l.say("결제됐어요. 예약을 확정하고 있어요", "Paid. Confirming your booking", "お支払い済みです。予約を確定しています"),
        l.say("잠시만 기다려 주세요", "One moment", "少々お待ちください")
      )
    }
    if order.refundedAmount > 0 {
      let money = BookingWords.money(order.refundedAmount, order.currency, l)
      return (
        .bad, l.say("\(money) 환불됐어요", "\(money) refunded", "\(money)が返金されました"), arrival(l) + OrderWords.kept(order, l)
      )
    }
    return (
      .bad, l.say("예약이 취소됐어요", "The booking is cancelled", "予約がキャンセルされました"),
      reservation?.cancelledBy == .patient
        ? l.say(
          "취소·환불 규정에 따라 환불되는 금액이 없어요", "By the refund policy nothing is refunded", "キャンセル・返金規定により返金額はありません")
        : l.say("결제에 대해서는 병원에 문의해 주세요", "Ask the clinic about the payment", "お支払いについては医院にお問い合わせください")
    )
  }

  private static func arrival(_ l: Language) -> String {
    l.say(
      "카드는 카드사에 따라 영업일 3~5일 걸릴 수 있어요", "A card may take three to five working days to show it",
      "カードの場合、カード会社により3〜5営業日かかることがあります")
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
