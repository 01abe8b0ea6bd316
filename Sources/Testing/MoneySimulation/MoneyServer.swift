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
  /// What went wrong inside; nil: nothing.
  var fault: String? { get }
}

/// What is stored, for people who look and for the verdict.
public struct MoneyView: Equatable, Sendable {

  public var reservations: [Reservation] = []
  public var orders: [Order] = []
  public var ledger: [Entry] = []
  public var waiting: [Waiting] = []
  public var offers: [Offer] = []
  public var cells: [Cell: Owner] = [:]

  public init() {}

  public func order(_ code: String) -> Order? { orders.first { $0.record.code == code } }
}

/// What all plays have in common.
public enum MoneyWorld {
  public static let patients = 3
  public static let doctors = 2
  public static let price = Money(50_000, .won)
  public static let holdMinutes = 10
  public static let waiting = WaitingRules(offerMinutes: 60)

  /// A few slots a day, so that people meet. The second doctor wants to approve.
  public static func schedule(_ doctor: Int) -> DoctorSchedule {
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
