import Seeded
import SocketIO
import Testing
import Wire

@Suite struct WebSocketExamples {
  let hello = Array("Hello".utf8)

  @Test func aSingleUnmaskedText() {
    var decoder = WebSocketDecoder(.client, maximumMessage: 100)
    #expect(decoder.receive([0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]) == [.text(hello)])
    #expect(WebSocketFrame.encode(.text, hello) == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
  }

  @Test func aSingleMaskedText() {
    let frame: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
    var decoder = WebSocketDecoder(.server, maximumMessage: 100)
    #expect(decoder.receive(frame) == [.text(hello)])
    #expect(WebSocketFrame.encode(.text, hello, mask: 0x37FA_213D) == frame)
  }

  @Test func aFragmentedText() {
    var decoder = WebSocketDecoder(.client, maximumMessage: 100)
    #expect(decoder.receive([0x01, 0x03, 0x48, 0x65, 0x6C]) == [])
    #expect(decoder.receive([0x80, 0x02, 0x6C, 0x6F]) == [.text(hello)])
  }

  @Test func pingAndPong() {
    var client = WebSocketDecoder(.client, maximumMessage: 100)
    #expect(client.receive([0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]) == [.ping(hello)])
    var server = WebSocketDecoder(.server, maximumMessage: 100)
    let pong: [UInt8] = [0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
    #expect(server.receive(pong) == [.pong(hello)])
  }

  @Test(arguments: [(125, 2), (126, 4), (256, 4), (65_535, 4), (65_536, 10)])
  func lengthsTakeTheShortestForm(count: Int, header: Int) {
    let payload = [UInt8](repeating: 7, count: count)
    let frame = WebSocketFrame.encode(.binary, payload)
    #expect(frame.count == header + count)
    var decoder = WebSocketDecoder(.client, maximumMessage: 100_000)
    #expect(decoder.receive(frame) == [.binary(payload)])
  }

  @Test func theKeyOfTheStandardGivesItsAcceptValue() {
    #expect(WebSocketHandshake.accept(key: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }
}

@Suite struct WebSocketRules {
  static let mask: [UInt8] = [1, 2, 3, 4]

  static func masked(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [first, 0x80 | UInt8(payload.count)] + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  func read(_ frames: [UInt8]..., limit: Int = 1_000) -> [WebSocketEvent] {
    var decoder = WebSocketDecoder(.server, maximumMessage: limit)
    return decoder.receive(frames.flatMap { $0 })
  }

  @Test(arguments: [
    [0xC1, 0x80, 0, 0, 0, 0], [0xA1, 0x80, 0, 0, 0, 0], [0x91, 0x80, 0, 0, 0, 0], [0x83, 0x80, 0, 0, 0, 0],
    [0x8B, 0x80, 0, 0, 0, 0], [0x09, 0x80, 0, 0, 0, 0], [0x08, 0x80, 0, 0, 0, 0], [0x89, 0xFE, 0, 126, 0, 0, 0, 0],
    [0x81, 0x00], [0x80, 0x80, 0, 0, 0, 0], [0x00, 0x80, 0, 0, 0, 0], [0x81, 0xFE, 0, 125, 0, 0, 0, 0],
    [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0], [0x81, 0xFF, 0x80, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
  ])
  func aFrameAgainstTheRulesFails(bytes: [UInt8]) {
    #expect(read(bytes) == [.failed(.protocolError)])
  }

  @Test func aClientRefusesMaskedFrames() {
    var decoder = WebSocketDecoder(.client, maximumMessage: 100)
    #expect(decoder.receive(Self.masked(0x81, [0x61])) == [.failed(.protocolError)])
  }

  @Test func aNewMessageInsideAFragmentedOneFails() {
    #expect(read(Self.masked(0x01, [0x61]), Self.masked(0x81, [0x62])) == [.failed(.protocolError)])
  }

  @Test func controlFramesMayStandBetweenFragments() {
    let events = read(Self.masked(0x01, [0x61]), Self.masked(0x89, [1]), Self.masked(0x80, [0x62]))
    #expect(events == [.ping([1]), .text([0x61, 0x62])])
  }

  @Test func aMessageBeyondTheLimitFailsWhenItIsAnnounced() {
    #expect(read([0x82, 0xFE, 0x03, 0xE9] + Self.mask) == [.failed(.tooLarge)])
    #expect(read([0x82, 0xFF, 0x7F, 255, 255, 255, 255, 255, 255, 255] + Self.mask) == [.failed(.tooLarge)])
    #expect(read(Self.masked(0x02, [1, 2]), Self.masked(0x80, [3, 4]), limit: 3) == [.failed(.tooLarge)])
    #expect(read(Self.masked(0x02, [1, 2]), Self.masked(0x80, [3]), limit: 3) == [.binary([1, 2, 3])])
  }

  @Test(arguments: [
    [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80], [0xFF], [0x80], [0xF8],
    [0xC2], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0xFE],
  ])
  func textThatIsNoUTF8Fails(bytes: [UInt8]) {
    #expect(read(Self.masked(0x81, bytes)) == [.failed(.invalidText)])
    #expect(read(Self.masked(0x82, bytes)) == [.binary(bytes)])
  }

  @Test func invalidTextFailsBeforeItsMessageEnds() {
    #expect(read(Self.masked(0x01, [0xCE, 0xBA, 0xED, 0xA0])) == [.failed(.invalidText)])
  }

  @Test func aCharacterMaySpanFragmentsAndReads() {
    let text = Array("안녕 👨‍👩‍👧 κόσμε, plain words".utf8)
    for split in 0...text.count {
      let stream = Self.masked(0x01, Array(text[..<split])) + Self.masked(0x80, Array(text[split...]))
      var decoder = WebSocketDecoder(.server, maximumMessage: 100)
      #expect(stream.flatMap { decoder.receive([$0]) } == [.text(text)])
    }
  }

  @Test(arguments: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 4999])
  func anAllowedCloseCodeIsHeard(code: UInt16) {
    let payload = [UInt8(code >> 8), UInt8(code & 255)] + Array("bye".utf8)
    #expect(read(Self.masked(0x88, payload)) == [.closed(code, reason: Array("bye".utf8))])
  }

  @Test(arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535])
  func aReservedCloseCodeFails(code: UInt16) {
    #expect(read(Self.masked(0x88, [UInt8(code >> 8), UInt8(code & 255)])) == [.failed(.protocolError)])
  }

  @Test func aCloseMayBeEmptyButNotHalf() {
    #expect(read(Self.masked(0x88, [])) == [.closed(nil, reason: [])])
    #expect(read(Self.masked(0x88, [3])) == [.failed(.protocolError)])
    #expect(read(Self.masked(0x88, [0x03, 0xE8, 0xFF])) == [.failed(.invalidText)])
  }

  @Test func nothingIsReadAfterAClose() {
    #expect(read(Self.masked(0x88, []), Self.masked(0x81, [0x61])) == [.closed(nil, reason: [])])
    #expect(read([0xFF, 0xFF], Self.masked(0x81, [0x61])) == [.failed(.protocolError)])
  }

  @Test func aCloseReasonIsCutAtACharacter() {
    let frame = WebSocketFrame.close(.normal, reason: String(repeating: "가", count: 60))
    #expect(frame.count == 2 + 2 + 41 * 3)
    var decoder = WebSocketDecoder(.client, maximumMessage: 100)
    #expect(decoder.receive(frame) == [.closed(1000, reason: Array(String(repeating: "가", count: 41).utf8))])
  }
}

@Suite struct WebSocketStreams {
  @Test(arguments: 0..<50) func messagesSurviveAnyCutting(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var expected: [WebSocketEvent] = []
    var stream: [UInt8] = []
    for _ in 0..<20 {
      let payload = random.bytes(random.below(300))
      let mask = UInt32(truncatingIfNeeded: random.next())
      let split = random.below(payload.count + 1)
      let next = UInt32(truncatingIfNeeded: random.next())
      stream += WebSocketFrame.encode(.binary, Array(payload[..<split]), mask: mask, isFinal: false)
      stream += WebSocketFrame.encode(.continuation, Array(payload[split...]), mask: next)
      expected.append(.binary(payload))
    }
    var decoder = WebSocketDecoder(.server, maximumMessage: 1_000)
    var events: [WebSocketEvent] = []
    while !stream.isEmpty {
      let count = min(stream.count, 1 + random.below(40))
      events += decoder.receive(Array(stream.prefix(count)))
      stream.removeFirst(count)
    }
    #expect(events == expected)
  }

