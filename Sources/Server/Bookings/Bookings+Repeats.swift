import Booking
import BookingContract
import Contract
import Crypto
import Domain
import Storage
import Wire

/// One try of something that moves money or makes a reservation, which a client may send again under the same key.
struct RepeatableTry: Sendable {
  let key: String
  let person: RowID<Person>
  /// Which route.
  let scope: String
  /// Of all that was asked for.
  let digest: String

  init(_ key: String, by person: RowID<Person>, scope: String, asking parts: [String]) {
    self.key = key
    self.person = person
    self.scope = scope
    // With their lengths: no two requests have the same text.
    digest = Hex.encode(Hashing.sha256(Array(parts.map { "\($0.utf8.count):\($0)" }.joined(separator: ",").utf8)))
  }
}

extension Bookings {
  /// Changes one reservation and shows it to its patient.
  func changeOnce(
    _ attempt: RepeatableTry,
    _ body: @escaping @Sendable (Tables, Timestamp) throws -> ReservationRow
  ) async throws -> BookingContract.Reservation {
    try await change { [self] tables, now in
      try views(tables, at: now).view(try body(tables, now), for: .patient)
    }
  }
}
