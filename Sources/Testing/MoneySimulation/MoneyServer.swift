import Booking
import Payment
import Wire

/// What the simulation plays against: a model of the server around its own machines, or the server itself.
public protocol MoneyServer: AnyObject {
  var view: MoneyView { get }
  /// Answers that were given and have not left yet. Those are lost when it is killed.
  var answers: [(call: Int, answer: MoneyAnswer)] { get set }
  func arrive(_ call: MoneyCall)
  /// The next step of something that is under way. - Returns: false where nothing is.
  func work(_ pick: Int, at now: Timestamp) -> Bool
  /// Begins what is due by now. - Returns: how much that is.
  @discardableResult func sweep(at now: Timestamp) -> Int
  /// When something is due next.
  var nextDue: Timestamp? { get }
  /// Kills it between two steps: what is stored stays.
  func crash()
}

/// What is stored, for people who look and for the verdict.
public struct MoneyView {
  public struct Reservation {
    public var id: Int
    public var doctor: Int
    public var patient: Int
    public var facts: ReservationFacts
    public var order: String?
  }

  public struct Order {
    public var record: OrderRecord
    public var patient: Int
    public var reservation: Int
    public var history: [OrderNote.Code] = []
  }

  public struct Entry: Equatable {
    public var order: String
    public var entry: LedgerEntry
  }

  public struct Waiting {
    public var id: Int
    public var doctor: Int
    public var patient: Int
    public var isOpen = true
    public var entry: WaitingEntry
  }

  public struct Offer {
    public var id: Int
    public var waiting: Int
    public var doctor: Int
    public var start: Timestamp
    public var end: Timestamp
    public var until: Timestamp
    public var isOpen = true
  }

  public struct Cell: Hashable {
    public var doctor: Int
    public var cell: Int64
  }

  public enum Owner: Hashable {
    case reservation(Int)
    case offer(Int)
  }

  public var reservations: [Reservation] = []
  public var orders: [Order] = []
  public var ledger: [Entry] = []
  public var waiting: [Waiting] = []
  public var offers: [Offer] = []
  public var cells: [Cell: Owner] = [:]

  public func order(_ code: String) -> Order? { orders.first { $0.record.code == code } }
}

/// What all plays have in common.
enum MoneyWorld {
  static let patients = 3
  /// Persons from here on are doctors.
  static let doctors = 2
  static let price = Money(50_000, .won)
  static let holdMinutes = 10
  static let waiting = WaitingRules(offerMinutes: 60)

  /// A few slots a day, so that people meet. The second doctor wants to approve.
  static func schedule(_ doctor: Int) -> DoctorSchedule {
    let rules = Weekday.allCases.flatMap { day in
      [("09:00", "10:30"), ("14:00", "15:00")].compactMap { from, to -> WeekRule? in
        guard let from = TimeOfDay(from), let to = TimeOfDay(to) else { return nil }
        return WeekRule(weekday: day, span: DaySpan(from: from, to: to))
      }
    }
    return DoctorSchedule(
      zone: "UTC", slotMinutes: 30, leadMinutes: 30, horizonDays: 3, needsApproval: doctor == 1, approvalHours: 8,
      policy: CancelPolicy(freeHours: 24, partHours: 3, partPercent: 33), rules: WeekRules(rules))
  }
}
