import Contract
import Domain
import JSON
import Payment
import Storage
import Wire

/// Asking the provider: the only source of what was paid.
extension Payments {
  /// Asks about an order and takes over what the provider says. Not more often than every `askPause`, whoever wants it;
  /// a second one that asks meanwhile gets what is known.
  @discardableResult
  public func ask(_ id: RowID<OrderRow>) async throws -> OrderRow? {
    let (now, pause) = (clock(), settings.askPause)
    let row = try await store.write { tables -> OrderRow? in
      guard let row = try tables.orders.find(id), try tables.orders.takeTurn(id, pause: pause, at: now) else {
        return nil
      }
      return row
    }
    guard let row else { return try await store.read { try $0.orders.find(id) } }
    guard let provider = providers[row.provider] else {
      // Its keys were taken away: nobody can be asked until they are back.
      try await store.write { try $0.orders.postpone(id, until: now.adding(milliseconds: 600_000)) }
      return try await store.read { try $0.orders.find(id) }
    }
    do {
      var (found, name) = (try await reports(of: row, from: provider), provider.name)
      if found.isEmpty, let other = await elsewhere(row, at: now) { (found, name) = other }
      return try await change(id) { [found, name] turn in
        if turn.moves(to: name) { for payment in found { try turn.receive(payment) } }
        try turn.receive(.holdEnded)
        try turn.receive(.checked)
      }
    } catch let fault as PaymentFault {
      return try await change(id) { turn in
        switch fault {
        case .unreadable: try turn.receive(.unreadable)
        // It is asked again at its time.
        case .unavailable, .refused: try turn.receive(.unanswered)
        }
      }
    }
  }

  /// For somebody who waits: a provider that hangs holds nobody up.
  func askBriefly(_ id: RowID<OrderRow>) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = try? await ask(id) }
      group.addTask { try? await Task.sleep(for: .seconds(4)) }
      await group.next()
      group.cancelAll()
    }
  }

  /// What other providers know of an order whose own one knows nothing, before it is given up: somebody may have paid
  /// on a page of another time. That they do not answer holds nothing up.
  private func elsewhere(_ row: OrderRow, at now: Timestamp) async -> ([ReportedPayment], String)? {
    guard row.record.payments.isEmpty, now >= row.record.expiresAt else { return nil }
    for other in providers.values where other.name != row.provider {
      guard let found = try? await other.payments(row.record.code), !found.isEmpty else { continue }
      return (found, other.name)
    }
    return nil
  }

  /// What it knows of the order, and of payments that it does not name any more but that are not over.
  private func reports(
    of row: OrderRow, from provider: PaymentProvider
  ) async throws(PaymentFault) -> [ReportedPayment] {
    var found = try await provider.payments(row.record.code)
    for known in row.record.payments where !found.contains(where: { $0.report.id == known.id }) {
      if let payment = try await provider.payment(known.id) { found.append(payment) }
    }
    return found
  }
}