  @Test func tenThousandMalformedStreamsEndInAnEventOrWait() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<10_000 {
      var decoder = WebSocketDecoder(.server, maximumMessage: 256)
      var stream = WebSocketFrame.encode(
        [.text, .binary, .ping, .close, .continuation][random.below(5)],
        random.bytes(random.below(100)), mask: UInt32(truncatingIfNeeded: random.next()),
        isFinal: random.below(3) > 0)
      stream += random.bytes(random.below(30))
      for _ in 0..<random.below(4) { stream[random.below(stream.count)] = random.bytes(1)[0] }
      let events = decoder.receive(stream)
      for event in events.dropLast() {
        switch event {
        case .failed, .closed: Issue.record("something came after the end")
        case .text(let text): #expect(UTF8Validator.isValid(text))
        default: break
        }
      }
      if case .failed? = events.last { #expect(decoder.receive([0x81, 0x80, 0, 0, 0, 0]) == []) }
    }
  }
}

@Suite struct WebSocketHandshakeTests {
  let request = HTTPRequest(
    .get, "/socket.io/",
    headers: [
      "Connection": "keep-alive, Upgrade", "Upgrade": "WebSocket", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ])

  @Test func aGoodRequestIsAnswered() throws {
    #expect(try WebSocketHandshake.answer(request)["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test(arguments: [
    ("Connection", nil), ("Connection", "close"), ("Upgrade", nil), ("Upgrade", "h2c"), ("Sec-WebSocket-Key", nil),
    ("Sec-WebSocket-Key", "short"), ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ!!"),
  ])
  func aRequestWithoutAnyPartIsNoUpgrade(name: String, value: String?) {
    var request = request
    request.headers[name] = value
    #expect(throws: WebSocketHandshake.Refusal.notAnUpgrade) { try WebSocketHandshake.answer(request) }
  }

  @Test func anotherVersionIsToldApart() {
    var request = request
    request.headers["Sec-WebSocket-Version"] = "8"
    #expect(throws: WebSocketHandshake.Refusal.unsupportedVersion) { try WebSocketHandshake.answer(request) }
  }

  @Test func anotherMethodIsNoUpgrade() {
    var request = request
    request.method = .post
    #expect(throws: WebSocketHandshake.Refusal.notAnUpgrade) { try WebSocketHandshake.answer(request) }
  }
}
