import Booking
import Payment
import Wire

/// Reservations and the waiting list, inside a transaction.
extension ModelDesk {
  func reserve(
    _ tables: inout ModelTables, _ patient: Int, _ doctor: Int, _ start: Timestamp?, offer: Int?, _ now: Timestamp
  ) throws(MoneyRefusal) -> Int {
    for reservation in tables.view.reservations where reservation.doctor == doctor {
      endDue(&tables, reservation: reservation.id, now)
    }
    let open = tables.view.reservations.first {
      $0.patient == patient && $0.doctor == doctor && $0.facts.start == nil && $0.facts.state == .held
    }
    if start == nil, let open { return open.id }
    if let offer { try accept(&tables, offer, patient, start) }
    var slot: Slot?
    if let start {
      slot = tables.view.slot(doctor, start, at: now)
      guard slot?.isFree == true else { throw .slotTaken }
    }
    let terms = ReservationTerms(MoneyWorld.schedule(doctor))
    guard
      let (machine, commands) = try? ReservationMachine.hold(
        start: slot?.start, end: slot?.end, terms: terms, minutes: MoneyWorld.holdMinutes, at: now)
    else { throw .slotTaken }
    let id = tables.view.reservations.count
    tables.view.reservations.append(
      MoneyView.Reservation(id: id, doctor: doctor, patient: patient, facts: machine.facts, order: nil))
    for case .takeCells(let cells) in commands {
      guard tables.isFree(cells, of: doctor) else { throw .slotTaken }
      tables.take(cells, of: doctor, for: .reservation(id))
    }
    return id
  }

  /// One event for one reservation.
  func turn(
    _ tables: inout ModelTables, _ id: Int, _ event: ReservationMachine.Event, tellsOrder: Bool = true,
    _ now: Timestamp
  ) throws(MoneyRefusal) {
    let old = tables.view.reservations[id]
    var machine = ReservationMachine(old.facts)
    let commands: [ReservationMachine.Command]
    do { commands = try machine.receive(event, at: now) } catch { throw .reservationChanged }
    guard machine.facts != old.facts else { return }
    tables.view.reservations[id].facts = machine.facts
    if mutant == .doctorsTimeCosts { tables.view.reservations[id].facts.isTimeByDoctor = false }
    var percent = 0
    var freed: (Timestamp, Timestamp)?
    for command in commands {
      switch command {
      case .takeCells(let cells):
        let isUnseen = mutant == .takenAgainUnseen && event == .paid
        guard isUnseen || tables.isFree(cells, of: old.doctor) else { throw .slotTaken }
        tables.take(cells, of: old.doctor, for: .reservation(id))
      case .releaseCells(let cells):
        if case .moved = event, mutant == .movingKeepsCells { continue }
        tables.release(cells, of: old.doctor, by: .reservation(id))
      case .refund(let part): percent = part
      case .offer(let start, let end): freed = (start, end)
      case .openRoom, .remind, .tell: break
      }
    }
    if let freed { offer(&tables, old.doctor, freed.0, freed.1, now) }
    if tellsOrder { tellOrder(&tables, old, machine.facts, event, percent, now) }
  }

  /// The order hears of an end.
  private func tellOrder(
    _ tables: inout ModelTables, _ old: MoneyView.Reservation, _ facts: ReservationFacts,
    _ event: ReservationMachine.Event, _ percent: Int, _ now: Timestamp
  ) {
    guard let code = old.order, let index = tables.order(code) else { return }
    switch facts.state {
    case .expired: tell(&tables, index, .holdEnded, now)
    case .declined:
      if mutant == .declineKeepsMoney, event == .declined { return }
      tell(&tables, index, .declined, now)
    case .cancelled:
      let by: CancelledBy =
        switch facts.cancelledBy {
        case .doctor: .doctor
        case .service: .operatorItself
        case .patient, nil: .patient
        }
      let refund = Self.amount(percent, tables.view.orders[index].record, old.facts, now)
      tell(&tables, index, .cancelled(by: by, refund: refund), now)
    case .held, .requested, .confirmed, .done, .noShow: break
    }
  }

