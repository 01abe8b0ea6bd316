import Foundation
import HTTPServer
import JSON
import RealtimeServer
import SocketIO
import SocketTesting
import Testing

/// Many listen, some never read. The counts are those of the issue with MARU_TEST_SCALE=all.
@Suite struct SlowReaderTests {
  private static let isFull = ProcessInfo.processInfo.environment["MARU_TEST_SCALE"] == "all"
  private static let listeners = isFull ? 1_000 : 100
  private static let slowOnes = isFull ? 10 : 3
  private static let text = String(repeating: "m", count: 1_024)

  @Test func whoeverDoesNotReadIsCutOffAndNobodyElseWaits() async throws {
    let live = try LiveRealtime { $0.writeLimit = 256 << 10 }
    defer { live.stop() }
    let readers = try (0..<Self.listeners).map { _ in try join(live) }
    let alone = try roundTrips(live, readers, count: 100)
    let slow = try (0..<Self.slowOnes).map { _ in try join(live, as: "slow", receiveBuffer: 4_096) }
    let pollers = try (0..<Self.slowOnes).map { number in
      let poller = try PollingLiveTests.Poller(live, receiveBuffer: 4_096)
      try poller.join("/a", person: "slow")
      // One asks for what comes and does not read it, the next one does not even ask.
      if number % 2 == 0 { poller.get.send("GET", poller.target) }
      return poller
    }
    let before = Self.residentBytes()
    // More than may wait for a reader, in the system's buffers and in ours.
    let flood = RealtimeEvent("flood", [.string(String(repeating: "f", count: 64 << 10))])
    let together = try roundTrips(live, readers, count: 100) {
      live.realtime.broadcast(flood, namespace: "/a", to: Channel("slow"))
    }
    #expect(await live.wait { await live.realtime.sessionCount() == Self.listeners })
    #expect(slow.allSatisfy { $0.raw.ends() } && pollers.count == Self.slowOnes)
    // At most what may wait for each of them, and some for the machine.
    #expect(Self.residentBytes() - before < 2 * Self.slowOnes * (2 << 20) + (64 << 20))
    // With room for what else a loaded machine does; a reader that waited for a slow one would wait for seconds.
    let (usual, late) = (Self.quantile(0.95, alone), Self.quantile(0.95, together))
    #expect(late < usual * 3 + 0.05, "p95: \(usual) s alone, \(late) s beside slow readers")
    #expect(Self.quantile(0.99, together) < Self.quantile(0.99, alone) * 3 + 0.2)
  }

  private static func quantile(_ share: Double, _ times: [Double]) -> Double {
    times.sorted()[Int(Double(times.count - 1) * share)]
  }

  private func join(
    _ live: LiveRealtime, as person: String = "ann", receiveBuffer: Int32? = nil
  ) throws -> WebSocketClient {
    let client = try WebSocketClient(port: live.port, receiveBuffer: receiveBuffer)
    _ = client.text()
    client.join("/a", person: person)
    return client
  }

  /// In seconds, until one of the readers has what was sent to all.
  private func roundTrips(
    _ live: LiveRealtime, _ readers: [WebSocketClient], count: Int, besides: () -> Void = {}
  ) throws -> [Double] {
    let event = RealtimeEvent("chat", [.string(Self.text)])
    let expected = "42/a,[\"chat\",\"\(Self.text)\"]"
    var times: [Double] = []
    for number in 0..<count {
      besides()
      let began = ContinuousClock.now
      live.realtime.broadcast(event, namespace: "/a", to: Channel("/a"))
      #expect(readers[number % readers.count].text() == expected)
      times.append((ContinuousClock.now - began) / .seconds(1))
      for (index, reader) in readers.enumerated() where index != number % readers.count {
        #expect(reader.text() == expected)
      }
    }
    return times
  }

  private static func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
  }
}
