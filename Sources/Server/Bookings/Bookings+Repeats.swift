import Booking
import BookingContract
import Contract
import Domain
import Storage
import Wire

/// One try of something that moves money or makes a reservation, which a client may send again under the same key.
struct RepeatableTry: Sendable {
  let key: String
  let person: RowID<Person>
  /// Which route.
  let scope: String
  /// All that is asked for.
  let asked: [String]
}

extension Bookings {
  /// Changes one reservation, once for each key: a repeat is answered with the reservation as it is by now.
  /// - Throws: 409 `reservation_changed` where the key came with another request before.
  func changeOnce(
    _ attempt: RepeatableTry, for viewer: ReservationViews.Viewer = .patient,
    _ body: @escaping @Sendable (Tables, Timestamp) throws -> ReservationRow
  ) async throws -> BookingContract.Reservation {
    try await change { [self] tables, now in
      let row = try first(attempt, tables) ?? remember(attempt, try body(tables, now), tables, at: now)
      return try views(tables, at: now).view(row, for: viewer)
    }
  }

  private func first(_ attempt: RepeatableTry, _ tables: Tables) throws -> ReservationRow? {
    switch try tables.idempotency.find(
      attempt.key, of: attempt.person, scope: attempt.scope, digest: digests.text(attempt.asked))
    {
    case .nothing: return nil
    case .otherRequest: throw APIError.reservationChanged
    case .answer(let text):
      guard let number = Int64(text), let row = try tables.reservations.find(RowID(number)) else {
        throw APIError.reservationNotFound
      }
      return row
    }
  }

  private func remember(
    _ attempt: RepeatableTry, _ row: ReservationRow, _ tables: Tables, at now: Timestamp
  ) throws -> ReservationRow {
    try tables.idempotency.keep(
      "\(row.id.value)", for: attempt.key, of: attempt.person, scope: attempt.scope,
      digest: digests.text(attempt.asked), at: now)
    return row
  }
}
