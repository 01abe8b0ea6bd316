import Contract
import Domain
import Seeded
import Session
import Wire

/// Two tabs of a browser and two processes of a program, on two devices of the same people, and one server, under one
/// schedule that a seed decides: answers get lost, requests arrive twice, the server stumbles or answers with nonsense,
/// strangers answer in its place, devices sleep for an hour or have a wrong clock, everything is killed between any two
/// commands, keys change, and old tokens are stolen. Nobody with a valid refresh token is ever signed out; nobody
/// without one gets an answer.
public final class SessionSimulation {
  /// Longer than that nothing is under way: clients give up. Shorter than the time in which an old token still counts.
  static let patience: Int64 = 30_000

  public let seed: UInt64
  let mutant: SessionMutant?
  var random: SeededRandom
  var server: any SessionServer
  var ledger = SessionLedger()
  var now = Timestamp(milliseconds: 1_767_571_200_000)
  var devices: [SimulatedDevice]
  var clients: [SimulatedClient] = []
  var requests: [SimulatedRequest] = []
  var replies: [SimulatedReply] = []
  /// Refresh tokens that were ever under way, for whoever steals them.
  var stolen: [String] = []
  /// Sessions that a stranger has got on with.
  var tainted: Set<String> = []
  var isCalm = false
  /// Every session is a good one, and everything is answered.
  var isBurst = false
  /// Renewals that reached the server, and calls that ended well.
  var renewals = 0
  var successes = 0
  var faults: [String] = []
  public private(set) var trace: [String]?

  public init(seed: UInt64, server: any SessionServer, mutant: SessionMutant? = nil, traces: Bool = false) {
    self.seed = seed
    self.server = server
    self.mutant = mutant
    random = SeededRandom(seed: seed)
    devices = [SimulatedDevice(isBrowser: true), SimulatedDevice(isBrowser: false)]
    trace = traces ? [] : nil
    for device in devices.indices {
      let renewal: SessionMachine.Renewal = devices[device].isBrowser ? .cookie(.flatbread) : .token
      for _ in 0..<2 { clients.append(SimulatedClient(device: device, renewal: renewal)) }
    }
    for client in clients.indices { start(client) }
  }

  /// - Returns: what went wrong; nothing where all is well.
  public func run(steps: Int) -> [String] {
    for _ in 0..<steps {
      step()
      if !faults.isEmpty { return faults }
    }
    heal()
    if faults.isEmpty { judge() }
    return faults
  }

  func note(_ text: @autoclosure () -> String) {
    if trace != nil { trace?.append(text()) }
  }

  func fault(_ text: String) {
    if faults.count < 20 { faults.append(text) }
    note("FAULT " + text)
  }

  private func step() {
    let client = random.below(clients.count)
    switch random.below(1_000) {
    case 0..<330: carry()
    case 330..<620: deliver()
    case 620..<760: want(client)
    case 760..<810: settle()
    case 810..<870: firePause(client)
    case 870..<890: if clients[client].isRunning { tell(client, .cameBack) }
    case 890..<900: kill(client)
    case 900..<930: start(client)
    case 930..<980: pass(Int64(1 + random.below(20)) * 1_000)
    default: seldom(client)
    }
  }

  private func seldom(_ client: Int) {
    let device = clients[client].device
    switch random.below(20) {
    case 0..<5: pass(SessionTimes.access + 60_000)
    case 5..<7:
      devices[device].isOffline = true
      devices[device].slept += 3_600_000
      pass(3_600_000)
    case 7..<10: for device in devices.indices { devices[device].isOffline = false }
    case 10..<12: crash()
    case 12..<14: setClock(device)
    case 14..<16: steal()
    case 16: rotateKeys()
    case 17: if random.chance(20) { pass(SessionTimes.refresh + 1_000) }
    default: if clients[client].isRunning { tell(client, .tokenWanted(fresh: random.chance(50))) }
    }
  }

  /// Somebody does something.
  private func want(_ client: Int) {
    guard clients[client].isRunning else { return }
    switch clients[client].machine.status {
    case .signedOut: if random.chance(50) { signIn(client) }
    case .signedIn where random.chance(3): signOut(client)
    case .signedIn where random.chance(2): call(client, .logoutOthers)
    case .signedIn, .restoring: call(client, .anything)
    }
  }

  // MARK: Time

  func pass(_ milliseconds: Int64) {
    now = now.adding(milliseconds: milliseconds)
    guard milliseconds > Self.patience else { return }
    note("\(milliseconds / 60_000) minutes pass")
    // Whatever was under way has been given up.
    for request in requests { answer(request, .unreachable) }
    requests = []
  }

  private func settle() {
    server.settle()
    ledger.settled()
  }

  private func crash() {
    note("the server is killed")
    server.crash(at: now)
    ledger.crashed()
    for request in requests { answer(request, .unreachable) }
    requests = []
  }

  /// Up to five minutes off, or a quarter of an hour. It never goes back by as much as the device sleeps: nobody could
  /// then tell an old token from a new one.
  private func setClock(_ device: Int) {
    let size = Int64(random.below(21) - 10)
    devices[device].skew = abs(size) > 7 ? size.signum() * 16 * 60_000 : size * 40_000
    note("the clock of device \(device) is \(devices[device].skew / 1_000) seconds off")
  }

  private func rotateKeys() {
    note("new keys")
    server.rotateKeys(at: now)
  }

  private func firePause(_ client: Int) {
    guard clients[client].isRunning, clients[client].isPausing else { return }
    clients[client].isPausing = false
    tell(client, .timerFired)
  }

  /// A token that was caught long ago is tried by a stranger, who goes no further.
  private func steal() {
    guard !stolen.isEmpty else { return }
    let token = stolen[random.below(stolen.count)]
    note("a stranger tries \(token.suffix(12))")
    _ = refreshed(token, isStranger: true)
  }
}
