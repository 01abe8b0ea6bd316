import BookingContract
import Contract
import Domain
import FeatureCore
import Payment
import Wire

/// From a reservation to the page where it is paid: an order, then the address of its checkout.
public enum Paying: Feature {
  public enum Step: Equatable, Sendable { case idle, ordering, leading }

  public struct State: Equatable, Sendable {
    public internal(set) var step = Step.idle
    public internal(set) var failure: CallFailure?
    var order: ID<OrderState>?
    var key = ""

    public init() {}

    public var isBusy: Bool { step != .idle }

    /// Whether the reservation is not one that waits for its payment any more.
    var isOver: Bool { if case .refused(let error)? = failure { error.status == 409 } else { false } }
  }

  public enum Action: Equatable, Sendable {
    /// An order that is open already is paid, not made anew.
    case start(Reservation)
    case answered(Tag, HTTPOutcome)
  }

  public static let prefix = "pay/"
  static let orderTag = Tag("pay/order")
  static let checkoutTag = Tag("pay/checkout")

  public static func reduce(_ state: inout State, _ action: Action, at moment: Moment) -> [Effect] {
    switch action {
    case .start(let reservation): return start(reservation, &state, moment)
    case .answered(orderTag, let outcome):
      switch BookingAPI.order.outcome(outcome) {
      case .success(let order): return lead(order.code, &state)
      case .failure(let failure): state.fail(failure)
      }
    case .answered(checkoutTag, let outcome):
      switch BookingAPI.checkout.outcome(outcome) {
      case .success(let url):
        // The page is left: what comes back begins anew.
        state.step = .idle
        return [.leave(url)]
      case .failure(let failure): state.fail(failure)
      }
    case .answered: break
    }
    return []
  }

  private static func start(_ reservation: Reservation, _ state: inout State, _ moment: Moment) -> [Effect] {
    guard !state.isBusy else { return [] }
    state.failure = nil
    if let order = reservation.order?.orderCode ?? state.order { return lead(order, &state) }
    if state.key.isEmpty { state.key = moment.tryKey }
    state.step = .ordering
    let decimals = Currency(reservation.currency)?.decimals ?? 0
    let form = OrderForm(
      doctorID: reservation.doctor.id, totalPrice: MajorAmount(minor: reservation.fee, decimals: decimals),
      reservationID: reservation.id)
    return [BookingAPI.order.ask(Keyed(key: state.key, form), orderTag)]
  }

  private static func lead(_ order: ID<OrderState>, _ state: inout State) -> [Effect] {
    state.order = order
    state.step = .leading
    let form = CheckoutForm(app: "eyemon", returnTo: "/eyemon" + BookingPath.order(order))
    return [BookingAPI.checkout.ask(Addressed(order, form), checkoutTag)]
  }
}

extension Paying.State {
  mutating func fail(_ failure: CallFailure) {
    step = .idle
    self.failure = failure
  }
}
