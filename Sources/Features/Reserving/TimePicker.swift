import BookingContract
import Contract
import Domain
import FeatureCore
import Wire

/// A doctor's calendar: days with free times, and the times of the one that is chosen. Days and times are the clinic's.
public enum TimePicker: Feature {
  public enum Purpose: Equatable, Sendable {
    case reserve(ID<Person>)
    /// Of this reservation, whose doctor is learnt with it.
    case move(ID<Reservation>)
  }

  public struct Month: Equatable, Sendable {
    public var year: Int
    public var month: Int

    func adding(_ months: Int) -> Month {
      let index = year * 12 + month - 1 + months
      return Month(year: index / 12, month: index % 12 + 1)
    }

    var firstDay: CalendarDate? { CalendarDate(year: year, month: month, day: 1) }
    var dayCount: Int { CalendarDate.days(in: month, of: year) }
  }

  public struct State: Equatable, Sendable {
    public internal(set) var purpose = Purpose.reserve(ID(""))
    public internal(set) var doctor: ID<Person>?
    public internal(set) var reservation: Reservation?
    public internal(set) var zone = ""
    public internal(set) var month = Month(year: 2026, month: 1)
    /// No day before this one can have a time. The clinic may be a day behind its reader, until it says what day it is.
    var first = CalendarDate(daysSinceEpoch: 0)
    /// The clinic's; nil until it is known.
    public internal(set) var today: CalendarDate?
    /// What the server said, by day; a day that is missing has not been asked for.
    public internal(set) var days: [SlotDay] = []
    public internal(set) var chosen: CalendarDate?
    public internal(set) var isLoading = true
    public internal(set) var hasFailed = false
    /// Nobody with times, or no such reservation.
    public internal(set) var isMissing = false
    /// The time of this reservation stays as it is.
    public internal(set) var isFixed = false
    /// The time to move to, before it is confirmed.
    public internal(set) var asked: Slot?
    public internal(set) var isMoving = false
    public internal(set) var failure: CallFailure?
    var key = ""
    /// The month follows the first free day, once.
    var followsFree = true

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown(Purpose, today: CalendarDate)
    case monthTapped(Int)
    case dayTapped(CalendarDate)
    case slotTapped(Slot)
    case waitTapped
    case confirmed
    case dismissed
    case retryTapped
    case answered(Tag, HTTPOutcome)
  }

