import JSON
import Payment
import SQL
import Storage
import Wire

extension JobKind {
  /// Money goes back: `{order, payment, key}`.
  public static let refund = JobKind(rawValue: "refund")
  /// Nobody shall pay into an account any more: `{order, payment}`.
  public static let closeAccount = JobKind(rawValue: "close_account")
  /// Tells the provider what an order costs: `{order}`.
  public static let preparePayment = JobKind(rawValue: "prepare_payment")
  /// The buyer is told something: `{order, news, amount, currency}`.
  public static let orderNews = JobKind(rawValue: "order_news")
}

/// The tables of reservations refuse what an order asks of them, and will again. Whatever the transaction wrote counts
/// for nothing.
struct ReservationFault: Error {
  let cause: any Error
}

/// One order inside one transaction: runs its machine and carries out what it says, all or nothing. Decides nothing.
struct OrderTurn {
  let tables: Tables
  /// nil: what is asked of the reservation fails, and its order ends.
  let port: ReservationPort?
  let now: Timestamp
  private(set) var row: OrderRow

  init(_ row: OrderRow, _ tables: Tables, _ port: ReservationPort?, at now: Timestamp) {
    self.row = row
    self.tables = tables
    self.port = port
    self.now = now
  }

  /// - Parameter isOver: the reservation has ended by itself: there is nothing to release.
  mutating func receive(_ event: OrderEvent, isOver: Bool = false) throws {
    var machine = OrderMachine(row.record)
    var commands = machine.receive(event, at: now)[...]
    while let command = commands.popFirst() {
      if let answer = try carryOut(command, isOver: isOver) {
        commands += machine.receive(answer, at: now)
      }
    }
    if machine.order.paidBy != nil, row.paidAt == nil { row.paidAt = now }
    row.record = machine.order
  }

  /// What a provider said of a payment. One that belongs to another order is only noted.
  mutating func receive(_ reported: ReportedPayment) throws {
    let owner = try tables.payments.order(of: reported.report.id, provider: row.provider)
    guard owner == nil || owner == row.id else {
      return try tables.ledger.note(OrderNote(.otherOrder, detail: reported.report.id), of: row.id, at: now)
    }
    try receive(.reported(reported.report))
    try tables.orders.save(row, at: now)
    try tables.payments.setReceipt(reported.receipt, of: reported.report.id, provider: row.provider)
  }

  /// Whoever has the first payment of an order is asked about it from now on.
  /// - Returns: false where another one has a payment of it by now.
  mutating func moves(to provider: String) -> Bool {
    if row.record.payments.isEmpty { row.provider = provider }
    return row.provider == provider
  }

  func save() throws {
    try tables.orders.save(row, at: now)
    if let at = row.record.nextCheckAt { try tables.scheduleCheck(of: row.id, at: at) }
  }

  /// - Returns: the reservation's answer, where it was asked.
  private mutating func carryOut(_ command: OrderCommand, isOver: Bool) throws -> OrderEvent? {
    switch command {
    case .confirmReservation:
      return try answer { port, id in try port.confirm(tables, id, now) == .taken }
    case .takeReservationAgain:
      return try answer { port, id in try port.takeAgain(tables, id, now) }
    case .releaseReservation:
      if !isOver { try ask { port, id in try port.release(tables, id, now) } }
    case .leaveReservation: row.reservation = nil
    case .extendHold(let until):
      try ask { port, id in _ = try port.extend(tables, id, until, now) }
    case .refund(let refund):
      try tables.jobs.add(
        kind: .refund, key: "\(row.id.value)/\(refund.payment)/\(refund.key)",
        payload: [
          "order": .integer(row.id.value), "payment": .string(refund.payment), "key": .string(refund.key),
        ], runAt: refund.at)
    case .closeAccount(let payment):
      try tables.jobs.add(
        kind: .closeAccount, key: "\(row.id.value)/\(payment)",
        payload: ["order": .integer(row.id.value), "payment": .string(payment)], runAt: now)
    case .enter(let entry): try tables.ledger.enter(entry, of: row.id, at: now)
    case .note(let note): try tables.ledger.note(note, of: row.id, at: now)
    case .tell(let news): try tables.jobs.add(kind: .orderNews, payload: payload(news), runAt: now)
    case .forgetAccount: try tables.ledger.forgetAccount(of: row.id)
    }
    return nil
  }

  private func answer(_ question: (ReservationPort, RowID<ReservationRow>) throws -> Bool) throws -> OrderEvent {
    guard row.reservation != nil else { return .reservationAnswered(isOurs: false) }
    return try ask(question).map { .reservationAnswered(isOurs: $0) } ?? .reservationFailed
  }

  /// nil where there is nobody to ask.
  /// - Throws: `ReservationFault`; what may pass by itself as it is.
  @discardableResult
  private func ask<T>(_ question: (ReservationPort, RowID<ReservationRow>) throws -> T) throws -> T? {
    guard let port, let id = row.reservation else { return nil }
    do { return try question(port, RowID(id)) } catch let fault as SQLError where fault.mayPass { throw fault } catch {
      throw ReservationFault(cause: error)
    }
  }

  private func payload(_ news: OrderNews) -> JSONValue {
    var object: JSONObject = ["order": .integer(row.id.value)]
    switch news {
    case .paid: object["news"] = "paid"
    case .tooLate: object["news"] = "too_late"
    case .goesBack(let reason):
      object["news"] = "goes_back"
      object["reason"] = .string(reason.rawValue)
    case .accountNeeded: object["news"] = "account_needed"
    case .refunded(let money):
      object["news"] = "refunded"
      object["amount"] = .integer(money.amount)
      object["currency"] = .string(money.currency.code)
    }
    return .object(object)
  }
}

extension SQLError {
  /// Whether the same transaction may go through later.
  fileprivate var mayPass: Bool {
    switch self {
    case .busy, .full, .corrupt, .unavailable, .closed: true
    case .unique, .constraint, .columnType, .mistake: false
    }
  }
}
