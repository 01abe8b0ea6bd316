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
    public internal(set) var holder = ""
    public internal(set) var bank = ""
    public internal(set) var number = ""
    public internal(set) var showsFaults = false
    public internal(set) var isCancelling = false
    public internal(set) var failure: CallFailure?
    var key = ""

    public init() {}

    /// nil while something of it is missing.
    var account: BankAccount? {
      let digits = String(decoding: number.utf8.filter { $0 &- 0x30 < 10 }, as: UTF8.self)
      guard !trimmed(holder).isEmpty, !trimmed(bank).isEmpty, digits.utf8.count >= 6 else { return nil }
      return BankAccount(holder: trimmed(holder), bank: trimmed(bank), number: digits)
    }
  }

  public enum Action: Equatable, Sendable {
    case shown(ID<Reservation>)
    case retryTapped
    case reasonTyped(String)
    case holderTyped(String)
    case bankTyped(String)
    case numberTyped(String)
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
    case .holderTyped(let text): state.holder = text
    case .bankTyped(let text): state.bank = text
    case .numberTyped(let text): state.number = text
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
    if asksAccount && state.account.isNone {
      state.showsFaults = true
      return [.focus(elementID: "holder")]
    }
    if state.key.isEmpty { state.key = moment.tryKey }
    state.isCancelling = true
    let form = CancelForm(
      expectedRefund: preview.refund, reason: trimmed(state.reason), account: asksAccount ? state.account : nil)
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
    if let reservation = state.reservation { parts.append(DoctorPlace.policyPart(of: reservation, l)) }
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
    rows.append(
      .init(
        "refund", l.say("환불 금액", "You get back", "返金額"), meta: BookingWords.money(preview.refund, preview.currency, l),
        isMarked: true))
    rows.append(
      .init(
        "kept", l.say("취소 수수료", "Cancellation fee", "キャンセル料"),
        meta: BookingWords.money(preview.feeKept, preview.currency, l)))
    return .rows(
      .init(
        footer: preview.refund > 0
          ? l.say(
            "결제한 방법으로 돌려드려요. 카드는 영업일 3~5일 걸릴 수 있어요", "It goes back the way you paid; a card may take 3–5 working days",
            "お支払い方法と同じ方法で返金します。カードは3〜5営業日かかることがあります") : nil, rows))
  }

  private static func form(_ state: State, _ preview: CancelPreview, _ l: Language) -> BookingPageModel.Part {
    let money = BookingWords.money(preview.refund, preview.currency, l)
    let asksAccount = preview.needsAccount && preview.refund > 0
    let fault = state.showsFaults && state.account.isNone
    var fields: [BookingPageModel.Field] = []
    if asksAccount {
      fields = [
        .init("holder", l.say("예금주", "Account holder", "口座名義"), state.holder, typed: { .cancelling(.holderTyped($0)) }),
        .init("bank", l.say("은행", "Bank", "銀行"), state.bank, typed: { .cancelling(.bankTyped($0)) }),
        .init(
          "number", l.say("계좌번호", "Account number", "口座番号"), state.number, inputMode: "numeric",
          error: fault
            ? l.say("환불받을 계좌를 모두 적어 주세요", "Fill in the whole account", "返金先の口座をすべて入力してください") : nil,
          typed: { .cancelling(.numberTyped($0)) }),
      ]
    }
    fields.append(
      .init(
        "reason", l.say("취소하는 이유 (선택)", "Why (optional)", "キャンセルの理由（任意）"), state.reason, isLong: true,
        isRequired: false, typed: { .cancelling(.reasonTyped($0)) }))
    return .form(
      .init(
        asksAccount ? l.say("환불받을 계좌", "Where to refund", "返金先の口座") : nil, fields: fields,
        submitLabel: preview.refund > 0
          ? l.say("\(money) 환불받고 취소하기", "Cancel and get \(money) back", "\(money)の返金でキャンセル")
          : l.say("환불 없이 취소하기", "Cancel without a refund", "返金なしでキャンセル"),
        isBusy: state.isCancelling, submit: .cancelling(.submitted),
        notice: state.failure.map { BookingWords.refusal($0, l) }))
  }
}
