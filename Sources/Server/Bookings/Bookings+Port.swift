import Booking
import Contract
import Domain
import Storage
import Wire

extension Bookings {
  /// What payments ask of reservations.
  public var port: ReservationPort {
    ReservationPort(
      fact: { [self] tables, id in try tables.reservations.find(id).map { try fact($0, tables) } },
      confirm: { [self] tables, id, now in
        guard let row = try tables.reservations.find(id) else { return .gone }
        switch ReservationState(rawValue: row.state) {
        case .requested, .confirmed, .done, .noShow: return .taken
        case .held: return try pay(row, tables, at: now) ? .taken : .gone
        case .cancelled, .expired, .declined, nil: return .gone
        }
      },
      takeAgain: { [self] tables, id, now in
        guard let row = try tables.reservations.find(id), row.state == ReservationState.expired.rawValue else {
          return false
        }
        try endDue(of: row.doctor, tables, at: now)
        if let start = row.startsAt, let end = row.endsAt {
          guard try tables.cells.taken(in: Cells.covering(start, end), of: row.doctor).isEmpty else { return false }
        }
        return try pay(row, tables, at: now)
      },
      release: { [self] tables, id, now in
        guard let row = try tables.reservations.find(id) else { return }
        // A hold whose time is over may be taken again, should the money come after all.
        let isOver = row.state == ReservationState.held.rawValue && row.dueAt.map { $0 <= now } ?? false
        do {
          try silent(tables, at: now).receive(isOver ? .holdEnded : .cancelled(by: .service), row)
        } catch is ReservationMachine.Refusal {
          // It has ended already, or takes place.
        }
      },
      extend: { [self] tables, id, until, now in
        guard let row = try tables.reservations.find(id), row.state == ReservationState.held.rawValue else {
          return nil
        }
        return try silent(tables, at: now).receive(.depositPromised(until: until), row).dueAt
      },
      makeTimeless: { [self] tables, doctor, patient, now in
        guard let own = try tables.people.find(patient),
          let found = try tables.schedules.doctor(doctor, realm: own.realm)
        else { return nil }
        guard own.role == .patient, patient != doctor else { throw APIError.onlyPatients }
        if let open = try tables.reservations.openTimeless(by: patient, of: doctor, at: now),
          open.fee == found.schedule.fee, open.currency == found.schedule.currency
        {
          return try fact(open, tables)
        }
        try checkHolds(of: patient, tables, at: now)
        let new = ReservationRow(
          realm: own.realm, doctor: doctor, patient: patient, clinic: found.schedule.clinic,
          state: ReservationState.held.rawValue, startsAt: nil, endsAt: nil, dueAt: nil, personName: own.nick,
          schedule: found.schedule, at: now)
        let row = try silent(tables, at: now).hold(new, ReservationTerms(found.schedule.booking))
        return try fact(row, tables)
      })
  }

  /// false where it is too late for that.
  private func pay(_ row: ReservationRow, _ tables: Tables, at now: Timestamp) throws -> Bool {
    do {
      try silent(tables, at: now).receive(.paid, row)
      return true
    } catch is ReservationMachine.Refusal { return false }
  }

  /// Payments asked for it, and are not told again.
  private func silent(_ tables: Tables, at now: Timestamp) -> ReservationTurn {
    var turn = self.turn(tables, at: now)
    turn.tellsOrders = false
    return turn
  }

  private func fact(_ row: ReservationRow, _ tables: Tables) throws -> ReservationFact {
    let clinic = try row.clinic.flatMap { try tables.clinics.find($0) }
    return ReservationFact(
      row, doctorName: try tables.people.known(row.doctor)?.nick ?? "", clinicName: clinic?.name ?? "")
  }
}
