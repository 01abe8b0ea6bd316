import Accounts
import Bookings
import Contract
import Domain
import ServerApp
import Testing
import Wire

/// What clients can rely on, in process and over a socket.
@Suite struct APISuite {
  @Test(arguments: Reach.allCases)
  func theKeyIsAskedFirst(reach: Reach) async throws {
    let client = try await Client(reach)
    for key in [nil, "", "nonsense", "EYEMON"] {
      var request = HTTPRequest(.post, "/v1/chats", body: Array("{".utf8))
      if let key { request.headers["SeSACKey"] = key }
      let response = try await client.send(request)
      #expect(APIError(parsing: response) == .wrongKey)
    }
  }

  @Test(arguments: Reach.allCases)
  func thenTheRouteThenTheTokenThenTheBodyThenTheTarget(reach: Reach) async throws {
    let client = try await Client(reach)
    let patient = try await client.join()
    func post(_ path: String, _ body: String, _ token: String?) async throws -> APIError {
      let headers: HTTPHeaders = ["SeSACKey": "eyemon", "Content-Type": "application/json"]
      var request = HTTPRequest(.post, path, headers: headers, body: Array(body.utf8))
      if let token { request.headers["Authorization"] = token }
      return APIError(parsing: try await client.send(request))
    }
    let token = patient.session.accessToken
    let nowhere = "/v1/chats/" + String(repeating: "0", count: 24)
    #expect(try await post("/v1/nowhere", "{", nil) == .unknownRoute)
    #expect(try await post("/v1/doctors", "{", nil) == .unknownRoute)
    #expect(try await post(nowhere, "{", nil) == .accessInvalid)
    #expect(try await post(nowhere, "{", "nonsense") == .accessInvalid)
    #expect(try await post(nowhere, "{", token) == .badRequest)
    #expect(try await post(nowhere, "{}", token) == .missingValue)
    #expect(try await post(nowhere, #"{"content":"x"}"#, token) == .roomNotFound)
    #expect(try await post(nowhere, #"{"content":"x"}"#, "Bearer " + token) == .roomNotFound)
  }

