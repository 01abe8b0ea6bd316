import AccountContract
import Contract
import Domain
import JSON
import Push
import Storage
import Testing
import Wire

@testable import ServerApp

/// The routes of devices and notices, in process and over a socket.
struct PushRouteTests {
  private func call<Input, Output>(
    _ client: Client, _ call: APICall<Input, Output>, _ value: Input, as person: SignedIn
  ) async throws -> Output {
    let request = call.request(value, key: person.app.rawValue, accessToken: person.session.accessToken)
    return try call.read(try await client.send(request))
  }

  @Test(arguments: Reach.allCases)
  func aDeviceIsNamedAndTakenBack(reach: Reach) async throws {
    let client = try await Client(reach)
    let doctor = try await client.join(.eyemonDoctor, nick: "김안과")
    let key = try await call(client, AccountAPI.pushKey, Nothing(), as: doctor)
    #expect(key.utf8.count == 87)
    _ = try await call(client, AccountAPI.deviceToken, "token", as: doctor)
    let form = WebPushForm(endpoint: "https://push.example/1", p256dh: key, auth: "BTBZMqHH6r4Tts7J_aSIgg")
    _ = try await call(client, AccountAPI.subscribe, form, as: doctor)
    _ = try await call(client, AccountAPI.unsubscribe, Nothing(), as: doctor)
    #expect(await refusal { try await self.call(client, AccountAPI.deviceToken, "", as: doctor) } == .missingValue)
    let bad = WebPushForm(endpoint: "https://10.0.0.1/x", p256dh: form.p256dh, auth: form.auth)
    let refused = await refusal { try await self.call(client, AccountAPI.subscribe, bad, as: doctor) }
    #expect(refused == .badRequest)
  }

  @Test func answersWithoutContentAreTrulyEmpty() async throws {
    let client = try await Client(.inProcess)
    let person = try await client.join()
    let request = AccountAPI.deviceToken.request("t", key: "eyemon", accessToken: person.session.accessToken)
    let response = try await client.send(request)
    #expect(response.status == 200 && response.body.isEmpty)
    let stranger = AccountAPI.deviceToken.request("t", key: "eyemon", accessToken: "x")
    #expect(try await client.send(stranger).status == 401)
  }

  @Test(arguments: Reach.allCases)
  func medicalAppsShowNothingUntilAskedTo(reach: Reach) async throws {
    let client = try await Client(reach)
    let (patient, member) = (try await client.join(), try await client.join(.flatbread))
    #expect(try await call(client, AccountAPI.notificationSettings, Nothing(), as: patient) == .none)
    #expect(try await call(client, AccountAPI.notificationSettings, Nothing(), as: member) == .full)
    #expect(try await call(client, AccountAPI.setNotificationSettings, .sender, as: patient) == .sender)
    #expect(try await call(client, AccountAPI.notificationSettings, Nothing(), as: patient) == .sender)
  }

  @Test(arguments: Reach.allCases)
  func aDirectPushIsInTheInboxAndCounted(reach: Reach) async throws {
    let client = try await Client(reach) { $0.push.directPerMinute = 2 }
    let (patient, doctor) = (try await client.join(), try await client.join(.eyemonDoctor, nick: "김안과"))
    let push = DirectPush(people: [doctor.session.person.id], title: "제목", body: "내용")
    #expect(await refusal { try await self.call(client, AccountAPI.directPush, push, as: patient) } == .personNotFound)
    _ = try await client.openRoom(patient, with: doctor)
    _ = try await call(client, AccountAPI.directPush, push, as: patient)
    let refused = await refusal { try await self.call(client, AccountAPI.directPush, push, as: patient) }
    #expect(refused?.status == 429 && refused?.retryAfterSeconds ?? 0 > 0)
    let page = try await call(client, AccountAPI.notices, NoticeQuery(), as: doctor)
    #expect(page.notices.map(\.title) == ["하늘 · 제목"] && page.unread == 1)
    #expect(try await call(client, AccountAPI.readNotices, .all, as: doctor) == 0)
    #expect(try await call(client, AccountAPI.notices, NoticeQuery(), as: patient).notices.isEmpty)
  }

  /// What cannot be said in the room cannot be said around it.
  @Test func aClosedConsultIsClosedToPushesToo() async throws {
    let client = try await Client(.inProcess) { $0.isConsultOpen = false }
    let (patient, doctor) = (try await client.join(), try await client.join(.eyemonDoctor, nick: "김안과"))
    let room = try await client.openRoom(patient, with: doctor)
    #expect(await refusal { try await client.say("안녕하세요", in: room, by: patient) } == .consultClosed)
    let push = DirectPush(people: [doctor.session.person.id], title: "제목", body: "내용")
    #expect(await refusal { try await self.call(client, AccountAPI.directPush, push, as: patient) } == .consultClosed)
    #expect(try await call(client, AccountAPI.notices, NoticeQuery(), as: doctor).notices.isEmpty)
    let back = DirectPush(people: [patient.session.person.id], title: "제목", body: "내용")
    _ = try await call(client, AccountAPI.directPush, back, as: doctor)
  }

  @Test func eachPersonReachedCounts() async throws {
    let client = try await Client(.inProcess) { $0.push.directPerMinute = 3 }
    let doctor = try await client.join(.eyemonDoctor, nick: "김안과")
    var patients: [SignedIn] = []
    for _ in 0..<2 { patients.append(try await client.join()) }
    for patient in patients { _ = try await client.openRoom(patient, with: doctor) }
    let push = DirectPush(people: patients.map(\.session.person.id), title: "제목", body: "내용")
    _ = try await call(client, AccountAPI.directPush, push, as: doctor)
    #expect(await refusal { try await self.call(client, AccountAPI.directPush, push, as: doctor) }?.status == 429)
    let one = DirectPush(people: [patients[0].session.person.id], title: "제목", body: "내용")
    _ = try await call(client, AccountAPI.directPush, one, as: doctor)
  }

  @Test(arguments: [true, false])
  func aDeviceInASignInBelongsToThatSession(isJSON: Bool) async throws {
    let client = try await Client(.inProcess)
    var sessions: [RowID<SessionRow>] = []
    let form = [("email", "device@example.com"), ("password", password), ("deviceToken", "phone"), ("nick", "하늘")]
    for path in ["/v1/users/join", "/v1/users/login"] {
      var request = HTTPRequest(.post, path)
      request.headers.add("SeSACKey", "eyemon")
      request.headers.add("Content-Type", isJSON ? "application/json" : "application/x-www-form-urlencoded")
      var object: JSONObject = [:]
      for (name, value) in form { object[name] = .string(value) }
      let text = isJSON ? JSONValue.object(object).text : Query(form.map { Query.Item($0.0, $0.1) }).text
      request.body = Array(text.utf8)
      #expect(try await client.send(request).status == 200)
      let now = MaruServer.systemClock()
      let devices = try await client.server.store.read { try $0.devices.list(of: RowID(1), at: now) }
      #expect(devices.map(\.token) == ["phone"])
      sessions += devices.map(\.sessionID)
    }
    #expect(sessions.count == 2 && sessions[0] < sessions[1], "the newer session took it over")
  }
}
