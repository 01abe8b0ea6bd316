import Booking
import Bookings
import Domain
import JSON
import MoneySimulation
import Payment
import Payments
import SQL
import Storage
import Synchronization
import Wire

/// What stays when the server is killed: the clock on the wall, and what the simulation has noticed.
final class DeskSurroundings: Sendable {
  private struct State {
    var now = Timestamp(milliseconds: 0)
    var fault: String?
    var isDown = false
    var later: [@Sendable () async -> Void] = []
  }

  private let state = Mutex(State())

  var now: Timestamp {
    get { state.withLock { $0.now } }
    set { state.withLock { $0.now = newValue } }
  }

  /// The data is closed: whatever fails now fails for that.
  var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  var fault: String? { state.withLock { $0.fault } }

  func `break`(_ text: String) { state.withLock { $0.fault = $0.fault ?? text } }

  /// What a mutant does too late.
  func add(_ piece: @escaping @Sendable () async -> Void) { state.withLock { $0.later.append(piece) } }

  func takeLater() -> [@Sendable () async -> Void] {
    state.withLock { state in
      defer { state.later = [] }
      return state.later
    }
  }
}

/// Who is there: patients, and doctors with the hours of the simulation.
struct DeskPeople: Sendable {
  var patients: [RowID<Person>] = []
  var doctors: [RowID<Person>] = []

  init(_ tables: Tables) throws {
    for number in 0..<MoneyWorld.patients { patients.append(try Self.add("p\(number)", .patient, tables)) }
    for number in 0..<MoneyWorld.doctors {
      let doctor = try Self.add("d\(number)", .doctor, tables)
      try tables.people.insertDoctor(doctor, realm: .eyemon, state: .approved, clinic: "", specialty: "")
      _ = try tables.schedules.put(Self.schedule(MoneyWorld.schedule(number), doctor), at: Timestamp(milliseconds: 0))
      doctors.append(doctor)
    }
  }

  private static func add(_ name: String, _ role: Role, _ tables: Tables) throws -> RowID<Person> {
    let new = NewPerson(realm: .eyemon, email: name + "@example.com", nick: name, role: role, passwordHash: "h")
    guard let id = try tables.people.insert(new, at: Timestamp(milliseconds: 0)) else {
      throw SQLError.mistake("somebody is there twice")
    }
    return id
  }

  private static func schedule(_ rules: DoctorSchedule, _ doctor: RowID<Person>) -> ScheduleRow {
    var row = ScheduleRow(doctor: doctor)
    (row.zone, row.fee, row.currency) = (rules.zone, MoneyWorld.price.amount, MoneyWorld.price.currency.code)
    row.slotMinutes = Int64(rules.slotMinutes)
    row.leadMinutes = Int64(rules.leadMinutes)
    row.horizonDays = Int64(rules.horizonDays)
    row.needsApproval = rules.needsApproval
    row.approvalHours = Int64(rules.approvalHours)
    row.policy = PolicyRow(
      freeHours: Int64(rules.policy.freeHours), partHours: Int64(rules.policy.partHours),
      partPercent: Int64(rules.policy.partPercent))
    row.rules = rules.rules.rules.map { rule in
      ScheduleRow.Rule(
        weekday: Int64(rule.weekday.rawValue) + 1, from: Int64(rule.span.from.minutes), to: Int64(rule.span.to.minutes))
    }
    return row
  }
}

/// The areas of a server that has just begun, joined as ServerApp does it.
struct DeskAreas: Sendable {
  let store: DataStore
  let people: DeskPeople
  let identifiers: Identifiers
  let bookings: Bookings
  let payments: Payments

  init(
    _ store: DataStore, _ secrets: ServerSecrets, _ people: DeskPeople, _ surroundings: DeskSurroundings,
    _ mutant: RealMutant?
  ) throws {
    self.store = store
    self.people = people
    identifiers = secrets.identifiers
    let end = OrderEnd()
    var settings = BookingSettings()
    settings.holdMinutes = MoneyWorld.holdMinutes
    settings.waiting = MoneyWorld.waiting
    bookings = Bookings(
      store: store, identifiers: identifiers, settings: settings, zones: try TimeZones.system(),
      linkKey: secrets.linkKey, orders: end.port, clock: { surroundings.now })
    var port = bookings.port
    mutant?.spoil(&port, store, surroundings)
    payments = Payments(
      store: store, settings: PaymentSettings(), providers: [Self.provider], port: port, key: secrets.linkKey,
      clock: { surroundings.now }, wake: {})
    var orders = payments.orderPort
    mutant?.spoil(&orders)
    end.connect(orders)
  }

  /// - Returns: what is to be written in the transaction that ends the job.
  func run(_ job: JobRow) async throws -> Payments.Outcome? {
    switch job.kind {
    case .refund: return try await payments.refund(job.payload)
    case .checkPayment: return try await payments.checkDue(job.payload)
    case .closeAccount: return try await payments.closeAccount(job.payload)
    default:
      if let early = try await bookings.endDue(job.payload) { throw TooEarly(milliseconds: early) }
      return nil
    }
  }

  /// Each question is a step of its own, and each answer.
  private static let provider = PaymentProvider(
    name: "simulated",
    payment: { id throws(PaymentFault) in try Self.reports(await DeskFlow.ask(.payment(id))).first },
    payments: { code throws(PaymentFault) in try Self.reports(await DeskFlow.ask(.payments(of: code))) },
    prepare: { _, _ in },
    cancel: { call, account throws(PaymentFault) in
      try Self.done(await DeskFlow.ask(.cancel(call, hasAccount: account != nil)))
    }, closeAccount: { id throws(PaymentFault) in try Self.done(await DeskFlow.ask(.close(id))) })

  private static func done(_ reply: DeskFlow.Reply) throws(PaymentFault) {
    guard case .cancelled(let came) = reply else { throw .unavailable("nobody answers") }
    switch came {
    case .done: break
    case .nothing: throw .unavailable("no answer")
    case .otherBalance, .refused: throw .refused("no")
    }
  }

  private static func reports(_ reply: DeskFlow.Reply) throws(PaymentFault) -> [ReportedPayment] {
    switch reply {
    case .asked(.payments(let all)): return all.map { ReportedPayment($0) }
    case .asked(.nonsense): throw .unreadable("nonsense")
    case .asked(.nothing), .cancelled, .nothing: throw .unavailable("no answer")
    }
  }
}

/// Bookings are made before payments, which need them.
private final class OrderEnd: Sendable {
  private let joined = Mutex<OrderPort?>(nil)

  func connect(_ port: OrderPort) { joined.withLock { $0 = port } }

  var port: OrderPort {
    OrderPort(
      money: { [self] tables, id in try joined.withLock { $0?.money }?(tables, id) },
      ended: { [self] tables, id, end, refund, account, now in
        try joined.withLock { $0?.ended }?(tables, id, end, refund, account, now)
      })
  }
}

/// A job that was taken before the clock stepped back.
struct TooEarly: Error {
  var milliseconds: Int64
}
