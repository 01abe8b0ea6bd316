import Crypto
import Testing
import Wire

@testable import Push

struct WebPushSealingTests {
  private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

  /// RFC 8291, section 5 and appendix A.
  @Test func aMessageIsSealedAsTheRFCSays() throws {
    let own = try #require(P256Key(privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
    let sealed = try WebPushSealing.seal(
      Array("When I grow up, I want to be a watermelon".utf8),
      for: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
      secret: bytes("BTBZMqHH6r4Tts7J_aSIgg"), own: own, salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
    let wanted =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
      + "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    #expect(sealed.map(Base64URL.encode) == wanted)
  }

  @Test func whatIsTooLongOrNoKeyIsRefused() throws {
    let (own, other) = (try #require(P256Key.random()), try #require(P256Key.random()))
    let (secret, salt) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16))
    func seal(_ count: Int, _ key: [UInt8], _ secret: [UInt8]) -> Int? {
      WebPushSealing.seal([UInt8](repeating: 0, count: count), for: key, secret: secret, own: own, salt: salt)?.count
    }
    #expect(seal(WebPushSealing.textLimit, other.publicKey, secret) == WebPushSealing.recordSize)
    #expect(seal(WebPushSealing.textLimit + 1, other.publicKey, secret) == nil)
    #expect(seal(0, other.publicKey, secret) == 86 + 17)
    #expect(seal(1, Array(other.publicKey.dropLast()), secret) == nil)
    #expect(seal(1, other.publicKey, [1]) == nil)
  }
}

struct WebPushEndpointTests {
  @Test(arguments: [
    "https://fcm.googleapis.com/fcm/send/abc:def", "https://updates.push.services.mozilla.com/wpush/v2/x",
    "https://web.push.apple.com/x", "https://push.example:443/x?y=z",
    "https://wns2-par02p.notify.windows.com/w/?token=x",
  ])
  func theAddressesOfBrowsersAreTaken(endpoint: String) {
    #expect(WebPushEndpoint.isGood(endpoint, mayBeLocal: false))
  }

  @Test(arguments: [
    "", "x", "https://", "https:///x", "http://push.example/x", "ftp://push.example/x", "https://localhost/x",
    "https://127.0.0.1/x", "https://10.0.0.1/x", "https://[::1]/x", "https://2130706433/x", "https://0x7f.1/x",
    "https://push.example:8443/x", "https://me:pw@push.example/x", "https://a.localhost/x", "https://db.internal/x",
    "https://printer.local/x", "https://push.example /x", "https://push.example\r\nX: y/x", "https://push..example/x",
    "https://intranet/x", "https://пример.рф/x", "https://push.example:/x", "https://push.example#@10.0.0.1/x",
    "https://push.example?x", "https://push.example\\@10.0.0.1/x",
  ])
  func othersAreRefused(endpoint: String) {
    #expect(!WebPushEndpoint.isGood(endpoint, mayBeLocal: false))
  }

  @Test func onlyTestsMayReachThisMachine() {
    #expect(WebPushEndpoint.isGood("http://127.0.0.1:28001/x", mayBeLocal: true))
    #expect(!WebPushEndpoint.isGood("http://10.0.0.1:28001/x", mayBeLocal: true))
    #expect(!WebPushEndpoint.isGood("https://" + String(repeating: "a", count: 2_100) + ".example/x", mayBeLocal: true))
  }

  @Test func keysThatAreNoneAreRefused() throws {
    let key = try #require(P256Key.random())
    let good = Base64URL.encode(key.publicKey)
    let secret = Base64URL.encode([UInt8](repeating: 7, count: 16))
    #expect(WebPushEndpoint.hasGoodKeys(p256dh: good, auth: secret))
    #expect(!WebPushEndpoint.hasGoodKeys(p256dh: "BA", auth: secret))
    #expect(!WebPushEndpoint.hasGoodKeys(p256dh: good, auth: "AA"))
    #expect(
      !WebPushEndpoint.hasGoodKeys(p256dh: Base64URL.encode([4] + [UInt8](repeating: 1, count: 64)), auth: secret))
  }
}

struct ServerIdentityTests {
  @Test func aTokenSaysWhoWeAreToOneOrigin() throws {
    let key = [UInt8](repeating: 9, count: 32)
    let identity = try #require(ServerIdentity(privateKey: key, contact: "mailto:op@example.com"))
    let header = try #require(identity.authorization(for: "https://push.example", at: start))
    #expect(header.hasPrefix("vapid t="))
    #expect(header.hasSuffix(", k=" + identity.publicKey))
    let token = header.dropFirst(8).prefix { $0 != "," }.split(separator: ".")
    #expect(token.count == 3)
    let claims = String(decoding: try #require(Base64URL.decode(token[1])), as: UTF8.self)
    let seconds = start.milliseconds / 1_000 + 12 * 3_600
    #expect(claims == #"{"aud":"https://push.example","exp":\#(seconds),"sub":"mailto:op@example.com"}"#)
    // The same one for hours, another one for another origin.
    #expect(identity.authorization(for: "https://push.example", at: start.adding(milliseconds: 3_600_000)) == header)
    #expect(identity.authorization(for: "https://other.example", at: start) != header)
    #expect(
      identity.authorization(for: "https://push.example", at: start.adding(milliseconds: 7 * 3_600_000)) != header)
  }

  @Test func aKeyOfAnotherLengthIsNone() {
    #expect(ServerIdentity(privateKey: [1], contact: nil) == nil)
  }
}
