import Seeded
import Testing
import Wire

@Suite struct MultipartStreamTests {
  private static let type = "multipart/form-data; boundary=b"

  /// Parts with their joined bytes, from pieces of that size.
  private func read(_ body: [UInt8], piece: Int = .max) throws(MultipartError) -> [(MultipartStream.Part, [UInt8])] {
    var stream = try MultipartStream(contentType: Self.type)
    var parts: [(MultipartStream.Part, [UInt8])] = []
    var start = 0
    while start < body.count {
      let end = piece < body.count - start ? start + piece : body.count
      for event in try stream.receive(Array(body[start..<end])) {
        switch event {
        case .part(let part): parts.append((part, []))
        case .bytes(let bytes): parts[parts.count - 1].1 += bytes
        case .partEnd, .end: break
        }
      }
      start = end
    }
    guard stream.isComplete else { throw .unfinished }
    return parts
  }

  private func body(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func anyPiecesGiveTheSameParts() throws {
    let form = MultipartForm([
      MultipartForm.Part(name: "files", fileName: "눈.jpg", body: [0x0D, 0x0A, 0x2D, 0x2D, 0x61, 0x0D, 0x0A, 0x2D]),
      MultipartForm.Part(name: "empty", fileName: "e", body: []),
      MultipartForm.Part(name: "text", text: "안녕"),
      MultipartForm.Part(name: "long", fileName: "l", body: ArraySlice([UInt8](repeating: 0x0D, count: 500))),
    ])
    let bytes = try form.bytes(boundary: "b")
    for piece in [1, 2, 3, 5, 7, 64, 10_000] {
      let parts = try read(bytes, piece: piece)
      #expect(parts.map { $0.0.name } == ["files", "empty", "text", "long"])
      #expect(parts.map { $0.0.fileName } == ["눈.jpg", "e", nil, "l"])
      #expect(parts.map { $0.1 } == form.parts.map { Array($0.body) })
    }
  }

  @Test func preambleEpilogueAndBlanksAfterDelimitersAreSkipped() throws {
    let text = "hello\r\n--b \t\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b--\r\nbye --b\r\n"
    #expect(try read(body(text)).map { $0.1 } == [[0x78]])
    #expect(try read(body("--b--")).isEmpty)
  }

  @Test(arguments: [
    ("", MultipartError.unfinished), ("--b\r\n", .unfinished), ("--bx\r\n\r\n", .malformed),
    ("--b\r\n\r\nx\r\n--b--", .malformed), ("--b\r\nnonsense\r\n\r\n", .malformed),
    ("--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--", .missingName),
    ("--b\r\nContent-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\n", .encoded),
    ("--b\r\nContent-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b\r\n\r\n", .malformed),
    ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b", .unfinished),
  ])
  func brokenBodiesAreRefused(_ text: String, _ error: MultipartError) {
    for piece in [1, 1_000] {
      #expect(throws: error) { try read(body(text), piece: piece) }
    }
  }

  @Test func fieldsAndPartsHaveLimits() {
    let long = "--b\r\nX: " + String(repeating: "x", count: 9_000)
    #expect(throws: MultipartError.headTooLarge) { try read(body(long), piece: 100) }
    let part = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n"
    #expect(throws: MultipartError.tooManyParts) { try read(body(String(repeating: part, count: 100) + "--b--")) }
    #expect(throws: MultipartError.notMultipart) { _ = try MultipartStream(contentType: "text/plain") }
  }

  /// The parser of whole bodies and this one agree on whatever comes.
  @Test func randomBodiesAreReadAsTheWholeParserReadsThem() {
    var random = SeededRandom(seed: 7)
    let morsels = [
      "--b", "\r\n", "--", "\r", "\n", "-", "x", " ", "Content-Disposition: form-data; name=a", "\r\n\r\n", "\r\n--b",
      "\r\n--b--", "Content-Disposition: form-data; name=\"f\"; filename=\"g\"\r\n\r\n",
    ]
    for _ in 0..<3_000 {
      let text = (0..<Int(random.next() % 14)).map { _ in morsels[Int(random.next() % UInt64(morsels.count))] }
      let bytes = body("--b\r\n" + text.joined() + (random.next() % 2 == 0 ? "\r\n--b--" : ""))
      let whole = Result { try MultipartForm(parsing: bytes, contentType: Self.type) }
      let streamed = Result { try read(bytes, piece: 1 + Int(random.next() % 9)) }
      switch (whole, streamed) {
      case (.success(let form), .success(let parts)):
        #expect(form.parts.map { Array($0.body) } == parts.map { $0.1 })
      case (.failure, .failure): break
      default: Issue.record("one reads it, the other does not: \(text.joined().debugDescription)")
      }
    }
  }
}
