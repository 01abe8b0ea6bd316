import Booking
import BookingContract
import Contract
import Domain
import Payment
import Storage
import Wire

/// What a patient sees and does with reservations that are there.
extension Bookings {
  static let reasonCharacters = 500
  /// How far ahead a doctor may give a time.
  private static let furthest: Int64 = 732 * 24 * 3_600_000

  /// - Throws: 404 for anybody but its patient and its doctor.
  public func reservation(
    _ id: ID<BookingContract.Reservation>, for caller: RowID<Person>
  ) async throws -> BookingContract.Reservation {
    let now = clock()
    return try await store.read { [self] tables in
      let row = try self.reservation(id, tables) { $0.patient == caller || $0.doctor == caller }
      return try views(tables, at: now).view(row, for: row.doctor == caller ? .doctor : .patient)
    }
  }

  /// - Throws: 400 for a cursor that was not made here.
  public func reservations(
    _ query: ReservationQuery, of patient: RowID<Person>
  ) async throws -> RecordPage<BookingContract.Reservation> {
    let now = clock()
    let limit = min(max(query.limit ?? PageQuery.defaultLimit, 1), PageQuery.maximumLimit)
    let start = try query.cursor.map { try self.place($0) }
    return try await store.read { [self] tables in
      let rows =
        switch query.scope {
        case .upcoming: try tables.reservations.upcoming(of: patient, at: now, after: start, limit: limit + 1)
        case .past: try tables.reservations.past(of: patient, at: now, after: start, limit: limit + 1)
        }
      let shown = rows.prefix(limit)
      let views = self.views(tables, at: now)
      return RecordPage(
        entries: try shown.map { try views.view($0, for: .patient) },
        next: rows.count > limit ? shown.last.map { cursor($0) } : nil)
    }
  }

  /// The number of the last one and where it stood: it may have moved since.
  private func cursor(_ row: ReservationRow) -> String {
    "\(row.placedAt.milliseconds).\(identifiers.id(row.id).text)"
  }

  private func place(_ cursor: String) throws -> ReservationPlace {
    let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let at = Int64(parts[0]),
      let id = identifiers.row(ID<ReservationRow>(String(parts[1])))
    else { throw APIError.badRequest }
    return ReservationPlace(placedAt: Timestamp(milliseconds: at), id: id)
  }

  /// What cancelling now would give back.
  /// - Throws: 404 for a reservation of somebody else.
  public func cancellation(
    of id: ID<BookingContract.Reservation>, for patient: RowID<Person>
  ) async throws -> CancelPreview {
    let now = clock()
    return try await store.read { [self] tables in
      try preview(try reservation(id, tables) { $0.patient == patient }, tables, at: now)
    }
  }

  private func preview(_ row: ReservationRow, _ tables: Tables, at now: Timestamp) throws -> CancelPreview {
    let money = try orders.money(tables, row.id)
    let left = max(0, (money?.paid ?? 0) - (money?.refunded ?? 0))
    var preview = CancelPreview(
      refund: 0, feeKept: left, currency: row.currency, needsAccount: false, isPossible: false)
    guard let facts = row.facts, facts.state.isOpen,
      let percent = ReservationMachine(facts).refundPercent(by: .patient, at: now)
    else { return preview }
    preview.isPossible = true
    if percent >= 100 {
      preview.refund = left
    } else if percent > 0, let money {
      preview.refund = facts.terms.policy.refund(
        paid: money.paid, refunded: money.refunded, start: facts.start, now: now)
    }
    preview.feeKept = left - preview.refund
    preview.needsAccount = preview.refund > 0 && money?.needsAccount == true
    return preview
  }

  /// Cancels for the refund that the patient has seen.
  /// - Throws: 400 for a reason that is too long and where a refund needs an account, 404, 409 `refund_changed` and
  ///   `reservation_changed`.
  public func cancel(
    _ id: ID<BookingContract.Reservation>, _ form: CancelForm, key: String = "", by patient: RowID<Person>
  ) async throws -> BookingContract.Reservation {
    let reason = try Self.checked(reason: form.reason)
    let account = [form.account?.holder, form.account?.bank, form.account?.number].map { $0 ?? "" }
    let attempt = RepeatableTry(
      key: key, person: patient, scope: "cancel", asked: [id.text, "\(form.expectedRefund)", form.reason] + account)
    return try await changeOnce(attempt) { [self] tables, now in
      let row = try self.reservation(id, tables) { $0.patient == patient }
      let preview = try self.preview(row, tables, at: now)
      guard preview.isPossible else { throw APIError.reservationChanged }
      guard preview.refund == form.expectedRefund else { throw APIError.refundChanged }
      var turn = self.turn(tables, at: now)
      turn.reason = reason
      if preview.needsAccount {
        guard let account = form.account else { throw APIError.missingValue }
        turn.account = try Self.checked(account)
      }
      return try turn.receive(.cancelled(by: .patient), row)
    }
  }

  static func checked(reason: String) throws(APIError) -> String {
    guard reason.count <= reasonCharacters, reason.utf8.count <= reasonCharacters * 8, !reason.utf8.contains(0) else {
      throw .badRequest
    }
    return reason
  }

  private static func checked(_ account: BankAccount) throws(APIError) -> RefundTarget {
    let digits = account.number.filter { $0 != "-" && $0 != " " }
    guard (1...60).contains(account.holder.count), account.holder.utf8.count <= 240,
      (6...32).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      !account.holder.utf8.contains(0)
    else { throw .badRequest }
    guard let bank = Bank(account.bank) else { throw .unknownBank }
    return RefundTarget(holder: account.holder, bank: bank.code, number: digits)
  }

  /// Moves to another time of the same doctor; the payment stays.
  /// - Throws: 404, 409 `reservation_changed` where it is too late to move it; `SlotGone`.
  public func reschedule(
    _ id: ID<BookingContract.Reservation>, to start: Timestamp, key: String = "", by patient: RowID<Person>
  ) async throws -> BookingContract.Reservation {
    let attempt = RepeatableTry(key: key, person: patient, scope: "reschedule", asked: [id.text, start.iso8601])
    return try await changeOnce(attempt) { [self] tables, now in
      let row = try self.reservation(id, tables) { $0.patient == patient }
      return try move(row, to: start, by: .patient, tables, at: now)
    }
  }

  /// To a slot of the doctor's own. Its present time counts as free: it may overlap the new one.
  func move(
    _ row: ReservationRow, to start: Timestamp, by side: ReservationSide, _ tables: Tables, at now: Timestamp
  ) throws -> ReservationRow {
    guard row.startsAt != start else { return row }
    try endDue(of: row.doctor, tables, at: now)
    let gone = SlotGone(doctor: row.doctor)
    guard let doctor = try tables.schedules.doctor(row.doctor, realm: row.realm),
      let times = DoctorTimes(doctor, zones, tables, at: now)
    else { throw gone }
    let end: Timestamp
    if side == .doctor {
      // Doctors know what they do: the grid and the lead time are for patients, taken cells for both.
      guard start > now, start < now.adding(milliseconds: Self.furthest) else { throw gone }
      end = start.adding(milliseconds: Int64(times.finder.schedule.slotMinutes) * 60_000)
      guard start.milliseconds % (Cells.minutes * 60_000) == 0 else { throw APIError.badRequest }
    } else {
      guard let slot = try times.slot(at: start) else { throw gone }
      end = slot.end
    }
    return try turn(tables, at: now).receive(.moved(by: side, start: start, end: end), row)
  }
}
