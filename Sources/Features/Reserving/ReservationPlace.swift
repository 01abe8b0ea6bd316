import BookingContract
import Contract
import Domain
import FeatureCore
import Wire

/// One reservation, and all that can be done with it.
public enum ReservationPlace: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var id = ID<Reservation>("")
    public internal(set) var reservation = Loaded<Reservation>.loading
    public internal(set) var failure: CallFailure?
    public internal(set) var paying = Paying.State()
    /// Of its doctor: in whose words people learn when they are answered, and where the clinic is.
    public internal(set) var page: DoctorPage?
    public internal(set) var mayMove = false

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case shown(ID<Reservation>)
    case retryTapped
    case payTapped
    case roomTapped
    case moveTapped
    case cancelTapped
    case calendarTapped
    case timerFired
    case answered(Tag, HTTPOutcome)
  }

  public static let prefix = "reservation/"
  static let loadTag = Tag("reservation/load")
  static let orderTag = Tag("reservation/order")
  static let doctorTag = Tag("reservation/doctor")
  static let fileTag = Tag("reservation/file")
  public static let timer = Tag("reservation/timer")
  /// While somebody else decides, it is asked about now and then.
  static let wait = 20_000

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown(let id):
      if state.id != id { state = State() }
      state.id = id
      state.failure = nil
      return [BookingAPI.reservation.ask(id, loadTag)]
    case .retryTapped:
      state.reservation.begin()
      return [BookingAPI.reservation.ask(state.id, loadTag)]
    case .timerFired: return [BookingAPI.reservation.ask(state.id, loadTag)]
    case .payTapped:
      guard let reservation = state.reservation.value else { return [] }
      return Paying.reduce(&state.paying, .start(reservation), at: moment)
    case .roomTapped:
      guard let room = state.reservation.value?.roomID else { return [] }
      return [.pushPath("/chats/" + PercentEncoding.encode(segment: room.text))]
    case .moveTapped: return [.pushPath(BookingPath.move(state.id))]
    case .cancelTapped: return [.pushPath(BookingPath.cancel(state.id))]
    case .calendarTapped:
      state.failure = nil
      return [BookingAPI.calendarFile.ask(state.id, fileTag)]
    case .answered(loadTag, let outcome): return take(outcome, &state, moment)
    case .answered(orderTag, let outcome):
      if case .success(let answer) = BookingAPI.orderState.outcome(outcome),
        let reservation = answer.reservationWithOrder,
        reservation.id == state.id
      {
        state.take(reservation, moment)
      }
    case .answered(doctorTag, let outcome):
      if case .success(let page) = BookingAPI.doctorPage.outcome(outcome) { state.page = page }
    case .answered(fileTag, let outcome):
      switch BookingAPI.calendarFile.outcome(outcome) {
      case .success(let url): return [.leave(url)]
      case .failure(let failure): state.failure = failure
      }
    case .answered(let tag, let outcome):
      let effects = Paying.reduce(&state.paying, .answered(tag, outcome), at: moment)
      return state.paying.isOver ? [BookingAPI.reservation.ask(state.id, loadTag)] : effects
    }
    return []
  }

  private static func take(_ outcome: HTTPOutcome, _ state: inout State, _ moment: Moment) -> [Effect] {
    var effects: [Effect] = []
    switch BookingAPI.reservation.outcome(outcome) {
    case .success(let reservation):
      guard reservation.id == state.id else { return [] }
      state.take(reservation, moment)
      if let ask = reservation.askWhatBecame(orderTag) { effects.append(ask) }
      if state.page.isNone { effects.append(BookingAPI.doctorPage.ask(reservation.doctor.id, doctorTag)) }
    case .failure(let failure): state.reservation.fail(failure)
    }
    switch state.reservation.value?.state {
    case .held, .requested: effects.append(.startTimer(milliseconds: wait, timer))
    // Nobody waits for anything, but the doctor may cancel it or write a note.
    case .confirmed: effects.append(.startTimer(milliseconds: 3 * wait, timer))
    case .cancelled, .declined, .expired:
      guard let order = state.reservation.value?.order, order.returningAmount > 0, !order.needsAccount else { break }
      effects.append(.startTimer(milliseconds: wait, timer))
    default: break
    }
    return effects
  }
}

extension ReservationPlace.State {
  fileprivate mutating func take(_ found: Reservation, _ moment: Moment) {
    reservation = .value(found)
    mayMove = found.mayMove(at: moment.now)
  }
}

extension OrderOutcome {
  /// As a reservation has its order elsewhere.
  var reservationWithOrder: Reservation? {
    var whole = reservation
    whole?.order = order
    return whole
  }
}

extension Reservation {
  /// Whether all comes back until it starts, whatever was agreed on: the doctor set the time.
  var isFreeByDoctor: Bool { state == .confirmed && isTimeByDoctor }

  /// While its payment is under way, the server is made to look what became of it: whoever paid may have lost the page
  /// that would have asked. nil: there is nothing to wait for.
  func askWhatBecame(_ tag: Tag) -> Effect? {
    guard state == .held, let order else { return nil }
    return BookingAPI.orderState.ask(order.orderCode, tag)
  }

  /// Whether its patient may move it: as long as all of the fee would come back. The server has the last word.
  func mayMove(at now: Timestamp) -> Bool {
    guard let start else { return false }
    if state == .requested { return true }
    guard state == .confirmed else { return false }
    if isFreeByDoctor { return now < start }
    let hours = policy.partPercent == 100 ? policy.partHours : policy.freeHours
    return now < start && start.milliseconds - now.milliseconds >= Int64(hours) * 3_600_000
  }
}
