import Compression
import JSON
import RealtimeServer
import SocketIO
import SocketTesting
import Testing

@Suite struct CompressionLiveTests {
  private static let offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
  private static let long = String(repeating: "안녕하세요 ", count: 500)

  private func server() throws -> LiveRealtime {
    try LiveRealtime { $0.compression = CompressionSettings() }
  }

  private func join(_ live: LiveRealtime, offers: Bool = true) throws -> WebSocketClient {
    let client = try WebSocketClient(
      port: live.port, headers: offers ? Self.offer : "", compression: offers)
    _ = client.text()
    client.join("/a")
    return client
  }

  private func expanded(_ client: WebSocketClient) throws -> String {
    guard case .compressed(let bytes, isText: true) = client.next() else { return "not compressed" }
    return String(decoding: try Deflate.expand(bytes, limit: 1 << 20), as: UTF8.self)
  }

  private func send(_ text: [UInt8], by client: WebSocketClient) throws {
    client.raw.send(WebSocketFrame.encode(.text, try Deflate.compress(text), mask: 7, isCompressed: true))
  }

  @Test func itIsOffByDefault() throws {
    let live = try LiveRealtime()
    defer { live.stop() }
    let client = try WebSocketClient(port: live.port, headers: Self.offer)
    #expect(!client.head.contains("Sec-WebSocket-Extensions"))
    try send(Array("40/a,".utf8), by: client)
    _ = client.text()
    #expect(client.text() == "closed 1002")
  }

  @Test func whoeverOffersItGetsLongMessagesSmallAndOthersPlain() throws {
    let live = try server()
    defer { live.stop() }
    let (small, plain) = (try join(live), try join(live, offers: false))
    #expect(
      small.head.contains(
        "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover\r\n"))
    live.realtime.broadcast(RealtimeEvent("chat", [.string(Self.long)]), namespace: "/a", to: Channel("/a"))
    live.realtime.broadcast(RealtimeEvent("chat", ["short"]), namespace: "/a", to: Channel("/a"))
    let expected = "42/a,[\"chat\",\"\(Self.long)\"]"
    #expect(try expanded(small) == expected)
    #expect(plain.text() == expected)
    for client in [small, plain] { #expect(client.text() == #"42/a,["chat","short"]"#) }
  }

  @Test func whatAClientCompressesIsExpanded() throws {
    let live = try server()
    defer { live.stop() }
    let client = try join(live)
    try send(Array("42/a,1[\"x\",\"\(Self.long)\"]".utf8), by: client)
    #expect(try expanded(client) == "43/a,1[\"\(Self.long)\"]")
  }

  @Test func aBombEndsItsSession() throws {
    let live = try server()
    defer { live.stop() }
    let client = try join(live)
    try send([UInt8](repeating: 0x20, count: 20_000_000), by: client)
    #expect(client.text() == "closed 1009")
  }

  @Test func whatIsNoTextOrNoStreamEndsItsSession() throws {
    let live = try server()
    defer { live.stop() }
    let broken = try join(live)
    broken.raw.send(WebSocketFrame.encode(.text, [0xFF, 0xFF, 0xFF], mask: 7, isCompressed: true))
    #expect(broken.text() == "closed 1002")
    let invalid = try join(live)
    try send([0x34, 0xFF, 0xFE], by: invalid)
    #expect(invalid.text() == "closed 1007")
    let control = try join(live)
    control.raw.send(WebSocketFrame.encode(.ping, [1], mask: 7, isCompressed: true))
    #expect(control.text() == "closed 1002")
  }
}
