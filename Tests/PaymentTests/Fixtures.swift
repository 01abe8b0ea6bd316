import Wire

@testable import Payment

let start = Timestamp(milliseconds: 1_800_000_000_000)
let minute: Int64 = 60_000

func after(_ milliseconds: Int64) -> Timestamp { start.adding(milliseconds: milliseconds) }

extension OrderRecord {
  /// 50,000 won, held for ten minutes.
  static func sample(latestHold: Timestamp? = nil) -> OrderRecord {
    OrderRecord(
      code: "M1", price: Money(50_000, .won), createdAt: start, expiresAt: after(10 * minute), latestHold: latestHold)
  }
}

extension PaymentReport {
  static func ready(_ id: String = "imp_1") -> PaymentReport {
    PaymentReport(id: id, orderCode: "M1", status: .ready, currency: .won)
  }

  static func failed(_ id: String = "imp_1") -> PaymentReport {
    PaymentReport(id: id, orderCode: "M1", status: .failed, currency: .won)
  }

  static func paid(
    _ id: String = "imp_1", _ amount: Int64 = 50_000, back cancelled: Int64 = 0, _ method: PaymentMethod = .card,
    currency: Currency = .won
  ) -> PaymentReport {
    PaymentReport(
      id: id, orderCode: "M1", status: cancelled == amount ? .cancelled : .paid, currency: currency, captured: amount,
      cancelled: cancelled, method: method)
  }

  static func deposit(_ id: String = "imp_1", until: Timestamp? = nil) -> PaymentReport {
    PaymentReport(
      id: id, orderCode: "M1", status: .waitingDeposit, currency: .won, method: .virtualAccount,
      deposit: DepositAccount(bank: "국민은행", account: "123-456", holder: "마루", until: until))
  }
}

/// A machine with the answers of a reservation: what the shell does inside a transaction.
struct Desk {
  var machine: OrderMachine
  var ledger: [LedgerEntry] = []
  var notes: [OrderNote.Code] = []
  var news: [OrderNews] = []
  /// Refunds that were asked for, newest last.
  var refunds: [RefundOrder] = []
  var extended: Timestamp?
  var released = 0
  /// Whether the reservation was left to another order.
  var isLeft = false
  var forgotten = 0
  /// Payments whose accounts are to be closed.
  var closed: [String] = []
  /// How the reservation answers.
  var isHeld = true
  var isSlotFree = true
  var isConfirmed = false
  /// Nobody can be asked about it.
  var isBroken = false

  init(_ order: OrderRecord = .sample()) { machine = OrderMachine(order) }

  var order: OrderRecord { machine.order }

  mutating func receive(_ event: OrderEvent, at now: Timestamp = start) {
    var waiting = machine.receive(event, at: now)
    while !waiting.isEmpty {
      switch waiting.removeFirst() {
      case .confirmReservation where isBroken, .takeReservationAgain where isBroken:
        waiting += machine.receive(.reservationFailed, at: now)
      case .confirmReservation:
        isConfirmed = isHeld
        waiting += machine.receive(.reservationAnswered(isOurs: isHeld), at: now)
      case .takeReservationAgain:
        isConfirmed = isSlotFree
        waiting += machine.receive(.reservationAnswered(isOurs: isSlotFree), at: now)
      case .releaseReservation:
        released += 1
        (isHeld, isConfirmed) = (false, false)
      case .leaveReservation: isLeft = true
      case .extendHold(let until): extended = until
      case .refund(let refund): refunds.append(refund)
      case .enter(let entry): ledger.append(entry)
      case .note(let note): notes.append(note.code)
      case .tell(let news): self.news.append(news)
      case .closeAccount(let payment): closed.append(payment)
      case .forgetAccount: forgotten += 1
      }
    }
  }

  /// What the newest refund would call.
  var call: RefundCall? {
    refunds.last.flatMap { machine.refundCall(payment: $0.payment, key: $0.key) }
  }

  /// Captured minus refunded.
  var balance: Int64 {
    ledger.reduce(0) { $0 + ($1.kind == .captured ? $1.amount : -$1.amount) }
  }
}
