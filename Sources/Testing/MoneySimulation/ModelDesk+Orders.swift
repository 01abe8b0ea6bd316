import Booking
import Payment
import Wire

/// Orders, inside a transaction.
extension ModelDesk {
  func order(_ tables: inout ModelTables, _ id: Int, _ patient: Int, _ now: Timestamp) throws(MoneyRefusal) -> String {
    guard tables.holds(id), tables.view.reservations[id].patient == patient else { throw .notFound }
    let reservation = tables.view.reservations[id]
    if let code = reservation.order, mutant != .orderPerRequest { return code }
    guard reservation.facts.state == .held, let until = reservation.facts.holdUntil, now < until else {
      throw .reservationChanged
    }
    let code = "M\(tables.view.orders.count + 1)"
    let terms = reservation.facts.terms
    var record = OrderRecord(
      code: code, price: MoneyWorld.price, createdAt: now, expiresAt: until,
      latestHold: reservation.facts.start.map { terms.leadLimit(start: $0) })
    record.nextCheckAt = now
    tables.view.reservations[id].order = code
    tables.view.orders.append(MoneyView.Order(record: record, patient: patient, reservation: id))
    return code
  }

  /// One event for one order, with everything that follows from it.
  func tell(_ tables: inout ModelTables, _ index: Int, _ event: OrderEvent, _ now: Timestamp) {
    var machine = OrderMachine(tables.view.orders[index].record)
    var commands = machine.receive(event, at: now)
    while !commands.isEmpty {
      let command = commands.removeFirst()
      if let id = tables.view.orders[index].reservation,
        let answer = carryOut(command, &tables, reservation: id, order: index, now)
      {
        commands += machine.receive(.reservationAnswered(isOurs: answer), at: now)
      }
      switch command {
      case .confirmReservation, .takeReservationAgain, .releaseReservation, .leaveReservation, .extendHold: break
      case .refund(let refund):
        tables.refunds.append(ModelTables.Refund(order: machine.order.code, refund: refund))
      case .enter(let entry): tables.view.ledger.append(MoneyView.Entry(order: machine.order.code, entry: entry))
      case .note(let note): tables.view.orders[index].history.append(note.code)
      case .closeAccount(let payment): tables.closings.append(payment)
      case .tell, .forgetAccount: break
      }
    }
    tables.view.orders[index].record = machine.order
  }

  /// What is asked of the reservation, and its answer.
  private func carryOut(
    _ command: OrderCommand, _ tables: inout ModelTables, reservation id: Int, order index: Int, _ now: Timestamp
  ) -> Bool? {
    switch command {
    case .confirmReservation: return confirm(&tables, id, now)
    case .takeReservationAgain: return takeAgain(&tables, id, now)
    case .releaseReservation: release(&tables, id, now)
    case .leaveReservation:
      tables.view.reservations[id].order = nil
      tables.view.orders[index].reservation = nil
    case .extendHold(let until): try? turn(&tables, id, .depositPromised(until: until), tellsOrder: false, now)
    default: break
    }
    return nil
  }

  private func confirm(_ tables: inout ModelTables, _ id: Int, _ now: Timestamp) -> Bool {
    switch tables.view.reservations[id].facts.state {
    case .requested, .confirmed, .done, .noShow: return true
    case .cancelled, .expired, .declined: return false
    case .held: break
    }
    if mutant == .twoTransactions {
      flows.append(.afterwards { [self] in try? turn(&$0, id, .paid, tellsOrder: false, $1) })
      return true
    }
    return pays(&tables, id, now)
  }

  private func takeAgain(_ tables: inout ModelTables, _ id: Int, _ now: Timestamp) -> Bool {
    let reservation = tables.view.reservations[id]
    guard reservation.facts.state == .expired else { return false }
    for other in tables.view.reservations where other.doctor == reservation.doctor {
      endDue(&tables, reservation: other.id, now)
    }
    return pays(&tables, id, now)
  }

  /// false where it is too late, or the slot is somebody's: then nothing has changed.
  private func pays(_ tables: inout ModelTables, _ id: Int, _ now: Timestamp) -> Bool {
    var next = tables
    do {
      try turn(&next, id, .paid, tellsOrder: false, now)
      tables = next
      return true
    } catch { return false }
  }

  private func release(_ tables: inout ModelTables, _ id: Int, _ now: Timestamp) {
    // A hold whose time is over may be taken again, should the money come after all.
    do { try turn(&tables, id, .holdEnded, tellsOrder: false, now) } catch {
      try? turn(&tables, id, .cancelled(by: .service), tellsOrder: false, now)
    }
  }
}
