import Glibc
import HTTPServer
import SocketTesting
import Sockets
import Testing
import Wire

@Suite struct TimeLimitTests {
  private var short: HTTPLimits {
    var limits = HTTPLimits()
    limits.headMilliseconds = 60
    limits.idleMilliseconds = 60
    limits.bodyGraceMilliseconds = 60
    limits.bodyBytesPerSecond = 1_000_000
    limits.stallMilliseconds = 100
    return limits
  }

  @Test func aSlowHeadIs408() throws {
    let live = try LiveServer(limits: short)
    #expect(try live.talk("GET / HTTP/1.1\r\nHost:").hasPrefix("HTTP/1.1 408 "))
  }

  @Test func aSilentClientIsDroppedWithoutAWord() throws {
    let live = try LiveServer(limits: short)
    #expect(try live.talk("") == "")
  }

  @Test func aSlowBodyIs408() throws {
    let live = try LiveServer(limits: short)
    #expect(
      try live.talk("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc").hasPrefix(
        "HTTP/1.1 408 "))
  }

  @Test func anIdleConnectionIsClosedAfterItsAnswer() throws {
    let live = try LiveServer(limits: short)
    let answer = try live.talk("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(answer.hasSuffix("GET /"))
    #expect(live.server.refusalCount == 0)
  }

  @Test func aHandlerMayTakeLongerThanEveryLimitOfTheClient() async throws {
    let live = try LiveServer(limits: short) { request in
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        request.context.loop?.execute {
          request.context.loop?.schedule(afterMilliseconds: 400) { done.resume() }
        }
      }
      return ServerResponse(200, body: .bytes(Array("late".utf8)))
    }
    #expect(try live.talk("GET / HTTP/1.1\r\nHost: x\r\n\r\n").hasSuffix("late"))
  }

  @Test func aReaderThatTakesNothingIsDroppedInTheMiddleOfItsAnswer() throws {
    let live = try LiveServer(limits: short) { _ in
      ServerResponse(200, body: .bytes([UInt8](repeating: 65, count: 32 << 20)))
    }
    let client = try live.connect(receiveBuffer: 4_096)
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    while live.server.requestCount == 0 || live.server.openConnectionCount > 0 { sched_yield() }
    #expect(client.readToEnd().utf8.count < 32 << 20)
  }
}
