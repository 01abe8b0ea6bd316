import BookingContract
import Contract
import Domain
import JSON
import Payment
import Payments
import SQL
import Storage
import StorageTesting
import Synchronization
import Wire

let start = Timestamp(milliseconds: 1_800_000_000_000)
let minute: Int64 = 60_000

struct Missing: Error {}

/// A provider that keeps its own books and can fall silent.
final class Till: Sendable {
  let name: String

  init(_ name: String = "till") { self.name = name }

  struct State {
    var payments: [String: ReportedPayment] = [:]
    var prepared: [String: Money] = [:]
    var fault: PaymentFault?
    /// The next cancels are done, and their answers lost.
    var lostAnswers = 0
    /// The next cancels take no more than that.
    var part: Int64?
    var refused = 0
    var cancels: [RefundCall] = []
    var accounts: [RefundAccount] = []
    var questions = 0
  }

  let state = Mutex(State())

  func put(_ report: PaymentReport) {
    state.withLock {
      $0.payments[report.id] = ReportedPayment(report, receipt: ["receipt_url": "https://pg.example/r"])
    }
  }

  func pay(
    _ code: String, _ amount: Int64 = 50_000, as id: String = "imp_1", _ method: PaymentMethod = .card,
    currency: Currency = .won
  ) {
    put(
      PaymentReport(
        id: id, orderCode: code, status: .paid, currency: currency, captured: amount, method: method))
  }

  /// A virtual account is given out as `imp_1`, and a deposit awaited.
  func giveAccount(for code: String) {
    put(
      PaymentReport(
        id: "imp_1", orderCode: code, status: .waitingDeposit, currency: .won, method: .virtualAccount,
        deposit: DepositAccount(bank: "신한", account: "1-2", holder: "마루")))
  }

  func set(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  /// Captured minus refunded.
  var balance: Int64 {
    state.withLock { $0.payments.values.reduce(0) { $0 + $1.report.captured - $1.report.cancelled } }
  }

  var provider: PaymentProvider {
    PaymentProvider(
      name: name,
      payment: { [self] id throws(PaymentFault) in try asked().payments[id] },
      payments: { [self] code throws(PaymentFault) in
        try asked().payments.values.filter { $0.report.orderCode == code }.sorted { $0.report.id < $1.report.id }
      },
      prepare: { [self] code, price throws(PaymentFault) in state.withLock { $0.prepared[code] = price } },
      cancel: { [self] call, account throws(PaymentFault) in try cancel(call, account) },
      closeAccount: { [self] id throws(PaymentFault) in
        let fault = state.withLock { state -> PaymentFault? in
          if let fault = state.fault { return fault }
          guard state.payments[id]?.report.status == .waitingDeposit else { return .refused("no deposit is awaited") }
          state.payments[id]?.report.status = .cancelled
          return nil
        }
        if let fault { throw fault }
      })
  }

  private func asked() throws(PaymentFault) -> State {
    let now = state.withLock { state in
      state.questions += 1
      return state
    }
    if let fault = now.fault { throw fault }
    return now
  }

  private func cancel(_ call: RefundCall, _ account: RefundAccount?) throws(PaymentFault) {
    let result = state.withLock { state -> Result<Void, PaymentFault> in
      if let fault = state.fault { return .failure(fault) }
      if state.refused > 0 {
        state.refused -= 1
        return .failure(.refused("no"))
      }
      guard var found = state.payments[call.payment],
        found.report.captured - found.report.cancelled == call.remaining
      else { return .failure(.refused("checksum")) }
      found.report.cancelled += min(call.amount, state.part ?? call.amount)
      state.part = nil
      if found.report.cancelled == found.report.captured { found.report.status = .cancelled }
      state.payments[call.payment] = found
      state.cancels.append(call)
      if let account { state.accounts.append(account) }
      guard state.lostAnswers == 0 else {
        state.lostAnswers -= 1
        return .failure(.unavailable("lost"))
      }
      return .success(())
    }
    try result.get()
  }
}

/// Reservations as payments see them.
final class Slots: Sendable {
  struct State {
    var states: [Int64: String] = [1: "held"]
    var isFree = true
    var extended: Timestamp?
    /// What confirming ends in.
    var fault: (any Error)?
    /// So often, and then no more; nil: for ever.
    var faults: Int?
  }

  let state = Mutex(State())
  let facts: ReservationFact

  init(doctor: RowID<Person>, patient: RowID<Person>) {
    var row = ReservationRow(
      realm: .eyemon, doctor: doctor, patient: patient, clinic: nil, state: "held",
      startsAt: start.adding(milliseconds: 24 * 60 * minute), endsAt: start.adding(milliseconds: 24 * 61 * minute),
      dueAt: start.adding(milliseconds: 10 * minute), personName: "하늘", schedule: ScheduleRow(doctor: doctor), at: start
    )
    row.id = RowID(1)
    row.fee = 50_000
    row.currency = "KRW"
    facts = ReservationFact(row, doctorName: "김원장", clinicName: "밝은안과")
  }

