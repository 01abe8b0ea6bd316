import BookingContract
import Contract
import Domain
import FeatureCore
import Reserving
import Wire

/// The reservations of a day or of a week, and what the doctor does with them.
public enum Board: Feature {
  public enum Extent: CaseIterable, Equatable, Sendable { case day, week }

  /// What a doctor does with one reservation.
  public enum Deed: String, CaseIterable, Equatable, Sendable {
    case approve, decline, cancel, noShow, done

    /// What cannot be taken back is asked about first.
    var isAsked: Bool { self == .decline || self == .cancel || self == .noShow }
    /// The patient reads why.
    var hasReason: Bool { self == .decline || self == .cancel }
  }

  public struct State: Equatable, Sendable {
    public internal(set) var extent = Extent.day
    public internal(set) var date = CalendarDate(daysSinceEpoch: 0)
    /// The clinic's; until that is known, the reader's.
    public internal(set) var today = CalendarDate(daysSinceEpoch: 0)
    /// Of the clinic's clock, minutes east of UTC; nil until it is known.
    public internal(set) var offset: Int?
    /// When something last happened: what is past is told by it.
    public internal(set) var now = Timestamp(milliseconds: 0)
    /// Of `range`.
    public internal(set) var reservations = Loaded<[Reservation]>.loading
    /// Those of all days to come that wait for an answer, or for a time.
    public internal(set) var open: [Reservation] = []
    public internal(set) var chosen: ID<Reservation>?
    /// What a notice led to, where it is none of the others.
    var found: Reservation?
    public internal(set) var isMissing = false
    /// A question before a deed.
    public internal(set) var asked: Deed?
    public internal(set) var reason = ""
    /// The visit note while it is written; nil while it is only read.
    public internal(set) var note: String?
    /// Free times to choose from; nil while none is looked for.
    public internal(set) var times: Loaded<[Slot]>?
    public internal(set) var isBusy = false
    public internal(set) var failure: CallFailure?
    /// Why the reservations are not there.
    public internal(set) var loadFailure: CallFailure?
    /// Whose hours are shaded in a week; nil until they are known.
    public internal(set) var schedule: ScheduleForm?
    /// The present moment is to be seen once the week is there.
    var revealsNow = false

    public init() {}

    /// The reservation that is looked at.
    public var reservation: Reservation? {
      guard let chosen else { return nil }
      return reservations.value?.first { $0.id == chosen } ?? open.first { $0.id == chosen }
        ?? (found?.id == chosen ? found : nil)
    }

    var range: DayRange {
      switch extent {
      case .day: return DayRange(from: date, to: date)
      case .week:
        let monday = date.plus(-date.weekday.rawValue)
        return DayRange(from: monday, to: monday.plus(6))
      }
    }
  }

  public enum Action: Equatable, Sendable {
    case shown(CalendarDate)
    /// A notice leads to this one; today.
    case sought(ID<Reservation>, CalendarDate)
    case extentTapped(Extent)
    /// By days or weeks.
    case moved(Int)
    case todayTapped
    case dayTapped(CalendarDate)
    case retryTapped
    case reservationTapped(ID<Reservation>)
    case closed
    case deedTapped(Deed)
    case reasonTyped(String)
    case confirmed
    case dismissed
    case noteTapped
    case noteTyped(String)
    case noteSaved
    case roomTapped
    case timesTapped
    case timeTapped(Timestamp)
    case timesClosed
    case answered(Tag, HTTPOutcome)
  }

  static let listTag = Tag("schedule/list")
  static let openTag = Tag("schedule/open")
  static let rulesTag = Tag("schedule/rules")
  /// Of the line that shows what time it is.
  public static let nowID = "now"
  static let soughtTag = Tag("schedule/sought")
  static let deedTag = Tag("schedule/deed")
  static let timesTag = Tag("schedule/times")
  /// Others change what is seen here: patients reserve and cancel.
  static let pause = 30_000
  static let openDays = 60
  static let timesDays = 14

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    state.now = moment.now
    switch action {
    case .shown(let today):
      state.pass(to: today)
      return state.load() + [state.loadOpen(), .startTimer(milliseconds: pause, Schedule.timer)] + state.loadRules()
    case .sought(let id, let today):
      state.begin(today)
      state.chosen = id
      return [BookingAPI.reservation.ask(id, soughtTag)]
    case .retryTapped:
      state.reservations = .loading
      return state.load() + [state.loadOpen()]
    case .extentTapped(let extent):
      state.extent = extent
      state.revealsNow = true
      return state.turn(to: state.date) + state.loadRules()
    case .moved(let count): return state.turn(to: state.date.plus(count * (state.extent == .day ? 1 : 7)))
    case .todayTapped:
      state.revealsNow = true
      return state.turn(to: state.today)
    case .dayTapped(let date):
      state.extent = .day
      return state.turn(to: date)
    case .reservationTapped(let id):
      state.leave()
      state.chosen = id
      return []
    case .closed:
      state.leave()
      return []
    case .answered(let tag, let outcome): return state.take(tag, outcome)
    default: return state.act(action)
    }
  }
}
