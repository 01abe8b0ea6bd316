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
    /// Where a refund goes that waits for an account.
    public internal(set) var account = AccountEntry()
    public internal(set) var isGiving = false
    public internal(set) var failure: CallFailure?

    public init() {}

    public var isPatient: Bool { tries < OrderResult.waits.count }
  }

  public enum Action: Equatable, Sendable {
    case shown(ID<OrderState>)
    case askTapped
    case payTapped
    case accountChanged(AccountEntry.Change)
    case accountSubmitted
    case timerFired
    case answered(Tag, HTTPOutcome)
  }

  public static let prefix = "order/"
  static let stateTag = Tag("order/state")
  static let accountTag = Tag("order/account")
  public static let timer = Tag("order/timer")
  /// Seconds between two questions.
  static let waits = [1, 1, 2, 3, 5, 8, 13, 20, 30, 30, 30]
  /// How often it is asked after an end that a late payment can still undo: for about a minute.
  static let lateTries = 8

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
    case .accountChanged(let change): state.account.take(change)
    case .accountSubmitted: return give(&state)
    case .timerFired: return ask(&state)
    case .answered(stateTag, let outcome): return take(outcome, &state)
    case .answered(accountTag, let outcome): return takeGiven(outcome, &state)
    case .answered(let tag, let outcome):
      let effects = Paying.reduce(&state.paying, .answered(tag, outcome), at: moment)
      return state.paying.isOver ? ask(&state) : effects
    }
    return []
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
      // What moves is asked about quickly again.
      if let before, before != result { state.tries = 0 }
      return wait(&state, patience(result))
    case .failure(.unreachable): return wait(&state, waits.count)
    case .failure(let failure):
      state.outcome.fail(failure)
      return []
    }
  }

  private static func wait(_ state: inout State, _ patience: Int) -> [Effect] {
    guard state.tries < patience else {
      if state.outcome.value.isNone { state.outcome = .failed }
      return []
    }
    let seconds = waits[state.tries]
    state.tries += 1
    return [.startTimer(milliseconds: seconds * 1000, timer)]
  }

  private static func give(_ state: inout State) -> [Effect] {
    guard let order = state.outcome.value?.order, order.needsAccount, !state.isGiving else { return [] }
    state.failure = nil
    guard let account = state.account.account else {
      state.account.showsFaults = true
      return [.focus(elementID: state.account.faultID)]
    }
    state.isGiving = true
    return [BookingAPI.refundAccount.ask(Addressed(order.orderCode, account), accountTag)]
  }

  private static func takeGiven(_ outcome: HTTPOutcome, _ state: inout State) -> [Effect] {
    state.isGiving = false
    switch BookingAPI.refundAccount.outcome(outcome) {
    case .success: state.account = AccountEntry()
    case .failure(let failure):
      state.failure = failure
      // Where no refund waits for one any more, what became of it says more.
      guard case .refused(let error) = failure, error.status == 409 else { return [] }
    }
    state.tries = 0
    return [.cancel(timer)] + ask(&state)
  }

  /// How often it is asked without anything new.
  private static func patience(_ outcome: OrderOutcome) -> Int {
    guard isSettled(outcome) else { return waits.count }
    let isStill = outcome.order.isInReview || outcome.order.needsAccount
    switch outcome.order.state {
    case .failed, .expired: return isStill ? 0 : lateTries
    default: return 0
    }
  }

  /// Whether nothing more is to be waited for: it is at its end, or somebody has to do something first.
  static func isSettled(_ outcome: OrderOutcome) -> Bool {
    let order = outcome.order
    if order.isInReview || order.needsAccount { return true }
    if order.returningAmount > 0 { return false }
    switch order.state {
    case .open, .waitingDeposit: return false
    case .refunded, .expired, .failed: return true
    case .paid: return outcome.reservation?.state != .held
    }
  }
}
