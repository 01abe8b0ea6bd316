import Contract
import Domain
import Payment
import Storage
import Wire

extension Payments {
  /// A payment that a client says was made. The provider says whose it is and what was paid.
  /// - Returns: the order that it bought.
  /// - Throws: 400 where it bought nothing, 404 where nobody knows it, 409 where it belongs to another order or came
  ///   second, 445 where the order is another person's, 503 where the provider does not answer.
  public func validate(_ id: String, by person: RowID<Person>) async throws -> OrderRow {
    guard PortOneV1.isName(id) else { throw APIError.badRequest }
    if id.hasPrefix(Self.madeUpPrefix) { return try await validateMadeUp(id, by: person) }
    let (provider, reported) = try await find(id)
    let report = reported.report
    let bound = try await store.read { tables -> RowID<OrderRow> in
      guard let row = try tables.orders.find(code: report.orderCode), row.provider == provider.name else {
        throw APIError.notFound
      }
      let owner = try tables.payments.order(of: report.id, provider: provider.name)
      let mine = try owner.flatMap { try tables.orders.find($0) } ?? row
      guard mine.buyer == person else { throw APIError.notBuyer }
      guard owner == nil || owner == row.id else { throw APIError.paymentUsed }
      return row.id
    }
    let row = try await change(bound) { try $0.receive(reported) }
    guard let row else { throw APIError.notFound }
    return try Self.judge(row, report.id)
  }

  private static func judge(_ row: OrderRow, _ payment: String) throws(APIError) -> OrderRow {
    switch row.record.verdict(of: payment) {
    case .buys: return row
    case .unpaid, .waitingDeposit, .unclear: throw .unpaid
    case .goesBack(.wrongAmount), .goesBack(.wrongCurrency): throw .wrongPrice
    case .goesBack(.secondPayment): throw .paymentUsed
    case .goesBack: throw .reservationChanged
    }
  }

  private func find(_ id: String) async throws -> (PaymentProvider, ReportedPayment) {
    let all = providers.values.sorted { $0.name == chosen?.name && $1.name != chosen?.name }
    for provider in all {
      do {
        if let payment = try await provider.payment(id) { return (provider, payment) }
      } catch {
        switch error {
        case .unavailable: throw APIError.paymentsUnavailable
        case .refused: continue
        case .unreadable: throw APIError.unpaid
        }
      }
    }
    throw APIError.notFound
  }

  /// Some older clients make up a name instead of paying.
  static let madeUpPrefix = "test_imp_uid_"

  /// At the sandbox their newest open order is paid then, as if they had gone there. The name stands for that order
  /// from then on: a repeat never speaks of another one.
  private func validateMadeUp(_ id: String, by person: RowID<Person>) async throws -> OrderRow {
    guard let playPayment else { throw APIError.notFound }
    let (now, scope, digest) = (clock(), "made_up_payment", digests.text([id]))
    let meant = try await store.write { tables -> OrderRow? in
      if case .answer(let code) = try tables.idempotency.find(id, of: person, scope: scope, digest: digest) {
        return try tables.orders.find(code: code)
      }
      let unsettled = try tables.orders.unsettled(of: person, limit: 100)
      guard let open = unsettled.last(where: { $0.record.canBePaid(at: now) }) else { return nil }
      try tables.idempotency.keep(open.record.code, for: id, of: person, scope: scope, digest: digest, at: now)
      return open
    }
    guard let open = meant else { throw APIError.notFound }
    if let payment = open.record.paidBy { return try Self.judge(open, payment) }
    guard open.record.canBePaid(at: now) else { throw APIError.unpaid }
    await playPayment(open.record.code, open.record.price)
    guard let provider = providers[open.provider] else { throw APIError.paymentsClosed }
    let reports: [ReportedPayment]
    do { reports = try await provider.payments(open.record.code) } catch { throw APIError.paymentsUnavailable }
    guard let row = try await change(open.id, { turn in for report in reports { try turn.receive(report) } }),
      let payment = row.record.paidBy
    else { throw APIError.unpaid }
    return try Self.judge(row, payment)
  }
}
