import Booking
import Payment
import Wire

/// A server in the plainest form: the machines, tables that a transaction changes whole or not at all, and in memory
/// what is under way, step by step.
public final class ModelDesk: MoneyServer {
  /// Why the provider is asked.
  enum Purpose {
    case sweep
    case webhook(PaymentReport)
    case validation(call: Int, person: Int, payment: String)
  }

  enum Flow {
    case call(MoneyCall)
    case ask(String, Purpose, OrderRecord)
    case take(String, Purpose, SimulatedProvider.Asked, OrderRecord)
    case readRefund(ModelTables.Refund)
    case cancel(ModelTables.Refund, RefundCall, hasAccount: Bool)
    case askAgain(ModelTables.Refund, RefundFault)
    case settle(ModelTables.Refund, RefundFault?, [PaymentReport])
    case close(String)
    case endReservation(Int)
    case endOffer(Int)
    case answer(Int, MoneyAnswer)
    /// What a mutant does too late.
    case afterwards((inout ModelTables, Timestamp) -> Void)
  }

  let provider: SimulatedProvider
  let mutant: MoneyMutant?
  var tables = ModelTables()
  var flows: [Flow] = []
  /// What runs already and is not to be begun a second time.
  var running: Set<String> = []
  public var answers: [(call: Int, answer: MoneyAnswer)] = []

  public init(provider: SimulatedProvider, mutant: MoneyMutant? = nil) {
    self.provider = provider
    self.mutant = mutant
  }

  public var view: MoneyView { tables.view }
  /// A transaction of the model cannot fail.
  public var fault: String? { nil }

  public func arrive(_ call: MoneyCall) { flows.append(.call(call)) }

  public func crash() {
    flows = []
    running = []
    answers = []
  }

  public func work(_ pick: Int, at now: Timestamp) -> Bool {
    guard !flows.isEmpty else { return false }
    switch flows.remove(at: pick % flows.count) {
    case .call(let call): begin(call, now)
    case .ask(let code, let purpose, let record):
      flows.append(.take(code, purpose, provider.ask(code), record))
    case .take(let code, let purpose, let asked, let record): take(code, purpose, asked, record, now)
    case .readRefund(let refund): read(refund)
    case .cancel(let refund, let call, let hasAccount): cancel(refund, call, hasAccount)
    case .askAgain(let refund, let fault): askAgain(refund, fault)
    case .settle(let refund, let fault, let reports): settle(refund, fault, reports, now)
    case .close(let payment):
      running.remove("account \(payment)")
      if case .nothing = provider.close(payment) { break }
      tables.closings.removeAll { $0 == payment }
    case .endReservation(let id):
      running.remove("reservation \(id)")
      _ = transact { (tables) throws(MoneyRefusal) in endDue(&tables, reservation: id, now) }
    case .endOffer(let id):
      running.remove("offer \(id)")
      _ = transact { (tables) throws(MoneyRefusal) in endOffer(&tables, id, now) }
    case .answer(let call, let answer): answers.append((call, answer))
    case .afterwards(let change): change(&tables, now)
    }
    return true
  }

  /// All of it or nothing.
  func transact<T>(_ body: (inout ModelTables) throws(MoneyRefusal) -> T) -> Result<T, MoneyRefusal> {
    var next = tables
    do {
      let value = try body(&next)
      tables = next
      return .success(value)
    } catch {
      return .failure(error)
    }
  }

  // MARK: What is due

  private func start(_ name: String, _ flow: @autoclosure () -> Flow) -> Int {
    guard running.insert(name).inserted else { return 0 }
    flows.append(flow())
    return 1
  }

  @discardableResult
  public func sweep(at now: Timestamp) -> Int {
    var count = 0
    for order in view.orders where mutant != .noSweep {
      guard let at = order.record.nextCheckAt, at <= now else { continue }
      count += start("order \(order.record.code)", .ask(order.record.code, .sweep, order.record))
    }
    for refund in tables.refunds where refund.refund.at <= now {
      count += start("refund \(refund.order) \(refund.refund.payment) \(refund.refund.key)", .readRefund(refund))
    }
    for payment in tables.closings { count += start("account \(payment)", .close(payment)) }
    for reservation in view.reservations {
      guard let at = due(reservation.facts), at <= now else { continue }
      count += start("reservation \(reservation.id)", .endReservation(reservation.id))
    }
    for offer in view.offers where offer.isOpen && offer.until <= now {
      count += start("offer \(offer.id)", .endOffer(offer.id))
    }
    return count
  }

  public var nextDue: Timestamp? {
    var all: [Timestamp] = mutant == .noSweep ? [] : view.orders.compactMap(\.record.nextCheckAt)
    all += tables.refunds.map(\.refund.at)
    all += view.reservations.compactMap { due($0.facts) }
    all += view.offers.filter(\.isOpen).map(\.until)
    return all.min()
  }

  private func due(_ facts: ReservationFacts) -> Timestamp? {
    switch facts.state {
    case .held: facts.holdUntil
    case .requested: mutant == .approvalNeverEnds ? nil : facts.approveUntil
    default: nil
    }
  }
}
