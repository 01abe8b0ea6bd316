import Contract
import Domain
import Foundation
import Kit
import Synchronization
import Testing

private func signedIn(_ server: TusServer) async throws -> MaruClient {
  let client = MaruClient(app: .eyemon, transport: server.transport, credentials: .memory())
  try await client.logIn(email: "p@example.com", password: "maru!2345")
  return client
}

private func document(_ size: Int) throws -> (LocalFile, [UInt8]) {
  let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  let path = temporaryFolder()
  try Data(bytes).write(to: URL(fileURLWithPath: path))
  return (LocalFile(path: path, name: "a.pdf"), bytes)
}

private let room = ID<Room>("r")

@Suite struct ResumableTests {
  @Test func aLargeFileGoesInCheckedPieces() async throws {
    let server = TusServer()
    let client = try await signedIn(server)
    let (file, bytes) = try document(9 << 20)
    let seen = Mutex<[Int64]>([])
    let attachment = try await client.uploadResumably(
      file, to: room, progress: { progress in seen.withLock { $0.append(progress.completed) } })
    #expect(attachment.size == 9 << 20)
    #expect(server.state.withLock { $0.bytes == bytes })
    let steps = seen.withLock { $0 }
    #expect(steps == steps.sorted() && steps.last == 9 << 20)
  }

  @Test func itGoesOnAfterEachCut() async throws {
    let server = TusServer()
    let client = try await signedIn(server)
    let (file, bytes) = try document(9 << 20)
    server.state.withLock {
      $0.halves = 1
      $0.lostAnswers = 1
    }
    let tickets = Mutex(0)
    _ = try await client.uploadResumably(file, to: room, onTicket: { _ in tickets.withLock { $0 += 1 } })
    #expect(server.state.withLock { $0.bytes == bytes && $0.creations == 1 })
    #expect(tickets.withLock { $0 } == 1)
  }

  @Test func aCancelledUploadGoesOnWithItsTicket() async throws {
    let server = TusServer()
    let client = try await signedIn(server)
    let (file, bytes) = try document(9 << 20)
    let ticket = Mutex<UploadTicket?>(nil)
    let task = Mutex<Task<Domain.Attachment, any Error>?>(nil)
    let begun = Gate()
    let upload = Task {
      await begun.wait()
      return try await client.uploadResumably(
        file, to: room, onTicket: { new in ticket.withLock { $0 = new } },
        progress: { if $0.completed > 5 << 20 { task.withLock { $0?.cancel() } } })
    }
    task.withLock { $0 = upload }
    begun.open()
    await #expect(throws: CallError.cancelled) { _ = try await upload.value }
    let known = try #require(ticket.withLock { $0 })
    let (arrived, creations) = server.state.withLock { ($0.bytes.count, $0.creations) }
    #expect(arrived == 4 << 20 && creations == 1)

    // As another process would: from the text that was kept.
    _ = try await client.uploadResumably(file, to: room, ticket: UploadTicket(known.text))
    #expect(server.state.withLock { $0.bytes == bytes && $0.creations == 1 })
  }

  @Test func anUploadThatTheServerForgotBeginsAnew() async throws {
    let server = TusServer()
    let client = try await signedIn(server)
    let (file, bytes) = try document(1 << 20)
    server.state.withLock { $0.isForgotten = true }
    let old = UploadTicket(upload: "u0", room: room, size: 1 << 20)
    _ = try await client.uploadResumably(file, to: room, ticket: old)
    #expect(server.state.withLock { $0.bytes == bytes && $0.creations == 1 })
  }

  @Test(arguments: [
    "", "{}", "{\"upload\":\"\",\"room_id\":\"r\",\"size\":1}", "{\"upload\":\"u\",\"room_id\":\"r\",\"size\":-1}",
  ])
  func whatIsNoTicketIsRefused(text: String) {
    #expect(UploadTicket(text) == nil)
  }
}
