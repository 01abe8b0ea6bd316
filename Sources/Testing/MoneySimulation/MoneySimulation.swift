import Booking
import Payment
import Seeded
import Wire

/// Three patients with two tabs each, two doctors, an operator, one server and one payment provider, under one schedule
/// that a seed decides: answers get lost after what they answer was done, webhooks come twice, early, never, or from
/// strangers, money comes late, twice, in part or in another currency, everybody clicks in two tabs at once, the clock
/// steps, and the server is killed between any two steps. In the end nobody has lost money, and no slot is given twice.
public final class MoneySimulation {
  static let operatorPerson = 200

  public let seed: UInt64
  var random: SeededRandom
  let server: any MoneyServer
  let provider: SimulatedProvider
  var now = Timestamp(milliseconds: 1_796_000_400_000)
  /// Everything that was asked, by number.
  var calls: [MoneyCall] = []
  /// Those that wait for an answer in a tab that is open.
  var waiting: Set<Int> = []
  /// The first good answer to each key.
  var firstAnswers: [String: MoneyAnswer] = [:]
  var oracle = MoneyOracle()
  var isCalm = false
  var faults: [String] = []
  public private(set) var trace: [String]?

  public init(
    seed: UInt64, traces: Bool = false, server: (SimulatedProvider) throws -> any MoneyServer
  ) rethrows {
    self.seed = seed
    random = SeededRandom(seed: seed)
    provider = SimulatedProvider(seed: seed)
    self.server = try server(provider)
    trace = traces ? [] : nil
    now = now.adding(milliseconds: Int64(random.below(24)) * 3_600_000)
    if traces { provider.told = { [unowned self] text in self.note(text) } }
  }

  /// - Returns: what went wrong; nothing where all is well.
  public func run(steps: Int) -> [String] {
    for _ in 0..<steps {
      step()
      if !faults.isEmpty { return faults }
    }
    heal()
    if faults.isEmpty { judge() }
    if faults.isEmpty { resolveAll() }
    if faults.isEmpty { judge(isLast: true) }
    return faults
  }

  /// What became of orders and reservations.
  public var outcome: MoneyView { server.view }

  func note(_ text: @autoclosure () -> String) {
    if trace != nil { trace?.append(now.iso8601 + " " + text()) }
  }

  func fault(_ text: String) {
    if faults.count < 20 { faults.append(text) }
    note("FAULT " + text)
  }

  private func step() {
    switch random.below(1_000) {
    case 0..<400: work()
    case 400..<480: sweep()
    case 480..<570: provider.stir(at: now)
    case 570..<630: notify()
    case 630..<720: hear()
    case 720..<880: patientActs(random.below(MoneyWorld.patients))
    case 880..<915: doctorActs(random.below(MoneyWorld.doctors))
    case 915..<940: repeatCall()
    case 940..<990: pass(Int64(1 + random.below(180)) * 1_000)
    default: seldom()
    }
  }

  private func seldom() {
    switch random.below(20) {
    case 0..<5: crash()
    case 5..<8: closeTab()
    case 8..<11: pass(Int64(5 + random.below(60)) * 60_000)
    case 11: pass(Int64(2 + random.below(20)) * 3_600_000)
    case 12:
      note("the clock steps back")
      now = now.adding(milliseconds: -Int64(random.below(600)) * 1_000)
    case 13: provider.giveBackElsewhere()
    case 14, 15: forge()
    case 16, 17: resolveOne()
    default: finishOne()
    }
  }

  func pass(_ milliseconds: Int64) { now = now.adding(milliseconds: milliseconds) }

  @discardableResult
  func work() -> Bool {
    let isBusy = server.work(random.below(1_000_000), at: now)
    if isBusy { observe() }
    return isBusy
  }

  func sweep() { if server.sweep(at: now) > 0 { note("what is due begins") } }

  private func crash() {
    note("the server is killed")
    server.crash()
    observe()
  }

  // MARK: Calls

  func ask(_ person: Int, _ request: MoneyRequest) {
    let call = MoneyCall(id: calls.count, person: person, key: "k\(calls.count)", request: request)
    calls.append(call)
    note("p\(person) asks \(call.id): \(request)")
    if request.hasKey { waiting.insert(call.id) }
    // It may get lost on the way, or arrive twice.
    let copies = isCalm ? 1 : [0, 1, 1, 1, 1, 1, 1, 1, 1, 2][random.below(10)]
    for _ in 0..<copies { server.arrive(call) }
  }

  /// A tab that has no answer asks again; sometimes one that has it as well.
  private func repeatCall() {
    let open = waiting.sorted()
    guard !open.isEmpty else { return }
    let call = calls[open[random.below(open.count)]]
    note("p\(call.person) asks \(call.id) again")
    server.arrive(call)
  }

  private func closeTab() {
    let open = waiting.sorted()
    guard !open.isEmpty else { return }
    waiting.remove(open[random.below(open.count)])
  }

  /// An answer arrives, or gets lost.
  func hear() {
    guard !server.answers.isEmpty else { return }
    let (id, answer) = server.answers.remove(at: isCalm ? 0 : random.below(server.answers.count))
    guard isCalm || random.chance(85) else { return }
    note("answer to \(id): \(answer)")
    let call = calls[id]
    if call.request.hasKey { judge(answer, to: call) }
    if case .verdict(.buys) = answer, case .validate(_, let payment) = call.request,
      provider.payment(payment)?.captured ?? 0 == 0
    {
      fault("\(payment) was never paid, and is taken for good")
    }
  }

  private func judge(_ answer: MoneyAnswer, to call: MoneyCall) {
    // What was refused was not done, and may be tried again.
    if case .refused = answer { return }
    if random.chance(70) { waiting.remove(call.id) }
    if let first = firstAnswers[call.key], first != answer {
      fault("\(call.id) was answered with \(first), and its repeat with \(answer)")
    }
    firstAnswers[call.key] = answer
    if case .cancel(let id, let expected) = call.request { oracle.shown[id] = expected }
  }

  private func notify() {
    guard !provider.notices.isEmpty else { return }
    let notice = provider.notices.remove(at: random.below(provider.notices.count))
    guard isCalm || random.chance(85) else { return }
    note("a webhook of \(notice.payment)")
    server.arrive(webhook(notice.order, notice.payment))
  }

  private func webhook(_ order: String, _ payment: String) -> MoneyCall {
    // Its body says what it wants to.
    let claim = PaymentReport(
      id: payment, orderCode: order, status: .paid, currency: .won, captured: MoneyWorld.price.amount)
    let call = MoneyCall(id: calls.count, person: -1, key: "", request: .webhook(order: order, claim: claim))
    calls.append(call)
    return call
  }

  /// A stranger says that something was paid.
  private func forge() {
    let orders = server.view.orders
    guard !orders.isEmpty else { return }
    let code = orders[random.below(orders.count)].record.code
    note("a stranger says that \(code) is paid")
    server.arrive(webhook(code, provider.payments.last { $0.order == code }?.id ?? "imp_0"))
  }
}
