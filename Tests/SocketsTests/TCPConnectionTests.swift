import SocketTesting
import Sockets
import Synchronization
import Testing

/// Says what it was told, and answers as the test wants.
private final class Recorder: TCPConnectionDelegate {
  let events = AsyncStream<Event>.makeStream()
  var onRead: (TCPConnection, [UInt8]) -> Void = { _, _ in }

  enum Event: Equatable, Sendable {
    case read(String)
    case ended
    case closed(CloseReason)
  }

  func connection(_ connection: TCPConnection, didRead bytes: UnsafeRawBufferPointer) {
    events.continuation.yield(.read(String(decoding: bytes, as: UTF8.self)))
    onRead(connection, Array(bytes))
  }

  func connectionDidEndReading(_ connection: TCPConnection) { events.continuation.yield(.ended) }
  func connectionDidDrain(_ connection: TCPConnection) {}

  func connection(_ connection: TCPConnection, didClose reason: CloseReason) {
    events.continuation.yield(.closed(reason))
    events.continuation.finish()
  }
}

/// A listener on a free port whose connections meet one recorder.
private struct Bench {
  let group: EventLoopGroup
  let listener: TCPListener

  init(_ recorder: @escaping @Sendable () -> Recorder, host: String = "127.0.0.1") throws {
    group = try EventLoopGroup(count: 1)
    listener = try TCPListener(SocketAddress(host: host, port: 0), group: group) { connection in
      connection.delegate = recorder()
      connection.resumeReading()
    }
  }

  func connect(receiveBuffer: Int32? = nil) throws -> RawClient {
    try RawClient(port: listener.address.port, receiveBuffer: receiveBuffer)
  }
}

@Suite struct TCPConnectionTests {
  @Test func bytesComeAndGoUntilThePeerHalfCloses() async throws {
    let made = Recorder()
    made.onRead = { connection, bytes in
      connection.write(SharedBytes(Array("you said: ".utf8), bytes))
    }
    nonisolated(unsafe) let recorder = made
    let bench = try Bench { recorder }
    defer { bench.group.stop() }
    let client = try bench.connect()
    var events = recorder.events.stream.makeAsyncIterator()
    client.send("hello")
    #expect(await events.next() == .read("hello"))
    #expect(client.read(until: "hello") == "you said: hello")
    client.finishWriting()
    #expect(await events.next() == .ended)
  }

  @Test func aResetIsAFailure() async throws {
    nonisolated(unsafe) let recorder = Recorder()
    let bench = try Bench { recorder }
    defer { bench.group.stop() }
    var events = recorder.events.stream.makeAsyncIterator()
    do {
      let client = try bench.connect()
      client.send("x")
      #expect(await events.next() == .read("x"))
      client.resetOnClose()
    }
    guard case .closed(.failed)? = await events.next() else { throw Unexpected() }
  }

  @Test func aSlowReaderIsCutOffAndHoldsNoMoreThanItsCap() async throws {
    let frame = SharedBytes([UInt8](repeating: 7, count: 16 << 10))
    let most = Atomic<Int>(0)
    let made = Recorder()
    made.onRead = { connection, _ in
      @Sendable func flood() {
        guard !connection.isClosed else { return }
        for _ in 0..<16 { connection.write(frame) }
        most.store(
          max(most.load(ordering: .relaxed), connection.pendingByteCount), ordering: .relaxed)
        connection.loop.execute { flood() }
      }
      flood()
    }
    nonisolated(unsafe) let recorder = made
    let bench = try Bench { recorder }
    defer { bench.group.stop() }
    let client = try bench.connect(receiveBuffer: 4_096)
    var events = recorder.events.stream.makeAsyncIterator()
    client.send("go")
    #expect(await events.next() == .read("go"))
    #expect(await events.next() == .closed(.slowReader))
    #expect(most.load(ordering: .relaxed) <= TCPConnection.usualWriteLimit)
  }

  @Test func finishingSendsEverythingFirst() async throws {
    let body = SharedBytes([UInt8](repeating: 65, count: 3 << 20))
    let made = Recorder()
    made.onRead = { connection, _ in
      connection.write(body)
      connection.finish()
      connection.write(SharedBytes("too late"))
    }
    nonisolated(unsafe) let recorder = made
    let bench = try Bench { recorder }
    defer { bench.group.stop() }
    let client = try bench.connect()
    client.send("go")
    #expect(client.readToEnd().utf8.count == 3 << 20)
    #expect(client.send("ignored"))
    client.finishWriting()
    var reasons: [Recorder.Event] = []
    for await event in recorder.events.stream { reasons.append(event) }
    #expect(reasons == [.read("go"), .closed(.local)])
  }

  @Test func pausedReadingLeavesBytesWithTheKernel() async throws {
    let made = Recorder()
    made.onRead = { connection, bytes in
      guard bytes == Array("one".utf8) else { return }
      connection.pauseReading()
      connection.write(SharedBytes("paused"))
      connection.loop.schedule(afterMilliseconds: 20) { connection.resumeReading() }
    }
    nonisolated(unsafe) let recorder = made
    let bench = try Bench { recorder }
    defer { bench.group.stop() }
    let client = try bench.connect()
    client.send("one")
    #expect(client.read(until: "paused") == "paused")
    client.send("two")
    client.finishWriting()
    var events: [Recorder.Event] = []
    for await event in recorder.events.stream {
      events.append(event)
      if events.count == 3 { break }
    }
    #expect(
      Set(events.map { "\($0)" })
        == Set([.read("one"), .read("two"), .ended].map { (e: Recorder.Event) in "\(e)" }))
  }

  @Test func aShutdownTriesToSendWhatIsQueued() async throws {
    let made = Recorder()
    made.onRead = { connection, _ in
      connection.write(SharedBytes("good bye"))
      connection.close(.shutdown)
      connection.close(.local)
    }
    nonisolated(unsafe) let recorder = made
    let bench = try Bench { recorder }
    defer { bench.group.stop() }
    let client = try bench.connect()
    client.send("x")
    #expect(client.readToEnd() == "good bye")
    var events: [Recorder.Event] = []
    for await event in recorder.events.stream { events.append(event) }
    #expect(events == [.read("x"), .closed(.shutdown)])
  }

  @Test func stoppingTheLoopClosesEverything() async throws {
    nonisolated(unsafe) let recorder = Recorder()
    let bench = try Bench { recorder }
    let client = try bench.connect()
    var events = recorder.events.stream.makeAsyncIterator()
    client.send("x")
    #expect(await events.next() == .read("x"))
    bench.group.stop()
    #expect(await events.next() == .closed(.shutdown))
    #expect(client.readToEnd() == "")
  }

  @Test func listensOnIPv6() throws {
    let group = try EventLoopGroup(count: 1)
    defer { group.stop() }
    let listener = try TCPListener(SocketAddress("[::1]:0"), group: group) { $0.close() }
    #expect(listener.address.isIPv6)
    #expect(listener.address.port > 0)
    listener.close()
  }

  @Test func aPortInUseIsAnError() throws {
    let bench = try Bench { Recorder() }
    defer { bench.group.stop() }
    #expect(throws: SocketError.self) {
      try TCPListener(bench.listener.address, group: bench.group) { $0.close() }
    }
  }

  private struct Unexpected: Error {}
}
