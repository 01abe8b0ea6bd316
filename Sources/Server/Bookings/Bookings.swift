import Booking
import BookingContract
import Contract
import Domain
import SQL
import Storage
import Wire

/// Clinics, doctors' hours, reservations and those who wait for one. Refusals are thrown as `APIError`, and `SlotGone`
/// where a time is another's by now; anything else is a fault of the server.
public final class Bookings: Sendable {
  let store: DataStore
  let identifiers: Identifiers
  let settings: BookingSettings
  let zones: TimeZones
  /// Money is the business of payments.
  let orders: OrderPort
  let calendars: CalendarMint
  let digests: RequestDigests
  /// What became of the order of a reservation, as people see it.
  let orderState: @Sendable (Tables, RowID<ReservationRow>) throws -> OrderState?
  let clock: @Sendable () -> Timestamp
  /// Jobs were added.
  let wake: @Sendable () -> Void

  /// - Parameter linkKey: signs the addresses of calendars, and what is kept of requests that may be repeated.
  public init(
    store: DataStore, identifiers: Identifiers, settings: BookingSettings = BookingSettings(), zones: TimeZones,
    linkKey: [UInt8], orders: OrderPort = .none,
    orderState: @escaping @Sendable (Tables, RowID<ReservationRow>) throws -> OrderState? = { _, _ in nil },
    clock: @escaping @Sendable () -> Timestamp, wake: @escaping @Sendable () -> Void = {}
  ) {
    self.store = store
    self.identifiers = identifiers
    self.settings = settings
    self.zones = zones
    self.orders = orders
    calendars = CalendarMint(key: linkKey)
    digests = RequestDigests(key: linkKey)
    self.orderState = orderState
    self.clock = clock
    self.wake = wake
  }

  func turn(_ tables: Tables, at now: Timestamp) -> ReservationTurn {
    ReservationTurn(tables: tables, settings: settings, zones: zones, orders: orders, now: now)
  }

  func views(_ tables: Tables, at now: Timestamp) -> ReservationViews {
    ReservationViews(
      tables: tables, identifiers: identifiers, zones: zones, now: now, orderState: { try self.orderState(tables, $0) })
  }

  /// Changes reservations in one transaction, then lets what people are told go out.
  func change<T: Sendable>(_ body: @escaping @Sendable (Tables, Timestamp) throws -> T) async throws -> T {
    let now = clock()
    let value = try await store.write { tables in
      do { return try body(tables, now) } catch let refusal as ReservationMachine.Refusal { throw APIError(refusal) }
    }
    wake()
    return value
  }

  /// - Throws: 404 where there is no approved doctor with hours.
  func doctor(_ id: ID<Person>, realm: Realm, _ tables: Tables) throws -> BookableDoctor {
    guard let row = identifiers.row(id), let doctor = try tables.schedules.doctor(row, realm: realm) else {
      throw APIError.personNotFound
    }
    return doctor
  }

  /// What must be over before a person can go: their open reservations, the next first.
  public func open(
    of person: RowID<Person>, _ tables: Tables
  ) throws -> [(id: String, title: String, at: Timestamp)] {
    try tables.reservations.open(of: person, at: clock(), limit: 100).map { row in
      let other = try tables.people.known(row.doctor == person ? row.patient : row.doctor)
      return (identifiers.id(row.id).text, other?.nick ?? "", row.startsAt ?? row.createdAt)
    }
  }

  /// A reservation of the caller, as patient or as doctor.
  /// - Throws: 404 for any other.
  func reservation(
    _ id: ID<BookingContract.Reservation>, _ tables: Tables, where isTheirs: (ReservationRow) -> Bool
  ) throws -> ReservationRow {
    guard let number = identifiers.row(id, as: ReservationRow.self),
      let row = try tables.reservations.find(number), isTheirs(row)
    else { throw APIError.reservationNotFound }
    return row
  }
}

extension Identifiers {
  /// Ids of the wire bear the type of what they name there.
  func id<Row: Identified, Of>(_ row: RowID<Row>, of type: Of.Type) -> ID<Of> { ID<Of>(id(row).text) }

  func row<Row: Identified, Of>(_ id: ID<Of>, as type: Row.Type) -> RowID<Row>? { row(ID<Row>(id.text)) }
}

extension APIError {
  static let reservationNotFound = APIError(status: 404, code: .notFound, message: "예약을 찾을 수 없습니다.")
  static let clinicNotFound = APIError(status: 404, code: .notFound, message: "병원을 찾을 수 없습니다.")
  static let notTheDoctor = APIError(status: 445, code: .notParticipant, message: "의사만 할 수 있습니다.")
  static let onlyPatients = APIError(status: 445, code: .notParticipant, message: "환자만 예약할 수 있습니다.")
  static let tooManyHolds = APIError(
    status: 429, code: .tooManyCalls, message: "결제를 기다리는 예약이 너무 많습니다. 잠시 후 다시 시도해주세요.", display: .dialog)

  init(_ refusal: ReservationMachine.Refusal) {
    switch refusal {
    case .changed, .tooLate, .tooEarly, .notAllowed: self = .reservationChanged
    case .noTime: self = .badRequest
    }
  }
}
