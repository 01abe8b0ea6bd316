import Crypto
import JSON
import Outgoing
import Storage
import Wire

/// Pushes to browsers (RFC 8030).
public struct WebPush: Sendable {
  /// A push that could not be delivered for so long is of no use.
  static let timeToLiveSeconds = 3 * 24 * 3_600
  private let identity: ServerIdentity
  private let outgoing: OutgoingClient
  private let mayBeLocal: Bool

  /// - Parameter mayBeLocal: whether subscriptions may lead to this machine: for tests.
  public init(identity: ServerIdentity, outgoing: OutgoingClient, mayBeLocal: Bool) {
    self.identity = identity
    self.outgoing = outgoing
    self.mayBeLocal = mayBeLocal
  }

  public var client: PushClient {
    PushClient { (push, device, now) async throws(PushFailure) in try await send(push, to: device, at: now) }
  }

  private func send(_ push: PushMessage, to device: DeviceRow, at now: Timestamp) async throws(PushFailure) {
    guard let key = Base64URL.decode(device.publicKey), let secret = Base64URL.decode(device.secret),
      let own = P256Key.random(), let origin = Self.origin(device.token)
    else { throw .gone }
    let text = Self.json(push.cut).bytes
    guard let body = WebPushSealing.seal(text, for: key, secret: secret, own: own, salt: SecureRandom.bytes(16)),
      let authorization = identity.authorization(for: origin, at: now)
    else { throw .never("the push cannot be sealed") }
    var headers = HTTPHeaders()
    headers.add("TTL", "\(Self.timeToLiveSeconds)")
    headers.add("Urgency", "high")
    headers.add("Topic", push.topic)
    headers.add("Content-Encoding", "aes128gcm")
    headers.add("Content-Type", "application/octet-stream")
    headers.add("Authorization", authorization)
    let reach: OutgoingRequest.Reach = mayBeLocal ? .anywhere : .publicOnly
    let request = OutgoingRequest(.post, device.token, headers: headers, body: body, reach: reach)
    let response: HTTPResponse
    do { response = try await outgoing.send(request, limits: OutgoingLimits(answerBytes: 16 * 1024)) } catch {
      throw PushFailure(error)
    }
    if !(200..<300).contains(response.status) { throw PushFailure(status: response.status, response) }
  }

  /// What the service worker reads.
  static func json(_ push: PushMessage) -> JSONValue {
    var object: JSONObject = [
      "title": .string(push.title), "body": .string(push.body), "topic": .string(push.topic),
      "target": .string(push.target),
    ]
    if !push.subtitle.isEmpty { object["subtitle"] = .string(push.subtitle) }
    if let room = push.room { object["room_id"] = .string(room) }
    return .object(object)
  }

  /// Scheme, host and port of an address; nil where it is none.
  static func origin(_ endpoint: String) -> String? {
    let parts = endpoint.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0] == "https:" || parts[0] == "http:", parts[1].isEmpty, !parts[2].isEmpty else {
      return nil
    }
    return "\(parts[0])//\(parts[2])"
  }
}

/// What a browser says it can be reached by.
enum WebPushEndpoint {
  static let byteLimit = 2_048

  /// Only the push services of browsers: TLS, a name and not a number, the usual port, no name or password. Where the
  /// name leads is looked at again for each push.
  /// - Parameter mayBeLocal: takes addresses on this machine instead: for tests.
  static func isGood(_ endpoint: String, mayBeLocal: Bool) -> Bool {
    guard endpoint.utf8.count <= byteLimit, endpoint.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      let origin = WebPush.origin(endpoint)
    else { return false }
    let isTLS = origin.hasPrefix("https://")
    let place = String(origin.dropFirst(isTLS ? 8 : 7))
    let parts = place.split(separator: ":", omittingEmptySubsequences: false)
    let host = String(parts[0]).lowercased()
    if mayBeLocal, host == "127.0.0.1" || host == "localhost" {
      return parts.count == 1 || parts.count == 2 && UInt16(parts[1]) != nil
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isName =
      labels.count >= 2
      && labels.allSatisfy { label in
        !label.isEmpty && label.utf8.allSatisfy { isNameByte($0) }
      }
    // A last label of letters: 10.0.0.1 and 0x7f.1 are no names.
    let endsInLetter = labels.last?.utf8.first.map { (0x61...0x7A).contains($0) } ?? false
    let isOwn = host.hasSuffix(".localhost") || host.hasSuffix(".local") || host.hasSuffix(".internal")
    return isTLS && isName && endsInLetter && !isOwn && (parts.count == 1 || parts.count == 2 && parts[1] == "443")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
  }

  /// The key of a browser is a point of the curve; its secret has 16 bytes.
  static func hasGoodKeys(p256dh: String, auth: String) -> Bool {
    guard let key = Base64URL.decode(p256dh), let secret = Base64URL.decode(auth), let own = P256Key.random() else {
      return false
    }
    return secret.count == 16 && own.secret(with: key) != nil
  }
}
