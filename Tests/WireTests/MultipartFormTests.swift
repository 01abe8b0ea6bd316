import Seeded
import Testing
import Wire

@Suite struct MultipartFormTests {
  private let type = "multipart/form-data; boundary=xYz"

  private func read(_ text: String, limits: MultipartLimits = MultipartLimits()) throws(MultipartError)
    -> MultipartForm
  {
    try MultipartForm(parsing: Array(text.utf8), contentType: type, limits: limits)
  }

  private func part(_ head: String, _ body: String = "b") -> String {
    "--xYz\r\n\(head)\r\n\r\n\(body)\r\n--xYz--\r\n"
  }

  private func fileName(_ parameter: String) throws -> String? {
    try read(part("Content-Disposition: form-data; name=\"f\"; " + parameter)).parts[0].fileName
  }

  @Test func readsTextAndFile() throws {
    let form = try read(
      "preamble\r\n--xYz  \r\nContent-Disposition: form-data; name=\"nick\"\r\n\r\n눈\r\n--xYz\r\n"
        + "content-type:image/png\r\ncontent-disposition:FORM-DATA;name=files;filename=\"a;\\\"b\\\".png\"\r\n\r\n"
        + "\r\n--xY\r\n\r\n--xYz--epilogue")
    #expect(form.text("nick") == "눈")
    #expect(form.text("files") == nil)
    #expect(form.files.map(\.name) == ["files"])
    #expect(form.files.map(\.fileName) == ["a;\"b\".png"])
    #expect(form.files.map(\.contentType) == ["image/png"])
    #expect(form.files.map(\.text) == ["\r\n--xY\r\n"])
  }

  @Test func bytesOfABodyStayAsTheyAre() throws {
    let body = (0...255).map { UInt8($0) } + [0x0D, 0x0A, 0x2D, 0x2D, 0x0D]
    let form = MultipartForm([.init(name: "f", fileName: "x", contentType: "a/b", body: body[...])])
    let read = try MultipartForm(
      parsing: try form.bytes(boundary: "xYz"), contentType: MultipartForm.contentType(boundary: "xYz"))
    #expect(read == form)
  }

  @Test func emptyBodiesAreParts() throws {
    let head = "--xYz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"
    #expect(try read(head + "\r\n--xYz--").text("a") == "")
    #expect(try read(head + "--xYz--").text("a") == "")
    #expect(try read("--xYz--\r\n").parts.isEmpty)
  }

  @Test func fileNamesComeInManyForms() throws {
    #expect(try fileName("filename=\"눈 사진.png\"") == "눈 사진.png")
    #expect(try fileName("filename=plain.png") == "plain.png")
    #expect(try fileName("filename=\"a%22b%0D%0A.png\"") == "a\"b\r\n.png")
    #expect(try fileName("filename=\"100%25.png\"") == "100%25.png")
    #expect(try fileName("filename=\"%EB%88%88%20%EC%82%AC%EC%A7%84.png\"") == "눈 사진.png")
    #expect(try fileName("filename=\"%EB%88.png\"") == "%EB%88.png")
    #expect(try fileName("filename=\"C:\\fakepath\\x.png\"") == "x.png")
    #expect(try fileName("filename=\"../../etc/passwd\"") == "passwd")
    #expect(try fileName("filename*=utf-8''%EB%88%88.png") == "눈.png")
    #expect(try fileName("filename*=latin1''%E9.png") == nil)
    #expect(try fileName("filename=\"unclosed") == "unclosed")
  }

  @Test func anEmptyFileNameMakesATextField() throws {
    #expect(try fileName("filename=\"\"") == nil)
    #expect(try fileName("filename=\"folder/\"") == nil)
    #expect(try read(part("Content-Disposition: form-data; name=\"f\"; filename=\"\"")).text("f") == "b")
  }

  @Test func namesAreReadLikeFileNames() throws {
    #expect(try read(part("Content-Disposition: form-data; name=\"사진%22\"")).parts[0].name == "사진\"")
    #expect(try read(part("Content-Disposition: form-data; name=")).parts[0].name == "")
  }

  @Test func printedNamesReadBack() throws {
    for name in ["눈 \"사진\".png", "a\\\"b", "\\\\x", "a;b=c", "%22", "100%"] {
      let form = MultipartForm([.init(name: name, text: "x")])
      let read = try MultipartForm(
        parsing: try form.bytes(boundary: "b"), contentType: MultipartForm.contentType(boundary: "b"))
      #expect(read.parts[0].name == (name == "%22" ? "\"" : name))
    }
  }

