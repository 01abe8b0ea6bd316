import HTTPServer
import SocketTesting
import Sockets
import Testing
import Wire

@Suite struct DrainTests {
  @Test func drainingEndsIdleConnectionsAndLetsRunningRequestsFinish() async throws {
    let started = Gate()
    let finish = Gate()
    let live = try LiveServer { request in
      if request.request.path == "/slow" {
        await started.open()
        await finish.pass()
      }
      return ServerResponse(200, body: .bytes(Array("done".utf8)))
    }
    let idle = try live.connect()
    idle.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(idle.read(until: "done").hasSuffix("done"))
    let busy = try live.connect()
    busy.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
    await started.pass()
    let server = live.server
    let drained = Task(executorPreference: live.group.loops[0]) {
      await server.drain(deadlineMilliseconds: 10_000)
    }
    #expect(idle.readToEnd() == "")
    await finish.open()
    let answer = busy.readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 200"))
    #expect(answer.contains("\r\nConnection: close\r\n"))
    #expect(answer.hasSuffix("done"))
    busy.finishWriting()
    await drained.value
    #expect(live.server.openConnectionCount == 0)
    #expect(throws: RawClient.Failure.self) { try live.connect() }
  }

  @Test func theDeadlineEndsWhatDoesNotFinish() async throws {
    let started = Gate()
    let never = Gate()
    let live = try LiveServer { _ in
      await started.open()
      await never.pass()
      return ServerResponse(200)
    }
    let client = try live.connect()
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    await started.pass()
    await live.server.drain(deadlineMilliseconds: 30)
    #expect(client.readToEnd() == "")
    await never.open()
  }
}
