import BookingContract
import Domain
import Storage

/// A reservation has another state or time.
public struct ReservationChange: Equatable, Sendable {
  public var id: ID<BookingContract.Reservation>
  public var version: Int64
  /// Whom it concerns.
  public var people: [RowID<Person>]
  /// Its consult room, which is about it.
  public var room: RowID<Room>?
}

/// Something that one person is told of a reservation. Whoever tells it finds the words.
public struct BookingMessage: Equatable, Sendable {
  /// Of two with the same name only one is told.
  public var name: String
  public var news: BookingNews
  public var person: RowID<Person>
  /// Whom it is about: the doctor, or for a doctor the patient.
  public var other: RowID<Person>
  public var otherName: String
  /// The start on the doctor's clock, `2026-12-01T09:30`; empty where there is none.
  public var local: String
  /// Of that clock, IANA; empty for the doctor, whose own it is.
  public var zone: String
  /// A path in the app.
  public var target: String
}