  subscript(_ id: Int64) -> String? { state.withLock { $0.states[id] } }
  func set(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  var port: ReservationPort {
    ReservationPort(
      fact: { [self] _, id in
        self[id.value].map { name in
          var fact = facts
          fact.state = name
          return fact
        }
      },
      confirm: { [self] _, id, _ in
        try state.withLock { state in
          try state.breakDown()
          guard state.states[id.value] == "held" else { return .gone }
          state.states[id.value] = "confirmed"
          return .taken
        }
      },
      takeAgain: { [self] _, id, _ in
        try state.withLock { state in
          try state.breakDown()
          if state.isFree { state.states[id.value] = "confirmed" }
          return state.isFree
        }
      },
      release: { [self] _, id, _ in state.withLock { $0.states[id.value] = "expired" } },
      extend: { [self] _, _, until, _ in
        state.withLock { $0.extended = until }
        return until
      },
      makeTimeless: { [self] _, doctor, _, _ in
        guard doctor == facts.doctor else { return nil }
        return state.withLock { state in
          let id = Int64(state.states.count + 1)
          state.states[id] = "held"
          var fact = facts
          fact.id = RowID(id)
          fact.leadLimit = nil
          return fact
        }
      })
  }
}

extension Slots.State {
  mutating func breakDown() throws {
    guard let fault, faults != 0 else { return }
    faults = faults.map { $0 - 1 }
    throw fault
  }
}

/// A patient, a doctor and what they pay with.
struct World: Sendable {
  let store: DataStore
  let patient: RowID<Person>
  let other: RowID<Person>
  let doctor: RowID<Person>
  let till = Till()
  /// Takes older orders only.
  let otherTill = Till("other")
  let slots: Slots
  let payments: Payments
  let now: NowBox

  final class NowBox: Sendable {
    let time = Mutex(start)
    var value: Timestamp { time.withLock { $0 } }
    func pass(_ milliseconds: Int64) { time.withLock { $0 = $0.adding(milliseconds: milliseconds) } }
  }

  static func make(playsMadeUp: Bool = false) async throws -> World {
    try await World(playsMadeUp: playsMadeUp)
  }

  private init(playsMadeUp: Bool) async throws {
    store = try await DataStore.open(.ofTest(), durability: .off)
    (patient, other, doctor) = try await store.write { tables in
      func insert(_ name: String, _ role: Role) throws -> RowID<Person> {
        let person = NewPerson(realm: .eyemon, email: "\(name)@example.com", nick: name, role: role, passwordHash: "h")
        guard let id = try tables.people.insert(person, at: start) else { throw Missing() }
        return id
      }
      return (try insert("하늘", .patient), try insert("바다", .patient), try insert("김원장", .doctor))
    }
    slots = Slots(doctor: doctor, patient: patient)
    let (now, till) = (NowBox(), till)
    self.now = now
    let play: @Sendable (String, Money) async -> Void = { code, price in
      till.pay(code, price.amount, as: "imp_played")
    }
    payments = Payments(
      store: store, settings: PaymentSettings(), providers: [till.provider, otherTill.provider], port: slots.port,
      key: [UInt8](repeating: 7, count: 32),
      playPayment: playsMadeUp ? play : nil,
      clock: { now.value }, wake: {})
  }

  func order(_ price: Int64 = 50_000, reservation: Int64? = 1, key: String = "", by person: RowID<Person>? = nil)
    async throws -> OrderRow
  {
    let form = OrderForm(doctorID: ID("d"), totalPrice: MajorAmount(minor: price, decimals: 0))
    return try await payments.order(
      form, doctor: doctor, reservation: reservation.map { RowID($0) }, key: key, by: person ?? patient, realm: .eyemon)
  }

  func row(_ code: String) async throws -> OrderRow {
    guard let row = try await store.read({ try $0.orders.find(code: code) }) else { throw Missing() }
    return row
  }

  /// Runs the refunds that are due.
  @discardableResult
  func runRefunds() async throws -> Int { try await run(.refund) { try await payments.refund($0) } }

  /// Asks about the orders whose time has come.
  @discardableResult
  func sweep() async throws -> Int { try await run(.checkPayment) { try await payments.checkDue($0) } }

  /// Closes the accounts that are to be closed.
  @discardableResult
  func runClosings() async throws -> Int { try await run(.closeAccount) { try await payments.closeAccount($0) } }

  /// As the job runner does.
  private func run(_ kind: JobKind, _ work: (JSONValue) async throws -> Payments.Outcome?) async throws -> Int {
    var done = 0
    while true {
      let now = now.value
      let jobs = try await store.write {
        try $0.jobs.take(kind, limit: 1, lease: "l", until: now.adding(milliseconds: 1), at: now)
      }
      guard let job = jobs.first else { return done }
      let outcome = try await work(job.payload)
      try await store.write { tables in
        _ = try tables.jobs.end(job.id, lease: "l", as: .done, at: now)
        try outcome?(tables)
      }
      done += 1
    }
  }

  /// What our ledger says.
  func balance() async throws -> Int64 {
    try await payments.balances().reduce(0) { $0 + $1.captured - $1.refunded }
  }

  func cancel(_ end: ReservationEnd, refund: Int64, _ account: RefundTarget? = nil) async throws {
    let (port, now) = (payments.orderPort, now.value)
    try await store.write { try port.ended($0, RowID(1), end, refund, account, now) }
  }
}
