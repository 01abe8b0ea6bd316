import Booking
import Contract
import Domain
import Storage
import Wire

/// Somebody else has the time: nothing of what was asked for may happen.
public struct SlotGone: Error {
  public let doctor: RowID<Person>
}

/// One event for one reservation, inside a transaction: the machine decides, and what it commands is done here.
struct ReservationTurn {
  let tables: Tables
  let settings: BookingSettings
  let zones: TimeZones
  let orders: OrderPort
  let now: Timestamp
  /// Where money that was deposited goes back to.
  var account: RefundTarget?
  /// Why somebody cancels or declines.
  var reason = ""
  /// Whether payments hear of an end; not where they asked for it.
  var tellsOrders = true

  /// The reservation as it is after the event.
  /// - Throws: a refusal of the machine; `SlotGone` where a time is taken.
  @discardableResult
  func receive(_ event: ReservationMachine.Event, _ row: ReservationRow) throws -> ReservationRow {
    guard let facts = row.facts else { throw APIError.reservationChanged }
    var machine = ReservationMachine(facts)
    let commands = try machine.receive(event, at: now)
    guard machine.facts != facts else { return row }
    var changed = row
    changed.take(machine.facts, settings.consult)
    if !reason.isEmpty { changed.cancelReason = reason }
    for command in commands {
      switch command {
      case .takeCells(let cells):
        guard try tables.cells.take(cells, of: row.doctor, for: .reservation(row.id)) else {
          throw SlotGone(doctor: row.doctor)
        }
      case .releaseCells: try tables.cells.release(.reservation(row.id))
      case .openRoom:
        changed.room = try tables.rooms.findOrInsert(realm: row.realm, row.patient, row.doctor, at: now).id
      case .refund, .remind, .offer, .tell: break
      }
    }
    guard let stored = try tables.reservations.change(changed, at: now) else { throw APIError.reservationChanged }
    try tables.jobs.addChange(of: row, at: now)
    try finish(event, commands, stored, from: facts)
    return stored
  }

  /// A new reservation, with its cells.
  /// - Throws: `SlotGone`; a refusal of the machine.
  func hold(_ new: ReservationRow, _ terms: ReservationTerms) throws -> ReservationRow {
    let (machine, commands) = try ReservationMachine.hold(
      start: new.startsAt, end: new.endsAt, terms: terms, minutes: settings.holdMinutes, at: now)
    var row = new
    row.take(machine.facts, settings.consult)
    row.version = machine.facts.version
    row.id = try tables.reservations.insert(row)
    for case .takeCells(let cells) in commands {
      guard try tables.cells.take(cells, of: row.doctor, for: .reservation(row.id)) else {
        throw SlotGone(doctor: row.doctor)
      }
    }
    try tables.jobs.addDue(row)
    // What costs nothing needs no payment.
    return row.fee == 0 ? try receive(.paid, row) : row
  }

  private func finish(
    _ event: ReservationMachine.Event, _ commands: [ReservationMachine.Command], _ row: ReservationRow,
    from old: ReservationFacts
  ) throws {
    var refund: Int64 = 0
    for command in commands {
      switch command {
      case .refund(let percent): refund = try amount(percent, row, old)
      case .remind: try tables.jobs.addReminders(of: row, at: now)
      case .offer(let start, let end):
        try WaitingTurn(tables: tables, settings: settings, zones: zones, now: now).offer(start, end, of: row.doctor)
      case .tell(let side, let notice):
        try tables.jobs.addNews(BookingNews(notice), of: row, isForDoctor: side == .doctor, at: now)
      case .takeCells, .releaseCells, .openRoom: break
      }
    }
    try tables.jobs.addDue(row)
    guard tellsOrders, let end = ReservationEnd(event, row) else { return }
    try orders.ended(tables, row.id, end, refund, account, now)
  }

  /// What goes back, in minor units.
  private func amount(_ percent: Int, _ row: ReservationRow, _ old: ReservationFacts) throws -> Int64 {
    guard let money = try orders.money(tables, row.id) else { return 0 }
    if percent >= 100 { return max(0, money.paid - money.refunded) }
    return old.terms.policy.refund(paid: money.paid, refunded: money.refunded, start: old.start, now: now)
  }
}

extension ReservationEnd {
  /// How a reservation ended by an event; nil where it did not, or took place.
  fileprivate init?(_ event: ReservationMachine.Event, _ row: ReservationRow) {
    switch ReservationState(rawValue: row.state) {
    case .expired: self = .lapsed
    case .declined: self = event == .approvalEnded ? .unanswered : .declined
    case .cancelled:
      switch row.cancelledBy.flatMap({ ReservationSide(rawValue: $0) }) {
      case .doctor: self = .cancelledByDoctor
      case .patient: self = .cancelledByPatient
      case .service, nil: self = .cancelledByService
      }
    default: return nil
    }
  }
}
