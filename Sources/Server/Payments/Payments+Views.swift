import BookingContract
import Contract
import Domain
import JSON
import Payment
import Storage
import Wire

/// Orders as people see them.
extension Payments {
  /// An order with its history.
  public struct Seen: Sendable {
    public var row: OrderRow
    public var history: [LedgerStore.Noted]
  }

  /// What became of an order. Asks the provider first, where that can change something and nobody asked just now.
  /// - Throws: 404 where there is none, 445 where it is another person's.
  public func state(of code: String, by person: RowID<Person>) async throws -> Seen {
    let row = try await store.read { try own(code, person, $0) }
    // Without an answer what is known is told; the sweep goes on asking.
    if row.record.paidBy == nil || !row.record.isSettled { await askBriefly(row.id) }
    return try await store.read { tables in
      Seen(row: try own(code, person, tables), history: try tables.ledger.history(of: row.id))
    }
  }

  /// What a reservation shows of its order.
  public static func seen(reservation: RowID<ReservationRow>, in tables: Tables) throws -> Seen? {
    guard let row = try tables.orders.find(reservation: reservation.value) else { return nil }
    return Seen(row: row, history: try tables.ledger.history(of: row.id))
  }

  /// Orders that were bought, the last first; below a number.
  public func bought(by person: RowID<Person>, before id: Int64 = .max, limit: Int) async throws -> [OrderRow] {
    try await store.read { try $0.orders.paid(by: person, before: id, limit: limit) }
  }

  /// Orders that money was taken for, also where it went back; the last first, below a number.
  public func history(of person: RowID<Person>, before id: Int64, limit: Int) async throws -> [(OrderRow, String?)] {
    try await store.read { tables in
      try tables.orders.withMoney(of: person, before: id, limit: limit).map { row in
        let key = row.record.paidBy ?? row.record.payments.first { $0.captured > 0 }?.id
        let receipt = try key.flatMap { try tables.payments.receipt(of: $0, provider: row.provider) }
        return (row, receipt?.fields["receipt_url"]?.string)
      }
    }
  }

  /// The receipt of what bought an order.
  /// - Throws: 404 where there is no order or nothing was paid, 445 where it is another person's.
  public func receipt(of code: String, by person: RowID<Person>) async throws -> BookingContract.Receipt {
    try await store.read { tables in
      let row = try own(code, person, tables)
      guard let payment = row.record.shownPayment,
        let kept = try tables.payments.receipt(of: payment.id, provider: row.provider)
      else { throw APIError.notFound }
      return Receipt(row, payment, kept)
    }
  }

  /// What must be settled before a person can go.
  public static func unsettled(of person: RowID<Person>, in tables: Tables) throws -> [OrderRow] {
    try tables.orders.unsettled(of: person, limit: 20)
  }

  /// A better account for a refund, or the first one.
  /// - Throws: 409 where no refund waits for one.
  public func giveAccount(
    _ account: RefundAccount, of code: String, key: String = "", by person: RowID<Person>
  ) async throws -> OrderRow {
    let (now, scope) = (clock(), "refund_account")
    let digest = digests.text([code, account.holder, account.bank.code, account.number])
    let row = try await store.write { tables -> OrderRow in
      let row = try own(code, person, tables)
      switch try tables.idempotency.find(key, of: person, scope: scope, digest: digest) {
      case .answer: return row
      case .otherRequest: throw APIError.reservationChanged
      case .nothing: break
      }
      try tables.idempotency.keep(code, for: key, of: person, scope: scope, digest: digest, at: now)
      guard row.record.payments.contains(where: { $0.isRefundOpen && $0.method.refundsToAccount }) else {
        throw APIError.reservationChanged
      }
      var turn = OrderTurn(row, tables, port, at: now)
      try keep(account, &turn)
      try turn.save()
      return turn.row
    }
    wake()
    return row
  }
}

extension OrderRecord {
  /// The payment whose receipt is shown.
  var shownPayment: OrderPayment? {
    paidBy.flatMap { payment($0) } ?? payments.first { $0.captured > 0 } ?? payments.last
  }

