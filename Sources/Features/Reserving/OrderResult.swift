import BookingContract
import Contract
import Domain
import FeatureCore
import Wire

/// "What became of order X?": asked after every return from a payment, and again until it is settled.
public enum OrderResult: Feature {
  public struct State: Equatable, Sendable {
    public internal(set) var code = ID<OrderState>("")
    public internal(set) var outcome = Loaded<OrderOutcome>.loading
    /// How often it was asked without an end; after the last time the person asks.
    public internal(set) var tries = 0
    public internal(set) var isAsking = false
    public internal(set) var paying = Paying.State()

    public init() {}

    public var isPatient: Bool { tries < OrderResult.waits.count }
  }

  public enum Action: Equatable, Sendable {
    case shown(ID<OrderState>)
    case askTapped
    case payTapped
    case timerFired
    case answered(Tag, HTTPOutcome)
  }

  public static let prefix = "order/"
  static let stateTag = Tag("order/state")
  public static let timer = Tag("order/timer")
  /// Seconds between two questions.
  static let waits = [1, 1, 2, 3, 5, 8, 13, 20, 30, 30, 30]

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .shown(let code):
      state = State()
      state.code = code
      return ask(&state)
    case .askTapped:
      state.tries = 0
      state.outcome.begin()
      return [.cancel(timer)] + ask(&state)
    case .payTapped:
      guard let reservation = state.outcome.value?.reservation else { return [] }
      var payable = reservation
      payable.order = state.outcome.value?.order
      return Paying.reduce(&state.paying, .start(payable), at: moment)
    case .timerFired: return ask(&state)
    case .answered(stateTag, let outcome): return take(outcome, &state)
    case .answered(let tag, let outcome):
      return Paying.reduce(&state.paying, .answered(tag, outcome), at: moment)
    }
  }

  private static func ask(_ state: inout State) -> [Effect] {
    guard !state.isAsking else { return [] }
    state.isAsking = true
    return [BookingAPI.orderState.ask(state.code, stateTag)]
  }

  private static func take(_ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    state.isAsking = false
    switch BookingAPI.orderState.outcome(outcome) {
    case .success(let result):
      guard result.order.orderCode == state.code else { return [] }
      let before = state.outcome.value
      state.outcome = .value(result)
      guard !isSettled(result) else { return [] }
      // What moves is asked about quickly again.
      if let before, before != result { state.tries = 0 }
      return wait(&state)
    case .failure(.unreachable): return wait(&state)
    case .failure(let failure):
      state.outcome.fail(failure)
      return []
    }
  }

  private static func wait(_ state: inout State) -> [Effect] {
    guard state.isPatient else {
      if state.outcome.value.isNone { state.outcome = .failed }
      return []
    }
    let seconds = waits[state.tries]
    state.tries += 1
    return [.startTimer(milliseconds: seconds * 1000, timer)]
  }

  /// Whether nothing more will happen by itself soon.
  static func isSettled(_ outcome: OrderOutcome) -> Bool {
    let order = outcome.order
    if order.isInReview { return true }
    switch order.state {
    case .open, .waitingDeposit: return false
    case .refunded, .expired, .failed: return true
    case .paid:
      switch outcome.reservation?.state {
      case .held: return false
      case .cancelled, .declined, .expired: return order.refundedAmount > 0
      default: return true
      }
    }
  }
}
