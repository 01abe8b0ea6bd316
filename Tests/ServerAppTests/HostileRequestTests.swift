import Accounts
import Contract
import Domain
import Seeded
import ServerApp
import Testing
import Wire

struct HostileRequestTests {
  private static let segments = [
    "v1", "users", "chats", "join", "login", "logout", "validation", "email", "auth", "refresh", "doctors", "web",
    "eyemon", "eyemon-doctor", "session", "read", "common", "history", "changes", "messages", "reactions", "pin",
    "mute", "search", "report",
    "people", "block", "blocks", "files", "link", "..", "%00", "%ff", "%", "", "socket.io", "assets",
    String(repeating: "9", count: 24), String(repeating: "a", count: 4_000), "한글",
  ]

  private static let values = [
    "null", "true", "0", "-1", "1e999", "99999999999999999999", #""""#, #""a@example.com""#, #""maru!2345""#,
    #""하늘""#, "false", #""👍""#, #""spam""#, #"[{"room_id":"x","seq":1}]"#, #""\u0000""#, #""\ud800""#, "[]", "{}",
    "[[[[", #"["/a","/b"]"#,
    "\"" + String(repeating: "x", count: 30_000) + "\"",
  ]

  private static let names = [
    "email", "password", "nick", "content", "client_id", "files", "opponent_id", "seq", "phoneNum", "introduction",
    "reply_to", "mentions", "reads", "emoji", "on", "chat_id", "muted", "reason", "note", "blocked", "file",
  ]

  /// Whatever comes, the answer is one of the agreed statuses; a fault of ours would be 500.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func nothingMakesTheServerFail(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let client = try await Client(.inProcess) { $0.accounts.checksPerMinute = 1_000_000 }
    let (patient, doctor) = (try await client.join(), try await client.join(.eyemonDoctor))
    let room = try await client.openRoom(patient, with: doctor)
    let said = try await client.say("여기요", in: room, by: patient)
    let known = [room.id.text, said.id.text, doctor.session.person.id.text, patient.session.refreshToken]
    let agreed: Set = [200, 204, 308, 400, 401, 402, 404, 405, 409, 413, 418, 419, 420, 429, 444, 445]
    for number in 0..<500 {
      let request = Self.request(&random, patient.session.accessToken, known)
      let response = try await client.send(request)
      #expect(agreed.contains(response.status), "seed \(seed), request \(number): \(request.path.prefix(100))")
    }
    _ = try await client.say("여전히 됩니다", in: room, by: doctor)
  }

  private static func request(_ random: inout SeededRandom, _ token: String, _ known: [String]) -> HTTPRequest {
    let methods: [HTTPMethod] = [.get, .post, .post, .put, .delete, .head, .options]
    var request = HTTPRequest(methods[Int.random(in: 0..<7, using: &random)], path(&random, known))
    if !chance(1, in: 8, &random) { request.headers["SeSACKey"] = chance(1, in: 8, &random) ? "x" : "eyemon" }
    if !chance(1, in: 4, &random) { request.headers["Authorization"] = chance(1, in: 8, &random) ? "a.b.c" : token }
    if chance(1, in: 3, &random) { request.headers["RefreshToken"] = pick(known + ["x"], &random) }
    if chance(1, in: 3, &random) { request.headers["X-Maru-Web"] = "1" }
    if chance(1, in: 3, &random) { request.headers["Cookie"] = "maru-eyemon=\(pick(known, &random)); =; a" }
    if chance(1, in: 2, &random) {
      let names = ["next", "before_seq", "after_version", "limit", "q", "room_id", "cursor"]
      let values = values + known + ["2025-01-01T00:00:00Z", "1", "", "여기", "\u{1F600}"]
      request.query = [pick(names, &random): pick(values, &random), pick(names, &random): pick(values, &random)]
    }
    request.body = body(&random, known)
    return request
  }

  private static func path(_ random: inout SeededRandom, _ known: [String]) -> String {
    let (room, message) = ("/v1/chats/\(known[0])", "/messages/\(known[1])")
    let good = [
      "/v1/chats", room, room + "/read", "/v1/users/join", "/v1/doctors", "/v1/chats/read", room + "/history",
      room + "/changes", room + message, room + message + "/reactions", room + "/pin", room + "/mute",
      "/v1/messages/search", "/v1\(message)/report", "/v1/people/\(known[2])/block", "/v1/blocks", "/v1/files/link",
    ]
    if chance(2, in: 3, &random) { return pick(good, &random) }
    return (0..<Int.random(in: 0...5, using: &random)).map { _ in "/" + pick(segments + known, &random) }.joined()
  }

  private static func body(_ random: inout SeededRandom, _ known: [String]) -> [UInt8] {
    var members: [String] = []
    for name in names where chance(1, in: 3, &random) {
      let value = chance(1, in: 5, &random) ? "\"\(pick(known, &random))\"" : pick(values, &random)
      members.append("\"\(name)\":\(value)")
    }
    var bytes = Array("{\(members.joined(separator: ","))}".utf8)
    if chance(1, in: 6, &random) { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
    if chance(1, in: 10, &random) { bytes.append(0xFF) }
    return bytes
  }

  private static func pick(_ choices: [String], _ random: inout SeededRandom) -> String {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private static func chance(_ hits: Int, in all: Int, _ random: inout SeededRandom) -> Bool {
    Int.random(in: 0..<all, using: &random) < hits
  }
}