  /// What is still to go back of what was taken in the order's currency.
  var returningAmount: Int64 {
    payments.reduce(0) { sum, payment in
      guard payment.currency == price.currency, payment.isRefundOpen else { return sum }
      return sum.addingReportingOverflow(payment.refundTarget - payment.cancelled).partialValue
    }
  }

  /// A refund waits for an account, or for another one than that which it could not go to.
  var wantsRefundAccount: Bool {
    needsRefundAccount
      || payments.contains { $0.isRefundOpen && $0.isRefundRefused && $0.method.refundsToAccount }
  }

  /// The account that waits for a deposit.
  var waitingDeposit: DepositAccount? {
    phase == .waitingDeposit ? payments.last { $0.status == .waitingDeposit }?.deposit : nil
  }
}

extension OrderRecord {
  /// What it takes to read an account and to pay into it.
  private static let leastDepositTime: Int64 = 5 * 60_000

  /// The end of an account that is given out now: never past the lead time. nil where that is too soon.
  fileprivate func depositEnd(at now: Timestamp, after milliseconds: Int64) -> Timestamp? {
    let end = now.adding(milliseconds: milliseconds)
    let until = latestHold.map { min(end, $0) } ?? end
    return until >= now.adding(milliseconds: min(milliseconds, Self.leastDepositTime)) ? until : nil
  }
}

extension OrderState {
  public init(_ seen: Payments.Seen) {
    let record = seen.row.record
    let isOpen = record.stage == .held && record.paidBy == nil
    self.init(
      orderCode: ID(record.code), state: State(record.phase), totalPrice: record.price.amount,
      currency: record.price.currency.code, paidAmount: record.paidAmount, refundedAmount: record.refundedAmount,
      returningAmount: record.returningAmount, expiresAt: isOpen ? record.expiresAt : nil,
      deposit: record.waitingDeposit.map { deposit in
        Deposit(
          bank: deposit.bank, account: deposit.account, holder: deposit.holder,
          until: min(deposit.until ?? record.expiresAt, record.expiresAt))
      }, isInReview: !record.reviews.isEmpty, needsAccount: record.wantsRefundAccount,
      history: seen.history.compactMap(Event.init))
  }
}

extension OrderState.State {
  public init(_ phase: OrderPhase) {
    self =
      switch phase {
      case .open: .open
      case .waitingDeposit: .waitingDeposit
      case .paid: .paid
      case .refunded: .refunded
      case .expired: .expired
      case .failed: .failed
      }
  }
}

extension OrderState.Event {
  /// In the words of the contract; nil for what only the operator needs.
  init?(_ noted: LedgerStore.Noted) {
    let code: String
    switch noted.note.code {
    case .created: code = "opened"
    case .deposit: code = "deposit_awaited"
    case .paid: code = "paid"
    case .takenAgain: code = "paid_late"
    case .payingFailed: code = "failed"
    case .expired: code = "expired"
    case .refunding: code = "refund_asked"
    case .refunded, .refundedElsewhere: code = "refunded"
    case .refundUnclear: code = "refund_failed"
    case .accountNeeded: code = "account_needed"
    case .accountGiven: code = "account_given"
    case .review: code = "review"
    case .cancelledByPatient, .cancelledByDoctor, .cancelledByOperator, .declined: code = noted.note.code.rawValue
    case .received, .depositGivenUp, .readAgain, .resolvedByRefund, .resolvedAsIs, .otherOrder:
      return nil
    }
    self.init(at: noted.at, code: code, amount: noted.note.amount)
  }
}

extension MajorAmount {
  public init(_ money: Money) { self.init(minor: money.amount, decimals: money.currency.decimals) }
}

