import BookingContract
import Domain
import FeatureCore
import Wire

extension ReservationPlace {
  public static func title(_ l: Language) -> String { l.say("예약 정보", "Booking", "予約情報") }

  public static func page(_ state: State, _ l: Language, _ when: When) -> BookingPageModel {
    guard let reservation = state.reservation.value else {
      return BookingWords.page(
        title(l), l, state.reservation.lack ?? .loading, retry: .reservation(.retryTapped),
        missing: BookingWords.noReservation(l))
    }
    var parts = [head(reservation, l, when)]
    if let order = reservation.order, order.needsAccount { parts.append(account(order, l)) }
    if let first = firstStep(reservation, state, l) { parts.append(first) }
    parts.append(actions(reservation, state, l))
    if let note = reservation.note, !note.isEmpty {
      parts.append(.prose(l.say("진료 기록", "Visit note", "診療メモ"), note))
    }
    parts.append(treated(reservation, l))
    parts.append(.warning(BookingWords.emergency(l)))
    parts.append(.rows(.init(DoctorPlace.guide(l), DoctorPlace.readers(state.page, l))))
    if let order = reservation.order {
      parts += money(order, l, when.near(reservation.start, reservation.localStart))
    }
    parts.append(DoctorPlace.policyPart(of: reservation, l))
    if let clinic = state.page?.clinic { parts += DoctorPlace.clinic(clinic, l, when) }
    return BookingWords.page(title(l), l, parts, notice: state.failure ?? state.paying.failure)
  }

  private static func account(_ order: OrderState, _ l: Language) -> BookingPageModel.Part {
    let money = BookingWords.money(order.returningAmount, order.currency, l)
    return .rows(
      .init([
        .init(
          "account", l.say("환불받을 계좌 알려 주기", "Tell us where to refund to", "返金先の口座を入力する"),
          detail: OrderWords.couldNotGo(order)
            ? l.say(
              "알려 주신 계좌로 \(money)을 보내지 못했어요", "We couldn’t send \(money) to the account you gave",
              "ご入力の口座に\(money)を送金できませんでした")
            : l.say(
              "계좌를 알려 주시면 \(money)을 돌려드려요", "Once we have an account, \(money) goes back to you",
              "口座をご入力いただくと、\(money)を返金します"),
          isMarked: true, .link(BookingPath.order(order.orderCode)))
      ]))
  }

  private static func money(_ order: OrderState, _ l: Language, _ when: When) -> [BookingPageModel.Part] {
    var parts: [BookingPageModel.Part] = []
    if order.state == .waitingDeposit, let deposit = order.deposit {
      parts.append(OrderWords.deposit(deposit, order, l, when))
    }
    let way = BookingPageModel.Row(
      "order", l.say("결제 진행 내역", "What happened to the payment", "お支払いの経過"),
      .link(BookingPath.order(order.orderCode)))
    return parts + [OrderWords.money(order, l, more: [way])]
  }

  private static func head(_ reservation: Reservation, _ l: Language, _ when: When) -> BookingPageModel.Part {
    let lines = when.lines(of: reservation)
    return .rows(
      .init([
        .init(
          "state", ReservationWords.state(reservation, l), detail: ReservationWords.text(reservation, l, when),
          isMarked: true),
        .init("time", lines[0], detail: lines.count > 1 ? lines[1] : "", isMarked: true),
        .init(
          "doctor", reservation.doctor.nick,
          detail: BookingWords.joined(reservation.doctor.clinicName, reservation.doctor.specialty),
          .link(BookingPath.doctor(reservation.doctor.id))),
      ]))
  }

  /// What is to be done now: paying, or entering the open room.
  private static func firstStep(
    _ reservation: Reservation, _ state: State, _ l: Language
  ) -> BookingPageModel.Part? {
    if reservation.state == .held && reservation.order?.state != .waitingDeposit
      && !(reservation.order?.isInReview ?? false)
    {
      let money = BookingWords.money(reservation.fee, reservation.currency, l)
      return .form(
        .init(
          fields: [], submitLabel: l.say("\(money) 결제하기", "Pay \(money)", "\(money)を支払う"),
          isBusy: state.paying.isBusy, submit: .reservation(.payTapped)))
    }
    guard !reservation.roomID.isNone, reservation.consult.isOpen else { return nil }
    return .form(
      .init(
        fields: [], submitLabel: l.say("상담방 들어가기", "Open the consult room", "相談ルームに入る"),
        submit: .reservation(.roomTapped)))
  }

  private static func actions(_ reservation: Reservation, _ state: State, _ l: Language) -> BookingPageModel.Part {
    var rows: [BookingPageModel.Row] = []
    var footer: String?
    switch reservation.state {
    case .requested, .confirmed:
      if !reservation.start.isNone {
        if state.mayMove {
          rows.append(.init("move", l.say("시간 바꾸기", "Change the time", "時間を変更"), .button(.reservation(.moveTapped))))
        } else {
          footer = ReservationWords.fixed(l)
        }
        rows.append(
          .init("calendar", l.say("캘린더에 저장", "Save to calendar", "カレンダーに保存"), .button(.reservation(.calendarTapped))))
      }
    default: break
    }
    if !reservation.roomID.isNone && !reservation.consult.isOpen {
      rows.append(.init("room", l.say("상담 내용 보기", "Read the consult", "相談内容を見る"), .button(.reservation(.roomTapped))))
    }
    switch reservation.state {
    case .held, .requested, .confirmed:
      rows.append(
        .init("cancel", l.say("예약 취소", "Cancel the booking", "予約をキャンセル"), .danger(.reservation(.cancelTapped))))
    case .cancelled, .expired, .declined, .done, .noShow:
      rows.append(
        .init("again", l.say("다시 예약하기", "Book again", "もう一度予約"), .link(BookingPath.times(reservation.doctor.id))))
    }
    return .rows(.init(footer: footer, rows))
  }

  private static func treated(_ reservation: Reservation, _ l: Language) -> BookingPageModel.Part {
    var rows: [BookingPageModel.Row] = [
      .init("person", l.say("이름", "Name", "お名前"), meta: reservation.personName)
    ]
    if let birth = reservation.personBirthDate {
      rows.append(.init("birth", l.say("생년월일", "Birth date", "生年月日"), meta: birth.wireText))
    }
    if !reservation.symptoms.isEmpty {
      rows.append(.init("symptoms", l.say("증상", "Symptoms", "症状"), detail: reservation.symptoms))
    }
    return .rows(
      .init(l.say("진료받는 분", "Who is treated", "診療を受ける方"), rows))
  }
}
