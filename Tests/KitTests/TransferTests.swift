import Contract
import Domain
import Files
import Foundation
import Kit
import ServerApp
import Synchronization
import Testing

/// A small picture that every decoder knows: PNG, 1×1.
private let picture: [UInt8] = Array(
  Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==") ?? Data())

/// A text of this size.
func document(_ size: Int) -> [UInt8] { (0..<size).map { 0x61 + UInt8(truncatingIfNeeded: $0 &* 31 % 26) } }

func file(_ bytes: [UInt8], _ name: String) throws -> LocalFile {
  let folder = temporaryFolder()
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  let path = folder + "/" + name
  try Data(bytes).write(to: URL(fileURLWithPath: path))
  return LocalFile(path: path)
}

/// What an unfinished download has left beside its place.
private func parts(of path: String) -> [String] {
  let place = URL(fileURLWithPath: path)
  let names = (try? FileManager.default.contentsOfDirectory(atPath: place.deletingLastPathComponent().path)) ?? []
  return names.filter { $0.hasPrefix(place.lastPathComponent) && $0.hasSuffix(".part") }
}

@Suite struct TransferTests {
  @Test func aFileGoesUpIntoAMessageAndComesBack() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let sent = document(200_000)
    let seen = Mutex<[TransferProgress]>([])
    let attachments = try await pair.patient.upload([try file(sent, "검사 결과.txt")], to: pair.room.id) { progress in
      seen.withLock { $0.append(progress) }
    }
    #expect(attachments.map(\.name) == ["검사 결과.txt"] && attachments[0].size == 200_000)
    #expect(seen.withLock { $0.last.map { $0.completed == $0.total } } == true)
    try await pair.patient.send(MessageDraft(content: "", files: attachments.map(\.path)), to: pair.room.id)

    let path = temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try await pair.doctor.download(FileRequest(path: attachments[0].path), to: path) == 200_000)
    #expect(FileManager.default.contents(atPath: path).map { Array($0) } == sent)
    #expect(parts(of: path).isEmpty)
    await server.stop()
  }

  @Test func anUploadCancelledInTheMiddleHarmsNothing() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let local = try file(document(4 << 20), "a.txt")
    let (begun, told) = AsyncStream.makeStream(of: Void.self)
    let upload = Task {
      try await pair.patient.upload([local], to: pair.room.id) { if $0.completed > 1 << 20 { told.yield() } }
    }
    for await _ in begun { break }
    upload.cancel()
    await #expect(throws: CallError.cancelled) { _ = try await upload.value }
    #expect(try await pair.patient.rooms().count == 1)
    await server.stop()
  }

  @Test func aDownloadGoesOnWhereItWasCut() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let sent = document(3 << 20)
    let attachments = try await pair.patient.upload([try file(sent, "a.txt")], to: pair.room.id)
    let path = attachments[0].path
    try await pair.patient.send(MessageDraft(content: "", files: [path]), to: pair.room.id)
    let ranges = Mutex<[String?]>([])
    let network = try Transport.network(server.address)
    let flaky = Transport { (request) async throws(TransportError) in
      var response = try await network.send(request)
      guard request.target.hasPrefix("/v1/data") else { return response }
      let isFirst = ranges.withLock { ranges in
        ranges.append(request.headers["Range"])
        return ranges.count == 1
      }
      if isFirst { response.body = cut(response.body, after: 1 << 20) }
      return response
    }
    let store = CredentialStore.memory()
    _ = store.save(await pair.doctor.session.credentials)
    let client = MaruClient(app: .eyemonDoctor, transport: flaky, credentials: store)
    await client.session.restore()
    let place = temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: place) }
    #expect(try await client.download(FileRequest(path: path), to: place) == 3 << 20)
    #expect(FileManager.default.contents(atPath: place).map { Array($0) } == sent)
    let asked = ranges.withLock { $0 }
    #expect(asked.count == 2 && asked[0] == nil)
    // Where exactly depends on the pieces in which the network brought it.
    let start = try #require(asked[1]?.wholeMatch(of: /bytes=(\d+)-/).flatMap { Int($0.1) })
    #expect(start > 0 && start <= 1 << 20)
    await server.stop()
  }

  @Test func aDownloadCancelledInTheMiddleLeavesNothing() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let attachments = try await pair.patient.upload([try file(document(4 << 20), "a.txt")], to: pair.room.id)
    try await pair.patient.send(MessageDraft(content: "", files: attachments.map(\.path)), to: pair.room.id)
    let place = temporaryFolder()
    let (begun, told) = AsyncStream.makeStream(of: Void.self)
    let download = Task {
      try await pair.doctor.download(FileRequest(path: attachments[0].path), to: place) { _ in told.yield() }
    }
    for await _ in begun { break }
    download.cancel()
    _ = try? await download.value
    #expect(parts(of: place).isEmpty)
    #expect(try await pair.doctor.rooms().count == 1)
    await server.stop()
  }

  @Test func aFileThatIsGoneIsSaid() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    await #expect(throws: CallError.unreachable(.unreadableFile("/nowhere"))) {
      _ = try await pair.patient.upload([LocalFile(path: "/nowhere")], to: pair.room.id)
    }
    let request = FileRequest(path: "/data/chats/00000000000000000000000000000000.txt")
    await #expect(throws: CallError.self) { _ = try await pair.patient.bytes(of: request) }
    await #expect(throws: CallError.unreachable(.unwritableFile("/nowhere/x"))) {
      try await pair.patient.download(request, to: "/nowhere/x")
    }
    await server.stop()
  }

  @Test func twoDownloadsToOnePlaceDoNotMix() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let sent = [document(3 << 20), [UInt8](repeating: 0x7A, count: 3 << 20)]
    var paths: [String] = []
    for bytes in sent {
      let attachments = try await pair.patient.upload([try file(bytes, "a.txt")], to: pair.room.id)
      try await pair.patient.send(MessageDraft(content: "", files: attachments.map(\.path)), to: pair.room.id)
      paths += attachments.map(\.path)
    }
    let place = temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: place) }
    try await withThrowingTaskGroup(of: Int64.self) { group in
      for path in paths { group.addTask { try await pair.doctor.download(FileRequest(path: path), to: place) } }
      for try await size in group { #expect(size == 3 << 20) }
    }
    let kept = FileManager.default.contents(atPath: place).map { Array($0) }
    #expect(sent.contains { $0 == kept })
    #expect(parts(of: place).isEmpty)
    await server.stop()
  }

  @Test func howMuchHasLeftIsSeenAndWhatIsTakenBackLeavesNothing() async throws {
    let server = try await LiveServer { $0.files.openUploads = 1 }
    let pair = try await Pair(server)
    let account = try await pair.open(pair.patient, pair.patientPerson)
    let states = await account.open(pair.room.id)
    for turn in 1...2 {
      let large = try file(document(12 << 20), "b\(turn).txt")
      let sent = try await account.send("", to: pair.room.id, files: [large])
      let state = try await first(states) { state in
        state.uploads.values.contains { $0.completed > 0 && $0.completed < 12 << 20 }
      }
      #expect(state.outbox.first?.files.map(\.id) == Array(state.uploads.keys))
      #expect(await account.removeUnsent(sent.clientID, in: pair.room.id))
      let left = try await first(states) { $0.outbox.isEmpty }
      #expect(left.uploads.isEmpty)
      // There is room for the next one as soon as the server knows.
      while (try? await pair.patient.uploadResumably(try file(document(9), "c.txt"), to: pair.room.id)) == nil {
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    await account.close()
    await server.stop()
  }

  @Test func aMessageWithFilesLeavesWhenTheyAreThere() async throws {
    let server = try await LiveServer()
    let pair = try await Pair(server)
    let account = try await pair.open(pair.patient, pair.patientPerson)
    let local = try file(picture, "눈.png")
    let sent = try await account.send(
      "눈 사진", to: pair.room.id, files: [local, try file(document(2 << 20), "b.txt")])
    // The original may go: the outbox has its own.
    try FileManager.default.removeItem(atPath: local.path)
    let message = try #require(try await account.delivered(sent.clientID, in: pair.room.id))
    #expect(message.attachments.map(\.name) == ["눈.png", "b.txt"])
    await account.close()
    await server.stop()
  }
}

/// The stream ends in an error after so many bytes.
private func cut(_ body: BodyStream, after limit: Int) -> BodyStream {
  let source = BodySource(body)
  return BodyStream(
    next: { () async throws(TransportError) -> [UInt8]? in
      let piece = try await source.next()
      if source.count.withLock({ $0 }) > limit { throw .cut }
      return piece
    }, cancel: { body.cancel() })
}

private final class BodySource: Sendable {
  private let body: BodyStream
  let count = Mutex(0)

  init(_ body: BodyStream) {
    self.body = body
  }

  func next() async throws(TransportError) -> [UInt8]? {
    var iterator = body.makeAsyncIterator()
    let piece = try await iterator.next(isolation: nil)
    count.withLock { $0 += piece?.count ?? 0 }
    return piece
  }
}
