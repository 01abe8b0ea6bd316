import BookingContract
import Domain
import FeatureCore
import Reserving
import Wire

/// What the board shows: days with their appointments, what waits for an answer, and the one that is looked at.
public struct BoardModel {
  public struct Entry: Equatable {
    public var id: ID<Reservation>
    /// Empty where the time is not set yet.
    public var time: String
    public var person: String
    public var state: String
    /// The name of its look.
    public var tone: String
    public var isChosen: Bool
    /// All of it, for a screen reader.
    public var spoken: String
  }

  public struct Day: Equatable {
    public var date: CalendarDate
    public var title: String
    public var count: String
    public var isToday: Bool
    public var entries: [Entry]
  }

  public struct Choice: Equatable {
    public var label: String
    public var extent: Board.Extent
    public var isChosen: Bool
  }

  public var title: String
  public var rangeTitle: String
  public var choices: [Choice]
  public var choicesLabel: String
  public var previousLabel: String
  public var nextLabel: String
  public var todayLabel: String
  public var isToday: Bool
  public var isWeek: Bool
  public var isLoading: Bool
  /// Empty unless there is something to show.
  public var days: [Day]
  public var emptyText: String
  public var openTitle: String
  public var open: [Entry]
  public var failedTitle: String?
  public var retryLabel: String
  public var hoursLabel: String
  public var termsLabel: String
  public var detail: DetailModel?
  public var noDetailText: String
}

extension Board {
  public static func model(_ state: State, _ l: Language, _ when: When) -> BoardModel {
    let range = state.range
    let list = (state.reservations.value ?? []).filter { $0.isOnBoard }.ordered(isBefore)
    var days: [BoardModel.Day] = []
    var date = range.from
    while state.reservations.value != nil, date <= range.to {
      let entries = list.filter { $0.localStart?.date == date }.map { entry($0, state, l, when) }
      let title = state.extent == .day ? when.day(date) : when.weekday(date.weekday.rawValue) + " \(date.day)"
      days.append(
        .init(
          date: date, title: title, count: count(entries.count, l), isToday: date == state.today, entries: entries))
      date = date.plus(1)
    }
    let open = state.open.filter { $0.state == .requested || $0.start.isNone }.ordered(isBefore)
    var isFailed = false
    if case .failed = state.reservations { isFailed = true }
    return BoardModel(
      title: ScheduleWords.title(l), rangeTitle: rangeTitle(state, l, when),
      choices: Extent.allCases.map {
        BoardModel.Choice(label: ScheduleWords.extent($0, l), extent: $0, isChosen: state.extent == $0)
      }, choicesLabel: ScheduleWords.extent(l), previousLabel: ScheduleWords.previous(l, state.extent),
      nextLabel: ScheduleWords.next(l, state.extent), todayLabel: ScheduleWords.today(l),
      isToday: range.from <= state.today && state.today <= range.to, isWeek: state.extent == .week,
      isLoading: state.reservations == .loading, days: days, emptyText: ScheduleWords.empty(l),
      openTitle: ScheduleWords.open(l, open.count), open: open.map { entry($0, state, l, when, withDay: true) },
      failedTitle: isFailed ? ScheduleWords.failed(l) : nil, retryLabel: ScheduleWords.retry(l),
      hoursLabel: ScheduleWords.hours(l), termsLabel: ScheduleWords.terms(l),
      detail: state.reservation.map { detail($0, state, l, when) }, noDetailText: ScheduleWords.choose(l))
  }

  private static func isBefore(_ a: Reservation, _ b: Reservation) -> Bool {
    (a.start?.milliseconds ?? 0) < (b.start?.milliseconds ?? 0)
  }

  private static func count(_ count: Int, _ l: Language) -> String {
    l.say("\(count)명", count == 1 ? "1 patient" : "\(count) patients", "\(count)名")
  }

  private static func rangeTitle(_ state: State, _ l: Language, _ when: When) -> String {
    let range = state.range
    return state.extent == .day ? when.day(range.from) : when.day(range.from) + " – " + when.day(range.to)
  }

  private static func entry(
    _ reservation: Reservation, _ state: State, _ l: Language, _ when: When, withDay: Bool = false
  ) -> BoardModel.Entry {
    var time = ""
    if let local = reservation.localStart {
      time = withDay ? when.local(local) : when.time(local.clock)
    }
    let word = ScheduleWords.state(reservation.state, l)
    return BoardModel.Entry(
      id: reservation.id, time: time.isEmpty ? ScheduleWords.noTime(l) : time, person: reservation.personName,
      state: word, tone: reservation.state.rawValue, isChosen: state.chosen == reservation.id,
      spoken: (time.isEmpty ? ScheduleWords.noTime(l) : time) + ", " + reservation.personName + ", " + word)
  }
}
