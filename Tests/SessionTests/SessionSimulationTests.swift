import Contract
import Domain
import Seeded
import Session
import Testing

/// A server that expires tokens, loses answers and stumbles, and a client that does everything at any time.
private struct Simulation {
  var machine = SessionMachine(renewal: .cookie(.eyemon))
  var random: SeededRandom
  var calls: Set<String> = []
  var sent: Set<String> = []
  var started = 0
  var tokens = 0
  var valid: Set<String> = []
  var refreshes: [Int] = []
  var open = 0
  var faults: [String] = []

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  mutating func run() -> [String] {
    apply(machine.receive(.signedIn(mint()), entropy: random.next()))
    for _ in 0..<120 { step() }
    for _ in 0..<200 where !(sent.isEmpty && refreshes.isEmpty) { answerOne(isCalm: true) }
    if !calls.isEmpty { faults.append("\(calls.count) calls never ended") }
    return faults
  }

  mutating func mint() -> SessionAnswer {
    tokens += 1
    valid.insert("t\(tokens)")
    return answer("mina", "t\(tokens)")
  }

  mutating func step() {
    switch random.below(10) {
    case 0...2:
      started += 1
      calls.insert("c\(started)")
      apply(machine.receive(.call("c\(started)", .rooms), entropy: random.next()))
    case 3: valid = []
    case 4: apply(machine.receive(.tokenWanted(fresh: random.below(2) == 0), entropy: random.next()))
    case 5: if random.below(8) == 0 { apply(machine.receive(.signOut, entropy: random.next())) }
    case 6:
      if machine.status == .signedOut && !calls.contains(where: { $0.hasPrefix("login") }) {
        started += 1
        calls.insert("login\(started)")
        let login = Endpoint.login(LoginForm(email: "mina@maru.test", password: "x"))
        apply(machine.receive(.call("login\(started)", login), entropy: random.next()))
      }
    case 7: apply(machine.receive(.cameBack, entropy: random.next()))
    default: answerOne(isCalm: false)
    }
  }

  mutating func answerOne(isCalm: Bool) {
    let stumbles = !isCalm && random.below(4) == 0
    if let generation = refreshes.first, random.below(2) == 0 {
      refreshes.removeFirst()
      let outcome: SessionMachine.Outcome =
        stumbles ? (random.below(2) == 0 ? .unreachable : .refused(.internalError)) : .success(.session(mint()))
      apply(machine.receive(.refreshAnswered(generation: generation, outcome), entropy: random.next()))
    } else if let id = sent.sorted().first {
      sent.remove(id)
      let name = String(id.prefix { $0 != " " })
      let token = String(id.drop { $0 != " " }.dropFirst())
      let isLogin = name.hasPrefix("login")
      let outcome: SessionMachine.Outcome =
        stumbles
        ? .unreachable
        : isLogin ? .success(.session(mint())) : valid.contains(token) ? .success(.empty) : .refused(.accessExpired)
      apply(machine.receive(.answered(name, outcome), entropy: random.next()))
    }
  }

  mutating func apply(_ commands: [SessionMachine.Command]) {
    for command in commands {
      switch command {
      case .send(let id, _, let token): sent.insert(id + " " + (token ?? ""))
      case .cancel(let id): sent = sent.filter { !$0.hasPrefix(id + " ") }
      case .finish(let id, _): if calls.remove(id) == nil { faults.append(id + " ended twice") }
      case .refresh(let generation, _, _):
        if !refreshes.isEmpty { faults.append("two renewals at a time") }
        refreshes.append(generation)
      case .sessionStarted:
        open += 1
        if open != 1 { faults.append("started while one was open") }
      case .sessionEnded:
        open -= 1
        if open != 0 { faults.append("ended twice") }
      case .token, .tokenUnavailable, .startTimer, .sessionRenewed, .leaving, .signInMayStart: break
      }
    }
  }
}

@Suite struct SessionSimulationTests {
  @Test func everyCallEndsOnceAndRenewalsNeverOverlap() {
    for seed in 0..<2_000 {
      var simulation = Simulation(seed: UInt64(seed))
      let faults = simulation.run()
      #expect(faults.isEmpty, "seed \(seed): \(faults)")
      if !faults.isEmpty { return }
    }
  }
}
