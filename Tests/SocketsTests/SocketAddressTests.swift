import Sockets
import Testing

@Suite struct SocketAddressTests {
  @Test(arguments: [
    ("127.0.0.1:80", "127.0.0.1:80", true), ("localhost:0", "127.0.0.1:0", true),
    ("[::1]:8080", "[::1]:8080", true),
    ("0.0.0.0:65535", "0.0.0.0:65535", false), ("[2001:db8::1]:1", "[2001:db8::1]:1", false),
    ("127.9.9.9:1", "127.9.9.9:1", true),
  ])
  func textIsReadAndPrinted(_ text: String, _ printed: String, _ isLoopback: Bool) throws {
    let address = try SocketAddress(text)
    #expect(address.text == printed)
    #expect(address.isLoopback == isLoopback)
    #expect(try SocketAddress(address.text) == address)
  }

  @Test(arguments: [
    "", "80", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "::1:80",
    "name:80", "[::1]",
  ])
  func otherTextIsRefused(_ text: String) {
    #expect(throws: SocketError.badAddress) { try SocketAddress(text) }
  }
}
