import JSON
import Realtime
import Seeded
import SocketIO
import Testing

/// A thousand clients of a server that falls over at once, on a virtual clock: a server that takes on only so many a
/// second tells the others when to come again.
@Suite struct StormTests {
  private static let clients = 1_000

  private struct Client {
    var machine = RealtimeMachine(key: "eyemon")
    /// When its next attempt is, in milliseconds.
    var attemptAt: Int64?
    var joinedAt: Int64?
    var joins = 0
    /// When it tried, in milliseconds.
    var attempts: [Int64] = []
  }

  private static func connect(_ client: inout Client, now: Int64) {
    for event in [.tokenArrived("t"), .socketOpened, .socketReceived(greeting), .socketReceived(joined)]
      as [RealtimeMachine.Event]
    {
      let commands = client.machine.receive(event, entropy: 0)
      note(commands, of: &client, now: now)
      if commands.contains(.joined) {
        client.joins += 1
        client.joinedAt = now
      }
    }
  }

  private static func note(_ commands: [RealtimeMachine.Command], of client: inout Client, now: Int64) {
    for case .startTimer(.attempt, let milliseconds) in commands { client.attemptAt = now + milliseconds }
  }

  private static func storm(seed: UInt64) -> [Client] {
    var random = SeededRandom(seed: seed)
    var clients = [Client](repeating: Client(), count: Self.clients)
    for index in clients.indices {
      _ = clients[index].machine.receive(.started, entropy: 0)
      connect(&clients[index], now: 0)
      _ = clients[index].machine.receive(.timerFired(.stable), entropy: 0)
      clients[index].joins = 0
      clients[index].joinedAt = nil
      note(clients[index].machine.receive(.socketClosed, entropy: random.next()), of: &clients[index], now: 0)
    }
    var taken = 0
    for now in Int64(0)..<120_000 {
      if now % 100 == 0 { taken = 0 }
      for index in clients.indices where clients[index].attemptAt == now {
        clients[index].attemptAt = nil
        clients[index].attempts.append(now)
        _ = clients[index].machine.receive(.timerFired(.attempt), entropy: random.next())
        taken += 1
        if taken <= 20 {
          connect(&clients[index], now: now)
        } else {
          // 503 with Retry-After.
          _ = clients[index].machine.receive(.tokenArrived("t"), entropy: 0)
          let hint = Int64(1_000 * (1 + random.below(5)))
          _ = clients[index].machine.receive(.retryAfter(milliseconds: hint), entropy: 0)
          note(clients[index].machine.receive(.socketClosed, entropy: random.next()), of: &clients[index], now: now)
        }
      }
      // A while longer: whoever is there stays, and tries no more.
      if let last = clients.map({ $0.joinedAt ?? now }).max(), now > last + 20_000 { break }
    }
    return clients
  }

  @Test(arguments: 0..<2) func theyComeBackSpreadOutAndNoneTwice(seed: UInt64) {
    let clients = Self.storm(seed: seed)
    #expect(clients.allSatisfy { $0.joins == 1 })
    var perTenth: [Int64: Int] = [:]
    for attempt in clients.flatMap(\.attempts) { perTenth[attempt / 100, default: 0] += 1 }
    // A tenth of them in each of the first ten, by chance a few more; never all at once.
    #expect(perTenth.values.allSatisfy { $0 <= 150 })
    #expect(clients.compactMap(\.joinedAt).max() ?? .max < 60_000)
  }

  @Test func withoutHintsTheFirstAttemptsAreSpreadEvenlyOverASecond() {
    var random = SeededRandom(seed: 7)
    var perTenth = [Int](repeating: 0, count: 11)
    for _ in 0..<Self.clients {
      var client = Client()
      _ = client.machine.receive(.started, entropy: 0)
      Self.connect(&client, now: 0)
      _ = client.machine.receive(.timerFired(.stable), entropy: 0)
      Self.note(client.machine.receive(.socketClosed, entropy: random.next()), of: &client, now: 0)
      perTenth[Int((client.attemptAt ?? 0) / 100)] += 1
    }
    #expect(perTenth[..<10].allSatisfy { (50...150).contains($0) })
  }
}
