import JSON
import Seeded
import SocketIO

/// A client's and a server's machine with a network of virtual time between them: everything takes a while, nothing is
/// reordered, and the link can fall silent.
struct SessionSimulation {
  enum Arrival {
    case toServer(String)
    case toClient(String)
    case accepted(namespace: String, attempt: Int)
    case refused(namespace: String, attempt: Int)
  }

  private(set) var now: Int64 = 0
  private(set) var client = ClientSessionMachine()
  private(set) var server: ServerSessionMachine
  private(set) var clientEnded: Int64?
  private(set) var serverEnded: (reason: EngineEnd, at: Int64)?
  /// What the client heard, by namespace.
  private(set) var heard: [String: [Int64]] = [:]
  private(set) var refusals: [String] = []
  private(set) var acknowledged: [Int64] = []
  /// What was sent to members, by namespace.
  private(set) var sent: [String: [Int64]] = [:]
  var isSilent = false
  private var random: SeededRandom
  private var queue: [(at: Int64, arrival: Arrival)] = []
  private var lastToServer: Int64 = 0
  private var lastToClient: Int64 = 0
  private var clientTimer: Int64?
  private var members: Set<String> = []

  init(seed: Int, settings: EngineSettings = EngineSettings()) {
    random = SeededRandom(seed: UInt64(seed))
    server = ServerSessionMachine(.webSocket, settings: settings, now: 0)
    perform(client.receive(.socketOpened))
    perform(server.open(sid: "s"))
  }

  mutating func tell(_ event: ClientSessionMachine.Event) { perform(client.receive(event)) }

  mutating func put(out namespace: String) { perform(server.receive(.disconnect(namespace: namespace), now: now)) }

  /// An event to the namespace, as a broadcast would send it.
  mutating func broadcast(_ namespace: String, _ number: Int64) {
    if members.contains(namespace) { sent[namespace, default: []].append(number) }
    let message = SocketPacket.event(namespace, "n", [.integer(number)]).message
    perform(server.receive(.send(namespace: namespace, SocketMessage(message)), now: now))
  }

  mutating func run(milliseconds: Int64) {
    let end = now + milliseconds
    while now < end {
      now += 50
      while let next = queue.first, next.at <= now {
        queue.removeFirst()
        arrive(next.arrival)
      }
      if let timer = clientTimer, timer <= now {
        clientTimer = nil
        perform(client.receive(.timerFired))
      }
      if server.deadline <= now { perform(server.receive(.timePassed, now: now)) }
    }
  }

  private mutating func arrive(_ arrival: Arrival) {
    switch arrival {
    case .toServer(let text): perform(server.receive(.socketText(bytes(text)), now: now))
    case .toClient(let text): perform(client.receive(.socketReceived(text)))
    case .accepted(let namespace, let attempt):
      perform(
        server.receive(.accepted(namespace: namespace, attempt: attempt, id: "m", greetings: []), now: now))
    case .refused(let namespace, let attempt):
      perform(server.receive(.refused(namespace: namespace, attempt: attempt, message: namespace), now: now))
    }
  }

  private mutating func perform(_ commands: [ClientSessionMachine.Command]) {
    for command in commands {
      switch command {
      case .sendSocket(let text):
        guard !isSilent else { continue }
        lastToServer = max(lastToServer, now + delay())
        add(lastToServer, .toServer(text))
      case .startTimer(let milliseconds): clientTimer = now + milliseconds
      case .cancelTimer: clientTimer = nil
      case .received(let namespace, _, let arguments, _, _):
        if let number = arguments.first?.int64 { heard[namespace, default: []].append(number) }
      case .refused(let namespace, _, _): refusals.append(namespace)
      case .acknowledged(_, let id, _, _): acknowledged.append(id)
      case .ended: clientEnded = now
      case .connected, .disconnected, .closeSocket, .sendSocketBinary: break
      }
    }
  }

  private mutating func perform(_ commands: [ServerSessionMachine.Command]) {
    for command in commands {
      switch command {
      case .sendText(let text):
        guard !isSilent else { continue }
        lastToClient = max(lastToClient, now + delay())
        add(lastToClient, .toClient(String(decoding: text, as: UTF8.self)))
      case .authorize(let namespace, let attempt, _):
        let answer: Arrival =
          namespace.hasPrefix("/no")
          ? .refused(namespace: namespace, attempt: attempt) : .accepted(namespace: namespace, attempt: attempt)
        add(now + delay(), answer)
      case .joined(let namespace): members.insert(namespace)
      case .left(let namespace): members.remove(namespace)
      case .event(let namespace, _, let arguments, _, let ackID):
        if let ackID {
          let message = SocketPacket.ack(namespace, ackID, arguments).message
          perform(server.receive(.send(namespace: namespace, SocketMessage(message)), now: now))
        }
      case .ended(let reason): serverEnded = (reason, now)
      default: break
      }
    }
  }

  private mutating func delay() -> Int64 { Int64(random.below(3_000)) }

  private mutating func add(_ at: Int64, _ arrival: Arrival) {
    let index = queue.firstIndex { $0.at > at } ?? queue.count
    queue.insert((at, arrival), at: index)
  }
}
