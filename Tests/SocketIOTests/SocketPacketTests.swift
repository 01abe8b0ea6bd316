import JSON
import Seeded
import SocketIO
import Testing

@Suite struct SocketPacketTests {
  static let pairs: [(String, SocketPacket)] = [
    ("0", SocketPacket(.connect)),
    (#"0{"token":"123"}"#, SocketPacket(.connect, payload: ["token": "123"])),
    (#"0/chats-6,{"sid":"a"}"#, SocketPacket(.connect, "/chats-6", payload: ["sid": "a"])),
    ("0/me,", SocketPacket(.connect, "/me")),
    ("1", SocketPacket(.disconnect)), ("1/admin,", SocketPacket(.disconnect, "/admin")),
    (#"2["hello",1]"#, .event("/", "hello", [1])),
    (#"2/admin,456["project:delete",123]"#, .event("/admin", "project:delete", [123], id: 456)),
    (#"2/chats-a,["chat",{"content":"안녕"}]"#, .event("/chats-a", "chat", [["content": "안녕"]])),
    (#"3/admin,456[]"#, .ack("/admin", 456, [])), (#"312["ok"]"#, .ack("/", 12, ["ok"])),
    (#"4{"message":"no"}"#, SocketPacket(.connectError, payload: ["message": "no"])),
    (#"4/x,"no""#, SocketPacket(.connectError, "/x", payload: "no")),
    (
      #"51-["hello",{"_placeholder":true,"num":0}]"#,
      .event("/", "hello", [["_placeholder": true, "num": 0]], attachments: 1)
    ),
    (
      #"51-/admin,456["p",{"_placeholder":true,"num":0}]"#,
      .event("/admin", "p", [["_placeholder": true, "num": 0]], id: 456, attachments: 1)
    ),
    (
      #"61-/admin,456[{"_placeholder":true,"num":0}]"#,
      .ack("/admin", 456, [["_placeholder": true, "num": 0]], attachments: 1)
    ),
  ]

  @Test(arguments: pairs) func aPacketIsPrintedAndReadTheSameWay(text: String, packet: SocketPacket) throws {
    #expect(String(decoding: packet.message, as: UTF8.self) == "4" + text)
    #expect(try SocketPacket(parsing: Array(text.utf8)) == packet)
  }

  @Test func aNamespaceMayEndWithoutAComma() throws {
    #expect(try SocketPacket(parsing: Array("0/me".utf8)) == SocketPacket(.connect, "/me"))
  }

  @Test func theQueryOfAnOlderClientIsDropped() throws {
    #expect(try SocketPacket(parsing: Array("0/me?token=1,".utf8)) == SocketPacket(.connect, "/me"))
  }

  @Test(arguments: [
    ("", SocketIOError.empty), ("7", .unknownType), ("x", .unknownType),
    ("2", .invalidPayload), ("2[]", .invalidPayload), ("2{}", .invalidPayload), ("2[1]", .invalidPayload),
    (#"2["connect"]"#, .invalidPayload), (#"2["disconnecting"]"#, .invalidPayload), (#"2["a"]x"#, .invalidPayload),
    (#"2["a""#, .invalidPayload), ("0[]", .invalidPayload), (#"0"a""#, .invalidPayload), ("1[]", .invalidPayload),
    ("4", .invalidPayload), ("4[]", .invalidPayload), ("3[]", .invalidPayload), ("31", .invalidPayload),
    ("31{}", .invalidPayload), (#"5["a"]"#, .invalidNumber), (#"51["a"]"#, .invalidNumber), ("5", .invalidNumber),
    (#"517-["a"]"#, .tooManyAttachments), (#"21234567890123456["a"]"#, .invalidNumber),
    ("0/\u{7F},", .invalidNamespace), ("0/방,", .invalidNamespace), ("0/a b,", .invalidNamespace),
    (#"2-1["a"]"#, .invalidPayload),
  ])
  func whatTheProtocolForbidsIsRefused(text: String, error: SocketIOError) {
    #expect(throws: error) { try SocketPacket(parsing: Array(text.utf8)) }
  }

  @Test func aNamespaceHasALimit() {
    let text = "0/" + String(repeating: "a", count: 200) + ","
    #expect(throws: SocketIOError.invalidNamespace) { try SocketPacket(parsing: Array(text.utf8)) }
  }

  @Test func deepNestingIsRefusedAndDoesNotTrap() {
    let text = "2[\"a\"," + String(repeating: "[", count: 10_000)
    #expect(throws: SocketIOError.invalidPayload) { try SocketPacket(parsing: Array(text.utf8)) }
  }

  @Test func randomBytesNeverTrap() {
    var random = SeededRandom(seed: 7)
    let alphabet = Array("0123456/,-[]{}\"abc:.\u{1E}".utf8) + [0xFF, 0xC3]
    for _ in 0..<20_000 {
      let text = (0..<random.below(24)).map { _ in alphabet[random.below(alphabet.count)] }
      if let packet = try? SocketPacket(parsing: text) {
        #expect((try? SocketPacket(parsing: Array(packet.message.dropFirst()))) == packet)
      }
      _ = try? EnginePayload.parse(text)
    }
  }
}
