import Domain
import Wire

/// What payments may know of a reservation.
public struct ReservationFact: Equatable, Sendable {
  public var id: RowID<ReservationRow>
  public var doctor: RowID<Person>
  public var patient: RowID<Person>
  /// A name of `ReservationState`.
  public var state: String
  public var version: Int64
  /// nil as long as there is no time.
  public var startsAt: Timestamp?
  public var endsAt: Timestamp?
  /// Of one that is held: the end of the hold.
  public var holdUntil: Timestamp?
  /// The last instant at which something may still happen before it: its start without the lead time.
  public var leadLimit: Timestamp?
  /// Minor units.
  public var fee: Int64
  public var currency: String
  public var policy: PolicyRow
  public var doctorName: String
  public var clinicName: String

  public init(_ row: ReservationRow, doctorName: String, clinicName: String) {
    id = row.id
    doctor = row.doctor
    patient = row.patient
    state = row.state
    version = row.version
    startsAt = row.startsAt
    endsAt = row.endsAt
    holdUntil = row.state == "held" ? row.dueAt : nil
    leadLimit = row.startsAt?.adding(milliseconds: -row.leadMinutes * 60_000)
    fee = row.fee
    currency = row.currency
    policy = row.policy
    self.doctorName = doctorName
    self.clinicName = clinicName
  }
}

/// What payments ask of bookings, inside the transaction of the order. ServerApp joins them: the two areas do not know
/// each other. What people are told of it goes out as jobs that are written in the same transaction.
public struct ReservationPort: Sendable {
  public enum Confirmation: Equatable, Sendable {
    /// It is confirmed now, or waits for the doctor's answer; also where it was so before.
    case taken
    /// The hold ended, or it was cancelled: `takeAgain` says whether it can still be had.
    case gone
  }

  /// nil where there is none.
  public var fact: @Sendable (Tables, RowID<ReservationRow>) throws -> ReservationFact?
  /// The money is there.
  public var confirm: @Sendable (Tables, RowID<ReservationRow>, Timestamp) throws -> Confirmation
  /// The money came after the hold had ended. true: the slot was still free, and the reservation stands as if it had
  /// been paid in time. false: nothing was changed.
  public var takeAgain: @Sendable (Tables, RowID<ReservationRow>, Timestamp) throws -> Bool
  /// The order ended: a hold, or what an operator takes back, ends, and its slot is free. Nothing where it is over.
  public var release: @Sendable (Tables, RowID<ReservationRow>, Timestamp) throws -> Void
  /// Lets a hold last until then, for a deposit that takes time; never past the lead time.
  /// - Returns: its end now; nil where it does not hold any more.
  public var extend: @Sendable (Tables, RowID<ReservationRow>, _ until: Timestamp, Timestamp) throws -> Timestamp?
  /// A consultation without a time, held for an order that names only the doctor.
  /// - Returns: nil where there is no such doctor to reserve.
  public var makeTimeless:
    @Sendable (Tables, _ doctor: RowID<Person>, _ patient: RowID<Person>, Timestamp) throws -> ReservationFact?

  public init(
    fact: @escaping @Sendable (Tables, RowID<ReservationRow>) throws -> ReservationFact?,
    confirm: @escaping @Sendable (Tables, RowID<ReservationRow>, Timestamp) throws -> Confirmation,
    takeAgain: @escaping @Sendable (Tables, RowID<ReservationRow>, Timestamp) throws -> Bool,
    release: @escaping @Sendable (Tables, RowID<ReservationRow>, Timestamp) throws -> Void,
    extend: @escaping @Sendable (Tables, RowID<ReservationRow>, Timestamp, Timestamp) throws -> Timestamp?,
    makeTimeless:
      @escaping @Sendable (Tables, RowID<Person>, RowID<Person>, Timestamp) throws -> ReservationFact?
  ) {
    self.fact = fact
    self.confirm = confirm
    self.takeAgain = takeAgain
    self.release = release
    self.extend = extend
    self.makeTimeless = makeTimeless
  }
}