  public static let prefix = "times/"
  static let reservationTag = Tag("times/reservation")
  static let slotsTag = Tag("times/slots")
  static let moveTag = Tag("times/move")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown(let purpose, let today): return begin(purpose, today, &state)
    case .monthTapped(let step): return turn(step, &state)
    case .dayTapped(let day): state.chosen = day
    case .slotTapped(let slot): return choose(slot, &state, moment)
    case .waitTapped: return state.doctor.map { [.pushPath(BookingPath.wait($0))] } ?? []
    case .dismissed: state.asked = nil
    case .confirmed: return move(&state)
    case .retryTapped: return load(&state)
    case .answered(reservationTag, let outcome): return takeReservation(outcome, &state, moment)
    case .answered(slotsTag, let outcome): takeSlots(outcome, &state)
    case .answered(moveTag, let outcome): return takeMove(outcome, &state)
    case .answered: break
    }
    return []
  }

  private static func begin(_ purpose: Purpose, _ today: CalendarDate, _ state: inout State) -> [Effect] {
    state = State()
    state.purpose = purpose
    state.first = today.plus(-1)
    state.month = Month(year: today.year, month: today.month)
    if case .reserve(let doctor) = purpose { state.doctor = doctor }
    return load(&state)
  }

  /// All from today on at first, then month by month: whatever of the shown month is not there yet.
  private static func load(_ state: inout State) -> [Effect] {
    state.isLoading = true
    state.hasFailed = false
    guard let doctor = state.doctor else {
      guard case .move(let id) = state.purpose else { return [] }
      return [BookingAPI.reservation.ask(id, reservationTag)]
    }
    let query: SlotQuery
    if state.days.isEmpty {
      query = SlotQuery(from: state.first, days: SlotQuery.maximumDays)
    } else {
      guard let first = state.month.firstDay else { return [] }
      query = SlotQuery(from: max(first, state.first), days: state.month.dayCount)
    }
    return [BookingAPI.slots.ask(Addressed(doctor, query), slotsTag)]
  }

  private static func turn(_ step: Int, _ state: inout State) -> [Effect] {
    let month = state.month.adding(step)
    let isPast = (month.year, month.month) < (state.first.year, state.first.month)
    guard !isPast, abs(month.year - state.first.year) <= 1 else { return [] }
    state.month = month
    state.chosen = nil
    state.followsFree = false
    let last = month.firstDay.map { CalendarDate(daysSinceEpoch: $0.daysSinceEpoch + Int64(month.dayCount) - 1) }
    let isKnown = state.days.contains { $0.date == last }
    if isKnown {
      state.chooseFree()
      return []
    }
    return load(&state)
  }

  private static func choose(_ slot: Slot, _ state: inout State, _ moment: Moment) -> [Effect] {
    guard slot.isFree, !state.isMoving, let doctor = state.doctor else { return [] }
    switch state.purpose {
    case .reserve: return [.pushPath(BookingPath.book(doctor, slot.start))]
    case .move:
      state.asked = slot
      state.key = moment.tryKey
      state.failure = nil
      return []
    }
  }

  private static func move(_ state: inout State) -> [Effect] {
    guard let slot = state.asked, case .move(let id) = state.purpose, !state.isMoving else { return [] }
    state.asked = nil
    state.isMoving = true
    return [BookingAPI.reschedule.ask(Keyed(key: state.key, Addressed(id, slot.start)), moveTag)]
  }

  private static func takeReservation(
    _ outcome: HTTPOutcome, _ state: inout State, _ moment: Moment
  ) -> [Effect] {
    state.isLoading = false
    switch BookingAPI.reservation.outcome(outcome) {
    case .success(let reservation):
      state.reservation = reservation
      state.isFixed = !reservation.mayMove(at: moment.now)
      guard !state.isFixed else { return [] }
      state.doctor = reservation.doctor.id
      return load(&state)
    case .failure(let failure):
      state.fail(failure)
      return []
    }
  }

  private static func takeSlots(_ outcome: HTTPOutcome, _ state: inout State) {
    state.isLoading = false
    switch BookingAPI.slots.outcome(outcome) {
    case .success(let table):
      state.zone = table.zone
      state.today = table.today
      state.first = table.today ?? state.first
      let new = table.days
      let old = state.days.filter { old in !new.contains { $0.date == old.date } }
      state.days = (old + new).sorted { $0.date < $1.date }
      state.chooseFree()
    case .failure(let failure): state.fail(failure)
    }
  }

  private static func takeMove(_ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    state.isMoving = false
    guard case .move(let id) = state.purpose else { return [] }
    switch BookingAPI.reschedule.outcome(outcome) {
    case .success(let moved): return [.replacePath(BookingPath.reservation(moved.id))]
    case .failure(let failure):
      state.failure = failure
      guard case .refused(let error) = failure else { return [] }
      // Too late by now, or over: what became of it says why.
      if error.code == .reservationChanged { return [BookingAPI.reservation.ask(id, reservationTag)] }
      // The day that is looked at is seen anew.
      let month = state.month
      state.days.removeAll { $0.date.year == month.year && $0.date.month == month.month }
      return load(&state)
    }
  }
}

extension TimePicker.State {
  mutating func fail(_ failure: CallFailure) {
    if failure.isMissing { isMissing = true } else { hasFailed = true }
  }

  /// The first day of the shown month with a free time; at first, of any month.
  mutating func chooseFree() {
    func isFree(_ day: SlotDay) -> Bool { day.slots.contains { $0.isFree } }
    if let chosen, days.contains(where: { $0.date == chosen && isFree($0) }) { return }
    if followsFree, let first = days.first(where: isFree) {
      month = TimePicker.Month(year: first.date.year, month: first.date.month)
      followsFree = false
    }
    chosen = days.first { $0.date.year == month.year && $0.date.month == month.month && isFree($0) }?.date
  }
}