  func endDue(_ tables: inout ModelTables, reservation id: Int, _ now: Timestamp) {
    let facts = tables.view.reservations[id].facts
    if facts.state == .held, let until = facts.holdUntil, until <= now {
      try? turn(&tables, id, .holdEnded, now)
    } else if facts.state == .requested, let until = facts.approveUntil, until <= now, mutant != .approvalNeverEnds {
      try? turn(&tables, id, .approvalEnded, now)
    }
  }

  // MARK: Who waits

  func wait(
    _ tables: inout ModelTables, _ patient: Int, _ doctor: Int, _ from: CalendarDate, _ to: CalendarDate,
    _ now: Timestamp
  ) {
    let isThere = tables.view.waiting.contains { $0.isOpen && $0.patient == patient && $0.doctor == doctor }
    guard !isThere else { return }
    let id = tables.view.waiting.count
    let entry = WaitingEntry(id: Int64(id), from: from, to: to, since: now)
    tables.view.waiting.append(MoneyView.Waiting(id: id, doctor: doctor, patient: patient, entry: entry))
  }

  func leave(_ tables: inout ModelTables, _ id: Int, _ patient: Int, _ now: Timestamp) throws(MoneyRefusal) {
    guard tables.view.waiting.indices.contains(id), tables.view.waiting[id].patient == patient else { throw .notFound }
    tables.view.waiting[id].isOpen = false
    for offer in tables.view.offers where offer.isOpen && offer.waiting == id {
      end(&tables, offer, now)
    }
  }

  func offer(_ tables: inout ModelTables, _ doctor: Int, _ start: Timestamp, _ end: Timestamp, _ now: Timestamp) {
    guard let slot = tables.view.slot(doctor, start, at: now), slot.end == end, slot.isFree else { return }
    let entries = tables.view.waiting.filter { $0.isOpen && $0.doctor == doctor }.map(\.entry)
    let firstStart = MoneyWorld.schedule(doctor).firstStart(at: now)
    guard let chosen = MoneyWorld.waiting.offer(slot, to: entries, firstStart: firstStart, at: now) else { return }
    let id = tables.view.offers.count
    let waiting = Int(chosen.entry)
    tables.view.offers.append(
      MoneyView.Offer(id: id, waiting: waiting, doctor: doctor, start: start, end: end, until: chosen.until))
    tables.view.waiting[waiting].entry.offeredUntil = chosen.until
    tables.view.waiting[waiting].entry.passed.append(start)
    guard mutant != .offerKeepsNothing else { return }
    tables.take(Cells.covering(start, end), of: doctor, for: .offer(id))
  }

  /// An offer becomes the reservation of whoever got it.
  private func accept(
    _ tables: inout ModelTables, _ id: Int, _ patient: Int, _ start: Timestamp?
  ) throws(MoneyRefusal) {
    guard tables.view.offers.indices.contains(id) else { throw .notFound }
    let offer = tables.view.offers[id]
    guard offer.isOpen, offer.start == start, tables.view.waiting[offer.waiting].patient == patient else {
      throw .reservationChanged
    }
    tables.view.offers[id].isOpen = false
    tables.view.waiting[offer.waiting].isOpen = false
    tables.release(Cells.covering(offer.start, offer.end), of: offer.doctor, by: .offer(id))
  }

  func endOffer(_ tables: inout ModelTables, _ id: Int, _ now: Timestamp) {
    let offer = tables.view.offers[id]
    guard offer.isOpen, offer.until <= now else { return }
    end(&tables, offer, now)
  }

  /// Nobody took it: the next is asked.
  private func end(_ tables: inout ModelTables, _ offer: MoneyView.Offer, _ now: Timestamp) {
    tables.view.offers[offer.id].isOpen = false
    tables.view.waiting[offer.waiting].entry.offeredUntil = nil
    tables.release(Cells.covering(offer.start, offer.end), of: offer.doctor, by: .offer(offer.id))
    if now < offer.start { self.offer(&tables, offer.doctor, offer.start, offer.end, now) }
  }
}
