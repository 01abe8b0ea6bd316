import Sockets
import Testing

struct NetworkRangeTests {
  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.1", "192.0.2.1", true),
    ("192.0.2.1", "192.0.2.2", false), ("0.0.0.0/0", "8.8.8.8", true), ("192.168.4.0/22", "192.168.7.255", true),
    ("192.168.4.0/22", "192.168.8.0", false), ("fd00::/8", "fdab::1", true), ("fd00::/8", "fe80::1", false),
    ("::/0", "10.0.0.1", false), ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("::1", "::1", true),
  ])
  func anAddressIsInsideOrNot(range: String, address: String, isInside: Bool) throws {
    let range = try #require(NetworkRange(range))
    #expect(range.contains(try SocketAddress(host: address, port: 1)) == isInside)
  }

  @Test(arguments: [
    "", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.1/8", "fd00::/129", "localhost", "x/8",
    "10.0.0.0/8/8", "10.0.0.0/8 ", "::ffff:10.0.0.0/8", "fd00::1/8",
  ])
  func whatIsNoNetworkIsRefused(text: String) {
    #expect(NetworkRange(text) == nil)
  }
}
