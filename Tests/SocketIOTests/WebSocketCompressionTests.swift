import SocketIO
import Testing
import Wire

@Suite struct WebSocketCompressionTests {
  @Test(arguments: [
    "permessage-deflate", "permessage-deflate; client_max_window_bits", "x, permessage-deflate",
    "permessage-deflate ;client_max_window_bits=\"10\"; server_no_context_takeover",
    "permessage-deflate; server_max_window_bits=10, permessage-deflate",
    "permessage-deflate; server_max_window_bits=15",
  ])
  func anOfferThatCanBeKeptIsTaken(offer: String) {
    #expect(WebSocketCompression.isOffered(["Sec-WebSocket-Extensions": offer]))
  }

  @Test(arguments: [
    "", "deflate", "permessage-deflate; server_max_window_bits=10", "permessage-deflate; unknown",
    "permessage-deflate; client_max_window_bits=16", "permessage-deflate; client_max_window_bits=07",
    "permessage-deflate; client_max_window_bits; client_max_window_bits", "permessage-deflate;",
    "permessage-deflate; server_no_context_takeover=1",
  ])
  func anOfferThatCannotBeKeptIsDeclined(offer: String) {
    #expect(!WebSocketCompression.isOffered(["Sec-WebSocket-Extensions": offer]))
  }

  @Test func theFirstReservedBitIsForDataWhereItWasAgreedOn() {
    var decoder = WebSocketDecoder(.client, maximumMessage: 100, compression: true)
    #expect(decoder.receive([0x41, 0x01, 0xF2]) == [])
    #expect(decoder.receive([0x80, 0x01, 0x48]) == [.compressed([0xF2, 0x48], isText: true)])
    #expect(decoder.receive([0x82, 0x01, 0x07]) == [.binary([0x07])])
    #expect(decoder.receive([0xC2, 0x01, 0x07]) == [.compressed([0x07], isText: false)])
    #expect(decoder.receive([0x01, 0x00]) == [])
    // A continuation does not say it again.
    #expect(decoder.receive([0xC0, 0x00]) == [.failed(.protocolError)])
  }

  @Test func withoutAgreementTheBitIsRefused() {
    var decoder = WebSocketDecoder(.client, maximumMessage: 100)
    #expect(decoder.receive([0xC1, 0x00]) == [.failed(.protocolError)])
  }
}
