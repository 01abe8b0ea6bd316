import JSON
import Outgoing
import Storage
import Wire

/// Pushes through Firebase Cloud Messaging, HTTP v1.
public actor FCMPush {
  private let account: FCMAccount
  private let server: String
  private let outgoing: OutgoingClient
  private var token: (text: String, until: Int64)?
  /// Pushes that need a token while one is asked for wait for that one.
  private var asking: Task<String, any Error>?

  /// - Parameter server: `https://fcm.googleapis.com`, or another for tests.
  public init(account: FCMAccount, server: String, outgoing: OutgoingClient) {
    self.account = account
    self.server = server
    self.outgoing = outgoing
  }

  public nonisolated var client: PushClient {
    PushClient { (push, device, now) async throws(PushFailure) in
      try await self.send(push, to: device.token, at: now)
    }
  }

  private func send(_ push: PushMessage, to device: String, at now: Timestamp) async throws(PushFailure) {
    // A token may be taken back before its time: once more with a new one.
    for isLast in [false, true] {
      let response = try await post(push, to: device, token: accessToken(at: now))
      if (200..<300).contains(response.status) { return }
      guard response.status == 401, !isLast else { throw Self.failure(response) }
      token = nil
    }
  }

  private func post(_ push: PushMessage, to device: String, token: String) async throws(PushFailure) -> HTTPResponse {
    var headers = HTTPHeaders()
    headers.add("Authorization", "Bearer \(token)")
    headers.add("Content-Type", "application/json; charset=utf-8")
    let url = "\(server)/v1/projects/\(account.project)/messages:send"
    let request = OutgoingRequest(.post, url, headers: headers, body: Self.json(push.cut, to: device).bytes)
    do { return try await outgoing.send(request) } catch { throw PushFailure(error) }
  }

  static func json(_ push: PushMessage, to device: String) -> JSONValue {
    var data: JSONObject = ["target": .string(push.target)]
    if let room = push.room { data["room_id"] = .string(room) }
    // Apple's devices behind Firebase get what older clients read.
    var apple: JSONObject = ["aps": APNsPush.alert(push)]
    if let room = push.room { apple["room_id"] = .string(room) }
    return [
      "message": [
        "token": .string(device), "notification": ["title": .string(push.title), "body": .string(push.body)],
        "data": .object(data),
        "android": [
          "priority": "HIGH", "collapse_key": .string(push.topic), "notification": ["tag": .string(push.topic)],
        ],
        "apns": ["headers": ["apns-collapse-id": .string(push.topic)], "payload": .object(apple)],
      ]
    ]
  }

  /// A device that is not there any more is `UNREGISTERED`; a token of another sender is of no use either.
  static func failure(_ response: HTTPResponse) -> PushFailure {
    let error = (try? JSONValue(parsing: response.body))?["error"]
    let codes = (error?["details"]?.array ?? []).compactMap { $0["errorCode"]?.string }
    if codes.contains("UNREGISTERED") || codes.contains("SENDER_ID_MISMATCH") { return .gone }
    // Without the word it may be the project that is not found.
    if response.status == 404 && error != nil && codes.isEmpty { return .never("Firebase does not know the project") }
    if response.status == 401 { return .again("Firebase refuses the access token") }
    return PushFailure(status: response.status, response)
  }

  private func accessToken(at now: Timestamp) async throws(PushFailure) -> String {
    let seconds = now.milliseconds / 1_000
    if let token, token.until > seconds { return token.text }
    let task = asking ?? Task { try await self.newToken(atSeconds: seconds) }
    asking = task
    defer { asking = nil }
    do { return try await task.value } catch {
      throw error as? PushFailure ?? .again("no access token of Google's: \(error)")
    }
  }

  private func newToken(atSeconds now: Int64) async throws -> String {
    guard let assertion = account.assertion(atSeconds: now) else { throw PushFailure.never("the key does not sign") }
    let form = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)"
    var headers = HTTPHeaders()
    headers.add("Content-Type", "application/x-www-form-urlencoded")
    let request = OutgoingRequest(.post, account.tokenAddress, headers: headers, body: Array(form.utf8))
    let response = try await outgoing.send(request)
    guard response.status == 200, let json = try? JSONValue(parsing: response.body),
      let text = json["access_token"]?.string
    else { throw PushFailure.again("Google gives no access token (\(response.status))") }
    // A minute early, so that it holds until it has arrived.
    let lifetime = max(60, min(json["expires_in"]?.int64 ?? 3_600, 86_400))
    token = (text, now + lifetime - 60)
    return text
  }
}
