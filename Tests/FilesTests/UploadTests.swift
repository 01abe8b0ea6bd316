import Contract
import Domain
import HTTPServer
import Images
import Sockets
import Storage
import Synchronization
import Testing
import Wire

@testable import Files

private let text = Array("눈이 침침해요\n".utf8)
private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

private func refusal<T>(_ call: () async throws -> T) async -> APIError? {
  do {
    _ = try await call()
    return nil
  } catch { return error as? APIError }
}

@Suite struct UploadTests {
  @Test func whatComesInGoesOutAgain() async throws {
    let live = try await LiveFiles()
    let made = try await live.upload([("a.txt", text), ("b.txt", [UInt8](repeating: 0x61, count: 200_000))])
    #expect(made.map(\.size) == [Int64(text.count), 200_000])
    #expect(try await live.get(made[0].path).bytes() == text)
    let part = try await live.get(made[1].path, nil, ["Range": "bytes=65000-66000,199999-"])
    #expect(part.status == 206)
    #expect(try await part.bytes().filter { $0 == 0x61 }.count > 1_002)
  }

  @Test func anUploadInCrumbsComesToAnEnd() async throws {
    let live = try await LiveFiles()
    let most = Int(Files.mostSegments(of: 1_000))
    let context = RequestContext(id: RequestID(1), peer: try SocketAddress("127.0.0.1:1"))
    func request(_ headers: HTTPHeaders, _ bytes: [UInt8] = []) -> ServerRequest {
      var fields: HTTPHeaders = ["Tus-Resumable": "1.0.0"]
      for field in headers.fields { fields.add(field.name, field.value) }
      return ServerRequest(HTTPRequest(.patch, "/", headers: fields, body: bytes), context: context)
    }
    let made = try await live.files.resumableCreate(
      request(["Upload-Length": "1000"]), in: live.roomID, by: live.patient)
    let name = try #require(made.headers["Location"]?.split(separator: "/").last.map { String($0) })
    func crumb(_ offset: Int) async throws -> ServerResponse {
      try await live.files.resumablePatch(
        request(["Content-Type": "application/offset+octet-stream", "Upload-Offset": "\(offset)"], [0x61]), name,
        by: live.patient)
    }
    for offset in 0..<most { #expect(try await crumb(offset).status == 204) }
    #expect(await refusal { try await crumb(most) }?.status == 400)
    #expect(Files.mostSegments(of: 200 << 20) > 1_000)
  }

  @Test func ofAPictureOnlyWhatWasMadeOfItIsKept() async throws {
    let asked = Mutex<[MediaJob]>([])
    let live = try await LiveFiles(
      media: MediaClient { job, _, count, next in
        let given = try next().count
        #expect(given == count)
        asked.withLock { $0.append(job) }
        let width = if case .shrink(let width) = job { width } else { 400 }
        return MediaResult(format: .png, width: width, height: 3, pages: 0, bytes: [UInt8](repeating: 9, count: width))
      })
    let made = try await live.upload([("a.jpg", png)])[0]
    #expect((made.width, made.height, made.size) == (400, 3, 400))
    #expect(made.path.hasSuffix(".png") && made.kind == .image)
    #expect(try await live.get(made.path).bytes() == [UInt8](repeating: 9, count: 400))
    // Made once, and once more where it was harmed.
    let small = FileRequest(path: made.path, width: 160)
    let get = HTTPRequest(.get, "/")
    async let one = live.files.answer(get, for: small, by: live.patient)
    async let other = live.files.answer(get, for: small, by: live.patient)
    #expect(try await [one.bytes().count, other.bytes().count] == [160, 160])
    #expect(asked.withLock { $0 } == [.normalise(.png), .shrink(width: 160)])
    // As wide as it is: the original.
    let wide = try await live.files.answer(get, for: FileRequest(path: made.path, width: 640), by: live.patient)
    #expect(try await wide.bytes().count == 400)
  }

  @Test func whatAWorkerCannotReadIsRefusedAndNothingIsKept() async throws {
    for (error, code) in [
      (MediaError.unreadable, ErrorCode.fileUnreadable), (.crashed, .fileUnreadable), (.tooLarge, .imageTooLarge),
      (.unavailable, .overloaded),
    ] {
      let live = try await LiveFiles(media: MediaClient { _, _, _, _ in throw error })
      #expect(await refusal { try await live.upload([("a.txt", text), ("a.png", png)]) }?.code == code)
      #expect(try live.kept().isEmpty)
    }
  }

  @Test func limitsHoldAndLeaveNothing() async throws {
    let live = try await LiveFiles {
      $0.uploadBytes = 6_000
      $0.uploadCount = 2
      $0.personBytes = 10_000
    }
    let full = [UInt8](repeating: 0x61, count: 6_000)
    #expect(await refusal { try await live.upload([("a", full + [0x61])]) } == .fileSize)
    #expect(await refusal { try await live.upload([("a", text), ("b", text), ("c", text)]) } == .fileCount)
    #expect(await refusal { try await live.upload([("a", [])]) } == .fileUnreadable)
    #expect(await refusal { try await live.upload([]) } == .missingValue)
    #expect(await refusal { try await live.upload([("a", Array("<svg/>".utf8))]) } == .fileType)
    #expect(try live.kept().isEmpty)
    _ = try await live.upload([("a", full)])
    #expect(await refusal { try await live.upload([("a", full)]) } == .quotaReached)
    #expect(try live.kept().count == 1)
  }

  @Test func aBodyThatBreaksOffLeavesNothing() async throws {
    let live = try await LiveFiles()
    let head = "--b\r\nContent-Disposition: form-data; name=files; filename=a\r\n\r\n"
    let body = RequestBody(Array(head.utf8) + text)
    let refused = await refusal {
      try await live.files.upload(
        body, contentType: "multipart/form-data; boundary=b", to: live.roomID, by: live.patient)
    }
    #expect(refused == .badRequest)
    #expect(try live.kept().isEmpty)
  }

  @Test func textFieldsWithoutEndAreCutOff() async throws {
    let live = try await LiveFiles { ($0.uploadBytes, $0.uploadCount) = (100, 1) }
    let form = MultipartForm([MultipartForm.Part(name: "t", text: String(repeating: "x", count: 2 << 20))])
    let body = RequestBody(try form.bytes(boundary: "b"))
    let refused = await refusal {
      try await live.files.upload(
        body, contentType: MultipartForm.contentType(boundary: "b"), to: live.roomID, by: live.patient)
    }
    #expect(refused == .tooLarge)
  }
}

@Suite struct AccessTests {
  @Test func aLinkEndsWithTimeSessionAndFile() async throws {
    let live = try await LiveFiles()
    let path = try await live.upload([("a.txt", text)])[0].path
    #expect(await refusal { try await live.files.link(to: path, for: live.doctor) } == .fileGone)
    let link = try await live.files.link(to: path, for: live.patient)
    guard case .data(let request)? = FileRoute(HTTPRequest(.get, target: link.url)) else { throw Missing() }
    #expect(try live.files.caller(of: request, from: "::1") == live.patient)
    var other = request
    other.path += "x"
    #expect(throws: APIError.accessInvalid) { try live.files.caller(of: other, from: "::1") }
    live.clock.pass(milliseconds: 599_999)
    #expect(try live.files.caller(of: request, from: "::1") == live.patient)
    live.clock.pass(milliseconds: 1)
    #expect(throws: APIError.accessExpired) { try live.files.caller(of: request, from: "::1") }
    live.clock.pass(milliseconds: -1)
    live.sessions.end(live.patient.session)
    #expect(throws: APIError.accessExpired) { try live.files.caller(of: request, from: "::1") }
  }

