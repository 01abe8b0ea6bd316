import Contract
import Domain
import Foundation
import Kit
import Synchronization
import Testing

/// A signed-in client whose file answers wait for the gate.
private func signedIn(
  _ gate: Gate? = nil, size: Int = 100, cancelled: Gate? = nil
) async throws -> (MaruClient, ScriptedTransport) {
  let server = TokenServer()
  let scripted = ScriptedTransport { (request) async throws(TransportError) in
    guard request.target.hasPrefix("/v1/data/") else { return try server.answer(request) }
    await withTaskCancellationHandler {
      await gate?.wait()
    } onCancel: {
      cancelled?.open()
      gate?.open()
    }
    if Task.isCancelled { throw .cancelled }
    return HTTPResponse(200, body: [UInt8](repeating: 1, count: size))
  }
  let client = MaruClient(app: .eyemon, transport: scripted.transport, credentials: .memory())
  try await client.logIn(email: "p@example.com", password: "maru!2345")
  return (client, scripted)
}

private let photo = Attachment(
  path: "/data/chats/a.jpg", kind: .image, name: "a.jpg", size: 1, width: 4000, height: 3000)

private func folder() -> String {
  FileManager.default.temporaryDirectory.appendingPathComponent("maru-images-\(UUID().uuidString)").path
}

@Suite struct ImagePipelineTests {
  @Test func howeverManyAskItIsFetchedOnce() async throws {
    let gate = Gate()
    let (client, scripted) = try await signedIn(gate)
    let images = ImagePipeline(client: client, folder: nil)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for width in 1...50 { group.addTask { try await images.picture(of: photo, width: 580 + width).count } }
      gate.open()
      for try await count in group { #expect(count == 100) }
    }
    #expect(scripted.targets.filter { $0.hasPrefix("/v1/data") } == ["/v1/data/chats/a.jpg?width=640"])
  }

  @Test func theSizeShownIsAskedFor() async throws {
    let (client, scripted) = try await signedIn()
    let images = ImagePipeline(client: client, folder: nil)
    var small = photo
    small.width = 120
    _ = try await images.picture(of: small, width: 300)
    _ = try await images.picture(of: photo, width: nil)
    _ = try await images.picture(of: Attachment(path: "/data/chats/b.pdf", kind: .pdf, name: "", size: 1), width: 100)
    #expect(
      scripted.targets.filter { $0.hasPrefix("/v1/data") } == [
        "/v1/data/chats/a.jpg", "/v1/data/chats/b.pdf?width=160&page=1",
      ])
  }

  @Test func theTransferEndsWithTheLastWhoWaits() async throws {
    let gate = Gate()
    let cancelled = Gate()
    let (client, _) = try await signedIn(gate, cancelled: cancelled)
    let images = ImagePipeline(client: client, folder: nil)
    let first = Task { try await images.picture(of: photo, width: 100) }
    let second = Task { try await images.picture(of: photo, width: 100) }
    first.cancel()
    await #expect(throws: CallError.cancelled) { _ = try await first.value }
    #expect(!cancelled.isOpen, "somebody still waits")
    second.cancel()
    await #expect(throws: CallError.cancelled) { _ = try await second.value }
    await cancelled.wait()
  }

  @Test func picturesComeFromTheDiskInTheNextProcess() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (client, scripted) = try await signedIn()
    _ = try await ImagePipeline(client: client, folder: folder).picture(of: photo, width: 100)
    let next = ImagePipeline(client: client, folder: folder)
    #expect(try await next.picture(of: photo, width: 100).count == 100)
    #expect(scripted.count(of: "/v1/data") == 1)
  }

  @Test func memoryStaysWithinItsLimit() async throws {
    let (client, _) = try await signedIn(size: 1_000)
    var limits = ImagePipeline.Limits()
    limits.memoryBytes = 10_000
    let images = ImagePipeline(client: client, folder: nil, limits: limits)
    for number in 0..<50 { _ = try await images.bytes(of: FileRequest(path: "/data/chats/\(number).jpg")) }
    #expect(await images.size.memory <= 10_000)
  }

  @Test func aSignOutLeavesNothing() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (client, _) = try await signedIn()
    let images = ImagePipeline(client: client, folder: folder)
    _ = try await images.picture(of: photo, width: 100)
    await client.signOut()
    while await images.size != (0, 0) { await Task.yield() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func aDeletedFileIsForgottenInAllSizes() async throws {
    let (client, scripted) = try await signedIn()
    let images = ImagePipeline(client: client, folder: nil)
    _ = try await images.picture(of: photo, width: 100)
    _ = try await images.picture(of: photo, width: 2000)
    await images.forget(photo.path)
    #expect(await images.size.memory == 0)
    _ = try await images.picture(of: photo, width: 100)
    #expect(scripted.count(of: "/v1/data") == 3)
  }

  @Test func aRefusalReachesAllAndIsNotKept() async throws {
    let server = TokenServer()
    let scripted = ScriptedTransport { (request) async throws(TransportError) in
      request.target.hasPrefix("/v1/data/") ? APIError.fileGone.response : try server.answer(request)
    }
    let client = MaruClient(app: .eyemon, transport: scripted.transport, credentials: .memory())
    try await client.logIn(email: "p@example.com", password: "maru!2345")
    let images = ImagePipeline(client: client, folder: nil)
    for _ in 0..<2 {
      do {
        _ = try await images.picture(of: photo, width: 100)
        Issue.record("a picture")
      } catch {
        guard case .refused(let refusal) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(refusal.code == .fileGone)
      }
    }
    #expect(scripted.count(of: "/v1/data") == 2)
  }
}
