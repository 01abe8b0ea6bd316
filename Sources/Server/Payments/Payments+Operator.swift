import Contract
import JSON
import Payment
import Storage
import Wire

/// What an operator sees and decides.
extension Payments {
  /// Orders that somebody must look at; or all, the last first.
  public func list(all: Bool, limit: Int) async throws -> [OrderRow] {
    try await store.read { try all ? $0.orders.list(limit: limit) : $0.orders.inReview(limit: limit) }
  }

  /// nil where there is none.
  public func find(_ code: String) async throws -> (seen: Seen, ledger: [LedgerEntry])? {
    try await store.read { tables in
      guard let row = try tables.orders.find(code: code) else { return nil }
      return (
        Seen(row: row, history: try tables.ledger.history(of: row.id)), try tables.ledger.entries(of: row.id)
      )
    }
  }

  /// What the provider's own books must say.
  public func balances() async throws -> [LedgerStore.Balance] { try await store.read { try $0.ledger.balances() } }

  /// Asks the provider at once.
  public func check(_ code: String) async throws -> OrderRow? {
    guard let row = try await store.read({ try $0.orders.find(code: code) }) else { return nil }
    return try await ask(row.id)
  }

  /// Ends a review. nil where there is no such order.
  public func resolve(_ code: String, as resolution: Resolution) async throws -> OrderRow? {
    guard let row = try await store.read({ try $0.orders.find(code: code) }) else { return nil }
    return try await change(row.id) { try $0.receive(.resolved(resolution)) }
  }
}

extension OrderNote {
  /// The line of a history, in words for the operator.
  public var words: String {
    let money = amount.flatMap { amount in currency.map { "\(Money(amount, $0).decimal) \($0.code)" } } ?? ""
    switch code {
    case .created: return "ordered for \(money)"
    case .deposit: return "a virtual account waits for \(money) (\(detail))"
    case .paid: return "\(money) bought the reservation (\(detail))"
    case .payingFailed: return "paying failed (\(detail))"
    case .depositGivenUp: return "the virtual account was given up (\(detail))"
    case .expired: return "the hold ended without money"
    case .takenAgain: return "the hold had ended, and its slot was taken again"
    case .received: return "the provider has taken \(money) (\(detail))"
    case .refunding: return "\(money) goes back: \(detail.replacing("_", with: " "))"
    case .refunded: return "\(money) is back (\(detail))"
    case .refundedElsewhere: return "\(money) went back that the server had not sent (\(detail))"
    case .cancelledByPatient: return "cancelled by the patient"
    case .cancelledByDoctor: return "cancelled by the doctor"
    case .cancelledByOperator: return "cancelled by the operator"
    case .declined: return "the doctor did not take it"
    case .accountNeeded: return "a refund waits for the account that it shall go to"
    case .accountGiven: return "an account for the refund was given"
    case .refundUnclear: return "no answer to a refund of \(money); it is tried again"
    case .review: return "somebody must look at it: \(detail.replacing("_", with: " "))"
    case .readAgain: return "the provider's answer can be read again: nobody has to look at it"
    case .resolvedByRefund: return "the operator gave back what was left"
    case .resolvedAsIs: return "the operator left it as it is"
    case .otherOrder: return "a payment of another order was named (\(detail))"
    }
  }
}
