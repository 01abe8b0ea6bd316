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
    case .retryTapped, .timerFired: return [BookingAPI.reservation.ask(state.id, loadTag)]
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
    case .answered(loadTag, let outcome): return take(outcome, &state)
    case .answered(fileTag, let outcome):
      switch BookingAPI.calendarFile.outcome(outcome) {
      case .success(let url): return [.leave(url)]
      case .failure(let failure): state.failure = failure
      }
    case .answered(let tag, let outcome):
      return Paying.reduce(&state.paying, .answered(tag, outcome), at: moment)
    }
    return []
  }

  private static func take(_ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    switch BookingAPI.reservation.outcome(outcome) {
    case .success(let reservation):
      guard reservation.id == state.id else { return [] }
      state.reservation = .value(reservation)
    case .failure: if state.reservation.value.isNone { state.reservation = .failed }
    }
    switch state.reservation.value?.state {
    case .held, .requested: return [.startTimer(milliseconds: wait, timer)]
    default: return []
    }
  }
}
