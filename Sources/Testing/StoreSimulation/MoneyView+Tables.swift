import Booking
import Domain
import MoneySimulation
import Payment
import SQL
import Storage
import Wire

extension MoneyView {
  /// What is stored, read without the code that is being tested. Numbers of rows are places, and have no holes.
  init(_ tables: Tables, _ people: DeskPeople) throws {
    self.init()
    let sql = tables.connection
    let patients = Self.places(people.patients)
    let doctors = Self.places(people.doctors)
    try readReservations(sql, patients, doctors)
    try readOrders(tables, patients)
    try readWaiting(sql, patients, doctors)
    cells = Dictionary(
      uniqueKeysWithValues: try sql.all("SELECT doctor_id, cell, reservation_id, offer_id FROM reservation_cells") {
        (row) throws(SQLError) in
        let owner: Owner
        if let id = try row.optionalInt64(2) {
          owner = .reservation(Int(id) - 1)
        } else {
          owner = .offer(Int(try row.int64(3)) - 1)
        }
        return (Cell(doctor: try Self.place(row.int64(0), doctors), cell: try row.int64(1)), owner)
      })
  }

  private static func places(_ rows: [RowID<Person>]) -> [Int64: Int] {
    Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($0.element.value, $0.offset) })
  }

  private static func place(_ row: Int64, _ places: [Int64: Int]) throws(SQLError) -> Int {
    guard let place = places[row] else { throw .mistake("somebody who is not there") }
    return place
  }

  private static func time(_ row: SQLRow, _ column: Int) throws(SQLError) -> Timestamp? {
    try row.optionalInt64(column).map { Timestamp(milliseconds: $0) }
  }

  private mutating func readReservations(
    _ sql: any SQLConnection, _ patients: [Int64: Int], _ doctors: [Int64: Int]
  ) throws {
    reservations = try sql.all(
      """
      SELECT id, doctor_id, patient_id, state, starts_at, ends_at, due_at, confirmed_at, finished_at, cancelled_by,
        version, free_hours, part_hours, part_percent, lead_minutes, needs_approval, approval_hours,
        time_by_doctor
      FROM reservations ORDER BY id
      """
    ) { (row) throws(SQLError) in
      guard let state = ReservationState(rawValue: try row.text(3)) else { throw .mistake("an unknown state") }
      let due = try Self.time(row, 6)
      let terms = ReservationTerms(
        policy: CancelPolicy(
          freeHours: Int(try row.int64(11)), partHours: Int(try row.int64(12)), partPercent: Int(try row.int64(13))),
        leadMinutes: Int(try row.int64(14)), needsApproval: try row.bool(15), approvalHours: Int(try row.int64(16)))
      let facts = ReservationFacts(
        state: state, start: try Self.time(row, 4), end: try Self.time(row, 5), terms: terms,
        holdUntil: state == .held ? due : nil, approveUntil: state == .requested ? due : nil,
        confirmedAt: try Self.time(row, 7), finishedAt: try Self.time(row, 8),
        cancelledBy: try row.optionalText(9).flatMap { ReservationSide(rawValue: $0) },
        isTimeByDoctor: try row.bool(17), version: try row.int64(10))
      return Reservation(
        id: Int(try row.int64(0)) - 1, doctor: try Self.place(row.int64(1), doctors),
        patient: try Self.place(row.int64(2), patients), facts: facts, order: nil)
    }
    guard reservations.enumerated().allSatisfy({ $0.offset == $0.element.id }) else {
      throw SQLError.mistake("a reservation is missing")
    }
  }

  private mutating func readOrders(_ tables: Tables, _ patients: [Int64: Int]) throws {
    let sql = tables.connection
    var history: [Int64: [OrderNote.Code]] = [:]
    try sql.rows("SELECT order_id, code FROM order_notes ORDER BY id", []) { (row) throws(SQLError) in
      guard let code = OrderNote.Code(rawValue: try row.text(1)) else { throw .mistake("an unknown note") }
      history[try row.int64(0), default: []].append(code)
    }
    for row in try tables.orders.list(limit: 10_000).reversed() {
      let place = row.reservation.map { Int($0) - 1 }
      if let place {
        guard reservations.indices.contains(place) else { throw SQLError.mistake("an order of no reservation") }
        reservations[place].order = row.record.code
      }
      orders.append(
        Order(
          record: row.record, patient: try Self.place(row.buyer.value, patients), reservation: place,
          history: history[row.id.value] ?? []))
    }
    ledger = try sql.all(
      """
      SELECT o.code, l.payment_key, l.kind, l.amount, l.currency, l.total
      FROM ledger_entries l JOIN orders o ON o.id = l.order_id ORDER BY l.id
      """
    ) { (row) throws(SQLError) in
      guard let kind = LedgerEntry.Kind(rawValue: try row.text(2)), let currency = Currency(try row.text(4)) else {
        throw .mistake("an unknown entry")
      }
      let entry = LedgerEntry(
        payment: try row.text(1), kind: kind, amount: try row.int64(3), currency: currency, total: try row.int64(5))
      return Entry(order: try row.text(0), entry: entry)
    }
  }

  private mutating func readWaiting(
    _ sql: any SQLConnection, _ patients: [Int64: Int], _ doctors: [Int64: Int]
  ) throws {
    waiting = try sql.all(
      "SELECT id, doctor_id, patient_id, from_date, to_date, state, created_at FROM waiting_entries ORDER BY id"
    ) { (row) throws(SQLError) in
      guard let from = CalendarDate(text: try row.text(3)), let to = CalendarDate(text: try row.text(4)) else {
        throw .mistake("a day that is none")
      }
      let id = try row.int64(0)
      let entry = WaitingEntry(
        id: id - 1, from: from, to: to, since: Timestamp(milliseconds: try row.int64(6)))
      return Waiting(
        id: Int(id) - 1, doctor: try Self.place(row.int64(1), doctors),
        patient: try Self.place(row.int64(2), patients), isOpen: ["waiting", "offered"].contains(try row.text(5)),
        entry: entry)
    }
    offers = try sql.all(
      "SELECT id, entry_id, doctor_id, starts_at, ends_at, until, state FROM waiting_offers ORDER BY id"
    ) { (row) throws(SQLError) in
      Offer(
        id: Int(try row.int64(0)) - 1, waiting: Int(try row.int64(1)) - 1,
        doctor: try Self.place(row.int64(2), doctors), start: Timestamp(milliseconds: try row.int64(3)),
        end: Timestamp(milliseconds: try row.int64(4)), until: Timestamp(milliseconds: try row.int64(5)),
        isOpen: try row.text(6) == "open")
    }
  }
}
