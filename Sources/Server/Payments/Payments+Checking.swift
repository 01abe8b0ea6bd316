import Contract
import Domain
import JSON
import Payment
import Storage
import Wire

extension JobKind {
  /// Asks the provider about an order: `{order}`. One for each order, keyed by its number, due at its `nextCheckAt`.
  public static let checkPayment = JobKind(rawValue: "check_payment")
}

/// Finishes orders whose callback was lost, that were paid late, or that nobody paid: a job for each of them, so that
/// one server at a time asks about an order, and one that is killed while it asks leaves the job to others.
extension Payments {
  /// - Parameter job: `{order}`.
  /// - Returns: what is written in the transaction that ends the job: when it is due again.
  public func checkDue(_ job: JSONValue) async throws -> Outcome? {
    guard let number = job["order"]?.int64 else { return nil }
    let (id, now) = (RowID<OrderRow>(number), clock())
    if let at = try await store.read({ try $0.orders.nextCheck(of: id) }), at <= now {
      let asked = try await ask(id)
      // Somebody else asked a moment ago: not at once again.
      if asked?.record.nextCheckAt.map({ $0 <= now }) ?? false {
        let later = now.adding(milliseconds: settings.askPause)
        try await store.write { try $0.orders.postpone(id, until: later) }
      }
    }
    return { try $0.scheduleCheck(of: id) }
  }

  /// Something may have happened to a payment: it is asked about at once, or as soon as it may be.
  public func hear(_ webhook: PaymentWebhook, from provider: String) async throws {
    let now = clock()
    try await store.write { tables in
      var row = try webhook.orderCode.flatMap { try tables.orders.find(code: $0) }
      if row == nil, let payment = webhook.payment,
        let id = try tables.payments.order(of: payment, provider: provider)
      {
        row = try tables.orders.find(id)
      }
      if let row { try tables.hastenCheck(of: row.id, to: now) }
    }
    wake()
  }

  /// Somebody came back from the provider: it is asked soon.
  public func returned(_ code: String) async {
    let now = clock()
    _ = try? await store.write { tables in
      if let row = try tables.orders.find(code: code) { try tables.hastenCheck(of: row.id, to: now) }
    }
    wake()
  }

  /// When a server starts: orders have their jobs, whatever became of those.
  public func scheduleChecks() async throws {
    var last = RowID<OrderRow>(0)
    while true {
      let (after, limit) = (last, 500)
      let orders = try await store.write { tables in
        let orders = try tables.orders.toCheck(after: after, limit: limit)
        for id in orders { try tables.scheduleCheck(of: id) }
        return orders
      }
      guard orders.count == limit, let end = orders.last else { return }
      last = end
    }
  }
}

extension Tables {
  /// The job of an order is due when the order says so.
  func scheduleCheck(of order: RowID<OrderRow>) throws {
    if let at = try orders.nextCheck(of: order) { try scheduleCheck(of: order, at: at) }
  }

  func scheduleCheck(of order: RowID<OrderRow>, at: Timestamp) throws {
    try jobs.schedule(
      kind: .checkPayment, key: "\(order.value)", payload: ["order": .integer(order.value)], runAt: at)
  }

  func hastenCheck(of order: RowID<OrderRow>, to instant: Timestamp) throws {
    try orders.hasten(order, to: instant)
    try scheduleCheck(of: order)
  }
}
