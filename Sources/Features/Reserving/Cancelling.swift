import BookingContract
import Contract
import Domain
import FeatureCore
import Wire

/// Cancelling a reservation: what comes back is seen before.
public enum Cancelling: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var id = ID<Reservation>("")
    public internal(set) var reservation: Reservation?
    public internal(set) var preview = Loaded<CancelPreview>.loading
    public internal(set) var reason = ""
    public internal(set) var account = AccountEntry()
    public internal(set) var isCancelling = false
    public internal(set) var failure: CallFailure?
    var key = ""

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown(ID<Reservation>)
    case retryTapped
    case reasonTyped(String)
    case accountChanged(AccountEntry.Change)
    case submitted
    case answered(Tag, HTTPOutcome)
  }

  public static let prefix = "cancel/"
  static let reservationTag = Tag("cancel/reservation")
  static let previewTag = Tag("cancel/preview")
  static let cancelTag = Tag("cancel/cancel")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown(let id):
      state = State()
      state.id = id
      return load(state)
    case .retryTapped:
      state.preview.begin()
      return load(state)
    case .reasonTyped(let text): state.reason = text
    case .accountChanged(let change): state.account.take(change)
    case .submitted: return submit(&state, moment)
    case .answered(reservationTag, let outcome):
      if case .success(let reservation) = BookingAPI.reservation.outcome(outcome) { state.reservation = reservation }
    case .answered(previewTag, let outcome):
      switch BookingAPI.cancellation.outcome(outcome) {
      case .success(let preview): state.preview = .value(preview)
      case .failure(let failure): state.preview.fail(failure)
      }
    case .answered(cancelTag, let outcome): return take(outcome, &state)
    case .answered: break
    }
    return []
  }

  private static func load(_ state: State) -> [Effect] {
    [BookingAPI.reservation.ask(state.id, reservationTag), BookingAPI.cancellation.ask(state.id, previewTag)]
  }

  private static func submit(_ state: inout State, _ moment: Moment) -> [Effect] {
    guard let preview = state.preview.value, preview.isPossible, !state.isCancelling else { return [] }
    state.failure = nil
    let asksAccount = preview.needsAccount && preview.refund > 0
    if asksAccount && state.account.account.isNone {
      state.account.showsFaults = true
      return [.focus(elementID: state.account.faultID)]
    }
    if state.key.isEmpty { state.key = moment.tryKey }
    state.isCancelling = true
    let form = CancelForm(
      expectedRefund: preview.refund, reason: trimmed(state.reason), account: asksAccount ? state.account.account : nil)
    return [BookingAPI.cancel.ask(Keyed(key: state.key, Addressed(state.id, form)), cancelTag)]
  }

  private static func take(_ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    state.isCancelling = false
    switch BookingAPI.cancel.outcome(outcome) {
    case .success(let reservation): return [.replacePath(BookingPath.reservation(reservation.id))]
    case .failure(let failure):
      state.failure = failure
      guard case .refused(let error) = failure else { return [] }
      state.key = ""
      // Another sum, or another reservation: it is looked at anew before anything is sent.
      return error.status == 409 ? load(state) : []
    }
  }

  public static func title(_ l: Language) -> String { l.say("예약 취소", "Cancel the booking", "予約のキャンセル") }

  public static func page(_ state: State, _ l: Language, _ when: When) -> BookingPageModel {
    guard let preview = state.preview.value else {
      return BookingWords.page(
        title(l), l, state.preview.lack ?? .loading, retry: .cancelling(.retryTapped),
        missing: BookingWords.noReservation(l))
    }
    guard preview.isPossible else {
      return BookingWords.page(
        title(l), l,
        [
          .missing(
            l.say("취소할 수 없는 예약이에요", "This can’t be cancelled", "キャンセルできない予約です"),
            l.say("이미 끝났거나 취소됐어요", "It is over, or cancelled already", "終了したか、すでにキャンセルされています"),
            l.say("예약 보기", "See the booking", "予約を見る"), BookingPath.reservation(state.id))
        ])
    }
    var parts = [sums(state, preview, l, when)]
    if let reservation = state.reservation, !preview.isFree { parts.append(DoctorPlace.policyPart(of: reservation, l)) }
    parts.append(form(state, preview, l))
    return BookingWords.page(title(l), l, parts)
  }

  private static func sums(
    _ state: State, _ preview: CancelPreview, _ l: Language, _ when: When
  ) -> BookingPageModel.Part {
    var rows: [BookingPageModel.Row] = []
    if let reservation = state.reservation {
      rows.append(.init("time", when.lines(of: reservation)[0], detail: reservation.doctor.nick))
    }
    if preview.isFree { return .rows(.init(rows)) }
    rows.append(
      .init(
        "refund", l.say("환불 금액", "You get back", "返金額"), meta: BookingWords.money(preview.refund, preview.currency, l),
        isMarked: true))
    rows.append(
      .init(
        "kept", l.say("취소 수수료", "Cancellation fee", "キャンセル料"),
        meta: BookingWords.money(preview.feeKept, preview.currency, l)))
    return .rows(.init(footer: preview.refund > 0 ? way(preview, l) : nil, rows))
  }

  private static func way(_ preview: CancelPreview, _ l: Language) -> String {
    preview.needsAccount
      ? l.say("아래에 적은 계좌로 돌려드려요", "It goes to the account below", "下に入力した口座に返金します")
      : l.say(
        "결제한 방법으로 돌려드려요. 카드는 영업일 3~5일 걸릴 수 있어요", "It goes back the way you paid; a card may take 3–5 working days",
        "お支払い方法と同じ方法で返金します。カードは3〜5営業日かかることがあります")
  }

  private static func form(_ state: State, _ preview: CancelPreview, _ l: Language) -> BookingPageModel.Part {
    let money = BookingWords.money(preview.refund, preview.currency, l)
    let asksAccount = preview.needsAccount && preview.refund > 0
    var fields = asksAccount ? state.account.fields(l) { .cancelling(.accountChanged($0)) } : []
    fields.append(
      .init(
        "reason", l.say("취소하는 이유 (선택)", "Why (optional)", "キャンセルの理由（任意）"), state.reason, isLong: true,
        isRequired: false, typed: { .cancelling(.reasonTyped($0)) }))
    return .form(
      .init(
        asksAccount ? AccountEntry.title(l) : nil, fields: fields,
        submitLabel: preview.isFree
          ? l.say("예약 취소하기", "Cancel the booking", "予約をキャンセル")
          : preview.refund > 0
            ? l.say("\(money) 환불받고 취소하기", "Cancel and get \(money) back", "\(money)の返金でキャンセル")
            : l.say("환불 없이 취소하기", "Cancel without a refund", "返金なしでキャンセル"),
        isBusy: state.isCancelling, submit: .cancelling(.submitted),
        notice: state.failure.map { BookingWords.refusal($0, l) }))
  }
}

extension CancelPreview {
  /// Nothing was paid.
  fileprivate var isFree: Bool { refund == 0 && feeKept == 0 }
}
