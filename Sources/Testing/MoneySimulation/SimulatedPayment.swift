import Payment
import Wire

/// One payment, as the provider has it.
struct SimulatedPayment {
  enum Fate {
    case pay, fail, issue, giveUp
  }

  let id: String
  let order: String
  let amount: Int64
  let currency: Currency
  var method = PaymentMethod.card
  var status = PaymentReport.Status.ready
  var captured: Int64 = 0
  var cancelled: Int64 = 0
  /// Cancels that were asked for and are neither done nor refused.
  var pending: [Int64] = []
  var until: Timestamp?
  /// What is to come of it, in order.
  var fates: [Fate] = []
  /// Of what was cancelled: by somebody at the provider's own desk.
  var elsewhere: Int64 = 0
  /// So many cancels are refused; `.max`: all.
  var refusals = 0
  /// Cancels that we asked for and that were done.
  var cancels = 0

  var balance: Int64 { captured - cancelled - pending.reduce(0, +) }

  var report: PaymentReport {
    PaymentReport(
      id: id, orderCode: order, status: status, currency: currency, captured: captured, cancelled: cancelled,
      cancelling: pending.reduce(0, +), method: method,
      deposit: status == .waitingDeposit
        ? DepositAccount(bank: "마루은행", account: "110-1", holder: "마루", until: until) : nil)
  }

  mutating func suffer(_ fate: Fate, at now: Timestamp, deposit: Int64) {
    guard captured == 0, status != .cancelled else { return }
    switch fate {
    case .pay:
      captured = amount
      status = .paid
    case .fail: status = .failed
    case .issue:
      (status, method) = (.waitingDeposit, .virtualAccount)
      until = now.adding(milliseconds: deposit)
    case .giveUp: if status == .waitingDeposit { status = .cancelled }
    }
  }

  mutating func giveBack(_ amount: Int64) {
    cancelled += amount
    if cancelled == captured { status = .cancelled }
  }
}
