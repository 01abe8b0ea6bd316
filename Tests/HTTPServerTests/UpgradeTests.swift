import HTTPServer
import SocketTesting
import Sockets
import Synchronization
import Testing
import Wire

private final class Echo: TCPConnectionDelegate {
  func connection(_ connection: TCPConnection, didRead bytes: UnsafeRawBufferPointer) {
    connection.write(SharedBytes(Array(bytes)))
  }

  func connectionDidEndReading(_ connection: TCPConnection) { connection.finish() }
  func connectionDidDrain(_ connection: TCPConnection) {}
  func connection(_ connection: TCPConnection, didClose reason: CloseReason) {}
}

@Suite struct UpgradeTests {
  private func echoServer() throws -> LiveServer {
    try LiveServer { _ in .upgrade(headers: ["Upgrade": "echo"]) { _ in Echo() } }
  }

  @Test func anUpgradedConnectionBelongsToItsDelegate() throws {
    let live = try echoServer()
    let client = try live.connect()
    client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nearly")
    let head = client.read(until: "\r\n\r\n")
    #expect(head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
    #expect(head.contains("\r\nUpgrade: echo\r\nConnection: Upgrade\r\n"))
    #expect(!head.contains("Content-Length"))
    #expect(client.read(until: "early") == "early")
    client.send("GET / HTTP/1.1\r\n")
    #expect(client.read(until: "1.1\r\n") == "GET / HTTP/1.1\r\n")
    #expect(live.server.openConnectionCount == 1)
    client.finishWriting()
    #expect(client.readToEnd() == "")
  }

  @Test func aLongPollHearsThatItsPeerLeft() async throws {
    let gone = AsyncStream<Bool>.makeStream()
    let started = AsyncStream<Void>.makeStream()
    let live = try LiveServer { request in
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        request.context.departure.whenGone { done.resume() }
        started.continuation.yield()
      }
      gone.continuation.yield(request.context.loop?.isCurrent == true)
      return ServerResponse(200)
    }
    for leavesWithReset in [false, true] {
      var starts = started.stream.makeAsyncIterator()
      var departures = gone.stream.makeAsyncIterator()
      do {
        let client = try live.connect()
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await starts.next()
        if leavesWithReset { client.resetOnClose() }
      }
      #expect(await departures.next() == true)
    }
  }

  @Test func departureIsToldOnceAndNeverAfterTheAnswer() {
    let told = Atomic<Int>(0)
    let departure = PeerDeparture()
    departure.whenGone { told.add(1, ordering: .relaxed) }
    #expect(!departure.isGone)
    departure.depart()
    departure.depart()
    #expect(told.load(ordering: .relaxed) == 1)
    departure.whenGone { told.add(1, ordering: .relaxed) }
    #expect(told.load(ordering: .relaxed) == 2)
    #expect(departure.isGone)
  }
}
