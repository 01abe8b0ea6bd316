import JSON
import SocketIO
import Testing
import Wire

@Suite struct EnginePacketTests {
  static let pairs: [(String, EnginePacket)] = [
    (#"0{"sid":"x"}"#, .open(Array(#"{"sid":"x"}"#.utf8))), ("1", .close), ("2", .ping([])),
    ("2probe", .ping(Array("probe".utf8))), ("3", .pong([])), ("3probe", .pong(Array("probe".utf8))),
    ("4hello", .message(Array("hello".utf8))), ("4", .message([])), ("5", .upgrade), ("6", .noop),
    ("bAQIDBA==", .binary([1, 2, 3, 4])), ("4안녕", .message(Array("안녕".utf8))),
  ]

  @Test(arguments: pairs) func aPacketIsPrintedAndReadTheSameWay(text: String, packet: EnginePacket) throws {
    #expect(String(decoding: packet.text, as: UTF8.self) == text)
    #expect(try EnginePacket(parsing: Array(text.utf8)[...]) == packet)
  }

  @Test func anEmptyTextIsNoPacket() {
    #expect(throws: SocketIOError.empty) { try EnginePacket(parsing: []) }
  }

  @Test(arguments: ["7", "a", " 4", "B"]) func anUnknownTypeIsRefused(text: String) {
    #expect(throws: SocketIOError.unknownType) { try EnginePacket(parsing: Array(text.utf8)[...]) }
  }

  @Test(arguments: ["bA", "bAQ=D", "b!!!!", "bAQIDBB=="]) func brokenBase64IsRefused(text: String) {
    #expect(throws: SocketIOError.invalidBase64) { try EnginePacket(parsing: Array(text.utf8)[...]) }
  }

  @Test func aPayloadJoinsPacketsByTheRecordSeparator() throws {
    let packets: [EnginePacket] = [.message(Array("hello".utf8)), .ping([]), .binary([1, 2, 3, 4])]
    let body = EnginePayload.join(packets.map(\.text))
    #expect(body == Array("4hello\u{1E}2\u{1E}bAQIDBA==".utf8))
    #expect(try EnginePayload.parse(body) == packets)
  }

  @Test func anEmptyPacketInAPayloadIsRefused() {
    #expect(throws: SocketIOError.empty) { try EnginePayload.parse(Array("4a\u{1E}".utf8)) }
    #expect(throws: SocketIOError.empty) { try EnginePayload.parse([]) }
  }

  @Test func aPayloadHasALimitOfPackets() {
    let body = EnginePayload.join(Array(repeating: [0x36], count: 11))
    #expect(throws: SocketIOError.tooManyPackets) { try EnginePayload.parse(body, maximum: 10) }
    #expect(throws: Never.self) { try EnginePayload.parse(body, maximum: 11) }
  }

  @Test func aHandshakeSurvivesItsText() throws {
    let handshake = EngineHandshake(
      sid: "abc", upgrades: ["websocket"], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 100_000)
    let text =
      #"{"sid":"abc","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000,"maxPayload":100000}"#
    #expect(handshake.json.text == text)
    #expect(EngineHandshake(try JSONValue(parsing: text)) == handshake)
  }

  @Test(arguments: [
    #"{}"#, #"[]"#, #"{"sid":"a","pingInterval":0,"pingTimeout":1}"#, #"{"sid":1,"pingInterval":1,"pingTimeout":1}"#,
    #"{"sid":"a","pingInterval":9223372036854775807,"pingTimeout":1}"#,
  ])
  func aHandshakeWithoutSenseIsRefused(text: String) throws {
    #expect(EngineHandshake(try JSONValue(parsing: text)) == nil)
  }
}

@Suite struct Base64Tests {
  static let pairs = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ]

  @Test(arguments: pairs) func theExamplesOfTheStandardHold(plain: String, coded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == Array(coded.utf8))
    #expect(Base64.decode(Array(coded.utf8)[...]) == Array(plain.utf8))
  }

  @Test func allBytesSurvive() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(Base64.decode(Base64.encode(bytes)[...]) == bytes)
  }

  @Test func paddingMayBeLeftOut() {
    #expect(Base64.decode(Array("Zg".utf8)[...]) == Array("f".utf8))
  }

  @Test(arguments: ["Z", "Zh==", "Zm9=", "Zg=", "====", "Z===", "Zm 9v", "Zm-_"])
  func whatNoEncoderWritesIsRefused(text: String) {
    #expect(Base64.decode(Array(text.utf8)[...]) == nil)
  }
}

@Suite struct SHA1Tests {
  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
  ])
  func theExamplesOfTheStandardHold(text: String, hex: String) {
    let digest = SHA1.digest(Array(text.utf8))
    let digits = Array("0123456789abcdef")
    #expect(String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }) == hex)
  }
}
