import Payment
import Seeded
import Wire

/// A payment provider that does everything that providers do.
public final class SimulatedProvider {
  /// What a question led to.
  public enum Asked: Sendable {
    case payments([PaymentReport])
    /// No answer, or one of 5xx.
    case nothing
    /// An answer that is no payment.
    case nonsense
  }

  /// What asking for a cancel led to.
  public enum Cancelled: Sendable {
    case done(PaymentReport)
    /// It has another balance than the caller believes.
    case otherBalance
    case refused
    case nothing
  }

  struct Notice {
    let order: String
    let payment: String
  }

  var random: SeededRandom
  /// Nothing goes wrong any more.
  public internal(set) var isCalm = false
  var payments: [SimulatedPayment] = []
  var notices: [Notice] = []
  /// Requests that are still on their way although nobody waits for an answer any more.
  private var straying: [RefundCall] = []
  /// Orders about which nonsense was said.
  var confused: Set<String> = []
  /// Payments of which a cancel was refused, or went without an answer, at least once.
  var stubborn: Set<String> = []
  var told: ((String) -> Void)?

  init(seed: UInt64) { random = SeededRandom(seed: seed ^ 0x5A5A_1234) }

  func payment(_ id: String) -> SimulatedPayment? { payments.first { $0.id == id } }

  // MARK: What people do there

  /// Somebody opens the page of an order.
  func checkOut(_ order: String, at now: Timestamp) -> String {
    let isOther = random.chance(5)
    var payment = SimulatedPayment(
      id: "imp_\(payments.count + 1)", order: order,
      amount: isOther && random.chance(60) ? 40_000 : MoneyWorld.price.amount,
      currency: isOther && random.chance(50) ? Currency("USD") ?? .won : .won)
    switch random.below(10) {
    case 0..<5: payment.fates = [.pay]
    case 5: payment.fates = [.fail]
    case 6: payment.fates = [.fail, .pay]
    case 7: payment.fates = [.issue, .giveUp]
    default: payment.fates = [.issue, .pay]
    }
    if random.chance(20) { payment.fates.append(.pay) }
    if random.chance(4) { payment.refusals = random.chance(40) ? .max : 1 + random.below(3) }
    payments.append(payment)
    if random.chance(10) { notices.append(Notice(order: order, payment: payment.id)) }
    return payment.id
  }

  /// The next thing happens to one of its payments.
  func stir(at now: Timestamp) {
    if !straying.isEmpty, isCalm || random.chance(40) {
      let call = straying.remove(at: random.below(straying.count))
      told?("a cancel of \(call.payment) arrives late")
      _ = carryOut(call, checks: true)
      return
    }
    let waiting = payments.indices.filter { !payments[$0].fates.isEmpty || !payments[$0].pending.isEmpty }
    guard !waiting.isEmpty else { return }
    let index = waiting[random.below(waiting.count)]
    if !payments[index].pending.isEmpty {
      let amount = payments[index].pending.removeFirst()
      let isDone = isCalm || random.chance(70)
      told?("\(payments[index].id): a pending cancel of \(amount) \(isDone ? "is done" : "comes to nothing")")
      if isDone { payments[index].giveBack(amount) }
    } else {
      let fate = payments[index].fates.removeFirst()
      told?("\(payments[index].id): \(fate)")
      payments[index].suffer(fate, at: now, deposit: Int64(1 + random.below(90)) * 60_000)
    }
    notify(index)
  }

  var isStill: Bool {
    straying.isEmpty && payments.allSatisfy { $0.pending.isEmpty && $0.fates.isEmpty }
  }

  /// Nobody does anything more with what is open.
  func abandon() {
    for index in payments.indices where random.chance(30) { payments[index].fates = [] }
  }

  private func notify(_ index: Int) {
    let copies = [0, 1, 1, 1, 2][random.below(5)]
    for _ in 0..<copies { notices.append(Notice(order: payments[index].order, payment: payments[index].id)) }
  }

  /// Somebody gives money back at the provider's own desk.
  func giveBackElsewhere() {
    let taken = payments.indices.filter { payments[$0].balance > 0 }
    guard !taken.isEmpty else { return }
    let index = taken[random.below(taken.count)]
    let amount = random.chance(50) ? payments[index].balance : min(10_000, payments[index].balance)
    payments[index].giveBack(amount)
    payments[index].elsewhere += amount
    told?("\(payments[index].id): \(amount) goes back elsewhere")
    notify(index)
  }

  // MARK: What the server asks

  /// All payments of an order.
  public func ask(_ order: String) -> Asked { answer(order, payments.filter { $0.order == order }) }

  /// One payment; none where there is no such one.
  public func ask(payment id: String) -> Asked {
    let found = payments.filter { $0.id == id }
    return answer(found.first?.order ?? "", found)
  }

  private func answer(_ order: String, _ found: [SimulatedPayment]) -> Asked {
    if !isCalm {
      if random.chance(12) { return .nothing }
      if random.below(300) == 0 {
        confused.insert(order)
        return .nonsense
      }
    }
    return .payments(found.map(\.report))
  }

  /// - Parameter checks: whether the caller says which balance it believes in.
  public func cancel(_ call: RefundCall, hasAccount: Bool, checks: Bool = true) -> Cancelled {
    guard !call.needsAccount || hasAccount else {
      stubborn.insert(call.payment)
      return .refused
    }
    if isCalm { return carryOut(call, checks: checks) }
    let answer: Cancelled
    switch random.below(20) {
    case 0: answer = .nothing
    case 1:
      straying.append(call)
      answer = .nothing
    case 2, 3, 4:
      // Done, and the answer is lost.
      _ = carryOut(call, checks: checks)
      answer = .nothing
    default: answer = carryOut(call, checks: checks)
    }
    if case .nothing = answer { stubborn.insert(call.payment) }
    return answer
  }

  /// Nobody can pay into an account any more; refused where somebody has.
  public func close(_ id: String) -> Cancelled {
    if !isCalm, random.chance(12) { return .nothing }
    guard let index = payments.firstIndex(where: { $0.id == id }), payments[index].status == .waitingDeposit else {
      return .refused
    }
    payments[index].status = .cancelled
    notify(index)
    return !isCalm && random.chance(10) ? .nothing : .done(payments[index].report)
  }

  private func carryOut(_ call: RefundCall, checks: Bool) -> Cancelled {
    guard let index = payments.firstIndex(where: { $0.id == call.payment }), payments[index].captured > 0 else {
      return .refused
    }
    if payments[index].refusals > 0 {
      if payments[index].refusals < .max { payments[index].refusals -= 1 }
      stubborn.insert(call.payment)
      return .refused
    }
    guard !checks || payments[index].balance == call.remaining else {
      stubborn.insert(call.payment)
      return .otherBalance
    }
    guard call.amount > 0, call.amount <= payments[index].balance else { return .refused }
    payments[index].cancels += 1
    if !isCalm, random.chance(12) {
      payments[index].pending.append(call.amount)
    } else {
      payments[index].giveBack(!isCalm && random.chance(8) && call.amount > 1 ? call.amount / 2 : call.amount)
      notify(index)
    }
    return .done(payments[index].report)
  }
}
