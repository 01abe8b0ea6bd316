import Bookings
import Domain
import JSON
import MoneySimulation
import Payment
import Payments
import PowerLoss
import SQL
import Seeded
import Storage
import Wire

/// The server's own bookings and payments on SQLite, on a disk that forgets what was not synced when the power goes:
/// between two steps of whatever is under way, and in the middle of writing as well. What was in memory goes with it.
public final class RealDesk: MoneyServer {
  /// What runs by itself. People are told nothing here, so the jobs that do so are left alone.
  static let kinds: [JobKind] = [.refund, .closeAccount, .bookingDue, .checkPayment]
  private static let lease: Int64 = 60_000

  public var answers: [(call: Int, answer: MoneyAnswer)] = []
  public var fault: String? { surroundings.fault }

  private let provider: SimulatedProvider
  private let surroundings = DeskSurroundings()
  private let opened: OpenedStore
  private let people: DeskPeople
  private let secrets: ServerSecrets
  private let mutant: RealMutant?
  private var areas: DeskAreas
  private var flows: [DeskFlow] = []
  private var random: SeededRandom
  private var leases = 0
  /// What is stored, and after how many transactions it was.
  private var seen: (view: MoneyView, commits: Int)?

  public init(seed: UInt64, provider: SimulatedProvider, mutant: RealMutant? = nil) throws {
    self.provider = provider
    self.mutant = mutant
    random = SeededRandom(seed: seed ^ 0xDE5C)
    let (disk, secrets) = (PowerLossDisk(seed: seed), try ServerSecrets.ephemeral())
    let durability: Durability = mutant == .unsynced ? .off : .full
    let store = try wait { try await DataStore.open(.fileSystem(disk.name), durability: durability, readers: 0) }
    opened = OpenedStore(disk, store)
    self.secrets = secrets
    people = try wait { try await store.write { try DeskPeople($0) } }
    areas = try DeskAreas(store, secrets, people, surroundings, mutant)
  }

  deinit { for flow in flows { flow.kill() } }

  public var view: MoneyView {
    let (store, people, commits) = (opened.store, people, opened.store.commitCount)
    if let seen, seen.commits == commits { return seen.view }
    do {
      let view = try wait { try await store.read { try MoneyView($0, people) } }
      seen = (view, commits)
      return view
    } catch {
      surroundings.break("the data cannot be read: \(error)")
      return MoneyView()
    }
  }

  public func arrive(_ call: MoneyCall) {
    let (areas, surroundings, view) = (areas, surroundings, view)
    let hands = DeskHands(areas: areas, view: view, mutant: mutant)
    flows.append(
      DeskFlow(call: call.id) {
        do { return try await hands.carryOut(call) } catch {
          return .refused(surroundings.refusal(error))
        }
      })
  }

  public func work(_ pick: Int, at now: Timestamp) -> Bool {
    surroundings.now = now
    for piece in surroundings.takeLater() {
      flows.append(
        DeskFlow {
          await piece()
          return nil
        })
    }
    guard !flows.isEmpty else { return false }
    let index = pick % flows.count
    // The power goes in the middle of it, perhaps.
    let isCut = !provider.isCalm && random.below(120) == 0
    if isCut { opened.disk.cut(after: 1 + random.below(12)) }
    surroundings.isDown = isCut
    flows[index].step(provider)
    if opened.disk.isOff {
      crash()
      return true
    }
    if isCut { opened.disk.cut(after: 0) }
    surroundings.isDown = false
    guard flows[index].isOver else { return true }
    let flow = flows.remove(at: index)
    if let call = flow.call, let answer = flow.answer { answers.append((call, answer)) }
    return true
  }

  // MARK: What is due

  @discardableResult
  public func sweep(at now: Timestamp) -> Int {
    surroundings.now = now
    guard let due = nextDue, due <= now else { return 0 }
    leases += 1
    let (store, lease, end) = (opened.store, "l\(leases)", now.adding(milliseconds: Self.lease))
    let kinds = mutant == .noSweep ? Self.kinds.filter { $0 != .checkPayment } : Self.kinds
    let jobs = try? wait {
      try await store.write { tables in
        try kinds.flatMap { try tables.jobs.take($0, limit: 100, lease: lease, until: end, at: now) }
      }
    }
    for job in jobs ?? [] { begin(job, lease) }
    return jobs?.count ?? 0
  }

  /// As the job runner does, without renewing: a lease that runs out is a server that stood still for too long.
  private func begin(_ job: JobRow, _ lease: String) {
    let (areas, surroundings) = (areas, surroundings)
    flows.append(
      DeskFlow {
        do {
          let outcome = try await areas.run(job)
          _ = await DeskFlow.ask(.nothing)
          let now = surroundings.now
          try await areas.store.write { tables in
            guard try tables.jobs.end(job.id, lease: lease, as: .done, at: now) else { return }
            try outcome?(tables)
          }
        } catch is PaymentFault {
          let later = surroundings.now.adding(milliseconds: 2_000)
          _ = try? await areas.store.write {
            try $0.jobs.giveBack(job.id, lease: lease, fault: "no answer", until: later)
          }
        } catch let early as TooEarly {
          let later = surroundings.now.adding(milliseconds: early.milliseconds)
          _ = try? await areas.store.write {
            try $0.jobs.giveBack(job.id, lease: lease, fault: "too early", until: later)
          }
        } catch { _ = surroundings.refusal(error) }
        return nil
      })
  }

  public var nextDue: Timestamp? {
    let kinds = Self.kinds.filter { $0 != .checkPayment || mutant != .noSweep }
    let names = kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    let store = opened.store
    let due = try? wait {
      try await store.read { tables in
        try tables.connection.first("SELECT MIN(due_at) FROM jobs WHERE state = 'open' AND kind IN (\(names))") {
          (row) throws(SQLError) in try row.optionalInt64(0)
        }
      }
    }
    return due?.flatMap { $0 }.map { Timestamp(milliseconds: $0) }
  }

  // MARK: The power

  /// What was written is there afterwards, also where nobody heard of it.
  public func crash() {
    let before = opened.disk.isOff ? nil : view
    surroundings.isDown = true
    opened.store.close()
    for flow in flows { flow.kill() }
    opened.disk.restore()
    (flows, answers, seen) = ([], [], nil)
    _ = surroundings.takeLater()
    surroundings.isDown = false
    let (disk, now) = (opened.disk, surroundings.now)
    let durability: Durability = mutant == .unsynced ? .off : .full
    do {
      let store = try wait {
        let store = try await DataStore.open(.fileSystem(disk.name), durability: durability, readers: 0)
        try await store.write { try $0.jobs.releaseAll(at: now) }
        return store
      }
      opened.store = store
      areas = try DeskAreas(store, secrets, people, surroundings, mutant)
    } catch { return surroundings.break("the database does not open after a power loss: \(error)") }
    if let before, before != view { surroundings.break("what was written is lost with the power") }
  }
}