  @Test(arguments: Reach.allCases)
  func aPatientAndADoctorTalk(reach: Reach) async throws {
    let client = try await Client(reach)
    let (patient, doctor) = (try await client.join(), try await client.join(.eyemonDoctor, nick: "김안과"))
    guard case .doctors(let doctors) = try await client.call(.doctors, as: patient) else { throw Unexpected() }
    #expect(doctors.map(\.person) == [doctor.session.person])
    let room = try await client.openRoom(patient, with: doctor)
    let first = try await client.say("눈이 침침해요", in: room, by: patient, clientID: "c1")
    let second = try await client.say("언제부터요?", in: room, by: doctor)
    #expect(
      try await client.call(.messages(room: room.id, after: nil), as: doctor) == .messages([first, second]))
    #expect(
      try await client.call(.messages(room: room.id, after: first.createdAt), as: doctor) == .messages([second]))
    guard case .rooms(let rooms) = try await client.call(.rooms, as: patient) else { throw Unexpected() }
    #expect(rooms.map(\.unreadCount) == [1])
    #expect(try await client.call(.markRead(room: room.id, seq: 2), as: patient) == .empty)
    guard case .rooms(let read) = try await client.call(.rooms, as: patient) else { throw Unexpected() }
    #expect(read.map(\.unreadCount) == [0])
    #expect(read.first?.lastMessage == second)
  }

  @Test(arguments: Reach.allCases)
  func aRepeatIsAnsweredWithTheOriginalAndFlaggedWhereItDiffers(reach: Reach) async throws {
    let client = try await Client(reach)
    let (patient, doctor) = (try await client.join(), try await client.join(.eyemonDoctor))
    let room = try await client.openRoom(patient, with: doctor)
    let first = try await client.say("하나", in: room, by: patient, clientID: "c")
    #expect(try await client.say("하나", in: room, by: patient, clientID: "c") == first)
    let other = Endpoint.send(room: room.id, MessageDraft(clientID: "c", content: "둘"))
    let response = try await client.send(
      other.request(key: "eyemon", accessToken: patient.session.accessToken))
    #expect(response.headers["X-Maru-Original"] == "1")
    #expect(try Answer(parsing: response, for: other) == .message(first))
  }

  @Test(arguments: Reach.allCases)
  func signingOutEndsTheSession(reach: Reach) async throws {
    let client = try await Client(reach)
    let patient = try await client.join()
    #expect(try await client.call(.logout, as: patient) == .empty)
    #expect(await refusal { try await client.call(.rooms, as: patient) } == .accessExpired)
    let refresh = Endpoint.refresh(refreshToken: patient.session.refreshToken)
    #expect(await refusal { try await client.call(refresh, as: patient) } == .refreshExpired)
  }

  @Test(arguments: Reach.allCases)
  func aTokenOfAnotherAppIsInvalid(reach: Reach) async throws {
    let client = try await Client(reach)
    var patient = try await client.join()
    patient.app = .eyemonDoctor
    #expect(await refusal { try await client.call(.rooms, as: patient) } == .accessInvalid)
  }

  @Test(arguments: Reach.allCases)
  func failedSignInsAreCountedByAddress(reach: Reach) async throws {
    let client = try await Client(reach) { $0.accounts.triesPerMinute = 4 }
    let patient = try await client.join()
    let right = Endpoint.login(LoginForm(email: patient.session.email, password: password))
    let wrong = Endpoint.login(LoginForm(email: patient.session.email, password: "maru!9999"))
    for _ in 0..<5 { _ = try await client.call(right) }
    for _ in 0..<3 { #expect(await refusal { try await client.call(wrong) } == .wrongCredentials) }
    let refused = await refusal { try await client.call(right) }
    #expect(refused?.status == 429)
    #expect((1...60).contains(refused?.retryAfterSeconds ?? 0))
  }

  @Test(arguments: Reach.allCases)
  func aRightPasswordIsNotCountedWhereSomethingElseRefuses(reach: Reach) async throws {
    let client = try await Client(reach) { $0.accounts.triesPerMinute = 4 }
    var patient = try await client.join()
    patient.app = .eyemonDoctor
    let right = Endpoint.login(LoginForm(email: patient.session.email, password: password))
    for _ in 0..<6 { #expect(await refusal { try await client.call(right, as: patient) }?.code == .wrongApp) }
  }

  @Test(arguments: Reach.allCases)
  func signUpsAreCountedByAddress(reach: Reach) async throws {
    let client = try await Client(reach) { $0.accounts.triesPerMinute = 3 }
    for _ in 0..<3 { _ = try await client.join() }
    #expect(await refusal { try await client.join() }?.code == .tooManyCalls)
  }

  @Test(arguments: Reach.allCases)
  func addressChecksAreCountedToo(reach: Reach) async throws {
    let client = try await Client(reach) { $0.accounts.checksPerMinute = 2 }
    for _ in 0..<2 { _ = try await client.call(.validateEmail("free@example.com")) }
    #expect(await refusal { try await client.call(.validateEmail("free@example.com")) }?.code == .tooManyCalls)
  }

  @Test(arguments: Reach.allCases)
  func floodsAreSlowedDownByPerson(reach: Reach) async throws {
    let client = try await Client(reach) {
      $0.messagesPerMinute = 3
      $0.searchesPerMinute = 1
    }
    let (patient, doctor) = (try await client.join(), try await client.join(.eyemonDoctor))
    let room = try await client.openRoom(patient, with: doctor)
    let said = try await client.say("하나", in: room, by: patient, clientID: "c")
    _ = try await client.say("하나", in: room, by: patient, clientID: "c")
    _ = try await client.call(.react(room: room.id, message: said.id, emoji: "👍", isOn: true), as: patient)
    let refused = await refusal { try await client.say("넷", in: room, by: patient) }
    #expect(refused?.status == 429)
    #expect((1...60).contains(refused?.retryAfterSeconds ?? 0))
    #expect(
      await refusal { try await client.call(.delete(room: room.id, message: said.id), as: patient) }?.status == 429)
    _ = try await client.call(.history(room: room.id, before: nil, limit: nil), as: patient)
    _ = try await client.call(.search(MessageSearch(text: "하나")), as: patient)
    #expect(await refusal { try await client.call(.search(MessageSearch(text: "하나")), as: patient) }?.status == 429)
    _ = try await client.say("의사는 됩니다", in: room, by: doctor)
  }

  /// The longest message fits in the clumsiest JSON; what is longer than any is not even parsed.
  @Test(arguments: Reach.allCases)
  func aBodyBeyondAllMessagesIsRefused(reach: Reach) async throws {
    let client = try await Client(reach)
    let token = try await client.join().session.accessToken
    func post(_ letters: Int) async throws -> APIError {
      let body = #"{"content":""# + String(repeating: #"\uac00"#, count: letters) + #""}"#
      let headers: HTTPHeaders = [
        "SeSACKey": "eyemon", "Content-Type": "application/json", "Authorization": token,
      ]
      let path = "/v1/chats/" + String(repeating: "0", count: 24)
      return APIError(
        parsing: try await client.send(HTTPRequest(.post, path, headers: headers, body: Array(body.utf8))))
    }
    #expect(try await post(10_000) == .roomNotFound)
    #expect(try await post(50_000) == .tooLarge)
  }

  @Test(arguments: Reach.allCases)
  func healthIsForEverybody(reach: Reach) async throws {
    let client = try await Client(reach)
    for path in ["/healthz", "/readyz"] {
      #expect(try await client.send(HTTPRequest(.get, path)).status == 200)
    }
    let health = String(decoding: try await client.send(HTTPRequest(.get, "/healthz")).body, as: UTF8.self)
    #expect(health == "ok\ntzdata \(try TimeZones.system().version)\n")
    #expect(try await client.send(HTTPRequest(.get, "/metrics")).status == 444)
    for path in ["/common", "/v1/common"] {
      #expect(try await client.send(HTTPRequest(.get, path)).status == 420)
      #expect(try await client.send(HTTPRequest(.get, path, headers: ["sesackey": "eyemon"])).status == 200)
    }
  }

  @Test(arguments: Reach.allCases)
  func answersAreNotKept(reach: Reach) async throws {
    let client = try await Client(reach)
    let patient = try await client.join()
    let response = try await client.send(
      Endpoint.rooms.request(key: "eyemon", accessToken: patient.session.accessToken))
    #expect(response.headers["Cache-Control"] == "no-store")
    #expect(response.headers["X-Content-Type-Options"] == "nosniff")
  }
}
