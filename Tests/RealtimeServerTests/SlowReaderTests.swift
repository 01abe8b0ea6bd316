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
    let alone = try roundTrips(live, readers, count: 10)
    let slow = try (0..<Self.slowOnes).map { _ in try join(live, as: "slow", receiveBuffer: 4_096) }
    let before = Self.residentBytes()
    // More than may wait for a reader, in the system's buffers and in ours.
    let flood = RealtimeEvent("flood", [.string(String(repeating: "f", count: 64 << 10))])
    let together = try roundTrips(live, readers, count: 100) {
      live.realtime.broadcast(flood, namespace: "/a", to: Channel("slow"))
    }
    #expect(await live.wait { await live.realtime.sessionCount() == Self.listeners })
    #expect(slow.allSatisfy { $0.raw.ends() })
    // At most what may wait for each of them, and some for the machine.
    #expect(Self.residentBytes() - before < Self.slowOnes * (2 << 20) + (64 << 20))
    // The median of a loaded machine; a reader that waited for a slow one would wait for seconds.
    #expect(together < alone * 3 + 0.02, "\(alone) s alone, \(together) s beside slow readers")
  }

  private func join(
    _ live: LiveRealtime, as person: String = "ann", receiveBuffer: Int32? = nil
  ) throws -> WebSocketClient {
    let client = try WebSocketClient(port: live.port, receiveBuffer: receiveBuffer)
    _ = client.text()
    client.join("/a", person: person)
    return client
  }

  /// The median time in seconds until one of the readers has what was sent to all.
  private func roundTrips(
    _ live: LiveRealtime, _ readers: [WebSocketClient], count: Int, besides: () -> Void = {}
  ) throws -> Double {
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
    return times.sorted()[times.count / 2]
  }

  private static func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
  }
}
