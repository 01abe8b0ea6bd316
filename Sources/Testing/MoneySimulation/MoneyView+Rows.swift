import Booking
import Payment
import Wire

/// What is stored, row by row. Numbers of rows are their places.
extension MoneyView {
  public struct Reservation: Equatable, Sendable {
    public var id: Int
    public var doctor: Int
    public var patient: Int
    public var facts: ReservationFacts
    public var order: String?

    public init(id: Int, doctor: Int, patient: Int, facts: ReservationFacts, order: String?) {
      self.id = id
      self.doctor = doctor
      self.patient = patient
      self.facts = facts
      self.order = order
    }
  }

  public struct Order: Equatable, Sendable {
    public var record: OrderRecord
    public var patient: Int
    /// nil: the order ended and left it to another one.
    public var reservation: Int?
    public var history: [OrderNote.Code]

    public init(record: OrderRecord, patient: Int, reservation: Int?, history: [OrderNote.Code] = []) {
      self.record = record
      self.patient = patient
      self.reservation = reservation
      self.history = history
    }
  }

  public struct Entry: Equatable, Sendable {
    public var order: String
    public var entry: LedgerEntry

    public init(order: String, entry: LedgerEntry) {
      self.order = order
      self.entry = entry
    }
  }

  public struct Waiting: Equatable, Sendable {
    public var id: Int
    public var doctor: Int
    public var patient: Int
    public var isOpen: Bool
    public var entry: WaitingEntry

    public init(id: Int, doctor: Int, patient: Int, isOpen: Bool = true, entry: WaitingEntry) {
      self.id = id
      self.doctor = doctor
      self.patient = patient
      self.isOpen = isOpen
      self.entry = entry
    }
  }

  public struct Offer: Equatable, Sendable {
    public var id: Int
    public var waiting: Int
    public var doctor: Int
    public var start: Timestamp
    public var end: Timestamp
    public var until: Timestamp
    public var isOpen: Bool

    public init(
      id: Int, waiting: Int, doctor: Int, start: Timestamp, end: Timestamp, until: Timestamp, isOpen: Bool = true
    ) {
      self.id = id
      self.waiting = waiting
      self.doctor = doctor
      self.start = start
      self.end = end
      self.until = until
      self.isOpen = isOpen
    }
  }

  public struct Cell: Hashable, Sendable {
    public var doctor: Int
    public var cell: Int64

    public init(doctor: Int, cell: Int64) {
      self.doctor = doctor
      self.cell = cell
    }
  }

  public enum Owner: Hashable, Sendable {
    case reservation(Int)
    case offer(Int)
  }
}