  @Test(arguments: [
    "", "/", "/data/chats/", "/data/chats/../files", "/data/chats/a/b", "data/chats/a", "/data/chats/%2e%2e",
    "/data/chats/0\u{0}", "/data/other/a",
  ])
  func otherPathsAreNoFiles(_ path: String) async throws {
    let live = try await LiveFiles()
    #expect(await refusal { try await live.get(path) } == .fileGone)
  }

  @Test func openingsAreRecordedOncePerPlayback() async throws {
    let live = try await LiveFiles()
    let path = try await live.upload([("a.txt", text)])[0].path
    for start in 0..<5 { _ = try await live.get(path, nil, ["Range": "bytes=\(start)-"]) }
    #expect(try await live.files.recordedOpenings(limit: 10).count == 1)
    live.clock.pass(milliseconds: OpeningRegistry.pause)
    _ = try await live.get(path)
    let tag = try #require(try await live.get(path).headers["ETag"])
    live.clock.pass(milliseconds: OpeningRegistry.pause)
    _ = try await live.get(path, nil, ["If-None-Match": tag])
    _ = try await live.get(path, nil, ["Range": "bytes=9999-"])
    let openings = try await live.files.recordedOpenings(limit: 10)
    #expect(openings.map(\.variant) == ["original", "original"] && openings[0].person == live.patient.person)
  }

  @Test func whatNobodySentIsSweptWithItsBytes() async throws {
    let live = try await LiveFiles()
    let path = try await live.upload([("a.txt", text)])[0].path
    live.clock.pass(milliseconds: 86_400_000)
    #expect(try await live.files.sweep(findsStrays: false) == 0)
    live.clock.pass(milliseconds: 1)
    #expect(try await live.files.sweep(findsStrays: false) == 1)
    #expect(try live.kept().isEmpty)
    #expect(await refusal { try await live.get(path) } == .fileGone)
  }
}
