import Domain
import JSON
import Payment
import Storage
import Wire

/// Money on its way back.
extension Payments {
  /// What a refund came to: written in the transaction that ends its job.
  public typealias Outcome = @Sendable (Tables) throws -> Void

  /// Carries out a refund that the machine asked for. nil: there is nothing to write.
  /// - Parameter job: `{order, payment, key}`.
  public func refund(_ job: JSONValue) async throws -> Outcome? {
    guard let order = job["order"]?.int64, let payment = job["payment"]?.string, let key = job["key"]?.string else {
      return nil
    }
    return try await refund(RowID(order), payment, key)
  }

  /// Asks first what is there: a refund that was done, whose answer got lost, is then seen and not begun again. The
  /// provider compares what is left besides.
  private func refund(_ order: RowID<OrderRow>, _ payment: String, _ key: String) async throws -> Outcome? {
    guard let row = try await store.read({ try $0.orders.find(order) }), let provider = providers[row.provider],
      OrderMachine(row.record).refundCall(payment: payment, key: key) != nil
    else { return nil }
    let seen: ReportedPayment?
    do { seen = try await provider.payment(payment) } catch { return failed(order, payment, key, error) }
    if let seen {
      guard let row = try await change(order, { try $0.receive(seen) }),
        let call = OrderMachine(row.record).refundCall(payment: payment, key: key)
      else { return nil }
      return try await carryOut(call, key, of: row, provider)
    }
    return failed(order, payment, key, .refused("the provider does not know it"))
  }

  private func carryOut(
    _ call: RefundCall, _ key: String, of row: OrderRow, _ provider: PaymentProvider
  ) async throws -> Outcome? {
    var account: RefundAccount?
    if call.needsAccount {
      let sealed = try await store.read { try $0.ledger.account(of: row.id) }
      account = sealed.flatMap { accounts.open($0, for: row.id) }
    }
    let fault = await Self.cancel(call, account, provider)
    // Whatever the answer was, or was not: what became of it is what the provider says now.
    let seen: ReportedPayment??
    do throws(PaymentFault) { seen = .some(try await provider.payment(call.payment)) } catch { seen = nil }
    return { [port, clock] tables in
      guard let row = try tables.orders.find(row.id) else { return }
      var turn = OrderTurn(row, tables, port, at: clock())
      if case .some(.some(let seen)) = seen { try turn.receive(seen) }
      if let fault { try turn.receive(.refundFailed(payment: call.payment, key: key, Self.kind(fault))) }
      if seen == nil { try turn.receive(.unanswered) }
      try turn.save()
    }
  }

  private static func cancel(
    _ call: RefundCall, _ account: RefundAccount?, _ provider: PaymentProvider
  ) async -> PaymentFault? {
    do throws(PaymentFault) { try await provider.cancel(call, account) } catch { return error }
    return nil
  }

  private func failed(
    _ order: RowID<OrderRow>, _ payment: String, _ key: String, _ fault: PaymentFault
  ) -> Outcome {
    { [port, clock] tables in
      guard let row = try tables.orders.find(order) else { return }
      var turn = OrderTurn(row, tables, port, at: clock())
      try turn.receive(.refundFailed(payment: payment, key: key, Self.kind(fault)))
      try turn.save()
    }
  }

  private static func kind(_ fault: PaymentFault) -> RefundFault {
    if case .refused = fault { .refused } else { .unclear }
  }

  /// Closes a virtual account whose order is over. What cannot be closed stays as it is: a deposit that comes all the
  /// same goes back.
  /// - Parameter job: `{order, payment}`.
  /// - Throws: where trying again can help.
  /// - Returns: what is written in the transaction that ends the job: the provider is asked what became of it.
  public func closeAccount(_ job: JSONValue) async throws -> Outcome? {
    guard let number = job["order"]?.int64, let payment = job["payment"]?.string else { return nil }
    let (id, now) = (RowID<OrderRow>(number), clock())
    guard let row = try await store.read({ try $0.orders.find(id) }), let provider = providers[row.provider],
      row.record.payment(payment)?.status == .waitingDeposit
    else { return nil }
    do throws(PaymentFault) { try await provider.closeAccount(payment) } catch {
      guard case .refused = error else { throw error }
    }
    return { try $0.hastenCheck(of: id, to: now) }
  }

  /// Tells the provider what an order costs, so that nobody can pay another amount there.
  /// - Parameter job: `{order}`, with its code.
  /// - Throws: where trying again can help.
  public func prepare(_ job: JSONValue) async throws(PaymentFault) {
    guard let code = job["order"]?.string, let row = try? await store.read({ try $0.orders.find(code: code) }),
      let provider = providers[row.provider]
    else { return }
    do { try await provider.prepare(code, row.record.price) } catch .refused {
      // It knows the amount already, or takes none in advance.
    }
  }
}
