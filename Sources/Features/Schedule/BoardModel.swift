import BookingContract
import Domain
import FeatureCore
import Reserving
import Wire

/// What the board shows: days with their appointments, what waits for an answer, and the one that is looked at.
public struct BoardModel {
  public struct Entry: Equatable {
    public enum Part: String { case whole, first, second }

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
    /// Where it stands in a week; nil in a list.
    public var block: WeekGrid.Block?
    /// Which part of the day's width it has: two that overlap share it.
    public var part = Part.whole
  }

  public struct Day: Equatable {
    public var date: CalendarDate
    public var title: String
    public var count: String
    public var isToday: Bool
    public var entries: [Entry]
    /// Of a week: hours in which nobody works, and the present moment, in thousandths of the table's height.
    public var closed: [WeekGrid.Block] = []
    public var now: Int?
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
  /// nil unless it is a week.
  public var grid: WeekGrid?
  public var nowLabel: String
  /// Empty unless there is something to show.
  public var days: [Day]
  public var emptyText: String
  public var openTitle: String
  public var open: [Entry]
  public var failedTitle: String?
  public var failedText: String
  public var retryLabel: String
  public var hoursLabel: String
  public var termsLabel: String
  /// What a notice led to is not there.
  public var notice: String?
  public var detail: DetailModel?
  public var noDetailText: String
}

extension Board {
  public static func model(_ state: State, _ l: Language, _ when: When) -> BoardModel {
    let range = state.range
    let list = (state.reservations.value ?? []).filter { $0.isOnBoard }.ordered(isBefore)
    let grid = state.extent == .week ? state.grid(list) : nil
    let days = state.reservations.value.isNone ? [] : self.days(list, grid, state, l, when)
    let open = state.open.filter { $0.state == .requested || $0.start.isNone }.ordered(isBefore)
    let isFailed = state.reservations.lack == .failed || state.reservations.lack == .missing
    return BoardModel(
      title: ScheduleWords.title(l), rangeTitle: rangeTitle(state, l, when),
      choices: Extent.allCases.map {
        BoardModel.Choice(label: ScheduleWords.extent($0, l), extent: $0, isChosen: state.extent == $0)
      }, choicesLabel: ScheduleWords.extent(l), previousLabel: ScheduleWords.previous(l, state.extent),
      nextLabel: ScheduleWords.next(l, state.extent), todayLabel: ScheduleWords.today(l),
      isToday: range.from <= state.today && state.today <= range.to, isWeek: state.extent == .week,
      isLoading: state.reservations.lack == .loading, grid: grid,
      nowLabel: ScheduleWords.now(l), days: days, emptyText: ScheduleWords.empty(l),
      openTitle: ScheduleWords.open(l, open.count), open: open.map { entry($0, state, l, when, withDay: true) },
      failedTitle: isFailed ? ScheduleWords.failed(l) : nil,
      failedText: state.loadFailure.map { BookingWords.refusal($0, l) } ?? "", retryLabel: ScheduleWords.retry(l),
      hoursLabel: ScheduleWords.hours(l), termsLabel: ScheduleWords.terms(l),
      notice: state.isMissing ? ScheduleWords.missing(l) : nil,
      detail: state.reservation.map { detail($0, state, l, when) }, noDetailText: ScheduleWords.choose(l))
  }

  private static func days(
    _ list: [Reservation], _ grid: WeekGrid?, _ state: State, _ l: Language, _ when: When
  ) -> [BoardModel.Day] {
    let range = state.range
    let wall = state.wall ?? when.ownTime(state.now)
    var days: [BoardModel.Day] = []
    var date = range.from
    while date <= range.to {
      let title = grid.isNone ? when.day(date) : when.weekday(date.weekday.rawValue) + " \(date.day)"
      let entries = self.entries(list.filter { $0.localStart?.date == date }, grid, state, l, when)
      var day = BoardModel.Day(
        date: date, title: title, count: count(entries.count, l), isToday: date == state.today, entries: entries)
      if let grid {
        day.closed = state.schedule.map { grid.closed($0.workingTime(on: date)) } ?? []
        day.now = date == wall.date ? grid.place(wall.minutes) : nil
      }
      days.append(day)
      date = date.plus(1)
    }
    return days
  }

  /// Those of one day.
  private static func entries(
    _ list: [Reservation], _ grid: WeekGrid?, _ state: State, _ l: Language, _ when: When
  ) -> [BoardModel.Entry] {
    var entries: [BoardModel.Entry] = []
    var over = 0
    for reservation in list {
      var entry = entry(reservation, state, l, when)
      if let grid, let (from, to) = reservation.minutes {
        entry.block = grid.block(from: from, to: to)
        if from < over, let last = entries.last, last.part != .second {
          entries[entries.count - 1].part = .first
          entry.part = .second
        }
        over = max(over, to)
      }
      entries.append(entry)
    }
    return entries
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
