import Session
import Testing
import Wire

@testable import Kit

struct ClientIdentityTests {
  @Test(arguments: [
    ("haneul-book.local", "haneul-book"), ("server1", "server1"), ("localhost", ""), ("localhost.localdomain", ""),
    ("192.168.0.7", ""), ("fe80::1", ""), ("", ""),
  ])
  func aHostIsNamedWithoutItsDomain(host: String, name: String) {
    #expect(ClientIdentity.deviceName(ofHost: host) == name)
  }

  @Test func whatThePolicyWantsGoesAlongInPlainCharacters() {
    let identity = ClientIdentity(
      platform: "linux", appVersion: "1.2.3", timeZone: "Asia/Seoul", deviceName: "하늘의 책상", productID: "p")
    var headers = HTTPHeaders()
    identity.add(to: &headers, SessionPolicy.maru.headers)
    #expect(headers["X-Platform"] == "linux" && headers["X-Local-Timezone"] == "Asia/Seoul")
    #expect(headers["X-Device-Name"].flatMap { PercentEncoding.decode(segment: $0) } == "하늘의 책상")
    #expect(headers["X-Device-Name"]?.utf8.allSatisfy { (0x21..<0x7F).contains($0) } == true)
    // The key is the call's own, and the product is of another dialect.
    #expect(headers["SeSACKey"] == nil && headers["ProductId"] == nil)
    headers = HTTPHeaders()
    identity.add(to: &headers, SessionPolicy.coded.headers)
    #expect(headers["ProductId"] == "p" && headers["X-Platform"] == nil)
  }
}
