import BookingContract
import Contract
import Domain
import FeatureCore
import Wire

/// What the person paid, the last first, and the receipt of one.
public enum PaymentList: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var payments = PagedList<PaymentEntry>()
    public internal(set) var receipt = Loaded<Receipt>.loading
    public internal(set) var order: ID<OrderState>?

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
      guard let next = state.payments.more() else { return [] }
      return [BookingAPI.payments.ask(PageQuery(cursor: next), moreTag)]
    case .answered(receiptTag, let outcome):
      switch BookingAPI.receipt.outcome(outcome) {
      case .success(let receipt): state.receipt = .value(receipt)
      case .failure(let failure): state.receipt.fail(failure)
      }
    case .answered(let tag, let outcome):
      state.payments.take(BookingAPI.payments.outcome(outcome), isMore: tag == moreTag) {
        $0.orderCode == $1.orderCode
      }
    }
    return []
  }

  private static func load(_ state: inout State) -> [Effect] {
    if let order = state.order {
      state.receipt.begin()
      return [BookingAPI.receipt.ask(order, receiptTag)]
    }
    state.payments.begin()
    return [BookingAPI.payments.ask(PageQuery(), listTag)]
  }

  public static func page(_ state: State, _ l: Language, _ when: When) -> BookingPageModel {
    if let order = state.order { return receiptPage(state, order, l, when) }
    let empty = (
      title: l.say("결제 내역이 없어요", "No payments yet", "お支払い履歴はありません"),
      text: l.say("예약하고 결제하면 여기에 모여요", "What you pay for bookings will be here", "予約のお支払いがここに表示されます")
    )
    let parts = BookingPageModel.Part.list(state.payments.entries, l, empty: empty, retry: .payments(.retryTapped)) {
      payments in
      var rows = payments.map { row($0, l, when) }
      if !state.payments.next.isNone {
        rows.append(.init("more", BookingWords.more(l), .button(.payments(.moreTapped))))
      }
      return [.rows(.init(rows))]
    }
    return PageModel(title(l), backLabel: BookingWords.back(l), parts)
  }

  public static func title(_ l: Language) -> String { l.say("결제 내역", "Payments", "お支払い履歴") }

  private static func row(_ entry: PaymentEntry, _ l: Language, _ when: When) -> BookingPageModel.Row {
    let word = OrderWords.state(entry.state, refunded: entry.refundedAmount, l)
    let refunded =
      entry.state == .paid && entry.refundedAmount > 0
      ? " " + BookingWords.money(entry.refundedAmount, entry.currency, l) : ""
    return .init(
      entry.orderCode.text, entry.title.isEmpty ? entry.doctor.nick : entry.title,
      detail: when.own(entry.paidAt) + " · " + word + refunded,
      meta: BookingWords.money(entry.amount, entry.currency, l), act: l.say("영수증", "Receipt", "領収書"),
      .link(BookingPath.receipt(entry.orderCode)))
  }

  private static func receiptPage(
    _ state: State, _ order: ID<OrderState>, _ l: Language, _ when: When
  ) -> BookingPageModel {
    let title = l.say("영수증", "Receipt", "領収書")
    guard let receipt = state.receipt.value else {
      return BookingWords.page(
        title, l, state.receipt.lack ?? .loading, retry: .payments(.retryTapped),
        missing: .missing(
          l.say("영수증이 없어요", "There is no receipt", "領収書がありません"),
          l.say(
            "아직 결제되지 않았거나 이 계정의 결제가 아니에요", "It isn’t paid yet, or belongs to another account", "お支払い前か、別のアカウントのお支払いです"),
          self.title(l), BookingPath.payments))
    }
    var ways: [BookingPageModel.Row] = [
      .init(
        "order", l.say("결제 진행 내역 보기", "What happened to this payment", "お支払いの経過を見る"),
        .link(BookingPath.order(order)))
    ]
    if !receipt.receiptURL.isEmpty {
      ways.insert(
        .init(
          "provider", l.say("결제사 영수증 열기", "The provider’s receipt", "決済会社の領収書を開く"), .outer(receipt.receiptURL)),
        at: 0)
    }
    return BookingWords.page(title, l, [.rows(.init(rows(receipt, l, when))), .rows(.init(ways))])
  }

  private static func rows(_ receipt: Receipt, _ l: Language, _ when: When) -> [BookingPageModel.Row] {
    var rows: [BookingPageModel.Row] = [
      .init("name", receipt.name.isEmpty ? l.say("상담료", "Consultation", "相談料") : receipt.name, isMarked: true),
      .init("amount", l.say("금액", "Amount", "金額"), meta: BookingWords.amount(receipt.amount, receipt.currency, l)),
    ]
    func add(_ key: String, _ label: String, _ text: String) {
      if !text.isEmpty { rows.append(.init(key, label, meta: text)) }
    }
    // What went back is told where what happened is.
    if receipt.status == "cancelled" {
      add("state", l.say("상태", "State", "状態"), OrderWords.state(.refunded, refunded: 0, l))
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
