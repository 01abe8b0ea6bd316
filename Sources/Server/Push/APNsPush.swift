import Crypto
import Domain
import JSON
import Outgoing
import Storage
import Synchronization
import Wire

/// The key with which Apple knows us, and whose apps it is for.
public struct APNsAccount: Sendable {
  let key: SigningKey
  let keyID: String
  let team: String
  /// Bundle ids by the name of the app.
  let topics: [String: String]

  /// nil where the text is no P-256 key (`.p8`), or an id is none.
  public init?(pem: String, keyID: String, team: String, topics: [String: String]) {
    guard let key = SigningKey(pem: pem), key.algorithm == .es256, !keyID.isEmpty, !team.isEmpty else { return nil }
    self.key = key
    self.keyID = keyID
    self.team = team
    self.topics = topics
  }
}

/// Pushes through Apple's service (HTTP/2, provider tokens).
public final class APNsPush: Sendable {
  /// Apple refuses tokens older than an hour, and new ones more often than every 20 minutes.
  private static let tokenSeconds: Int64 = 40 * 60
  static let keepSeconds: Int64 = 3 * 24 * 3_600
  private let account: APNsAccount
  private let server: String
  private let outgoing: OutgoingClient
  private let token = Mutex<(text: String, madeAt: Int64)?>(nil)

  /// - Parameter server: `https://api.push.apple.com`, or another for tests.
  public init(account: APNsAccount, server: String, outgoing: OutgoingClient) {
    self.account = account
    self.server = server
    self.outgoing = outgoing
  }

  public var client: PushClient {
    PushClient { [self] (push, device, now) async throws(PushFailure) in try await send(push, to: device, at: now) }
  }

  private func send(_ push: PushMessage, to device: DeviceRow, at now: Timestamp) async throws(PushFailure) {
    guard let topic = account.topics[device.app.rawValue] else {
      throw .never("no bundle id for \(device.app.rawValue)")
    }
    guard device.token.utf8.allSatisfy({ Self.isHex($0) }) else { throw .gone }
    let seconds = now.milliseconds / 1_000
    guard let bearer = providerToken(atSeconds: seconds) else { throw .never("the key does not sign") }
    var headers = HTTPHeaders()
    headers.add("authorization", "bearer \(bearer)")
    headers.add("apns-topic", topic)
    headers.add("apns-push-type", "alert")
    headers.add("apns-priority", "10")
    headers.add("apns-expiration", "\(seconds + Self.keepSeconds)")
    headers.add("apns-collapse-id", push.topic)
    headers.add("content-type", "application/json")
    let request = OutgoingRequest(
      .post, "\(server)/3/device/\(device.token)", headers: headers, body: Self.json(push.cut).bytes)
    let response: HTTPResponse
    do { response = try await outgoing.send(request) } catch { throw PushFailure(error) }
    if response.status != 200 { throw failure(response) }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  static func alert(_ push: PushMessage) -> JSONValue {
    var alert: JSONObject = ["title": .string(push.title), "body": .string(push.body)]
    if !push.subtitle.isEmpty { alert["subtitle"] = .string(push.subtitle) }
    return ["alert": .object(alert), "sound": "default"]
  }

  /// What older clients read: `aps.alert`, and `room_id` beside it.
  static func json(_ push: PushMessage) -> JSONValue {
    var object: JSONObject = ["aps": alert(push), "target": .string(push.target)]
    if let room = push.room { object["room_id"] = .string(room) }
    return .object(object)
  }

  private func failure(_ response: HTTPResponse) -> PushFailure {
    let reason = (try? JSONValue(parsing: response.body))?["reason"]?.string ?? ""
    switch (response.status, reason) {
    case (410, _), (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"): return .gone
    case (403, "ExpiredProviderToken"), (403, "InvalidProviderToken"):
      token.withLock { $0 = nil }
      return .again("Apple refuses the provider token: \(reason)")
    case (404, _): return .never("Apple says 404 \(reason)")
    default: return PushFailure(status: response.status, response)
    }
  }

  private func providerToken(atSeconds now: Int64) -> String? {
    token.withLock { kept -> String? in
      if let kept, now >= kept.madeAt, now - kept.madeAt < Self.tokenSeconds { return kept.text }
      let head: JSONValue = ["alg": "ES256", "kid": .string(account.keyID)]
      let claims: JSONValue = ["iss": .string(account.team), "iat": .integer(now)]
      guard let text = SignedToken.make(header: head.bytes, claims: claims.bytes, key: account.key) else { return nil }
      kept = (text, now)
      return text
    }
  }
}
