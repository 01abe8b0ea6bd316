import KitNet
import Testing

@Suite struct ServerAddressTests {
  @Test(arguments: [
    ("http://localhost", "http://localhost", 80), ("https://maru.example/api/", "https://maru.example/api", 443),
    ("HTTP://[::1]:8080", "http://[::1]:8080", 8080), ("https://a.b:443", "https://a.b", 443),
  ])
  func whatIsReadIsPrinted(text: String, printed: String, port: Int) {
    let address = ServerAddress(text)
    #expect(address?.description == printed)
    #expect(address?.port == port)
  }

  @Test(arguments: [
    "", "maru.example", "ftp://a", "http://", "http://a:0", "http://a:70000", "http://u:p@a", "http://a?b",
    "http://a b",
    "http://[::1", "http://a:8080x", "http://a#b",
  ])
  func whatIsNoAddressIsRefused(text: String) {
    #expect(ServerAddress(text) == nil)
  }
}