  @Test(arguments: [
    "text/plain; boundary=x", "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=x",
    "multipart/form-data; boundary=\"a \"", "multipart/form-data; boundary=\"ä\"",
    "multipart/form-data; boundary=" + String(repeating: "x", count: 71), "",
  ])
  func refusesOtherTypesAndBoundaries(contentType: String) {
    #expect(throws: MultipartError.notMultipart) { try MultipartForm(parsing: [], contentType: contentType) }
  }

  @Test(arguments: ["", "--xYz", "--xYz\r\n", "no delimiter", "--xYz\r\nA: b\r\n", "--xYz \t"])
  func saysWhereTheBodyWasCutOff(text: String) {
    #expect(throws: MultipartError.unfinished) { try read(text) }
  }

  @Test func everyPrefixIsUnfinished() throws {
    let whole = Array(part("Content-Disposition: form-data; name=\"a\"", "one\r\n--xY two").utf8.dropLast(4))
    for length in whole.indices {
      #expect(throws: MultipartError.unfinished) {
        try MultipartForm(parsing: Array(whole[..<length]), contentType: type)
      }
    }
  }

  @Test func refusesBrokenParts() {
    let good = "Content-Disposition: form-data; name=\"a\""
    #expect(throws: MultipartError.malformed) { try read("--xYzz\r\n\r\n\r\n--xYz--") }
    #expect(throws: MultipartError.malformed) { try read(part("no colon")) }
    #expect(throws: MultipartError.malformed) { try read(part(": x")) }
    #expect(throws: MultipartError.malformed) { try read(part("A: b")) }
    #expect(throws: MultipartError.malformed) { try read(part("Content-Disposition: attachment; name=a")) }
    #expect(throws: MultipartError.malformed) { try read(part(good + "\r\n" + good)) }
    #expect(throws: MultipartError.missingName) { try read(part("Content-Disposition: form-data")) }
    #expect(throws: MultipartError.encoded) { try read(part(good + "\r\nContent-Transfer-Encoding: base64")) }
  }

  @Test func plainTransferEncodingsChangeNothing() throws {
    let head = "Content-Disposition: form-data; name=\"a\"\r\nContent-Transfer-Encoding: Binary"
    #expect(try read(part(head)).text("a") == "b")
  }

  @Test func limitsHold() throws {
    let one = "--xYz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n"
    #expect(try read(one + one + "--xYz--", limits: MultipartLimits(parts: 2)).parts.count == 2)
    #expect(throws: MultipartError.tooManyParts) {
      try read(one + one + one + "--xYz--", limits: MultipartLimits(parts: 2))
    }
    let long = part("Content-Disposition: form-data; name=\"" + String(repeating: "a", count: 9000) + "\"")
    #expect(throws: MultipartError.headTooLarge) { try read(long) }
    #expect(try read(long, limits: MultipartLimits(headBytes: 10_000)).parts.count == 1)
  }

  @Test func writerRefusesABoundaryThatABodyHolds() {
    let form = MultipartForm([.init(name: "a", text: "x--b-y")])
    #expect(throws: MultipartError.boundaryInBody) { try form.bytes(boundary: "b") }
    #expect(throws: MultipartError.notMultipart) { try form.bytes(boundary: "b\r\n") }
  }

  @Test func writerPrintsTheUsualForm() throws {
    let form = MultipartForm([
      .init(name: "t", text: "v"), .init(name: "f", fileName: "n\"", contentType: "a/b\r\nX: y", body: [0x31]),
    ])
    #expect(
      String(decoding: try form.bytes(boundary: "B"), as: UTF8.self)
        == "--B\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\nv\r\n"
        + "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n%22\"\r\nContent-Type: a/bX: y\r\n\r\n1\r\n"
        + "--B--\r\n")
  }

  @Test func randomBodiesNeverTrap() {
    var generator = SeededRandom(seed: 7)
    let pieces = [
      "--xYz", "\r\n", "--", "Content-Disposition: form-data; name=\"a\"", ":", "\"", ";", "filename=", "\\", "%",
    ].map { Array($0.utf8) }
    for _ in 0..<5_000 {
      var body: [UInt8] = []
      for _ in 0..<generator.below(20) { body += pieces[generator.below(pieces.count)] }
      _ = try? MultipartForm(parsing: body, contentType: type)
    }
  }
}