extension BookingContract.Receipt {
  init(_ row: OrderRow, _ payment: OrderPayment, _ kept: PaymentStore.Receipt) {
    let fields = kept.fields
    func text(_ name: String) -> String { fields[name]?.string ?? "" }
    let price = payment.captured > 0 ? Money(payment.captured, payment.currency) : row.record.price
    self.init(
      impUID: payment.id, orderCode: ID(row.record.code),
      payMethod: text("pay_method").isEmpty ? payment.method.v1Name : text("pay_method"),
      provider: text("pg_provider"), name: row.title, amount: MajorAmount(price), currency: price.currency.code,
      status: Self.word(payment), createdAt: kept.createdAt, updatedAt: kept.updatedAt)
    receiptURL = text("receipt_url")
    buyerName = text("buyer_name")
    cardName = text("card_name")
    cardNumber = text("card_number")
    approval = text("apply_num")
    startedAt = Timestamp(iso8601: text("startedAt"))
    paidAt = Timestamp(iso8601: text("paidAt")) ?? payment.capturedAt
    deposit = payment.deposit.map { account in
      OrderState.Deposit(
        bank: account.bank, account: account.account, holder: account.holder,
        until: account.until ?? row.record.expiresAt)
    }
  }

  private static func word(_ payment: OrderPayment) -> String {
    switch payment.status {
    case .ready, .waitingDeposit: "ready"
    case .paid: "paid"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }
}

/// What a checkout needs, and the first answers to validations.
extension Payments {
  /// Until when the address of a checkout is good for.
  /// - Throws: 409 where the order cannot be paid any more, 503 where nobody here takes its money any more.
  public func openCheckout(of code: String, by person: RowID<Person>) async throws -> Timestamp {
    let now = clock()
    let row = try await store.read { try own(code, person, $0) }
    guard row.record.canBePaid(at: now) else { throw APIError.reservationChanged }
    guard providers[row.provider] != nil else { throw APIError.paymentsClosed }
    return min(now.adding(milliseconds: settings.checkoutTime), row.record.expiresAt)
  }

  /// An order as its checkout shows it.
  public struct Checkout: Sendable {
    public var row: OrderRow
    /// Their nick.
    public var buyer: String
    /// nil where the account has none.
    public var email: String?
    public var phone: String?
    public var isOpen: Bool
    /// The end of a virtual account that is given out now; nil: there is no time for a deposit.
    public var depositUntil: Timestamp?
  }

  /// For the page of the checkout; nil where there is no such order.
  public func checkout(of code: String) async throws -> Checkout? {
    let (now, depositTime) = (clock(), settings.depositTime)
    return try await store.read { tables in
      guard PortOneV1.isName(code), let row = try tables.orders.find(code: code) else { return nil }
      let buyer = try tables.profiles.find(row.buyer)
      let email = buyer?.person.email ?? ""
      return Checkout(
        row: row, buyer: buyer?.person.nick ?? "", email: email.isEmpty ? nil : email,
        phone: buyer.flatMap { Self.domestic($0.phoneNumber) }, isOpen: row.record.canBePaid(at: now),
        depositUntil: row.record.depositEnd(at: now, after: depositTime))
    }
  }

  /// As Korean payment companies take it: `+82 10-1234-5678` → `01012345678`. nil for what is no number.
  static func domestic(_ phone: String) -> String? {
    let digits = phone.filter { ("0"..."9").contains($0) }
    let isAbroad = phone.hasPrefix("+") && !digits.hasPrefix("82")
    guard (8...15).contains(digits.utf8.count) else { return nil }
    if isAbroad { return "+" + digits }
    return phone.hasPrefix("+") ? "0" + digits.dropFirst(2) : digits
  }

  private static let validation = "validation"

  public func keptValidation(of id: String, by person: RowID<Person>) async throws -> Validation? {
    guard PortOneV1.isName(id) else { return nil }
    let found = try await store.read {
      try $0.idempotency.find(id, of: person, scope: Self.validation, digest: id)
    }
    guard case .answer(let text) = found, let object = (try? JSONValue(parsing: Array(text.utf8)))?.object else {
      return nil
    }
    return try? Validation.form.read(BodyFields(object))
  }

  /// - Returns: the first answer, where there was one.
  public func keep(_ answer: Validation, of id: String, by person: RowID<Person>) async throws -> Validation {
    let (now, text) = (clock(), JSONValue.object(Validation.form.print(answer)).text)
    try await store.write {
      try $0.idempotency.keep(text, for: id, of: person, scope: Self.validation, digest: id, at: now)
    }
    return try await keptValidation(of: id, by: person) ?? answer
  }
}
