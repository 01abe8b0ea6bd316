import Glibc
import HTTPServer
import SocketTesting
import Sockets
import Synchronization
import Testing

private final class Clock: Sendable {
  private let now = Mutex<Int64>(0)

  func advance(_ milliseconds: Int64) { now.withLock { $0 += milliseconds } }
  var read: @Sendable () -> Int64 { { self.now.withLock { $0 } } }
}

@Suite struct AdmissionTests {
  private let clock = Clock()

  private func admission(_ change: (inout AdmissionLimits) -> Void) -> Admission {
    var limits = AdmissionLimits()
    change(&limits)
    return Admission(limits, clock: clock.read)
  }

  @Test func beyondTheRateIsTurnedAwayUntilItRefills() throws {
    let admission = admission { $0.sessionsPerSecond = 10 }
    for _ in 0..<20 { #expect(admission.refusal(of: .session) == nil) }
    let seconds = try #require(admission.refusal(of: .session))
    #expect((1...5).contains(seconds))
    #expect(admission.refusal(of: .request) == nil)
    clock.advance(100)
    #expect(admission.refusal(of: .session) == nil)
    #expect(admission.refusal(of: .session) != nil)
    clock.advance(3_600_000)
    for _ in 0..<20 { #expect(admission.refusal(of: .session) == nil) }
    #expect(admission.refusal(of: .session) != nil)
    #expect(admission.sheds == 3)
  }

  @Test func aRateOfZeroIsWithoutEnd() {
    let admission = admission { $0.requestsPerSecond = 0 }
    for _ in 0..<100_000 { #expect(admission.refusal(of: .request) == nil) }
  }

  @Test func aNetworkHasItsLimitAndGetsItsPlaceBack() throws {
    let admission = admission { $0.pollingPerNetwork = 2 }
    let home = NetworkAddress(try SocketAddress("[2001:db8:1:2::1]:1"))
    let sameHome = NetworkAddress(try SocketAddress("[2001:db8:1:2:ffff::9]:2"))
    let other = NetworkAddress(try SocketAddress("[2001:db8:1:3::1]:1"))
    #expect(admission.pollers.enter(home) && admission.pollers.enter(sameHome))
    #expect(!admission.pollers.enter(home))
    #expect(admission.pollers.enter(other))
    admission.pollers.leave(sameHome)
    #expect(admission.pollers.enter(home))
  }

  @Test func connectionsOfOneAddressHaveALimit() throws {
    let admission = admission { $0.connectionsPerNetwork = 2 }
    let live = try LiveServer(admission: admission)
    let first = try live.connect()
    let second = try live.connect()
    #expect(try first.request("GET", "/").status == 200)
    #expect(try second.request("GET", "/").status == 200)
    let refused = try live.talk("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(refused.hasPrefix("HTTP/1.1 503"))
    #expect(refused.contains("Retry-After: ") && refused.hasSuffix("[\"overloaded\"]"))
    #expect(try first.request("GET", "/").status == 200)
  }

  @Test func connectionsBeyondTheRateAreTurnedAway() throws {
    let admission = admission { $0.connectionsPerSecond = 1 }
    let live = try LiveServer(admission: admission)
    let request = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    #expect(try live.talk(request).hasPrefix("HTTP/1.1 200"))
    #expect(try live.talk(request).hasPrefix("HTTP/1.1 200"))
    #expect(try live.talk(request).hasPrefix("HTTP/1.1 503"))
    clock.advance(1_000)
    #expect(try live.talk(request).hasPrefix("HTTP/1.1 200"))
  }

  @Test func lateLoopsTurnNewSessionsAwayAndThenRequests() async throws {
    let admission = admission { $0.lagMilliseconds = 1 }
    let live = try LiveServer(admission: admission) { request in
      // Holds the loop up, as too much work does.
      usleep(250_000)
      return ServerResponse(200)
    }
    var shed: Set<Admission.Kind> = []
    for _ in 0..<100 where shed.count < 2 {
      _ = try live.talk("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      for kind in [Admission.Kind.session, .request] where admission.refusal(of: kind) != nil { shed.insert(kind) }
    }
    #expect(shed == [.session, .request])
  }
}

@Suite struct NetworkAddressTests {
  static let pairs = [
    ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"),
    ("::1", "0:0:0:0::/64"), ("fe80::1", "fe80:0:0:0::/64"),
  ]

  @Test(arguments: pairs) func anAddressBelongsToItsNetwork(host: String, network: String) throws {
    #expect(NetworkAddress(try SocketAddress(host: host, port: 1)).text == network)
  }
}
