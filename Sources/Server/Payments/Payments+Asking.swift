import Contract
import Domain
import Payment
import Storage
import Synchronization
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
      let found = try await reports(of: row, from: provider)
      return try await change(id) { turn in
        for payment in found { try turn.receive(payment) }
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

  /// Something may have happened to a payment: it is asked about at once, or as soon as it may be.
  public func hear(_ webhook: PaymentWebhook, from provider: String) async throws {
    let now = clock()
    let isOurs = try await store.write { tables -> Bool in
      var row = try webhook.orderCode.flatMap { try tables.orders.find(code: $0) }
      if row == nil, let payment = webhook.payment,
        let id = try tables.payments.order(of: payment, provider: provider)
      {
        row = try tables.orders.find(id)
      }
      guard let row else { return false }
      try tables.orders.hasten(row.id, to: now)
      return true
    }
    if isOurs { bell.ring() }
  }

  /// Finishes orders whose callback was lost, that were paid late, or that nobody paid; until it is cancelled.
  public func keepSweeping() async {
    let ticking = Task { [bell, settings] in
      while !Task.isCancelled {
        bell.ring()
        try? await Task.sleep(for: .milliseconds(settings.sweepPause))
      }
    }
    await withTaskCancellationHandler {
      for await _ in bell.rings {
        if Task.isCancelled { break }
        _ = try? await sweep()
      }
    } onCancel: {
      ticking.cancel()
      bell.stop()
    }
  }

  /// Asks about all orders whose time has come, and says about how many.
  @discardableResult
  public func sweep() async throws -> Int {
    let (now, limit) = (clock(), 50)
    let due = try await store.read { try $0.orders.due(at: now, limit: limit) }
    await withTaskGroup(of: Void.self) { group in
      for (index, id) in due.enumerated() {
        if index >= 4 { await group.next() }
        group.addTask {
          let asked = try? await ask(id)
          // Somebody else asked a moment ago, or the data could not be written: not at once again.
          if asked?.record.nextCheckAt.map({ $0 <= now }) ?? false {
            let later = now.adding(milliseconds: settings.askPause)
            _ = try? await store.write { try $0.orders.postpone(id, until: later) }
          }
        }
      }
    }
    _ = try? await store.write { try $0.idempotency.deleteKept(until: now, limit: 200) }
    return due.count
  }
}

/// Wakes the sweep.
final class SweepBell: Sendable {
  let rings: AsyncStream<Void>
  private let ringer: AsyncStream<Void>.Continuation

  init() { (rings, ringer) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

  func ring() { ringer.yield() }
  func stop() { ringer.finish() }
}
