import BookingContract
import Contract
import Domain
import FeatureCore
import Wire

/// What the person paid, the last first, and the receipt of one.
public enum PaymentList: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var payments = Loaded<[PaymentEntry]>.loading
    public internal(set) var receipt = Loaded<Receipt>.loading
    public internal(set) var order: ID<OrderState>?
    var next: String?
    var isLoadingMore = false

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    /// nil: the list.
    case shown(ID<OrderState>?)
    case retryTapped
    case moreTapped
    case answered(Tag, HTTPOutcome)
  }

  public static let prefix = "payments/"
  static let listTag = Tag("payments/list")
  static let moreTag = Tag("payments/more")
  static let receiptTag = Tag("payments/receipt")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown(let order):
      if order != state.order { state.receipt = .loading }
      state.order = order
      return load(&state)
    case .retryTapped: return load(&state)
    case .moreTapped:
      guard let next = state.next, !state.isLoadingMore else { return [] }
      state.isLoadingMore = true
      return [BookingAPI.payments.ask(PageQuery(cursor: next), moreTag)]
    case .answered(receiptTag, let outcome):
      switch BookingAPI.receipt.outcome(outcome) {
      case .success(let receipt): state.receipt = .value(receipt)
      case .failure: if state.receipt.value.isNone { state.receipt = .failed }
      }
    case .answered(let tag, let outcome): take(tag, outcome, &state)
    }
    return []
  }

  private static func load(_ state: inout State) -> [Effect] {
    if let order = state.order {
      if case .failed = state.receipt { state.receipt = .loading }
      return [BookingAPI.receipt.ask(order, receiptTag)]
    }
    if case .failed = state.payments { state.payments = .loading }
    return [BookingAPI.payments.ask(PageQuery(), listTag)]
  }

  private static func take(_ tag: Tag, _ outcome: HTTPOutcome, _ state: inout State) {
    let isMore = tag == moreTag
    if isMore { state.isLoadingMore = false }
    guard case .success(let page) = BookingAPI.payments.outcome(outcome) else {
      if !isMore && state.payments.value.isNone { state.payments = .failed }
      return
    }
    let before = isMore ? state.payments.value ?? [] : []
    state.payments = .value(before + page.entries.filter { new in !before.contains { $0.orderCode == new.orderCode } })
    state.next = page.next
  }

  public static func page(_ state: State, _ l: Language, _ when: When) -> PageModel<Action> {
    if let order = state.order { return receiptPage(state, order, l, when) }
    let empty = (
      title: l.say("결제 내역이 없어요", "No payments yet", "お支払い履歴はありません"),
      text: l.say("예약하고 결제하면 여기에 모여요", "What you pay for bookings will be here", "予約のお支払いがここに表示されます")
    )
    let parts = PageModel<Action>.Part.list(state.payments, l, empty: empty, retry: .retryTapped) { payments in
      var rows = payments.map { row($0, l, when) }
      if !state.next.isNone { rows.append(.init("more", BookingWords.more(l), .button(.moreTapped))) }
      return [.rows(.init(rows))]
    }
    return PageModel(title(l), backLabel: BookingWords.back(l), parts)
  }

  public static func title(_ l: Language) -> String { l.say("결제 내역", "Payments", "お支払い履歴") }

  private static func row(_ entry: PaymentEntry, _ l: Language, _ when: When) -> PageModel<Action>.Row {
    let word = OrderWords.state(entry.state, refunded: entry.refundedAmount, l)
    return .init(
      entry.orderCode.text, entry.title.isEmpty ? entry.doctor.nick : entry.title,
      detail: when.own(entry.paidAt) + " · " + word, meta: BookingWords.money(entry.amount, entry.currency, l),
      .link(BookingPath.receipt(entry.orderCode)))
  }

  private static func receiptPage(
    _ state: State, _ order: ID<OrderState>, _ l: Language, _ when: When
  ) -> PageModel<Action> {
    let title = l.say("영수증", "Receipt", "領収書")
    switch state.receipt {
    case .loading: return PageModel(title, backLabel: BookingWords.back(l), [.loading])
    case .failed: return PageModel(title, backLabel: BookingWords.back(l), [.failure(l, .retryTapped)])
    case .value(let receipt):
      return PageModel(
        title, backLabel: BookingWords.back(l),
        [
          .rows(.init(rows(receipt, l, when))),
          .rows(
            .init([
              .init(
                "order", l.say("결제 진행 내역 보기", "What happened to this payment", "お支払いの経過を見る"),
                .link(BookingPath.order(order)))
            ])),
        ])
    }
  }

  private static func rows(_ receipt: Receipt, _ l: Language, _ when: When) -> [PageModel<Action>.Row] {
    var rows: [PageModel<Action>.Row] = [
      .init("name", receipt.name.isEmpty ? l.say("상담료", "Consultation", "相談料") : receipt.name, isMarked: true),
      .init("amount", l.say("금액", "Amount", "金額"), meta: BookingWords.amount(receipt.amount, receipt.currency, l)),
    ]
    func add(_ key: String, _ label: String, _ text: String) {
      if !text.isEmpty { rows.append(.init(key, label, meta: text)) }
    }
    add("paid", l.say("결제 시각", "Paid at", "お支払い日時"), receipt.paidAt.map { when.own($0) } ?? "")
    add("card", l.say("카드", "Card", "カード"), trimmed(receipt.cardName + " " + receipt.cardNumber))
    add("bank", l.say("입금 은행", "Bank", "銀行"), receipt.deposit?.bank ?? "")
    add("approval", l.say("승인번호", "Approval", "承認番号"), receipt.approval)
    add("buyer", l.say("결제한 분", "Paid by", "お支払いした方"), receipt.buyerName)
    add("code", l.say("주문번호", "Order", "注文番号"), receipt.orderCode.text)
    return rows
  }
}
